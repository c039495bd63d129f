import Foundation
import SwiftSyncRuntime
import SwiftSyncTestSupport
import Testing
import Tracker

/// Pushed values that the server accepts without keeping them.
@Suite struct NotKeptTests {
  private let id = TrackerIDs.task(1).uuidString.lowercased()
  private let old = "Draw the start page"

  /// The response to a push of task 1 with some members of its row.
  private func response(
    _ members: String, _ wireProtocol: PushEndpoint.WireProtocol = .batch,
    at time: String = "2026-04-01T08:00:00Z"
  ) -> String {
    let row = #"{"id": "\#(id)", \#(members), "updated_at": "\#(time)"}"#
    return wireProtocol == .batch
      ? #"{"tasks": {"success": [\#(row)]}}"#
      : #"{"results": [{"type": "Task", "id": "\#(id)", "status": "applied", "data": \#(row)}]}"#
  }

  /// Pushes an edit of task 1.
  private func push(
    _ patch: Todo.Patch, _ members: String, _ wireProtocol: PushEndpoint.WireProtocol = .batch
  ) async throws -> (summary: PushSummary, sample: PushSample) {
    let sample = try await PushSample()
    try await sample.store.insert(Label(slug: "ux", name: "Usability"))
    try await sample.store.update(Todo.self, id: TrackerIDs.task(1), patch)
    sample.response(response(members, wireProtocol))
    return (try await sample.store.push(to: sample.endpoint(wireProtocol)), sample)
  }

  private func names(_ summary: PushSummary) -> [[String]] {
    summary.problems.map { $0.kind == .notKept ? $0.members : ["\($0)"] }
  }

  // MARK: - What is reported

  @Test(arguments: [PushEndpoint.WireProtocol.batch, .operations])
  func valueFromBeforeTheEditIsReported(wireProtocol: PushEndpoint.WireProtocol) async throws {
    let (summary, sample) = try await push(
      .init(title: .value("Mine"), priority: .value(.low)),
      #""title": "\#(old)", "priority": 1"#, wireProtocol)

    let problem = try #require(summary.problems.first)
    #expect(summary.problems.count == 1 && problem.kind == .notKept)
    #expect(problem.entity == "Todo" && problem.identity == id && problem.members == ["title"])
    #expect(try problem.id(as: Todo.self) == TrackerIDs.task(1))
    #expect(problem.message == "the server did not keep 'title' of Todo/\(id)")
    #expect(problem.description == problem.message && problem.body == nil)
    #expect(summary.rows.confirmed == 1 && summary.count(of: .notKept) == 1)
    #expect(summary.description.contains("1 not kept"))
    #expect(sample.logged.contains { $0.hasSuffix(": \(problem.message)") })
    // The response has been applied, and nothing is left to push.
    #expect(try await sample.task(1)?.title == old)
    #expect(try sample.queue() == [])
    // The problem remains until a change of the row is kept.
    #expect(try await sample.store.problems() == [problem])
    #expect(try await sample.store.problems(.notKept).map(\.id) == [problem.id])
    #expect(problem.resolutions == [.discard])
    #expect(try await sample.store.resolve(problem, .discard))
    #expect(try await sample.store.problems() == [])
    #expect(try await !sample.store.resolve(problem, .discard))
  }

  @Test(arguments: [PushEndpoint.WireProtocol.batch, .operations])
  func otherValueIsOnlyLogged(wireProtocol: PushEndpoint.WireProtocol) async throws {
    let (summary, sample) = try await push(
      .init(title: .value(" Mine ")), #""title": "Mine""#, wireProtocol)
    #expect(summary.problems == [])
    #expect(sample.logged.contains { $0.hasSuffix("the server has changed 'title' of Todo/\(id)") })
    #expect(try await sample.task(1)?.title == "Mine")
  }

  @Test func responseToRequestForOneRowIsCompared() async throws {
    let sample = try await RowSample.withAreas()
    for (name, returned) in [("Lobby", "Hall"), ("Porch", "porch")] {
      try await sample.store.update(Area.self, id: 101, .init(name: .value(name)))
      await sample.server.fail(
        "PATCH /api/areas/101", .response(200, Data(#"{"id": 101, "name": "\#(returned)"}"#.utf8)))
      let summary = try await sample.push()
      #expect(names(summary) == (returned == "Hall" ? [["name"]] : []))
      #expect(summary.rows.confirmed == 1)
      #expect(try await sample.store.fetch(Area.self, id: 101)?.name == returned)
    }
    let lines = sample.log.lines.map { $0.drop { $0 != ":" } }
    #expect(lines.contains(": the server did not keep 'name' of Area/101"))
    #expect(lines.contains(": the server has changed 'name' of Area/101"))
  }

  @Test func memberThatResponseLacksIsNotReported() async throws {
    let (summary, sample) = try await push(
      .init(title: .value("Mine")), #""description": "Three drafts, then choose.""#)
    #expect(summary.problems == [] && sample.logged == [])
    #expect(try await sample.task(1)?.title == "Mine")
  }

  /// The server may set its clock as it likes, even to what it was, and its tombstone.
  @Test func clockAndTombstoneAreNotCompared() async throws {
    let sample = try await PushSample()
    try await sample.store.update(
      Todo.self, id: TrackerIDs.task(1),
      .init(title: .value("Mine"), updatedAt: .value(try moment("2026-03-06T08:00:00Z"))))
    try OtherProgram(at: sample.database).run(
      "UPDATE tasks SET deleted_at = '2026-03-06T08:00:00.000000Z' WHERE id = '\(id)'")
    sample.response(
      response(#""title": "Mine", "deleted_at": null"#, at: "2026-03-05T16:20:00Z"))
    let summary = try await sample.store.push(to: sample.endpoint(.batch))
    #expect(try sample.bodies()[0]["tasks"]?[0]?.keys.contains("deleted_at") == true)
    #expect(summary.problems == [] && summary.rows.confirmed == 1 && sample.logged == [])
  }

  // MARK: - Forms of values

  @Test func otherSpellingsOfTheSameValueAreKept() async throws {
    let (summary, sample) = try await push(
      .init(
        state: .value(.done), estimate: .value(Decimal(9)), sortIndex: .value(2),
        links: .value([URL(string: "https://example.com/a")].compactMap(\.self)),
        assigneeID: .value(TrackerIDs.grace), labelIDs: .value(["design", "ux"])),
      """
      "state": {"id": "done"}, "estimate": "9.00", "sort_index": 2.0,
      "links": [ "https://example.com/a" ], "label_ids": ["ux", "design"],
      "assignee_id": "\(TrackerIDs.grace.uuidString.uppercased())"
      """)
    #expect(summary.problems == [] && sample.logged == [])
  }

  @Test func oldValuesAreRecognizedInOtherSpellings() async throws {
    let (summary, sample) = try await push(
      .init(
        state: .value(.done), estimate: .value(Decimal(9)), sortIndex: .value(2),
        links: .value([]), assigneeID: .null, labelIDs: .value(["design"])),
      """
      "state": {"id": "in_progress"}, "estimate": 12.5, "sort_index": 1.0,
      "links": [ "https://example.com/drafts" ], "label_ids": ["ui", "design"],
      "assignee_id": "\(TrackerIDs.ada.uuidString.uppercased())"
      """)
    #expect(
      names(summary) == [["assignee", "estimate", "labels", "links", "sortIndex", "state"]])
    #expect(sample.logged.count == 1)
    #expect(try await sample.store.fetch(Label.all).count == 3)
  }

  /// Servers often store whole seconds or milliseconds.
  @Test(arguments: ["2026-03-07T10:00:00Z", "2026-03-07T10:00:00.123Z"])
  func datesAreComparedAtTheirPrecision(returned: String) async throws {
    let date = try moment("2026-03-07T10:00:00Z").addingTimeInterval(0.123456)
    let (summary, sample) = try await push(
      .init(createdAt: .value(date)), #""created_at": "\#(returned)""#)
    #expect(summary.problems == [] && sample.logged == [])
  }

  @Test(arguments: ["2026-03-02T09:00:00.250Z", "2026-03-02T09:00:00Z"])
  func oldDateIsReported(returned: String) async throws {
    let (summary, _) = try await push(
      .init(createdAt: .value(try moment("2026-03-07T10:00:00Z"))),
      #""created_at": "\#(returned)""#)
    #expect(names(summary) == [["createdAt"]])
  }

  /// Only the beginning of a long text is recorded.
  @Test func longTextIsRecognized() async throws {
    let long = String(repeating: "so 'viel' \"Text\" \\ ü", count: 100)
    let sample = try await PushSample()
    let place = TrackerIDs.task(1)
    for text in [long, "short", long + "!"] {
      try await sample.store.update(Todo.self, id: place, .init(details: .value(text)))
      if text == long { try confirm(sample) }
    }
    let json = try #require(String(data: JSONEncoder().encode(long), encoding: .utf8))
    sample.response(response(#""description": \#(json)"#, at: "2036-04-01T08:00:00Z"))
    let summary = try await sample.store.push(to: sample.endpoint(.batch))
    #expect(names(summary) == [["details"]])
    #expect(try await sample.task(1)?.details == long)
  }

  /// Confirms all changes, as a push does whose response has no rows.
  private func confirm(_ sample: PushSample) throws {
    try OtherProgram(at: sample.database).run("DELETE FROM swiftsync_changes")
  }

  // MARK: - Lists

  @Test func oldListIsReportedOnlyIfItIsTheSame() async throws {
    for (returned, isReported) in [
      (["ui", "design"], true), (["design"], false), (["design", "ui", "ux"], false),
    ] {
      let ids = returned.map { #""\#($0)""# }.joined(separator: ", ")
      let (summary, sample) = try await push(
        .init(labelIDs: .value(["ux"])), #""label_ids": [\#(ids)]"#)
      #expect(names(summary) == (isReported ? [["labels"]] : []))
      #expect(sample.logged.count == 1)
    }
  }

  @Test(arguments: [["a", "b", "c"], ["c", "b", "a"]])
  func orderOfListCounts(returned: [String]) async throws {
    let sample = try await DeskSample()
    let keywords =
      #"[{"id": "a", "name": "A"}, {"id": "b", "name": "B"}, {"id": "c", "name": "C"}]"#
    _ = try await sample.store.apply(.data(Data(keywords.utf8)), as: Keyword.self)
    let area = #"[{"id": 1, "name": "one", "keyword_ids": ["a", "b", "c"]}]"#
    _ = try await sample.store.apply(.data(Data(area.utf8)), as: Area.self)
    try await sample.store.update(Area.self, id: 1, .init(keywordIDs: .value(["c", "b", "a"])))
    let ids = returned.map { #""\#($0)""# }.joined(separator: ", ")
    sample.response(
      #"{"areas": {"success": [{"id": 1, "name": "one", "keyword_ids": [\#(ids)]}]}}"#)
    let summary = try await sample.store.push(to: sample.endpoint(.batch))
    #expect(names(summary) == (returned[0] == "a" ? [["keywords"]] : []))
  }

  // MARK: - Which edit

  @Test func newRowIsOnlyLogged() async throws {
    let sample = try await PushSample()
    let draft = Todo(title: "New", projectID: TrackerIDs.project)
    try await sample.store.insert(draft)
    try await sample.store.update(Todo.self, id: draft.id, .init(title: .value("Newer")))
    sample.response(
      """
      {"tasks": {"success": [{"id": "\(draft.id)", "title": "New", "priority": 2,
        "updated_at": "2036-04-01T08:00:00Z"}]}}
      """)
    let summary = try await sample.store.push(to: sample.endpoint(.batch))
    #expect(summary.problems == [] && summary.rows.confirmed == 1)
    #expect(sample.logged.contains { $0.contains("the server has changed 'title' of Todo/") })
  }

  @Test func firstOfSeveralEditsCounts() async throws {
    let sample = try await PushSample()
    try await sample.edit(1, title: "Second")
    sample.server.fail(.post, "/api/sync", RowServer.Lost())
    sample.response(response(#""title": "\#(old)""#, .operations))
    await #expect(throws: APIError.self) {
      try await sample.store.push(to: sample.endpoint(.operations))
    }
    try await sample.edit(1, title: "Third")
    let summary = try await sample.store.push(to: sample.endpoint(.operations))
    #expect(names(summary) == [["title"]])
  }

  /// The response to the first push says that its value was not kept, although the member has been
  /// written since; the next push starts from what the first one sent.
  @Test(arguments: [true, false]) func editDuringPush(isFirstKept: Bool) async throws {
    let sample = try await PushSample()
    try await sample.edit(1, title: "Second")
    let first = response(#""title": "\#(isFirstKept ? "Second" : old)""#, .operations)
    sample.server.respond(to: .post, "/api/sync") { _ in
      try await sample.edit(1, title: "Third")
      return HTTP.Response(status: 200, body: Data(first.utf8))
    }
    sample.response(
      response(
        #""title": "\#(isFirstKept ? "Second" : "Third")""#, .operations,
        at: "2036-04-01T08:00:00Z"))
    let summary = try await sample.store.push(to: sample.endpoint(.operations))
    #expect(summary.rows.confirmed == 2 && names(summary) == [["title"]])
    #expect(try sample.bodies().count == 2 && sample.queue() == [])
    #expect(try await sample.task(1)?.title == (isFirstKept ? "Second" : "Third"))
  }

  @Test func rejectedEditKeepsItsOldValue() async throws {
    let sample = try await PushSample()
    try await sample.edit(1, title: "Second")
    sample.response(
      #"{"results": [{"type": "Task", "id": "\#(id)", "status": "rejected", "message": "no"}]}"#)
    sample.response(response(#""title": "\#(old)""#, .operations))
    _ = try await sample.store.push(to: sample.endpoint(.operations))
    try await sample.edit(1, title: "Third")
    let summary = try await sample.store.push(to: sample.endpoint(.operations))
    #expect(names(summary) == [["title"]])
  }

  /// An edit that was undone pushes the old value, which is then the right one.
  @Test func undoneEditIsKept() async throws {
    let sample = try await PushSample()
    sample.store.undo.start()
    try await sample.edit(1, title: "Mine")
    guard case .done = try await sample.store.undo.undo() else {
      Issue.record("the edit was not undone")
      return
    }
    sample.response(response(#""title": "\#(old)""#))
    let summary = try await sample.store.push(to: sample.endpoint(.batch))
    #expect(summary.rows.confirmed == 1 && summary.problems == [] && sample.logged == [])
  }

  /// A value of the server that has replaced an edit is where the next edit starts.
  @Test func valueThatReplacedAnEditCounts() async throws {
    let sample = try await PushSample()
    try await sample.store.update(
      Todo.self, id: TrackerIDs.task(1),
      .init(title: .value("Second"), priority: .value(.low)))
    let theirs = #"[{"id": "\#(id)", "title": "Theirs", "updated_at": "2036-04-01T08:00:00Z"}]"#
    var options = ApplyOptions()
    options.conflict = .serverWins
    options.missingRows = .keep
    _ = try await sample.store.apply(.data(Data(theirs.utf8)), as: "Todo", options: options)
    try await sample.edit(1, title: "Third")
    sample.response(response(#""title": "\#(old)""#, at: "2036-05-01T08:00:00Z"))
    let summary = try await sample.store.push(to: sample.endpoint(.batch))
    #expect(summary.rows.confirmed == 1 && summary.problems == [] && sample.logged.count == 1)
  }

  /// Another version may have stored the value in another form, so it is not known any more.
  @Test func editBeforeMigrationIsOnlyLogged() async throws {
    let sample = try await PushSample()
    try await sample.edit(1, title: "Mine")
    await sample.store.close()
    try OtherProgram(at: sample.database).run("UPDATE swiftsync_schema SET version = 5")
    let log = LogLines()
    let store = try await SyncStore(
      TrackerSchema.self, .init(location: .url(sample.database.url), log: log.log)
    ).opened()
    sample.response(response(#""title": "\#(old)""#))
    let summary = try await store.push(to: sample.endpoint(.batch))
    #expect(summary.rows.confirmed == 1 && summary.problems == [])
    #expect(log.lines.contains { $0.contains("has changed 'title'") })
  }

  @Test func sessionWithUnkeptValueIsNotComplete() async throws {
    let sample = try await PushSample()
    try await sample.edit(1, title: "Mine")
    sample.response(response(#""title": "\#(old)""#))
    let session = SyncSession(sample.store, Steps(uploads: [sample.endpoint(.batch)]))
    let summary = try await session.run()
    #expect(summary.problems.map(\.kind) == [.notKept] && !summary.isComplete)
    #expect(summary.description.contains("the server did not keep 'title' of Todo/\(id)"))
  }
}
