import Foundation
@_spi(Generated) import SwiftSyncRuntime
import SwiftSyncTestSupport
import TestHelpers
import Testing
import Tracker

/// Rows that the device deletes together with another row although the server still has them, with
/// endpoints that request the changes since the last call.
@Suite struct CascadedSinceTests {
  /// As generated for `{ get: /tasks, returns: [Task], since: since }`, with an endpoint
  /// that returns one task.
  struct ChangedTodos: SyncedEndpoint {
    static let response: WireFormat<[Todo]> = .list(.object())

    static func request(for endpoint: Self) throws(APIError) -> EndpointRequest {
      EndpointRequest(.get, "/api/tasks")
    }

    static func sync(for endpoint: Self) -> EndpointSync<Todo> {
      var options = ApplyOptions()
      options.missingRows = .keep
      return EndpointSync(
        options, since: "since", item: EndpointItem("/api/tasks/{id}", parts: ["id"]))
    }
  }

  private let transport = RecordingTransport()
  private let client: APIClient
  private let database: Database

  init() throws {
    client = APIClient(baseURL: .server("https://tracker.example"), transport: transport)
    database = try Database()
  }

  private func task(_ number: Int, parent: Int?, at hour: Int, isGone: Bool = false) -> String {
    let parent = parent.map { "\"\(TrackerIDs.task($0))\"" } ?? "null"
    let time = "2026-03-02T0\(hour):00:00Z"
    return """
      {"id": "\(TrackerIDs.task(number))", "title": "\(number)", "parent_id": \(parent), \
      "project_id": "\(TrackerIDs.project)", "created_at": "2026-01-01T00:00:00Z", \
      "updated_at": "\(time)", "deleted_at": \(isGone ? "\"\(time)\"" : "null")}
      """
  }

  /// A store in which task 3, with its subtask 5, was moved from task 1 to task 2.
  ///
  /// - Parameter later: The rows of the responses after the first.
  private func store(
    _ path: String, later: [[String]], _ fetch: (SyncStore) async throws -> ApplyReport
  ) async throws -> SyncStore {
    let store = try await database.open(TrackerSchema.self)
    try await store.insert(
      Project(id: TrackerIDs.project, name: "Web", code: "WEB", ownerID: TrackerIDs.ada))
    respond(
      path, task(1, parent: nil, at: 1), task(2, parent: nil, at: 1), task(3, parent: 1, at: 1),
      task(5, parent: 3, at: 1), task(4, parent: nil, at: 5))
    for rows in later {
      transport.respond(to: .get, path, json: "[\(rows.joined(separator: ", "))]")
    }
    #expect(try await fetch(store) == .of(inserted: 5))
    try await store.update(
      Todo.self, id: TrackerIDs.task(3), Todo.Patch(parentID: .value(TrackerIDs.task(2))))
    return store
  }

  private func respond(_ path: String, _ rows: String...) {
    transport.respond(to: .get, path, json: "[\(rows.joined(separator: ", "))]")
  }

  private func parents(_ store: SyncStore) async throws -> [String] {
    try await store.fetch(Todo.all).map { "\($0.title) \($0.parentID.map { "\($0)" } ?? "-")" }
      .sorted()
  }

  private let expected = [
    "1 -", "3 \(TrackerIDs.task(1))", "4 -", "5 \(TrackerIDs.task(3))",
  ]

  @Test func rowsAreFetchedOneByOne() async throws {
    let later = [[task(2, parent: nil, at: 6, isGone: true)]]
    let store = try await store("/api/tasks", later: later) {
      try await client.sync(ChangedTodos(), into: $0)
    }
    for (number, parent) in [(3, 1), (5, 3)] {
      transport.respond(
        to: .get, "/api/tasks/\(TrackerIDs.task(number).uuidString.lowercased())",
        json: task(number, parent: parent, at: 1))
    }
    let before = transport.requests.count
    try await client.sync(ChangedTodos(), into: store)
    #expect(try await parents(store) == expected)
    #expect(transport.requests.count == before + 3)
    #expect(try await store.fetch(PendingChange.all) == [])
    #expect(try await store.unreadableRows() == [])
  }

  /// The deleted row is a new one, but the server has sent another with its identity.
  @Test func rowOfServerTakesThePlaceOfNewRow() async throws {
    let store = try await database.open(TrackerSchema.self)
    let (parent, id) = (TrackerIDs.task(2), TrackerIDs.task(3))
    try await store.insert(
      Project(id: TrackerIDs.project, name: "Web", code: "WEB", ownerID: TrackerIDs.ada))
    respond("/api/tasks", task(2, parent: nil, at: 1))
    respond("/api/tasks", task(3, parent: nil, at: 2))
    respond("/api/tasks", task(2, parent: nil, at: 6, isGone: true))
    transport.respond(
      to: .get, "/api/tasks/\(id.uuidString.lowercased())", json: task(3, parent: nil, at: 2))
    try await client.sync(ChangedTodos(), into: store)
    try await store.insert(
      Todo(id: id, title: "Mine", projectID: TrackerIDs.project, parentID: parent))
    try await client.sync(ChangedTodos(), into: store)
    #expect(try await parents(store) == ["2 -", "Mine \(parent)"])
    try await client.sync(ChangedTodos(), into: store)
    #expect(try await parents(store) == ["3 -"])
    #expect(try await store.fetch(PendingChange.all) == [])
  }

  /// The response contains both the tombstone of the new parent and the moved task, which is
  /// therefore not deleted, and has an edit of its own.
  @Test func rowOfTheSameResponseTakesTheServersParent() async throws {
    let later = [[task(3, parent: 1, at: 6), task(2, parent: nil, at: 6, isGone: true)]]
    let store = try await store("/api/tasks", later: later) {
      try await client.sync(ChangedTodos(), into: $0)
    }
    let id = TrackerIDs.task(3)
    try await store.update(Todo.self, id: id, Todo.Patch(details: .value("edited")))
    transport.respond(
      to: .get, "/api/tasks/\(id.uuidString.lowercased())", json: task(3, parent: 1, at: 6))
    try await client.sync(ChangedTodos(), into: store)
    #expect(try await parents(store) == expected)
    let pending = try await store.fetch(PendingChange.all)
    #expect(pending.map { $0.fields.contains("parent") } == [false])
    #expect(pending.map { $0.fields.contains("details") } == [true])
    #expect(try await store.fetch(Todo.self, id: id)?.details == "edited")
  }

  /// The endpoint for one task does not say in which project's list it belongs, so the list is
  /// fetched once more.
  @Test func listIsFetchedFromItsBeginning() async throws {
    let path = "/api/projects/*/tasks"
    let api = TrackerAPI(client)
    let gone = task(2, parent: nil, at: 6, isGone: true)
    let all = [
      task(1, parent: nil, at: 1), gone, task(3, parent: 1, at: 1), task(5, parent: 3, at: 1),
      task(4, parent: nil, at: 5),
    ]
    let store = try await store(path, later: [[], [gone], [], all, []]) { store in
      try await api.tasks(project: TrackerIDs.project, into: store)
    }
    try await api.tasks(project: TrackerIDs.project, into: store)
    #expect(try await parents(store) == expected)
    #expect(try await store.fetch(PendingChange.all) == [])
    // The watermark counts again.
    try await api.tasks(project: TrackerIDs.project, into: store)
    #expect(transport.requests.last?.url.query?.contains("since=") == true)
  }
}
