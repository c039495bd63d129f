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
  private static let count = environment["LAW_SEEDS"].flatMap { Int($0) } ?? 20

  @Test func noDeviceIsStrandedWhileCIIsGreen() async throws {
    let last = Self.first.map { $0 + 1 } ?? Self.count
    var total = TeamLife.Events()
    for seed in (Self.first ?? 0)..<last {
      let life = try TeamLife(seed: seed, comparingWithShipped: true)
      let problem = try await life.run()
      #expect(problem == nil, "LAW_FIRST=\(seed):\n\(life.story.joined(separator: "\n"))")
      total += life.events
    }
    // Histories in which nothing happens prove nothing.
    guard Self.first == nil else { return }
    #expect(total.installs > 2 * last, "\(total)")
    #expect(total.refusals > last, "\(total)")
    #expect(total.hotfixes > last / 4, "\(total)")
    #expect(total.withdrawals > last / 10, "\(total)")
  }

  /// The law has teeth: the other checks of the tool do not suffice.
  @Test func devicesAreStrandedWithoutComparison() async throws {
    var problems = 0
    for seed in 0..<10 {
      let life = try TeamLife(seed: seed, comparingWithShipped: false)
      guard let problem = try await life.run() else { continue }
      if problem.contains("is stranded: ") || problem.contains(", expected ") { problems += 1 }
    }
    #expect(problems > 0)
  }
}
