import Foundation
import SwiftSyncRuntime
import SwiftSyncSimulator
import Testing

/// A step of a session that fetches the list of each parent.
@Suite struct ParentPullTests {
  private let sample = KioskSample()

  private var backend: SimulatedBackend { sample.backend }

  init() throws {
    try backend.edit { transaction in
      try transaction.insert(Rack(id: 1, name: "Left"))
      try transaction.insert(Rack(id: 2, name: "Right"))
      for (title, rack) in [("A", 1), ("B", 1), ("C", 2)] {
        try transaction.insert(Paper(title: title, rackID: rack))
      }
    }
  }

  private func session(_ pulls: SyncSession.Pull...) async throws -> SyncSession {
    SyncSession(try await sample.device(), sample.api, .init(pulls: pulls))
  }

  private var papers: SyncSession.Pull {
    let api = sample.api
    return .each(Rack.self) { rack, store in try await api.rackPapers(rack: rack.id, into: store) }
  }

  /// The lists of parents that were requested.
  private var lists: [String] { sample.targets.filter { $0.hasPrefix("GET /racks/") } }

  private func outcome(_ summary: SyncSession.Summary) throws -> SyncSession.Summary.Step {
    try #require(summary.steps.last)
  }

  @Test func requestsListOfEachParent() async throws {
    let session = try await session(papers)
    let step = try outcome(try await session.run())
    #expect(step.name == "each Rack")
    guard case .pulled(let report) = step.outcome else {
      Issue.record("\(step)")
      return
    }
    // The session has pulled all papers before.
    #expect(report.unchanged == 3)
    #expect(lists == ["GET /racks/1/papers", "GET /racks/2/papers"])
    #expect(try await session.store.count(Paper.all) == 3)
  }

  @Test func requestsListsOfQuery() async throws {
    let api = sample.api
    let left = SyncSession.Pull.each(Rack.where { $0.name == "Right" }, named: "right") {
      rack, store in try await api.rackPapers(rack: rack.id, into: store)
    }
    let session = try await session(left)
    #expect(try outcome(try await session.run()).name == "right")
    #expect(lists == ["GET /racks/2/papers"])
  }

  @Test func failureOfParentDoesNotStopOthers() async throws {
    backend.fail(.get, "/racks/1/papers", with: .status(403, json: "{}"))
    let session = try await session(papers)
    let step = try outcome(try await session.run())
    guard case .failed(let error as APIError, _) = step.outcome else {
      Issue.record("\(step)")
      return
    }
    #expect(error.response?.status == 403 && step.attempts == 1)
    #expect(lists == ["GET /racks/1/papers", "GET /racks/2/papers"])
  }

  @Test(arguments: [404, 410])
  func parentThatIsGoneIsSkippedAndReported(_ status: Int) async throws {
    backend.fail(.get, "/racks/1/papers", with: .status(status, json: "{}"))
    let session = try await session(papers)
    let summary = try await session.run()
    let step = try outcome(summary)
    guard case .pulled(let report) = step.outcome else {
      Issue.record("\(step)")
      return
    }
    #expect(report.goneParents == ["Rack/1"] && report.unchanged == 1)
    #expect(
      report.description
        == """
        0 inserted, 0 updated, 1 unchanged, 0 deleted
          skipped 1 list: the server no longer has Rack/1
        """)
    #expect(summary.isComplete && step.attempts == 1)
    #expect(lists == ["GET /racks/1/papers", "GET /racks/2/papers"])
    // The pull of the parents decides whether the row is deleted.
    #expect(try await session.store.count(Rack.all) == 2)
  }

  @Test func stepWithoutAnyListSucceedsIfAllParentsAreGone() async throws {
    for rack in [1, 2] {
      backend.fail(.get, "/racks/\(rack)/papers", with: .status(404, json: "{}"))
    }
    let session = try await session(papers)
    guard case .pulled(let report) = try outcome(try await session.run()).outcome else {
      Issue.record("the step failed")
      return
    }
    #expect(report.goneParents == ["Rack/1", "Rack/2"])
    #expect(
      report.description
        == """
        0 inserted, 0 updated, 0 unchanged, 0 deleted
          skipped 2 lists: the server no longer has Rack/1, Rack/2
        """)
  }

  @Test func missingSignInEndsStep() async throws {
    backend.fail(.get, "/racks/1/papers", with: .status(401, json: "{}"))
    let session = try await session(papers)
    let step = try outcome(try await session.run())
    guard case .failed(let error as APIError, _) = step.outcome else {
      Issue.record("\(step)")
      return
    }
    #expect(error.response?.status == 401)
    #expect(lists == ["GET /racks/1/papers"])
  }

  @Test func newParentsAreLeftOut() async throws {
    let session = try await session(papers)
    try await session.store.insert(Rack(name: "New"))
    backend.fail(.post, "/racks", with: .status(422, json: "{}"))
    try await session.run()
    #expect(try await session.store.count(Rack.all) == 3)
    #expect(lists == ["GET /racks/1/papers", "GET /racks/2/papers"])
  }
}
