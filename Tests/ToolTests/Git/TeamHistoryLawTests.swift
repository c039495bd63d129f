import Foundation
import Programs
import TestHelpers
import Testing

/// Three branches change, freeze, merge, revert and ship at random, by developers who make
/// mistakes. While CI is green, no device is stranded, and none reads values that no version wrote.
///
/// `LAW_SEEDS=500` tries more histories, and `LAW_FIRST=17` one of them.
@Suite struct TeamHistoryLawTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let first = environment["LAW_FIRST"].flatMap { Int($0) }
  private static let count = environment["LAW_SEEDS"].flatMap { Int($0) } ?? 12
  private static let batches = 4

  private struct Outcome: Sendable {
    let seed: Int
    let problem: String?
    let story: [String]
    let events: TeamLife.Events
  }

  @Test func noDeviceIsStrandedWhileCIIsGreen() async throws {
    let seeds = Self.first.map { $0..<$0 + 1 } ?? 0..<Self.count
    let outcomes = try await Self.outcomes(of: seeds, comparingWithShipped: true)
    for outcome in outcomes where outcome.problem != nil {
      Issue.record("LAW_FIRST=\(outcome.seed):\n\(outcome.story.joined(separator: "\n"))")
    }
    // Histories in which nothing happens prove nothing.
    guard Self.first == nil else { return }
    let events = outcomes.reduce(into: TeamLife.Events()) { $0 += $1.events }
    #expect(events.installs > 5 * seeds.count, "\(events)")
    #expect(events.refusals > seeds.count, "\(events)")
    #expect(events.hotfixes > seeds.count / 4, "\(events)")
    #expect(events.withdrawals > seeds.count / 20, "\(events)")
  }

  /// The law has teeth: the other checks of the tool do not suffice.
  @Test func devicesAreStrandedWithoutComparison() async throws {
    let outcomes = try await Self.outcomes(of: 0..<8, comparingWithShipped: false)
    let problems = outcomes.compactMap(\.problem)
    #expect(problems.contains { $0.contains(" is stranded: ") }, "\(problems)")
  }

  private static func outcomes(
    of seeds: Range<Int>, comparingWithShipped: Bool
  ) async throws -> [Outcome] {
    try await withThrowingTaskGroup(of: [Outcome].self) { group in
      for batch in 0..<batches {
        group.addTask {
          var outcomes: [Outcome] = []
          for seed in seeds where seed % batches == batch {
            let life = try TeamLife(seed: seed, comparingWithShipped: comparingWithShipped)
            let problem = try await life.run()
            outcomes.append(
              Outcome(seed: seed, problem: problem, story: life.story, events: life.events))
          }
          return outcomes
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
  }
}
