import Foundation
import SwiftSyncRuntime
import SwiftSyncTestSupport
import Testing

/// What an app can do about problems.
@Suite struct ProblemResolutionTests {
  private func session(
    _ sample: RowSample, _ pulls: [SyncSession.Pull] = []
  ) -> SyncSession {
    SyncSession(sample.store, Steps(uploads: [sample.endpoint()], pulls: pulls))
  }

  private func rejected(_ body: String = "{}") async throws -> (RowSample, SyncProblem) {
    let sample = try await RowSample.withAreas()
    await sample.server.fail("PUT", .response(422, Data(body.utf8)))
    try await sample.store.update(Ticket.self, id: 103, .init(title: .value("Lamps")))
    try await sample.push()
    return (sample, try #require(try await sample.store.problems().first))
  }

  @Test func retryingSendsRejectedChange() async throws {
    let (sample, problem) = try await rejected()
    #expect(problem.resolutions == [.retry, .discard])
    #expect(try await sample.push().requests == 0)

    #expect(try await session(sample).resolve(problem, .retry))

    #expect(try await sample.push().rows.confirmed == 1)
    #expect(try await sample.store.problems() == [])
    #expect(try await !session(sample).resolve(problem, .retry))
  }

  @Test func discardingRemovesRejectedChange() async throws {
    let (sample, problem) = try await rejected()
    #expect(try await session(sample).resolve(problem, .discard))
    #expect(try sample.queue() == [])
    #expect(try await sample.store.problems() == [])
  }

  @Test func otherResolutionsAreRefused() async throws {
    let (sample, problem) = try await rejected()
    await #expect {
      try await sample.store.resolve(problem, .createAgain)
    } throws: { error in
      "\(error)"
        == "createAgain: this is not possible for 'Ticket/103 was rejected: \(problem.message)'"
    }
    await #expect(throws: SyncError.self) {
      try await sample.store.resolve(problem, .arrived(as: .integer(7)))
    }
    #expect(try await sample.store.problems() == [problem])
  }

  @Test func resolvesAllOfAKind() async throws {
    let sample = try await RowSample.withAreas()
    await sample.server.fail("PATCH", .status(422), .status(422))
    try await sample.store.update(Area.self, id: 101, .init(name: .value("Lobby")))
    try await sample.store.update(Area.self, id: 102, .init(name: .value("Garden")))
    try await sample.push()
    #expect(try await sample.store.problems().map(\.identity) == ["101", "102"])

    #expect(try await session(sample).resolve(.discard, for: .postponed) == 0)
    #expect(try await session(sample).resolve(.retry, for: .rejected) == 2)

    #expect(try await sample.push().rows.confirmed == 2)
  }

  @Test func rowThatIsGoneIsCreatedAgainOrDeleted() async throws {
    let sample = try await RowSample.withAreas()
    let remark = Remark(text: "First")
    try await sample.store.insert(remark)
    try await sample.push()
    await sample.server.remove("remarks", remark.id.uuidString.lowercased())
    await sample.server.remove("areas", "101")
    try await sample.store.update(Remark.self, id: remark.id, .init(text: .value("Second")))
    try await sample.store.update(Area.self, id: 101, .init(name: .value("Lobby")))
    try await sample.push()
    let problems = try await sample.store.problems(.goneOnServer)
    // The server assigns the ids of areas.
    #expect(problems.map(\.entity) == ["Remark", "Area"])
    #expect(problems.map(\.resolutions) == [[.createAgain, .discard], [.discard]])

    let session = session(sample)
    #expect(try await session.resolve(.createAgain, for: .goneOnServer) == 1)
    #expect(try await session.resolve(.discard, for: .goneOnServer) == 1)

    #expect(try sample.rows("SELECT name FROM areas") == ["Yard"])
    #expect(try await sample.push().rows.confirmed == 1)
    #expect(await sample.server.values("remarks", "text") == ["Second"])
  }

  @Test func uncertainCreationHasArrived() async throws {
    let sample = try await RowSample.withAreas()
    await sample.server.fail("POST /api/areas", .lostResponse)
    try await sample.store.insert(Area(name: "New"))
    await #expect(throws: APIError.self) { try await sample.push() }
    // Only the next push finds out that nothing tells whether the row has arrived.
    try await sample.push()
    let problem = try #require(try await sample.store.problems(.uncertain).first)
    #expect(problem.resolutions == [.retry, .discard])

    #expect(try await sample.store.resolve(problem, .arrived(as: .integer(104))))

    #expect(try sample.rows("SELECT name FROM areas WHERE id = 104") == ["New"])
    #expect(try await sample.store.problems() == [])
  }

  // MARK: - Rows without a pending change

  @Test func unreadableRowIsProblemUntilItIsApplied() async throws {
    let sample = try await RowSample.withAreas()
    let payload = Payload(
      #"[{"id": 104, "name": null}, {"id": 105, "name": "Attic"}, {"name": "No id"}]"#)
    let pull = SyncSession.Pull("areas") { store in
      try await store.apply(.data(payload.data), as: Area.self)
    }
    try await session(sample, [pull]).run()
    let problems = try await sample.store.problems()
    #expect(problems.map(\.kind) == [.unreadable, .unreadable])
    #expect(Set(problems.map(\.identity)) == ["104", nil])
    #expect(Set(problems.compactMap(\.code)) == ["null-required", "missing-identity"])
    #expect(problems.map(\.resolutions) == [[.retry, .discard], [.retry, .discard]])

    payload.text = #"[{"id": 104, "name": "Loft"}]"#
    try await session(sample, [pull]).run()
    #expect(try await sample.store.problems() == [])
  }

  @Test func discardedUnreadableRowIsForgotten() async throws {
    let sample = try await RowSample.withAreas()
    let payload = Payload(#"[{"id": 104, "name": null}, {"id": 105, "name": "Attic"}]"#)
    let pull = SyncSession.Pull("areas") { store in
      try await store.apply(.data(payload.data), as: Area.self)
    }
    let session = session(sample, [pull])
    try await session.run()
    #expect(session.state.problems.map(\.identity) == ["104"])
    #expect(try await session.resolve(.discard, for: .unreadable) == 1)
    #expect(try await sample.store.problems() == [])
  }

  @Test func changeWithoutEndpointRemainsProblem() async throws {
    let sample = try await RowSample.withAreas()
    try await sample.store.insert(Keyword(name: "old"))
    try await sample.push()
    let keyword = try #require(try await sample.store.fetch(Keyword.all).first)
    try await sample.store.update(Keyword.self, id: keyword.id, .init(name: .value("new")))
    let summary = try await sample.push()
    let problems = try await sample.store.problems(.notPushable)
    #expect(problems.map(\.message) == ["the upload has no endpoint for the update"])
    #expect(problems == summary.problems && problems.map(\.resolutions) == [[.discard]])
    #expect(try await sample.store.resolve(problems[0], .discard))
    #expect(try sample.queue() == [])
  }

  // MARK: - Forms

  @Test func errorsOfMembersAreRead() async throws {
    let (_, problem) = try await rejected(
      #"{"detail": [{"loc": ["body", "title"], "msg": "is taken"}, {"loc": ["area_id"], "msg": "?"}]}"#
    )
    #expect(problem.errors(of: \Ticket.Patch.title) == ["is taken"])
    #expect(problem.errors(of: \Ticket.Patch.areaID) == ["?"])
    #expect(problem.errors(of: \Area.Patch.name) == [])
  }

  @Test func draftShowsWhatTheServerSays() async throws {
    let (sample, problem) = try await rejected(#"{"title": ["is taken"]}"#)
    var draft = try #require(try await Draft<Ticket>(resolving: problem, in: sample.store))
    #expect(draft.title == "Lamps" && !draft.isEdited && draft.problems.isEmpty)
    #expect(
      draft.problems(of: \.title)
        == [DraftProblem(kind: .server, field: "title", reason: "is taken", message: "is taken")])

    draft.title = "Lamp 2"
    #expect(draft.problems(of: \.title).isEmpty)
    guard case .saved = try await sample.store.save(draft) else {
      Issue.record("not saved")
      return
    }
    #expect(try await sample.push().rows.confirmed == 1)
    #expect(try await sample.store.problems() == [])
    #expect(try await Draft<Area>(resolving: problem, in: sample.store) == nil)
  }
}

/// A payload that a test changes between pulls.
///
/// `@unchecked`: tests change it while no pull runs.
private final class Payload: @unchecked Sendable {
  var text: String
  var data: Data { Data(text.utf8) }

  init(_ text: String) {
    self.text = text
  }
}
