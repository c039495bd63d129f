import Foundation
@_spi(Generated) import SwiftSyncRuntime
import SwiftSyncTestSupport
import TestHelpers
import Testing
import Tracker

/// Endpoints that request the changes since the last call.
@Suite struct TrackerSinceTests {
  /// As generated for `{ get: /projects, returns: [Project], since: after }`.
  struct ChangedProjects: SyncedEndpoint {
    static let response: WireFormat<[Project]> = .list(.object())

    static func request(for endpoint: Self) throws(APIError) -> EndpointRequest {
      EndpointRequest(.get, "/api/projects")
    }

    static func sync(for endpoint: Self) -> EndpointSync<Project> {
      var options = ApplyOptions()
      options.missingRows = .keep
      return EndpointSync(options, since: "after")
    }
  }

  static let path = "/api/projects/*/tasks"

  let transport = RecordingTransport()
  let api: TrackerAPI
  let database: Database

  init() throws {
    api = TrackerAPI(baseURL: .server("https://tracker.example"), transport: transport)
    database = try Database()
  }

  private func task(_ number: Int, _ title: String, at time: String, isGone: Bool = false) -> String
  {
    """
    {"id": "\(TrackerIDs.task(number))", "title": "\(title)", "created_at": "2026-01-01T00:00:00Z", \
    "updated_at": "\(time)", "deleted_at": \(isGone ? "\"\(time)\"" : "null")}
    """
  }

  private func storeWithProject() async throws -> SyncStore {
    let store = try await database.open(TrackerSchema.self)
    try await store.insert(
      Project(id: TrackerIDs.project, name: "Web", code: "WEB", ownerID: TrackerIDs.ada))
    return store
  }

  /// Responds with one page, followed by an empty one.
  private func response(_ rows: String...) {
    transport.respond(to: .get, Self.path, json: "[\(rows.joined(separator: ", "))]")
    if !rows.isEmpty { transport.respond(to: .get, Self.path, json: "[]") }
  }

  private var queries: [String] { transport.requests.map { $0.url.query ?? "" } }

  @Test func requestsChangesSinceWatermark() async throws {
    let store = try await storeWithProject()
    response(
      task(1, "A", at: "2026-03-02T08:00:00Z"), task(2, "B", at: "2026-03-02T09:00:00.250Z"),
      task(3, "C", at: "2026-03-02T08:30:00Z"))
    response(
      task(2, "B", at: "2026-03-02T09:00:00.250Z"), task(1, "A2", at: "2026-03-02T10:00:00Z"),
      task(3, "C", at: "2026-03-02T11:00:00Z", isGone: true))
    response()
    #expect(try await api.tasks(project: TrackerIDs.project, into: store) == .of(inserted: 3))
    let second = try await api.tasks(project: TrackerIDs.project, into: store)
    #expect(second == .of(updated: 1, unchanged: 1, deleted: 1))
    _ = try await api.tasks(project: TrackerIDs.project, into: store)
    // One second before the newest row, so that no row of that second is skipped.
    let (first, last) = ("2026-03-02T08%3A59%3A59.250Z", "2026-03-02T10%3A59%3A59Z")
    #expect(
      queries == [
        "page=1", "page=2", "since=\(first)&page=1", "since=\(first)&page=2",
        "since=\(last)&page=1",
      ])
    let tasks = try await store.fetch(Todo.order(\.title))
    #expect(tasks.map(\.title) == ["A2", "B"])
  }

  /// Once the row that conflicts with it is gone, no other request would fetch it.
  @Test func rejectedRowHoldsBackWatermark() async throws {
    let store = try await storeWithProject()
    let client = APIClient(baseURL: .server("https://tracker.example"), transport: transport)
    func project(_ number: Int, code: String, revision: Int) -> String {
      """
      {"id": "\(TrackerIDs.task(number))", "name": "P", "code": "\(code)", \
      "owner_id": "\(TrackerIDs.ada)", "revision": \(revision), \
      "created_at": "2026-01-01T00:00:00Z", "updated_at": "2026-01-01T00:00:00Z"}
      """
    }
    let taken = project(1, code: "WEB", revision: 8)
    let newer = project(2, code: "NEW", revision: 10)
    for _ in 1...3 {
      transport.respond(to: .get, "/api/projects", json: "[\(taken), \(newer)]")
    }
    let first = try await client.sync(ChangedProjects(), into: store)
    #expect(first.inserted == 1 && first.rejected.map(\.rule) == [.uniqueConflict])
    try await store.purge(Project.self, id: TrackerIDs.project)
    #expect(try await client.sync(ChangedProjects(), into: store).inserted == 1)
    _ = try await client.sync(ChangedProjects(), into: store)
    #expect(queries == ["", "after=7", "after=10"])
  }

  @Test func keepsWatermarkPerProjectAndFilter() async throws {
    let store = try await storeWithProject()
    let other = UUID()
    try await store.insert(Project(id: other, name: "App", code: "APP", ownerID: TrackerIDs.ada))
    response(task(1, "A", at: "2026-03-02T08:00:00Z"))
    response(task(2, "B", at: "2026-03-02T07:00:00Z"))
    response()
    response()
    try await api.tasks(project: TrackerIDs.project, into: store)
    try await api.tasks(project: other, into: store)
    try await api.tasks(project: TrackerIDs.project, state: .todo, into: store)
    try await api.tasks(project: other, into: store)
    #expect(
      queries == [
        "page=1", "page=2", "page=1", "page=2", "state=todo&page=1",
        "since=2026-03-02T06%3A59%3A59Z&page=1",
      ])
  }

  @Test func failedPageDoesNotRaiseWatermark() async throws {
    let store = try await storeWithProject()
    transport.respond(to: .get, Self.path, json: "[\(task(1, "A", at: "2026-03-02T08:00:00Z"))]")
    transport.respond(to: .get, Self.path, status: 503, json: "{}")
    response()
    await #expect(throws: APIError.self) {
      try await api.tasks(project: TrackerIDs.project, into: store)
    }
    #expect(try await store.count(Todo.all) == 1)
    try await api.tasks(project: TrackerIDs.project, into: store)
    #expect(queries == ["page=1", "page=2", "page=1"])
  }

  @Test func watermarkIgnoresLocalClock() async throws {
    let store = try await storeWithProject()
    response(task(1, "A", at: "2026-03-02T08:00:00Z"))
    response(task(1, "B", at: "2026-03-02T09:00:00Z"))
    response()
    try await api.tasks(project: TrackerIDs.project, into: store)
    // The device's clock is years ahead, and its edit has not been pushed.
    let patch = Todo.Patch(
      title: .value("Mine"), updatedAt: .value(try moment("2036-01-01T00:00:00Z")))
    try await store.update(Todo.self, id: TrackerIDs.task(1), patch)
    try await api.tasks(project: TrackerIDs.project, into: store)
    try await api.tasks(project: TrackerIDs.project, into: store)
    #expect(queries.last == "since=2026-03-02T08%3A59%3A59Z&page=1")
    #expect(try await store.fetch(Todo.self, id: TrackerIDs.task(1))?.title == "Mine")
  }

  @Test func newVersionOrDiscardResetsWatermark() async throws {
    let store = try await storeWithProject()
    let row = task(1, "A", at: "2026-03-02T08:00:00Z")
    for _ in 0..<3 { response(row) }
    try await api.tasks(project: TrackerIDs.project, into: store)
    try OtherProgram(at: database).run("UPDATE swiftsync_watermarks SET version = 1")
    try await api.tasks(project: TrackerIDs.project, into: store)
    try await store.update(
      Todo.self, id: TrackerIDs.task(1), Todo.Patch(title: .value("Mine")))
    try await store.discardPendingChange(of: Todo.self, id: TrackerIDs.task(1))
    try await api.tasks(project: TrackerIDs.project, into: store)
    #expect(queries == ["page=1", "page=2", "page=1", "page=2", "page=1", "page=2"])
    #expect(try await store.fetch(Todo.self, id: TrackerIDs.task(1))?.title == "A")
  }

  /// Somebody else has created a row with the identity of a new row, which the server rejects.
  @Test func discardedCreationTakesTheServersRow() async throws {
    let store = try await storeWithProject()
    for _ in 0..<2 { response(task(1, "Theirs", at: "2026-03-02T08:00:00Z")) }
    let (id, subtask) = (TrackerIDs.task(1), TrackerIDs.task(2))
    try await store.insert(Todo(id: id, title: "Mine", projectID: TrackerIDs.project))
    try await store.insert(
      Todo(id: subtask, title: "Subtask", projectID: TrackerIDs.project, parentID: id))
    try await api.tasks(project: TrackerIDs.project, into: store)
    #expect(try await store.fetch(Todo.self, id: id)?.title == "Mine")
    try await store.discardPendingChange(of: Todo.self, id: id)
    try await api.tasks(project: TrackerIDs.project, into: store)
    #expect(try await store.fetch(Todo.self, id: id)?.title == "Theirs")
    let pending = try await store.fetch(PendingChange.all)
    #expect(pending.map(\.identity) == [[.text(subtask.uuidString.lowercased())]])
  }

  /// The server has another row with the identity of a new one, and a subtask of that row. Only the
  /// subtask was received.
  @Test func discardedCreationFetchesDependentsAgain() async throws {
    let store = try await storeWithProject()
    let (id, subtask) = (TrackerIDs.task(1), TrackerIDs.task(2))
    try await store.insert(Todo(id: id, title: "Mine", projectID: TrackerIDs.project))
    let row = task(2, "Subtask", at: "2026-03-02T08:00:00Z").dropLast()
    response("\(row), \"parent_id\": \"\(id)\"}")
    try await api.tasks(project: TrackerIDs.project, into: store)
    #expect(try await store.fetch(Todo.self, id: subtask)?.parentID == id)
    try await store.discardPendingChange(of: Todo.self, id: id)
    #expect(try await store.fetch(Todo.self, id: subtask) == nil)
    let refetched = try OtherProgram(at: database)
      .rows("SELECT id FROM swiftsync_rejected WHERE code = 'refetched'")
    #expect(refetched == [subtask.uuidString.lowercased()])
    #expect(try await store.fetch(PendingChange.all) == [])
  }

  @Test func sendsRevisionUnchanged() async throws {
    let store = try await storeWithProject()
    func row(_ revision: Int) -> String {
      """
      [{"id": "\(TrackerIDs.project)", "name": "Web", "code": "WEB", "revision": \(revision), \
      "owner_id": "\(TrackerIDs.ada)", "created_at": "2026-01-01T00:00:00Z", \
      "updated_at": "2026-01-01T00:00:00Z"}]
      """
    }
    let client = APIClient(baseURL: .server("https://tracker.example"), transport: transport)
    for revision in [7, 9, 8, 9] {
      transport.respond(to: .get, "/api/projects", json: row(revision))
    }
    for _ in 0..<4 { _ = try await client.sync(ChangedProjects(), into: store) }
    #expect(queries == ["", "after=7", "after=9", "after=9"])
  }

  /// A row that is far ahead of the response is applied, and later rows are not missed.
  @Test func futureClockDoesNotRaiseWatermark() async throws {
    let store = try await storeWithProject()
    let date: HTTP.Headers = ["Date": "Tue, 03 Mar 2026 08:00:00 GMT"]
    let rows = [
      task(1, "A", at: "9999-12-31T23:59:59Z"), task(2, "B", at: "2026-03-02T08:00:00Z"),
    ]
    for json in ["[\(rows.joined(separator: ","))]", "[]", "[]"] {
      transport.respond(to: .get, Self.path, headers: date, json: json)
    }
    try await api.tasks(project: TrackerIDs.project, into: store)
    try await api.tasks(project: TrackerIDs.project, into: store)
    #expect(queries.last == "since=2026-03-02T07%3A59%3A59Z&page=1")
    #expect(try await store.count(Todo.all) == 2)
  }

  /// A watermark that is already too far ahead is dropped.
  @Test func discardsFutureWatermark() async throws {
    let store = try await storeWithProject()
    response(task(1, "A", at: "2026-03-02T08:00:00Z"))
    response()
    try await api.tasks(project: TrackerIDs.project, into: store)
    try OtherProgram(at: database).run(
      "UPDATE swiftsync_watermarks SET clock = '9999-12-31T23:59:59.000000Z'")
    try await api.tasks(project: TrackerIDs.project, into: store)
    try await api.tasks(project: TrackerIDs.project, into: store)
    #expect(queries.suffix(2) == ["since=9999-12-31T23%3A59%3A58Z&page=1", "page=1"])
  }

  @Test func stopsAtRequestLimit() async throws {
    let store = try await storeWithProject()
    var limits = TransferLimits()
    limits.requestsPerRun = 7
    let number = Counter()
    transport.respond(to: .get, Self.path) { _ in
      let row = task(number.next(), "T", at: "2026-03-02T08:00:00Z")
      return HTTP.Response(status: 200, body: Data("[\(row)]".utf8))
    }
    let client = APIClient(
      baseURL: .server("https://tracker.example"), transport: transport, limits: limits)
    await #expect(
      throws: APIError.limitExceeded(TransferLimits.Exceeded(.requestsPerRun, of: limits))
    ) {
      try await TrackerAPI(client).tasks(project: TrackerIDs.project, into: store)
    }
    #expect(transport.requests.count == 7)
    #expect(try await store.count(Todo.all) == 7)
  }
}
