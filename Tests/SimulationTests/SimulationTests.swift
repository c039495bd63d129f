import Foundation
import SwiftSyncRuntime
import Testing

@testable import sync_client

/// Five clients with their own stores, and the sample backend, over real sockets.
///
/// | Variable | |
/// |---|---|
/// | `SIMULATION_ROUNDS` | the number of rounds in a run |
/// | `SIMULATION_SEEDS` | the number of random seeds that are tried besides the two fixed ones |
/// | `SIMULATION_SEED` | the only seed to try, to repeat a run |
/// | `SIMULATION_FAULTS` | the kinds of faults, e.g. `drop-after,500` |
/// | `SIMULATION_BUG` | a deliberate mistake of the clients, e.g. `lose-7`, for the judge to find |
/// | `SIMULATION_SHRINK` | the number of seconds for shrinking a failure |
@Suite(.serialized, .enabled(if: BackendProcess.isAvailable, "there is no python3"))
struct SimulationTests {
  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  private static let seeds: [UInt64] = {
    if let seed = number("SIMULATION_SEED") { return [UInt64(seed)] }
    return [1, 2] + (0..<(number("SIMULATION_SEEDS") ?? 0)).map { _ in .random(in: 3..<1_000_000) }
  }()

  private static let rounds = number("SIMULATION_ROUNDS") ?? 60

  private static let kinds =
    ProcessInfo.processInfo.environment["SIMULATION_FAULTS"]?.split(separator: ",")
    .map(String.init) ?? Scenario.allKinds

  @Test(arguments: PushEndpoint.WireProtocol.allCases, [false, true])
  func allClientsConverge(
    _ wireProtocol: PushEndpoint.WireProtocol, hasKills: Bool
  ) async throws {
    for seed in Self.seeds {
      try await run(
        Scenario(
          wireProtocol: wireProtocol, seed: seed, rounds: Self.rounds, hasKills: hasKills,
          bug: ProcessInfo.processInfo.environment["SIMULATION_BUG"], kinds: Self.kinds))
    }
  }

  /// If the response to a creation with an id of the device is lost, a request for the row resolves
  /// it.
  @Test func lostResponseCreatesNoDuplicate() async throws {
    for seed in Self.seeds {
      try await run(
        Scenario(wireProtocol: .rest, seed: seed, rounds: Self.rounds, kinds: ["drop-after"]))
    }
  }

  private func run(_ scenario: Scenario) async throws {
    print("simulation: \(scenario)")
    let actions = Plan.actions(scenario)
    let start = ContinuousClock.now
    do {
      let tally = try await SimulationRun.run(scenario, actions)
      print("simulation: \(scenario): \(ContinuousClock.now - start), \(tally)")
      // A run proves something only with many writes and faults, which a random one may lack.
      guard scenario.seed == 1 else { return }
      #expect(tally.writes > Self.rounds / 3 && tally.syncs > Self.rounds / 10)
      #expect(tally.requests["no response", default: 0] > 0)
    } catch let failure as SimulationFailure {
      let found = Shrinker.Failure(actions: actions, reason: failure.description)
      var shrinker = Shrinker(limit: 1000)
      shrinker.deadline = .now + .seconds(Self.number("SIMULATION_SHRINK") ?? 180)
      let shortest = try await shrinker.shrink(found, of: scenario)
      Issue.record("\(scenario): \(failure)\n\n\(shortest)")
    }
  }
}
