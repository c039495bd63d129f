import Foundation
import SwiftSyncRuntime
import SwiftSyncTestSupport
import Testing
import Tracker

/// The wire protocol `operations` (Local changes and push).
@Suite struct OperationsPushTests {
  private let serverTitle = "Theirs"

  private func stale(_ id: String) -> String {
    """
    {"results": [{"type": "Task", "id": "\(id)", "status": "stale", "data":
    {"id": "\(id)", "title": "Theirs", "description": "New words", "updated_at": "2036-01-01T08:00:00Z"}}]}
    """
  }

  private func applied(_ id: String, title: String) -> String {
    """
    {"results": [{"type": "Task", "id": "\(id)", "status": "applied", "data":
    {"id": "\(id)", "title": "\(title)", "updated_at": "2036-01-01T09:00:00Z"}}]}
    """
  }

  @Test func sendsOneOperationPerRow() async throws {
    let sample = try await PushSample()
    let draft = Todo(title: "New", projectID: TrackerIDs.project)
    try await sample.store.insert(draft)
    let id = try await sample.edit(1, title: "Draw it")
    try await sample.store.delete(Todo.self, id: TrackerIDs.task(4))
    sample.response(
      """
      {"results": [{"status": "applied"}, {"status": "applied", "data": {"id": "\(id)",
      "title": "Draw it!", "updated_at": "2026-03-06T08:00:00Z"}}, {"status": "applied"}]}
      """)
    let summary = try await sample.store.push(to: sample.endpoint(.operations))
    #expect(summary.rows.confirmed == 3 && summary.requests == 1)
    let body = try sample.bodies()[0]
    #expect(body.keys == ["operations"])
    let operations = try #require(body["operations"]).elements
    #expect(operations.map { $0["operation"]?.text } == ["upsert", "upsert", "delete"])
    #expect(operations.allSatisfy { $0["type"] == .string("Task") && $0["updatedAt"]?.text != nil })
    #expect(operations[0]["data"]?.keys.contains("priority") == true)
    #expect(operations[1]["data"]?.keys == ["id", "title", "updated_at"])
    // The clock of the row on which the change is based, not the device's time.
    #expect(operations[1]["updatedAt"] == .string("2026-03-05T16:20:00Z"))
    #expect(operations[2]["id"]?.text == TrackerIDs.task(4).uuidString.lowercased())
    #expect(try await sample.task(1)?.title == "Draw it!")
    #expect(try await sample.store.fetch(PendingChange.all) == [])
  }

  @Test func emptyQueueSendsNoRequest() async throws {
    let sample = try await PushSample()
    #expect(try await sample.store.push(to: sample.endpoint(.operations)) == PushSummary())
  }

  @Test func mergesAndResendsStaleRow() async throws {
    let sample = try await PushSample()
    let id = try await sample.edit(1, title: "Mine")
    sample.response(stale(id))
    sample.response(applied(id, title: "Mine"))
    let summary = try await sample.store.push(to: sample.endpoint(.operations))
    #expect(summary.stale == 1 && summary.rows.confirmed == 1)
    let again = try #require(try sample.bodies()[1]["operations"]?[0])
    #expect(again["updatedAt"] == .string("2036-01-01T08:00:00Z"))
    let stored = try #require(try await sample.task(1))
    #expect(stored.title == "Mine" && stored.details == "New words")
    #expect(try sample.queue() == [])
  }

  @Test(arguments: [ApplyOptions.Conflict.serverWins, .newestWins])
  func newerServerRowReplacesStaleRow(_ conflict: ApplyOptions.Conflict) async throws {
    let sample = try await PushSample()
    let id = try await sample.edit(1, title: "Mine")
    sample.response(stale(id))
    var endpoint = sample.endpoint(.operations)
    endpoint.conflict = conflict
    let summary = try await sample.store.push(to: endpoint)
    #expect(summary.requests == 1 && summary.stale == 1)
    #expect(try await sample.task(1)?.title == "Theirs")
    #expect(try await sample.store.fetch(PendingChange.all) == [])
  }

  @Test func resendsStaleDeletionWithServerClock() async throws {
    let sample = try await PushSample()
    let id = TrackerIDs.task(4).uuidString.lowercased()
    try await sample.store.delete(Todo.self, id: TrackerIDs.task(4))
    sample.response(stale(id))
    sample.response(#"{"results": [{"status": "applied"}]}"#)
    let summary = try await sample.store.push(to: sample.endpoint(.operations))
    #expect(summary.rows.confirmed == 1)
    #expect(
      try sample.bodies()[1]["operations"]?[0]?["updatedAt"] == .string("2036-01-01T08:00:00Z"))
    #expect(try await sample.task(4) == nil)
  }

  /// A server that always responds with `stale` does not keep a device busy.
  @Test func permanentlyStaleRowStaysPending() async throws {
    let sample = try await PushSample()
    let id = try await sample.edit(1, title: "Mine")
    sample.response(stale(id))
    let summary = try await sample.store.push(to: sample.endpoint(.operations))
    #expect(summary.requests == 3)
    #expect(try await sample.store.fetch(PendingChange.all).count == 1)
  }

  @Test func rejectedOperationDoesNotBlockOthers() async throws {
    let sample = try await PushSample()
    let drafts = (0..<1000).map { Todo(title: "Todo \($0)", projectID: TrackerIDs.project) }
    try await sample.store.insert(drafts)
    let bad = drafts[3].id.uuidString.lowercased()
    sample.server.respond(to: .post, "/api/sync") { request in
      let operations = try (request.bodyJSON ?? .null)["operations"]?.elements ?? []
      let results = operations.compactMap { $0["id"]?.text }.map { id in
        id == bad
          ? #"{"id": "\#(id)", "type": "Task", "status": "rejected", "code": "taken", "message": "no"}"#
          : #"{"id": "\#(id)", "type": "Task", "status": "applied"}"#
      }
      let body = #"{"results": [\#(results.joined(separator: ","))]}"#
      return HTTP.Response(status: 200, body: Data(body.utf8))
    }
    let summary = try await sample.store.push(to: sample.endpoint(.operations))
    #expect(summary.rows.confirmed == 999 && summary.rows.rejected == 1)
    let pending = try await sample.store.fetch(PendingChange.all)
    #expect(pending.map(\.identity) == [[.text(bad)]] && pending.map(\.lastError) == ["no"])
    #expect(try sample.bodies().map { $0["operations"]?.elements.count } == [1000])
  }

  /// A rejected row that was written again is a new change, even if its next response is lost.
  @Test(arguments: [1, 8])
  func resendsRepairedRowUntilConfirmed(limit: Int) async throws {
    let sample = try await PushSample()
    let id = try await sample.edit(1, title: " ")
    struct CutOff: Error {}
    sample.response(#"{"results": [{"status": "rejected", "code": "blank"}]}"#)
    sample.server.fail(.post, "/api/sync", CutOff())
    sample.response(applied(id, title: "Repaired"))
    var endpoint = sample.endpoint(.operations)
    endpoint.retry.maxAttempts = limit
    #expect(try await sample.store.push(to: endpoint).rows.rejected == 1)
    try await sample.edit(1, title: "Repaired")
    await #expect(throws: APIError.self) { try await sample.store.push(to: endpoint) }
    #expect(try await sample.store.push(to: endpoint).rows.confirmed == 1)
    #expect(try sample.queue() == [])
  }

  /// However late the device's clock is, an edit not based on a row is older than a server's row.
  @Test func resendsUncertainNewRowWithNullClock() async throws {
    let sample = try await PushSample()
    let draft = Todo(title: "New", projectID: TrackerIDs.project)
    try await sample.store.insert(draft)
    struct CutOff: Error {}
    sample.server.fail(.post, "/api/sync", CutOff())
    sample.response(stale(draft.id.uuidString))
    await #expect(throws: APIError.self) {
      try await sample.store.push(to: sample.endpoint(.operations))
    }
    try await sample.store.push(to: sample.endpoint(.operations))
    let sent = try sample.bodies().map { $0["operations"]?[0]?["updatedAt"] }
    #expect(sent.count == 2 && sent[0]?.text != nil && sent[1] == .null)
    #expect(try await sample.store.fetch(Todo.self, id: draft.id)?.title == "Theirs")
  }

  /// The first creation finds another row with its identity, which nobody has seen on this device.
  @Test func keepsNewRowWhoseIdentityTheServerKnows() async throws {
    let sample = try await PushSample()
    let draft = Todo(title: "New", projectID: TrackerIDs.project)
    try await sample.store.insert(draft)
    sample.response(stale(draft.id.uuidString))
    sample.response(applied(draft.id.uuidString.lowercased(), title: "New"))
    let summary = try await sample.store.push(to: sample.endpoint(.operations))
    #expect(summary.requests == 2 && summary.stale == 1 && summary.rows.confirmed == 1)
    let again = try #require(try sample.bodies()[1]["operations"]?[0])
    #expect(again["updatedAt"] == .string("2036-01-01T08:00:00Z"))
    #expect(again["data"]?["title"] == .string("New"))
    #expect(try await sample.store.fetch(Todo.self, id: draft.id)?.title == "New")
    #expect(try sample.queue() == [])
  }

  // MARK: - Responses that name other rows

  /// Pushes two edits with this response; returns the titles that are still pending.
  private func pending(_ results: (_ first: String, _ second: String) -> String) async throws
    -> [String]
  {
    let sample = try await PushSample()
    let first = try await sample.edit(1, title: "One")
    let second = try await sample.edit(2, title: "Two")
    sample.response(#"{"results": [\#(results(first, second))]}"#)
    try await sample.store.push(to: sample.endpoint(.operations))
    let pending = try await sample.store.fetch(PendingChange.of(Todo.self))
    return pending.map { $0.identity == [.text(first)] ? "One" : "Two" }
  }

  private func result(_ id: String, _ type: String = "Task", _ more: String = "") -> String {
    #"{"type": "\#(type)", "id": "\#(id)", "status": "applied"\#(more)}"#
  }

  @Test func resultOfOtherRowConfirmsNothing() async throws {
    let other = UUID().uuidString
    let both = ["One", "Two"]
    #expect(try await pending { _, _ in "\(result(other)), \(result(other))" } == both)
    #expect(try await pending { "\(result($0, "tasks")), \(result($1, "Label"))" } == both)
    #expect(try await pending { _, _ in #"{"id": null, "status": "applied"}"# } == both)
    #expect(try await pending { _, _ in #"{"id": 7, "status": "applied"}"# } == both)
    #expect(try await pending { first, _ in "\(result(other)), \(result(first))" } == ["Two"])
  }

  @Test func matchesResultsByID() async throws {
    #expect(try await pending { "\(result($1.uppercased())), \(result($0))" } == [])
    #expect(try await pending { _, second in result(second) } == ["One"])
    #expect(
      try await pending { first, second in
        let rejected = #"{"id": "\#(first)", "status": "rejected", "code": "taken"}"#
        return "\(rejected), \(result(second))"
      } == ["One"])
  }

  /// Of several results for one row, the one that confirms the least counts.
  @Test func rejectionOverridesConfirmation() async throws {
    #expect(
      try await pending { first, second in
        let rejected = #"{"type": "Task", "id": "\#(first)", "status": "rejected"}"#
        return "\(result(first)), \(rejected), \(result(second)), \(result(second))"
      } == ["One"])
  }

  @Test func resultsWithoutIDMustMatchCount() async throws {
    let nameless = #"{"status": "applied"}"#
    #expect(try await pending { _, _ in "\(nameless), \(nameless)" } == [])
    #expect(try await pending { _, _ in nameless } == ["One", "Two"])
    #expect(
      try await pending { _, _ in "\(nameless), \(nameless), \(nameless)" } == ["One", "Two"])
    let ofLabel = #"{"type": "Label", "status": "applied"}"#
    #expect(try await pending { _, _ in "\(ofLabel), \(nameless)" } == ["One"])
  }

  @Test func resultWithDataOfOtherRowConfirmsNothing() async throws {
    func data(_ id: String) -> String { #", "data": {"id": "\#(id)", "title": "Other"}"# }
    #expect(
      try await pending { first, second in
        "\(result(first, "Task", data(second))), \(result(second, "Task", data(second)))"
      } == ["One"])
    // In another order, without ids.
    #expect(
      try await pending { first, second in
        #"{"status": "applied"\#(data(second))}, {"status": "applied"\#(data(first))}"#
      } == ["One", "Two"])
  }

  @Test(arguments: [
    ("[]", "it is a list, expected an object"), (#"{"ok": true}"#, "it lacks 'results'"),
    (#"{"results": {}}"#, "'results' is an object, expected a list"),
    (#"{"results": [true]}"#, "'results[0]' is a bool, expected an object"),
    (#"{"results": [{"id": "ID"}]}"#, "'results[0]' lacks 'status'"),
  ])
  func rejectsInvalidOperationsResponse(_ json: String, _ reason: String) async throws {
    let sample = try await PushSample()
    let id = try await sample.edit(1, title: "Mine")
    sample.response(json.replacingOccurrences(of: "ID", with: id))
    let error = await #expect(throws: APIError.self) {
      try await sample.store.push(to: sample.endpoint(.operations))
    }
    guard case .unexpectedShape(_, reason)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error?.isTransient == false)
    #expect(try await sample.store.fetch(PendingChange.all).count == 1)
    #expect(
      sample.logged == [
        "push /api/sync: the response does not match the protocol: \(reason)"
      ])
  }

  @Test func logsUnmatchedResults() async throws {
    let sample = try await PushSample()
    try await sample.edit(1, title: "Mine")
    sample.response(#"{"results": [\#(result(UUID().uuidString))]}"#)
    try await sample.store.push(to: sample.endpoint(.operations))
    #expect(
      sample.logged.first
        == "push /api/sync: 1 result does not match a row of the request, so it confirmed nothing")
  }
}
