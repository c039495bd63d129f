import Foundation
import SwiftSyncRuntime
import SwiftSyncTestSupport
import Testing

/// What a push and a session say about rows with which something is wrong.
@Suite struct RowProblemTests {
  private struct ValidationError: Decodable, Equatable {
    let title: [String]
  }

  private func sample() async throws -> RowSample { try await .withAreas() }

  private func rename(_ sample: RowSample, _ id: Int, _ name: String) async throws {
    try await sample.store.update(Area.self, id: id, .init(name: .value(name)))
  }

  private func session(
    _ sample: RowSample, pull: [SyncSession.Pull] = [],
    _ change: (inout PushEndpoint) -> Void = { _ in }
  ) -> SyncSession {
    let retry = HTTP.RetryPolicy(
      maxAttempts: 4, initialDelay: .milliseconds(1), maxDelay: .milliseconds(2))
    return SyncSession(
      sample.store, Steps(uploads: [sample.endpoint(change)], pulls: pull), .init(retry: retry))
  }

  // MARK: - Pushes without a success

  @Test func sessionWhoseRequestsAllFailIsNotComplete() async throws {
    let sample = try await sample()
    for _ in 0..<50 { await sample.server.fail("PATCH", .status(500)) }
    try await rename(sample, 101, "Lobby")

    let pull = SyncSession.Pull("areas") { _ in ApplyReport() }
    let summary = try await session(sample, pull: [pull]) {
      $0.laterAttempts = HTTP.RetryPolicy(
        maxAttempts: 3, initialDelay: .seconds(600), maxDelay: .seconds(600))
    }.run()

    #expect(!summary.isComplete)
    #expect((summary.firstError as? APIError)?.response?.status == 500)
    #expect(summary.pushed.requests == 2)
    #expect(await sample.server.requests.count == 2)
    #expect(summary.problems.map(\.kind) == [.postponed])
    #expect(summary.problems.map(\.status) == [500])
    #expect(summary.problems.map(\.members) == [["name"]])
    #expect(
      summary.problems.map(\.message) == ["the status is 500, expected 200 to 299: an empty body"])
    // The row is postponed by now, so the server may respond to the other steps.
    guard case .pulled = summary.steps[1].outcome else {
      Issue.record("\(summary)")
      return
    }
  }

  @Test func pushWithoutSuccessThrowsAndCountsItsRequests() async throws {
    let sample = try await sample()
    await sample.server.fail("PATCH", .status(503))
    try await rename(sample, 101, "Lobby")

    let error = await #expect(throws: APIError.self) { try await sample.push() }

    #expect(error?.response?.status == 503)
    #expect(try await sample.store.problems().isEmpty)
  }

  @Test func rowIsOneProblemOverAllAttemptsOfSession() async throws {
    let sample = try await sample()
    await sample.server.fail("POST /api/areas", .lostResponse)
    for _ in 0..<50 { await sample.server.fail("PATCH", .status(500)) }
    try await sample.store.insert(Area(name: "New"))
    try await rename(sample, 101, "Lobby")

    let pull = SyncSession.Pull("areas") { _ in ApplyReport() }
    let summary = try await session(sample, pull: [pull]) {
      $0.laterAttempts = HTTP.RetryPolicy(
        maxAttempts: 3, initialDelay: .seconds(600), maxDelay: .seconds(600))
    }.run()
    let again = try await session(sample).run()

    #expect(
      summary.problems.map(\.kind).sorted { $0.rawValue < $1.rawValue } == [.postponed, .uncertain])
    #expect(summary.pushed.count(of: .uncertain) == 1)
    #expect(
      again.problems.map(\.kind).sorted { $0.rawValue < $1.rawValue } == [.postponed, .uncertain])
    #expect(again.firstError is SyncProblem)
  }

  @Test func changeWithoutEndpointIsProblem() async throws {
    let sample = try await sample()
    try await sample.store.insert(Keyword(name: "old"))
    try await sample.push()
    let keyword = try #require(try await sample.store.fetch(Keyword.all).first)
    try await sample.store.update(Keyword.self, id: keyword.id, .init(name: .value("new")))

    let summary = try await session(sample).run()

    #expect(summary.problems.map(\.kind) == [.notPushable])
    #expect(try summary.problems.first?.id(as: Keyword.self) == keyword.id)
    #expect(
      "\(summary.problems[0])"
        == "Keyword/\(keyword.id) cannot be pushed: the upload has no endpoint for the update")
  }

  @Test func unreadableRowOfPullIsProblem() async throws {
    let sample = try await sample()
    let payload = Data(#"[{"id": 104, "name": "Attic"}, {"id": 105, "name": null}]"#.utf8)
    let store = sample.store
    let pull = SyncSession.Pull("areas") { _ in
      try await store.apply(.data(payload), as: Area.self)
    }

    let summary = try await session(sample, pull: [pull]).run()

    #expect(!summary.isComplete)
    #expect(
      summary.problems.map(\.description) == [
        "Area/105 could not be stored: [1].name: null, but a value is required"
      ])
    #expect(summary.problems.map(\.code) == ["null-required"])
  }

  // MARK: - Responses

  @Test func rejectedChangeKeepsStatusAndBody() async throws {
    let sample = try await sample()
    let body = #"{"code": "invalid", "title": ["is too long", "is taken"]}"#
    await sample.server.fail("PUT", .response(422, Data(body.utf8)))
    try await sample.store.update(Ticket.self, id: 103, .init(title: .value("Lamps")))

    let summary = try await sample.push()

    let problem = try #require(summary.problems.first)
    #expect(summary.problems.count == 1 && problem.kind == .rejected && problem.entity == "Ticket")
    #expect(problem.identity == "103" && problem.members == ["title"] && problem.status == 422)
    #expect(problem.code == "invalid" && problem.body == Data(body.utf8))
    #expect(
      problem.body(as: ValidationError.self)
        == ValidationError(title: ["is too long", "is taken"]))
    #expect(problem.fieldErrors == ["title": ["is too long", "is taken"]])
    #expect(try await sample.store.problems(.rejected) == [problem])

    // It is gone once the change is confirmed.
    try await sample.store.update(Ticket.self, id: 103, .init(title: .value("Light")))
    #expect(try await sample.push().problems == [])
    #expect(try await sample.store.problems() == [])
  }

  /// The names of the declared type count, whatever the keys in the response are.
  @Test func declaredErrorsAreReadByTheirNames() async throws {
    let sample = try await sample()
    let body = #"{"flaws": [{"param": "title", "text": "is taken"}, {"text": "try later"}]}"#
    await sample.server.fail("PUT", .response(422, Data(body.utf8)))
    try await sample.store.update(Ticket.self, id: 103, .init(title: .value("Lamps")))

    let summary = try await sample.push()

    let problem = try #require(summary.problems.first)
    #expect(problem.fieldErrors == ["title": ["is taken"]])
    #expect(problem.errors(of: \Ticket.Patch.title) == ["is taken"])
    #expect(problem.body == Data(body.utf8))
    let draft = try #require(try await Draft<Ticket>(resolving: problem, in: sample.store))
    #expect(draft.problems(of: \.title).map(\.message) == ["is taken"])
    #expect(try await sample.store.problems(.rejected) == [problem])
  }

  /// A response that has another form than the declared one is read as it is.
  @Test func otherErrorsAreReadByTheirKeys() async throws {
    let sample = try await sample()
    for (status, body) in [
      (422, #"{"flaws": "none", "title": ["is taken"]}"#),
      (422, #"{"flaws": [], "errors": {"title": "is taken"}}"#),
      (400, #"{"flaws": [{"param": "rank", "text": "odd"}], "errors": {"title": "is taken"}}"#),
    ] {
      await sample.server.fail("PUT", .response(status, Data(body.utf8)))
      try await sample.store.update(Ticket.self, id: 103, .init(title: .value("Lamps \(body)")))
      let problem = try #require(try await sample.push().problems.first)
      #expect(problem.errors(of: \Ticket.Patch.title) == ["is taken"], "\(body)")
    }
  }

  @Test func postponedChangeKeepsStatusAndBody() async throws {
    let sample = try await sample()
    await sample.server.fail("PATCH /api/areas/101", .response(503, Data("down".utf8)))
    try await rename(sample, 101, "Lobby")
    try await rename(sample, 102, "Garden")

    let problems = try await sample.push().problems

    #expect(problems.map(\.kind) == [.postponed])
    #expect(problems.map(\.status) == [503])
    #expect(problems.map(\.body) == [Data("down".utf8)])
  }

  @Test(arguments: [
    (#"{"code": "taken", "message": "the name is taken"}"#, "the name is taken"),
    (#"{"detail": "Not enough rights.", "title": "Forbidden"}"#, "Not enough rights."),
    (#"{"title": "Forbidden", "type": "about:blank"}"#, "Forbidden"),
    (#"{"error": "the name is taken"}"#, "the name is taken"),
    (#"{"title": "No"}"#, #"the status is 403, expected 200 to 299: {"title": "No"}"#),
    (#"{"message": ""}"#, #"the status is 403, expected 200 to 299: {"message": ""}"#),
    (#"{"message": ["?"]}"#, #"the status is 403, expected 200 to 299: {"message": ["?"]}"#),
    (#""no""#, #"the status is 403, expected 200 to 299: "no""#),
  ])
  func messageIsThatOfTheServer(_ body: String, _ message: String) async throws {
    let sample = try await sample()
    await sample.server.fail("PATCH", .response(403, Data(body.utf8)))
    try await rename(sample, 101, "Lobby")
    #expect(try await sample.push().problems.map(\.message) == [message])
  }

  /// Only 4 KiB of a message and 64 KiB of a body are stored, whatever a server sends.
  @Test func sizeOfProblemIsLimited() async throws {
    let sample = try await sample()
    let body = #"{"code": "invalid", "title": [""# + String(repeating: "é", count: 100_000) + "\"]}"
    await sample.server.fail("PUT", .response(422, Data(body.utf8)))
    try await sample.store.update(Ticket.self, id: 103, .init(title: .value("Lamps")))

    try await sample.push()

    let problem = try #require(try await sample.store.problems().first)
    #expect(problem.status == 422 && problem.body == nil && problem.code == nil)
    #expect(problem.body(as: ValidationError.self) == nil && problem.fieldErrors == [:])
    #expect(problem.message.utf8.count <= 4_096)
    #expect(problem.message.hasPrefix("the status is 422, expected 200 to 299: {"))

    try await sample.store.withPendingChanges(of: Ticket.self, retry: .requests) { batch in
      batch.updated.map {
        PendingChange.Batch.Rejection(id: $0.id, message: String(repeating: "é", count: 5_000))
      }
    }
    try await sample.store.retryPendingChange(of: Ticket.self, id: 103)
    try await sample.store.withPendingChanges(of: Ticket.self) { batch in
      batch.updated.map {
        PendingChange.Batch.Rejection(id: $0.id, message: String(repeating: "é", count: 5_000))
      }
    }
    let message = try #require(try await sample.store.problems().first?.message)
    #expect(message.utf8.count == 4_095 && message.hasSuffix("éé…"))
  }

  // MARK: - Rows that are gone on the server

  @Test(arguments: [404, 410]) func updateOfRowMissingOnServerIsKept(status: Int) async throws {
    let sample = try await sample()
    await sample.server.fail("PATCH /api/areas/101", .status(status))
    try await rename(sample, 101, "Lobby")
    try await rename(sample, 102, "Garden")

    let summary = try await sample.push()

    #expect(summary.rows.confirmed == 1 && summary.stale == 0)
    #expect(summary.problems.map(\.kind) == [.goneOnServer])
    #expect(summary.problems.map(\.status) == [status])
    #expect(summary.problems.map(\.members) == [["name"]])
    #expect(try sample.rows("SELECT name FROM areas ORDER BY id") == ["Lobby", "Garden"])
    #expect(try sample.rows("SELECT count(*) FROM tickets") == ["1"])
    #expect(try sample.queue() == ["update Area 101 ,name,"])

    // Neither another push nor a write sends it again.
    try await rename(sample, 101, "Foyer")
    try await sample.store.retryPendingChange(of: Area.self, id: 101)
    let again = try await sample.push()
    #expect(again.requests == 0)
    #expect(again.problems.map(\.kind) == [.goneOnServer])
  }

  @Test func completeListKeepsRowThatIsGone() async throws {
    let sample = try await gone()

    let payload = try await sample.server.payload("areas")
    try await sample.store.apply(.data(payload), as: Area.self)

    #expect(try sample.rows("SELECT name FROM areas ORDER BY id") == ["Lobby", "Yard"])
    #expect(try sample.rows("SELECT count(*) FROM tickets") == ["1"])
    #expect(try await sample.store.problems().map(\.kind) == [.goneOnServer])
  }

  @Test func discardingDeletesRowThatIsGone() async throws {
    let sample = try await gone()

    #expect(try await sample.store.discardPendingChange(of: Area.self, id: 101))

    #expect(try sample.rows("SELECT name FROM areas") == ["Yard"])
    // `on-delete: cascade`
    #expect(try sample.rows("SELECT count(*) FROM tickets") == ["0"])
    #expect(try sample.queue() == [])
    #expect(try await sample.push().requests == 0)
  }

  @Test func deletingRowThatIsGoneSendsDeletion() async throws {
    let sample = try await gone()
    try await sample.store.delete(Area.self, id: 101)
    await sample.server.forgetRequests()

    let summary = try await sample.push()

    // Its ticket is deleted with it.
    #expect(
      await sample.server.requests == ["DELETE /api/v2/tickets/103", "DELETE /api/areas/101"])
    #expect(summary.rows.confirmed == 2 && summary.problems == [])
    #expect(try sample.queue() == [])
  }

  @Test func receivedRowIsNoLongerGone() async throws {
    let sample = try await gone()
    await sample.server.put("areas", "101", ["id": 101, "name": "Hall", "code": "H"])

    let payload = try await sample.server.payload("areas")
    try await sample.store.apply(.data(payload), as: Area.self)
    #expect(try await sample.store.problems() == [])
    await sample.server.forgetRequests()
    let summary = try await sample.push()

    #expect(summary.rows.confirmed == 1 && summary.problems == [])
    #expect(await sample.server.requests == [#"PATCH /api/areas/101 {"name":"Lobby"}"#])
    #expect(try sample.rows("SELECT name, code FROM areas WHERE id = 101") == ["Lobby|H"])
  }

  @Test func appCreatesRowThatIsGoneAgain() async throws {
    let sample = try await sample()
    let remark = Remark(text: "First")
    try await sample.store.insert(remark)
    try await sample.push()
    await sample.server.remove("remarks", remark.id.uuidString.lowercased())
    try await sample.store.update(Remark.self, id: remark.id, .init(text: .value("Second")))
    #expect(try await sample.push().problems.map(\.kind) == [.goneOnServer])
    await sample.server.forgetRequests()

    #expect(try await sample.store.createAgain(Remark.self, id: remark.id))
    #expect(try await sample.store.createAgain(Area.self, id: 101) == false)
    let summary = try await sample.push()

    #expect(summary.rows.confirmed == 1 && summary.problems == [])
    #expect(await sample.server.requests.count == 1)
    #expect(await sample.server.requests.first?.hasPrefix("POST /api/remarks {") == true)
    #expect(await sample.server.values("remarks", "text") == ["Second"])
  }

  @Test func insertingDeletedRowThatWasGoneCreatesItAgain() async throws {
    let sample = try await sample()
    let remark = Remark(text: "First")
    try await sample.store.insert(remark)
    try await sample.push()
    await sample.server.remove("remarks", remark.id.uuidString.lowercased())
    try await sample.store.update(Remark.self, id: remark.id, .init(text: .value("Second")))
    try await sample.push()
    await sample.server.forgetRequests()

    try await sample.store.delete(Remark.self, id: remark.id)
    try await sample.store.insert(remark)
    let summary = try await sample.push()

    #expect(summary.rows.confirmed == 1 && summary.problems == [])
    #expect(await sample.server.requests.first?.hasPrefix("POST /api/remarks {") == true)
    #expect(await sample.server.values("remarks", "text") == ["First"])
  }

  @Test func rowWithIDOfServerIsNotCreatedAgain() async throws {
    let sample = try await gone()

    await #expect {
      try await sample.store.createAgain(Area.self, id: 101)
    } throws: { error in
      "\(error)"
        == "'Area' gets its ids from the server, so a row cannot be created again with its id; "
        + "insert a new row, and discard the change of this one"
    }
  }

  /// The area 101 was edited here and deleted on the server, and a push has found out.
  private func gone() async throws -> RowSample {
    let sample = try await sample()
    await sample.server.remove("areas", "101")
    try await rename(sample, 101, "Lobby")
    #expect(try await sample.push().problems.map(\.kind) == [.goneOnServer])
    return sample
  }
}
