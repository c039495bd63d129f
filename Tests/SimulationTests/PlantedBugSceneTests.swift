import SwiftSyncRuntime
import Testing

@testable import sync_client

/// Tests that the simulation finds mistakes with rows that several clients change, both in short
/// scenes and among its random actions.
@Suite(.serialized, .enabled(if: BackendProcess.isAvailable, "there is no python3"))
struct PlantedBugSceneTests {
  private typealias Deed = (client: Int, deed: Action.Deed)

  private static func elsewhere(_ number: Int, _ row: Int, _ change: Write.Change) -> Deed {
    (0, .writeElsewhere(Write(number: number, row: row, change: change)))
  }

  private static func write(
    _ client: Int, _ number: Int, _ row: Int, _ change: Write.Change
  ) -> Deed {
    (client, .write(Write(number: number, row: row, change: change)))
  }

  /// A client moves task 0 from task 1 to task 2, which somebody else deletes.
  private static let deletedParent: [Deed] =
    (0..<3).map { elsewhere($0 + 1, $0, .insert(project: 1)) } + [
      elsewhere(4, 0, .move(under: 1)), elsewhere(5, 1, .set(.title)),
      elsewhere(6, 1, .set(.title)), elsewhere(7, 2, .set(.title)), (0, .sync([])),
      write(0, 8, 0, .move(under: 2)), elsewhere(9, 2, .delete), (0, .sync([])), (1, .sync([])),
    ]

  /// Two clients create the same task.
  private static let twoCreations: [Deed] = [
    write(0, 1, 0, .insert(project: 1)), write(1, 2, 0, .insert(project: 2)), (0, .sync([])),
    (1, .sync([])), (0, .sync([])),
  ]

  private static let creation: [Deed] = [write(0, 1, 0, .insert(project: 1)), (0, .sync([]))]

  private func failure(
    _ deeds: [Deed], _ wireProtocol: PushEndpoint.WireProtocol, _ bug: String?, faults: Double = 0
  ) async throws -> String? {
    // The seed makes the server's clock later than those of the devices.
    let scenario = Scenario(
      wireProtocol: wireProtocol, seed: 3, rounds: 1, bug: bug, faults: faults,
      kinds: ["stale-without-data"])
    let actions = deeds.enumerated().map { number, each in
      Action(number: number, round: 1, client: each.client, deed: each.deed)
    }
    return try await failure(scenario, actions)
  }

  private func failure(_ scenario: Scenario, _ actions: [Action]) async throws -> String? {
    do {
      _ = try await SimulationRun.run(scenario, actions)
      return nil
    } catch let failure as SimulationFailure {
      return failure.description
    }
  }

  /// The client deletes the task together with its new parent, and does not ask for it again.
  @Test(arguments: PushEndpoint.WireProtocol.allCases)
  func detectsRowThatIsNotAskedForAgain(_ wireProtocol: PushEndpoint.WireProtocol) async throws {
    #expect(try await failure(Self.deletedParent, wireProtocol, nil) == nil)
    let found = try #require(try await failure(Self.deletedParent, wireProtocol, "forget-1"))
    #expect(found.contains("only the server has \(Write.id(ofTask: 0))"), "\(found)")
  }

  @Test(arguments: PushEndpoint.WireProtocol.allCases)
  func creationsOfOneTaskBecomeOneRow(_ wireProtocol: PushEndpoint.WireProtocol) async throws {
    #expect(try await failure(Self.twoCreations, wireProtocol, nil) == nil)
  }

  /// The client takes the server's values for its new row.
  @Test func detectsStaleCreationThatIsGivenUp() async throws {
    let found = try #require(try await failure(Self.twoCreations, .operations, "yield-1"))
    #expect(found.contains("lost: title 'title 2' of task 0 by client 1"), "\(found)")
  }

  /// The client removes the row from its queue, and the server never gets it.
  @Test func detectsStaleCreationThatCountsAsConfirmed() async throws {
    #expect(try await failure(Self.creation, .operations, nil, faults: 1) == nil)
    let found = try #require(
      try await failure(Self.creation, .operations, "confirm-1", faults: 1))
    #expect(found.contains("client 0 has \(Write.id(ofTask: 0))"), "\(found)")
  }

  /// The random actions contain what these mistakes need.
  @Test(arguments: [
    (PushEndpoint.WireProtocol.batch, "forget-1"), (.operations, "yield-1"),
    (.operations, "confirm-1"),
  ])
  func randomActionsFindPlantedBug(
    _ wireProtocol: PushEndpoint.WireProtocol, _ bug: String
  ) async throws {
    var scenario = Scenario(
      wireProtocol: wireProtocol, seed: 5, rounds: 100, bug: bug, faults: 0.1,
      kinds: ["stale-without-data", "delay"])
    #expect(try await failure(scenario, Plan.actions(scenario)) != nil)
    scenario.bug = nil
    #expect(try await failure(scenario, Plan.actions(scenario)) == nil)
  }
}
