import SwiftSyncRuntime
import Testing

@testable import sync_client

/// Tests the judge and the shrinker with clients that make deliberate mistakes.
@Suite(.serialized, .enabled(if: BackendProcess.isAvailable, "there is no python3"))
struct PlantedBugTests {
  private static let actions: [Action] = {
    let deeds: [(client: Int, deed: Action.Deed)] = [
      (0, .writeElsewhere(Write(number: 1, row: 0, change: .insert(project: 1)))),
      (0, .sync([])), (1, .sync([])),
      (0, .write(Write(number: 2, row: 0, change: .set(.title)))), (0, .sync([])),
      (1, .write(Write(number: 3, row: 0, change: .set(.details)))), (1, .sync([])),
      (0, .write(Write(number: 4, row: 0, change: .set(.title)))), (0, .sync([])),
    ]
    return deeds.enumerated().map { number, each in
      Action(number: number, round: 1, client: each.client, deed: each.deed)
    }
  }()

  private func scenario(
    _ wireProtocol: PushEndpoint.WireProtocol, _ bug: String?
  ) -> Scenario {
    Scenario(wireProtocol: wireProtocol, seed: 3, rounds: 1, bug: bug, faults: 0)
  }

  private func failure(
    _ wireProtocol: PushEndpoint.WireProtocol, _ bug: String?, _ actions: [Action] = actions
  ) async throws -> SimulationFailure? {
    do {
      _ = try await SimulationRun.run(scenario(wireProtocol, bug), actions)
      return nil
    } catch let failure as SimulationFailure {
      return failure
    }
  }

  @Test(arguments: PushEndpoint.WireProtocol.allCases)
  func passesWithoutPlantedBug(_ wireProtocol: PushEndpoint.WireProtocol) async throws {
    #expect(try await failure(wireProtocol, nil) == nil)
  }

  /// Every second upload drops a row and reports it as confirmed. The other clients agree with the
  /// server, so only the judge can detect this.
  @Test(arguments: PushEndpoint.WireProtocol.allCases)
  func detectsLostEdit(_ wireProtocol: PushEndpoint.WireProtocol) async throws {
    let failure = try #require(try await failure(wireProtocol, "lose-2"))
    #expect(
      failure.description.contains("lost: title 'title 4' of task 0 by client 0"), "\(failure)")
  }

  /// With the protocol `batch`, the server cannot detect that an upload is old.
  @Test func detectsRepeatedUpload() async throws {
    // The run would notice that a client that syncs alone does not have the server's rows.
    let last = Action(number: 8, round: 1, client: 0, deed: .syncAll)
    let failure = try #require(
      try await failure(.batch, "repeat-1", Self.actions.dropLast() + [last]))
    #expect(failure.description.contains("doubled: title 'title 2' of task 0 by client 0"))
  }

  @Test func shrinksTrace() async throws {
    let scenario = scenario(.batch, "lose-2")
    let found = Shrinker.Failure(actions: Self.actions, reason: "")
    var shrinker = Shrinker(limit: 40)
    let shortest = try await shrinker.shrink(found, of: scenario)
    #expect(shortest.actions.map(\.number) == [0, 1, 3, 4, 7], "\(shortest)")
    #expect(shortest.reason.contains("title 4"))
  }
}
