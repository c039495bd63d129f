import Foundation
import SwiftSyncRuntime
import SwiftSyncTestSupport
import Testing
import Tracker

/// The wire protocol `batch` (Local changes and push).
@Suite struct BatchPushTests {
  private let nothing = #"{"tasks": {"success": [], "error": []}}"#

  @Test func pushesChangesAndAppliesResponse() async throws {
    let sample = try await PushSample()
    let id = try await sample.edit(1, title: "Draw it")
    try await sample.store.delete(Todo.self, id: TrackerIDs.task(4))
    let deleted = TrackerIDs.task(4).uuidString.lowercased()
    sample.response(
      """
      {"tasks": {"success": [
        {"id": "\(id)", "title": "Draw it", "updated_at": "2026-04-01T08:00:00Z"},
        {"id": "\(deleted)", "deleted_at": "2026-04-01T08:00:00Z"}], "error": []}}
      """)
    let summary = try await sample.store.push(to: sample.endpoint(.batch))
    #expect(summary.rows.confirmed == 2 && summary.requests == 1 && summary.unacknowledged == 0)
    let body = try sample.bodies()[0]
    #expect(body.keys == ["tasks", "updated_at"] && body["updated_at"] == .null)
    let rows = try #require(body["tasks"]).elements
    #expect(rows[0].keys == ["id", "title", "updated_at"])
    #expect(rows[0]["title"] == .string("Draw it"))
    #expect(rows[1].keys == ["deleted_at", "id"] && rows[1]["deleted_at"]?.text != nil)
    #expect(try sample.queue() == [])
    let stored = try #require(try await sample.task(1))
    #expect(stored.updatedAt == (try moment("2026-04-01T08:00:00Z")))
  }

  @Test func sendsNewRowsWithExplicitNulls() async throws {
    let sample = try await PushSample()
    let draft = Todo(title: "New", draftNote: "mine", projectID: TrackerIDs.project)
    try await sample.store.insert(draft)
    sample.response(nothing)
    let summary = try await sample.store.push(to: sample.endpoint(.batch))
    #expect(summary.unacknowledged > 0 && summary.rows.confirmed == 0)
    let row = try #require(try sample.bodies()[0]["tasks"]?[0])
    #expect(row["description"] == .null && row["state"] == .object(["id": .string("todo")]))
    #expect(row["project_id"]?.text == TrackerIDs.project.uuidString.lowercased())
    // Members that are read-only or never leave this device, and lists that were not written.
    #expect(!row.keys.contains { ["number", "draft_note", "label_ids", "item_ids"].contains($0) })
    #expect(try await sample.store.fetch(PendingChange.all).map(\.isSent) == [true])
  }

  @Test func sendsWholeRowsIfConfigured() async throws {
    let sample = try await PushSample()
    try await sample.edit(1, title: "Draw it")
    sample.response(nothing)
    var endpoint = sample.endpoint(.batch)
    endpoint.rows = .whole
    try await sample.store.push(to: endpoint)
    let row = try #require(try sample.bodies()[0]["tasks"]?[0])
    #expect(row.keys.contains("priority") && !row.keys.contains("label_ids"))
  }

  @Test func watermarkOverlapsByOneSecond() async throws {
    let sample = try await PushSample()
    let id = TrackerIDs.task(2).uuidString.lowercased()
    let other = #"{"id": "\#(id)", "title": "Theirs", "updated_at": "2026-04-01T08:00:00.5Z"}"#
    sample.response(#"{"tasks": {"success": [\#(other)], "error": []}}"#)
    sample.response(#"{"tasks": {"success": [\#(other)], "error": []}}"#)
    let summary = try await sample.store.push(to: sample.endpoint(.batch))
    #expect(summary.requests == 2)
    #expect(
      try sample.bodies().map { $0["updated_at"] } == [.null, .string("2026-04-01T07:59:59.500Z")])
    #expect(try await sample.task(2)?.title == "Theirs")
    #expect(summary.applied["Todo"]?.updated == 1)
  }

  @Test func pullsUntilNothingIsNew() async throws {
    let sample = try await PushSample()
    func page(_ number: Int) -> String {
      """
      {"tasks": {"success": [{"id": "\(TrackerIDs.task(number).uuidString)", "title": "Page \(number)",
      "updated_at": "2026-04-0\(number)T08:00:00Z"}], "error": []}}
      """
    }
    for number in 1...3 { sample.response(page(number)) }
    let summary = try await sample.store.push(to: sample.endpoint(.batch))
    #expect(summary.requests == 4)
    #expect(try await sample.task(3)?.title == "Page 3")
  }

  /// A row whose project is not stored arrives again with the next push, and does not block other rows.
  @Test func unresolvedRowIsPulledAgain() async throws {
    let sample = try await PushSample()
    let project = UUID()
    func row(_ number: Int, _ project: UUID, _ day: Int) -> String {
      """
      {"id": "\(TrackerIDs.task(number))", "title": "Todo \(number)", "project_id": "\(project)",
      "created_at": "2026-04-0\(day)T08:00:00Z", "updated_at": "2026-04-0\(day)T08:00:00Z"}
      """
    }
    let early = row(91, project, 1)
    let page = row(92, TrackerIDs.project, 2)
    let last = row(93, TrackerIDs.project, 3)
    for rows in ["\(early), \(page)", last, last] {
      sample.response(#"{"tasks": {"success": [\#(rows)]}}"#)
    }
    let summary = try await sample.store.push(to: sample.endpoint(.batch))
    #expect(summary.problems.map(\.kind) == [.unreadable])
    #expect(summary.problems.map(\.code) == ["unknown-reference"])
    #expect(try await sample.task(93) != nil)

    try await sample.store.insert(Project(id: project, name: "New", code: "NEW", ownerID: UUID()))
    sample.response(#"{"tasks": {"success": [\#(early), \#(page), \#(last)]}}"#)
    let again = try await sample.store.push(to: sample.endpoint(.batch))
    #expect(again.problems == [] && again.requests == 2)
    #expect(try await sample.task(91)?.projectID == project)
    #expect(
      try sample.bodies().map { $0["updated_at"]?.text } == [
        nil, "2026-04-02T07:59:59Z", "2026-04-03T07:59:59Z", "2026-04-01T07:59:58.999999Z",
        "2026-04-03T07:59:59Z",
      ])
  }

  @Test func batchRejectionDoesNotBlockOtherRows() async throws {
    let sample = try await PushSample()
    let drafts = (0..<1000).map { Todo(title: "Todo \($0)", projectID: TrackerIDs.project) }
    try await sample.store.insert(drafts)
    let bad = drafts[700].id.uuidString.lowercased()
    sample.server.respond(to: .post, "/api/sync") { request in
      let rows = try (request.bodyJSON ?? .null)["tasks"]?.elements ?? []
      let ids = rows.compactMap { $0["id"]?.text }
      let success = ids.filter { $0 != bad }.map { #"{"id": "\#($0)"}"# }
      let error = ids.filter { $0 == bad }
        .map { #"{"id": "\#($0)", "code": "taken", "message": "there is another one"}"# }
      let body = """
        {"tasks": {"success": [\(success.joined(separator: ","))],
        "error": [\(error.joined(separator: ","))]}}
        """
      return HTTP.Response(status: 200, body: Data(body.utf8))
    }
    var endpoint = sample.endpoint(.batch)
    endpoint.rowLimit = 400
    let summary = try await sample.store.push(to: endpoint)
    #expect(summary.rows.confirmed == 999 && summary.rows.rejected == 1)
    let pending = try await sample.store.fetch(PendingChange.all)
    #expect(pending.map(\.identity) == [[.text(bad)]])
    #expect(pending.map(\.lastError) == ["there is another one"])
    #expect(try sample.bodies().map { $0["tasks"]?.elements.count } == [400, 400, 200])
  }

  @Test func batchRejectionKeepsElementAndFieldErrors() async throws {
    let sample = try await PushSample()
    let id = try await sample.edit(1, title: "Mine")
    let error = #"{"id": "\#(id)", "code": "invalid", "fields": {"title": ["is taken"]}}"#
    sample.response(#"{"tasks": {"success": [], "error": [\#(error)]}}"#)

    let problems = try await sample.store.push(to: sample.endpoint(.batch)).problems

    #expect(problems.map(\.kind) == [.rejected])
    #expect(problems.map(\.message) == ["invalid"])
    #expect(problems.map(\.code) == ["invalid"])
    #expect(problems.map(\.status) == [nil])
    #expect(problems.map(\.body) == [Data(error.utf8)])
    #expect(problems.map(\.fieldErrors) == [["title": ["is taken"]]])
    #expect(try await sample.store.problems() == problems)
  }

  @Test func failedBatchCountsItsRequest() async throws {
    let sample = try await PushSample()
    try await sample.edit(1, title: "Mine")
    sample.server.respond(to: .post, "/api/sync", status: 503, json: "{}")
    let retry = HTTP.RetryPolicy(maxAttempts: 1, initialDelay: .zero, maxDelay: .zero)
    let session = SyncSession(
      sample.store, Steps(uploads: [sample.endpoint(.batch)]), .init(retry: retry))

    let error = await #expect(throws: APIError.self) { try await session.run() }

    #expect(error?.response?.status == 503)
    #expect(sample.server.requests.count == 1)
    #expect(try await sample.store.count(PendingChange.all) == 1)
  }

  /// A request ends with the row that reaches the limit; one row is always sent.
  @Test func limitsRequestSize() async throws {
    let sample = try await PushSample()
    let details = String(repeating: "x", count: 1000)
    let drafts = (0..<7).map {
      Todo(title: "Todo \($0)", details: details, projectID: TrackerIDs.project)
    }
    try await sample.store.insert(drafts)
    sample.server.respond(to: .post, "/api/sync") { request in
      let rows = try (request.bodyJSON ?? .null)["tasks"]?.elements ?? []
      let success = rows.compactMap { $0["id"]?.text }.map { #"{"id": "\#($0)"}"# }
      let body = #"{"tasks": {"success": [\#(success.joined(separator: ","))]}}"#
      return HTTP.Response(status: 200, body: Data(body.utf8))
    }
    var endpoint = sample.endpoint(.batch)
    endpoint.byteLimit = 2_000
    #expect(try await sample.store.push(to: endpoint).rows.confirmed == 7)
    let rows = try sample.bodies().compactMap { $0["tasks"]?.elements }
    #expect(rows.map(\.count) == [2, 2, 2, 1])
    #expect(rows.joined().map { $0["title"]?.text } == (0..<7).map { "Todo \($0)" })

    try await sample.store.update(
      Todo.self, id: drafts[3].id, Todo.Patch(title: .value("Other"), details: .value(details)))
    endpoint.byteLimit = 1
    #expect(try await sample.store.push(to: endpoint).rows.confirmed == 1)
  }

  /// A server rejects a request because of one row: the request is halved until the row is alone.
  @Test func splitsRejectedRequest() async throws {
    let sample = try await PushSample()
    try await sample.store.insert(
      (0..<8).map { Todo(title: "Todo \($0)", projectID: TrackerIDs.project) })
    sample.server.respond(to: .post, "/api/sync") { request in
      let rows = try (request.bodyJSON ?? .null)["tasks"]?.elements ?? []
      if rows.contains(where: { $0["title"]?.text == "Todo 5" }) {
        return HTTP.Response(status: 422, body: Data("no".utf8))
      }
      let success = rows.compactMap { $0["id"]?.text }.map { #"{"id": "\#($0)"}"# }
      let body = #"{"tasks": {"success": [\#(success.joined(separator: ","))]}}"#
      return HTTP.Response(status: 200, body: Data(body.utf8))
    }
    let summary = try await sample.store.push(to: sample.endpoint(.batch))
    #expect(summary.rows.confirmed == 7 && summary.rows.rejected == 1)
    #expect(
      try await sample.store.fetch(PendingChange.all).map(\.lastError)
        == ["the status is 422, expected 200 to 299: no"])
  }

  /// The response is lost: the rows that arrived are requested, and only later writes are sent.
  @Test func doesNotResendNewRowAfterLostResponse() async throws {
    let sample = try await PushSample()
    let draft = Todo(title: "New", projectID: TrackerIDs.project)
    try await sample.store.insert(draft)
    struct CutOff: Error {}
    sample.server.fail(.post, "/api/sync", CutOff())
    let row = """
      {"id": "\(draft.id)", "title": "Edited by another", "priority": 2,
      "updated_at": "2026-04-01T08:00:00Z"}
      """
    sample.response(#"{"tasks": {"success": [\#(row)], "error": []}}"#)
    sample.response(#"{"tasks": {"success": [{"id": "\#(draft.id)"}], "error": []}}"#)
    await #expect(throws: APIError.self) {
      try await sample.store.push(to: sample.endpoint(.batch))
    }
    try await sample.store.update(Todo.self, id: draft.id, Todo.Patch(priority: .value(.high)))
    let summary = try await sample.store.push(to: sample.endpoint(.batch))
    #expect(summary.rows.confirmed == 1 && summary.stale == 0)
    let bodies = try sample.bodies()
    #expect(bodies[1]["tasks"]?.elements == [])
    #expect(bodies[2]["tasks"]?[0]?.keys == ["id", "priority", "updated_at"])
    let stored = try #require(try await sample.store.fetch(Todo.self, id: draft.id))
    #expect(stored.title == "Edited by another" && stored.priority == .high)
  }

  @Test func truncatedResponseChangesNothing() async throws {
    let sample = try await PushSample()
    let id = try await sample.edit(1, title: "Draw it")
    sample.response(#"{"tasks": {"success": [{"id": "\#(id)", "title": "Draw i"#)
    await #expect(throws: APIError.self) {
      try await sample.store.push(to: sample.endpoint(.batch))
    }
    #expect(try await sample.task(1)?.title == "Draw it")
    #expect(try await sample.store.fetch(PendingChange.all).count == 1)
  }

  @Test func serverTombstoneDeletesEditedRow() async throws {
    let sample = try await PushSample()
    let id = try await sample.edit(1, title: "Draw it")
    sample.response(
      """
      {"tasks": {"success": [{"id": "\(id)", "deleted_at": "2026-04-01T08:00:00Z",
      "updated_at": "2026-04-01T08:00:00Z"}]}}
      """)
    try await sample.store.push(to: sample.endpoint(.batch))
    #expect(try await sample.task(1) == nil)
    #expect(try await sample.store.fetch(PendingChange.all) == [])
  }

  @Test(arguments: [
    ("[]", "it is a list, expected an object"), (#"{"ok": true}"#, "it lacks 'tasks'"),
    (#"{"errors": []}"#, "it lacks 'tasks'"), (#"{"tasks": null}"#, "it lacks 'tasks'"),
    (#"{"tasks": []}"#, "'tasks' is a list, expected an object"),
    (#"{"tasks": {"errors": []}}"#, "'tasks' lacks 'success' and 'error'"),
    (#"{"tasks": {"success": {}}}"#, "'tasks.success' is an object, expected a list"),
    (#"{"tasks": {"success": ["ID"]}}"#, "'tasks.success[0]' is a string, expected an object"),
  ])
  func rejectsInvalidBatchResponse(_ json: String, _ reason: String) async throws {
    let sample = try await PushSample()
    let id = try await sample.edit(1, title: "Mine")
    sample.response(json.replacingOccurrences(of: "ID", with: id))
    let error = await #expect(throws: APIError.self) {
      try await sample.store.push(to: sample.endpoint(.batch))
    }
    guard case .unexpectedShape(_, reason)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try await sample.store.fetch(PendingChange.all).count == 1)
    #expect(
      sample.logged == [
        "push /api/sync: the response does not match the protocol: \(reason)"
      ])
  }

  @Test func readsNullAsEmptyList() async throws {
    let sample = try await PushSample()
    let id = try await sample.edit(1, title: "Mine")
    sample.response(#"{"tasks": {"success": [{"id": "\#(id)"}], "error": null}}"#)
    #expect(try await sample.store.push(to: sample.endpoint(.batch)).rows.confirmed == 1)
  }

  /// The response does not undo an edit that was made during the request, regardless of the policy.
  @Test(arguments: ApplyOptions.Conflict.allCases)
  func editDuringRequestSurvivesResponse(_ conflict: ApplyOptions.Conflict) async throws {
    let sample = try await PushSample()
    let id = try await sample.edit(1, title: "First")
    let store = sample.store
    sample.server.respond(to: .post, "/api/sync") { _ in
      try await store.update(
        Todo.self, id: TrackerIDs.task(1), Todo.Patch(title: .value("Second")))
      let row = #"{"id": "\#(id)", "title": "First", "updated_at": "2036-04-01T08:00:00Z"}"#
      return HTTP.Response(
        status: 200, body: Data(#"{"tasks": {"success": [\#(row)]}}"#.utf8))
    }
    sample.response(nothing)
    var endpoint = sample.endpoint(.batch)
    endpoint.conflict = conflict
    try await sample.store.push(to: endpoint)
    #expect(try await sample.task(1)?.title == "Second")
    #expect(try sample.bodies().last?["tasks"]?[0]?["title"] == .string("Second"))
  }
}
