import SwiftSyncRuntime
import Testing

@testable import sync_client

/// The judge and the shrinker, proved with clients that make a mistake on purpose.
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
    _ wireProtocol: PushEndpoint.WireProtocol, _ bug: String?
  ) async throws -> SimulationFailure? {
    do {
      _ = try await SimulationRun.run(scenario(wireProtocol, bug), Self.actions)
      return nil
    } catch let failure as SimulationFailure {
      return failure
    }
  }

  @Test(arguments: PushEndpoint.WireProtocol.allCases)
  func withoutABugNothingIsWrong(_ wireProtocol: PushEndpoint.WireProtocol) async throws {
    #expect(try await failure(wireProtocol, nil) == nil)
  }

  /// Every second upload loses a row that it says the server has taken. The other clients agree with the server, so that
  /// only the judge can tell.
  @Test(arguments: PushEndpoint.WireProtocol.allCases)
  func aLostEditIsFound(_ wireProtocol: PushEndpoint.WireProtocol) async throws {
    let failure = try #require(try await failure(wireProtocol, "lose-2"))
    #expect(
      failure.description.contains("lost: title 'title 4' of task 0 by client 0"), "\(failure)")
  }

  /// The server cannot tell by the protocol `batch` that an upload is an old one.
  @Test func aRepeatedUploadIsFound() async throws {
    let failure = try #require(try await failure(.batch, "repeat-1"))
    #expect(failure.description.contains("doubled: title 'title 2' of task 0 by client 0"))
  }

  @Test func theTraceBecomesShort() async throws {
    let scenario = scenario(.batch, "lose-2")
    let found = Shrinker.Failure(actions: Self.actions, reason: "")
    var shrinker = Shrinker(limit: 40)
    let shortest = try await shrinker.shrink(found, of: scenario)
    #expect(shortest.actions.map(\.number) == [0, 1, 3, 4, 7], "\(shortest)")
    #expect(shortest.reason.contains("title 4"))
  }
}
