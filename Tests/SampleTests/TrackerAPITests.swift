import Foundation
import SwiftSyncRuntime
import SwiftSyncTestSupport
import TestHelpers
import Testing
import Tracker

/// The generated client of the tracker, with the transport that apps use in tests.
@Suite struct TrackerAPITests {
  let transport = RecordingTransport()
  let api: TrackerAPI

  init() {
    api = TrackerAPI(baseURL: .server("https://tracker.example"), transport: transport)
  }

  @Test func sendsInlineBodyAndReadsInlineResponse() async throws {
    transport.respond(to: .post, "/api/v2/spend_cheer", json: #"{"balance": "900", "other": 1}"#)
    let balance = try await api.spendCheer(amount: 100).balance
    #expect(balance == 900)
    #expect(
      transport.requests[0].url.absoluteString == "https://tracker.example/api/v2/spend_cheer")
    #expect(transport.requests[0].bodyText == #"{"amount":100}"#)
  }

  @Test func decodesAndEncodesResponseDates() async throws {
    let id = TrackerIDs.task(1)
    let path = "/api/v2/tasks/\(id.uuidString.lowercased())/reminders"
    transport.respond(to: .post, path, json: #"{"sent_at": "2026-03-03T09:30:00+01:00"}"#)
    transport.respond(to: .post, path, json: #"{"sent_at": 1772526600}"#)
    for _ in 0..<2 {
      #expect(try await api.remind(id: id, days: 2).sentAt == moment("2026-03-03T08:30:00Z"))
    }
    let response = TrackerAPI.Remind(sentAt: try moment("2026-03-03T08:30:00Z"))
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(
      String(decoding: try encoder.encode(response), as: UTF8.self)
        == #"{"sent_at":"2026-03-03T08:30:00Z"}"#)
    #expect(
      try JSONDecoder().decode(TrackerAPI.Remind.self, from: encoder.encode(response)) == response)
  }

  @Test func sendsOnlyPatchedMembers() async throws {
    let id = TrackerIDs.task(1)
    let path = "/api/tasks/\(id.uuidString.lowercased())"
    transport.respond(to: .patch, path) { _ in
      let task = Todo(id: id, title: "New", projectID: TrackerIDs.project)
      let body = try JSONEncoder().encode(task)
      return HTTP.Response(status: 200, headers: ["Content-Type": "application/json"], body: body)
    }
    let patch = Todo.Patch(title: .value("New"), details: .null, state: .value(.inProgress))
    let task = try await api.updateTask(id: id, patch)
    #expect(task.title == "New" && task.id == id)
    #expect(
      transport.requests[0].bodyText
        == #"{"description":null,"state":{"id":"in_progress"},"title":"New"}"#)
  }

  @Test func sendsRowsAndReadsLists() async throws {
    let task = Todo(
      id: TrackerIDs.task(7), title: "A", createdAt: try moment("2026-01-01T00:00:00Z"),
      updatedAt: try moment("2026-01-01T00:00:00Z"), projectID: TrackerIDs.project)
    transport.respond(to: .post, "/api/tasks") { request in
      HTTP.Response(
        status: 201, headers: ["Content-Type": "application/json"], body: request.body ?? Data())
    }
    var answered = try await api.createTask(task)
    // Members that are never read from a payload are not in the result.
    answered.deviceName = task.deviceName
    #expect(answered == task)
    let body = try #require(try transport.requests[0].bodyJSON)
    #expect(body["project_id"] == .string("90ec0000-0000-4000-8000-000000000001"))
    #expect(body["deleted_at"] == .null)

    transport.respond(to: .get, "/api/search", json: #"{"total": 1, "items": [\#(body.json)]}"#)
    let found = try await api.search(q: "a b", page: 2)
    #expect(found.total == 1 && found.items.map(\.title) == ["A"])
    #expect(transport.requests[1].url.query == "q=a%20b&page=2")
  }

  @Test func acceptsAnyResponseForVoidEndpoint() async throws {
    transport.respond(to: .delete, "/api/tasks/*") { _ in HTTP.Response(status: 204) }
    transport.respond(
      to: .delete, "/api/tasks/*", status: 202, headers: ["Content-Type": "text/plain"],
      json: "later")
    try await api.deleteTask(id: TrackerIDs.task(1))
    try await api.deleteTask(id: TrackerIDs.task(1))
    #expect(transport.requests.map(\.body) == [nil, nil])
  }

  @Test func omitsNilParameters() async throws {
    transport.respond(to: .get, "/api/projects/*/tasks", json: "[]")
    _ = try await api.tasks(project: TrackerIDs.project)
    _ = try await api.tasks(project: TrackerIDs.project, state: .unknown("on hold"), page: 3)
    #expect(transport.requests.map(\.url.query) == [nil, "state=on%20hold&page=3"])
  }

  @Test(arguments: [
    (
      "",
      #"the body cannot be read: it is empty: an empty body"#
    ),
    (#"{"done": 1}"#, #"the body cannot be read: total is missing: {"done": 1}"#),
    (
      #"{"done": 1, "total": 1.5}"#,
      #"the body cannot be read: at total: expected an integer, found 1.5: {"done": 1, "total": 1.5}"#
    ),
  ])
  func reportsMismatchInBody(body: String, message: String) async throws {
    transport.respond(to: .get, "/api/projects/*/progress", json: body)
    let error = await #expect(throws: APIError.self) {
      try await api.progress(project: TrackerIDs.project)
    }
    #expect(error?.description == message)
  }

  @Test func reportsPathOfInvalidRowInList() async throws {
    transport.respond(to: .get, "/api/projects/*/tasks", json: #"[{"id": "x"}]"#)
    let error = await #expect(throws: APIError.self) {
      try await api.tasks(project: TrackerIDs.project)
    }
    #expect(
      error?.description
        == #"the body cannot be read: at [0].id: expected a UUID, found "x": [{"id": "x"}]"#)
  }
}

/// Responses that are stored directly.
@Suite struct TrackerAPISyncTests {
  let transport = RecordingTransport()
  let api: TrackerAPI
  let database: Database

  init() throws {
    api = TrackerAPI(baseURL: .server("https://tracker.example"), transport: transport)
    database = try Database()
  }

  private func task(_ number: Int, _ title: String) -> String {
    """
    {"id": "\(TrackerIDs.task(number))", "title": "\(title)", "created_at": "2026-01-01T00:00:00Z", \
    "updated_at": "2026-01-01T00:00:00Z"}
    """
  }

  private func storeWithProject() async throws -> SyncStore {
    let store = try await database.open(TrackerSchema.self)
    try await store.insert(
      Project(id: TrackerIDs.project, name: "Web", code: "WEB", ownerID: TrackerIDs.ada))
    return store
  }

  @Test func requestsPagesUntilOneIsEmpty() async throws {
    let store = try await storeWithProject()
    let path = "/api/projects/*/tasks"
    transport.respond(to: .get, path, json: "[\(task(1, "A")), \(task(2, "B"))]")
    transport.respond(to: .get, path, json: "[\(task(3, "C"))]")
    transport.respond(to: .get, path, json: "[]")
    let report = try await api.tasks(project: TrackerIDs.project, state: .todo, into: store)
    #expect(report == .of(inserted: 3))
    #expect(
      transport.requests.map(\.url.query)
        == ["state=todo&page=1", "state=todo&page=2", "state=todo&page=3"])
    let tasks = try await store.fetch(Todo.order(\.title))
    #expect(tasks.map(\.title) == ["A", "B", "C"])
    #expect(tasks.map(\.projectID) == Array(repeating: TrackerIDs.project, count: 3))
  }

  @Test func stopsWhenServerIgnoresPageNumber() async throws {
    let store = try await storeWithProject()
    transport.respond(to: .get, "/api/projects/*/tasks", json: "[\(task(1, "A"))]")
    await #expect(throws: APIError.repeatedPage(2)) {
      try await api.tasks(project: TrackerIDs.project, into: store)
    }
    #expect(try await store.count(Todo.all) == 1)
  }

  @Test func itemDeletesNothingAndEmptyListThrows() async throws {
    let store = try await storeWithProject()
    transport.respond(to: .get, "/api/projects/*/tasks", json: "[\(task(1, "A"))]")
    transport.respond(to: .get, "/api/projects/*/tasks", json: "[]")
    try await api.tasks(project: TrackerIDs.project, into: store)
    let other = task(2, "B").dropLast() + #", "project_id": "\#(TrackerIDs.project)"}"#
    transport.respond(to: .get, "/api/tasks/*", json: String(other))
    #expect(try await api.task(id: TrackerIDs.task(2), into: store) == .of(inserted: 1))
    #expect(try await store.count(Todo.all) == 2)

    transport.respond(to: .get, "/api/projects", json: "[]")
    await #expect(throws: APIError.self) { try await api.projects(into: store) }
    #expect(try await store.count(Project.all) == 1)
  }

  @Test func reportsStoreErrors() async throws {
    let store = try await storeWithProject()
    transport.respond(to: .get, "/api/projects", json: #"{"error": ["#)
    let error = await #expect(throws: APIError.self) { try await api.projects(into: store) }
    guard case .store(.invalidPayload(let problem))? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(problem.offset == 11)
  }

  @Test func pushesLocalWrites() async throws {
    let store = try await storeWithProject()
    try await store.insert(Todo(id: TrackerIDs.task(1), title: "A", projectID: TrackerIDs.project))
    transport.respond(to: .post, "/api/sync", json: #"{"tasks": {"success": [], "error": []}}"#)
    _ = try await store.push(to: api.uploads)
    let body = try #require(try transport.requests.first?.bodyJSON)
    #expect(body["tasks"]?[0]?["title"] == .string("A"))
  }
}
