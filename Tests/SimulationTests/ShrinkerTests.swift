import SwiftSyncRuntime
import Testing

@testable import sync_client

/// The shrinker, with failures that need no server.
@Suite struct ShrinkerTests {
  private let plan = Plan.actions(Scenario(wireProtocol: .batch, seed: 7, rounds: 100))

  private func shrink(
    limit: Int = 10_000, _ fails: ([Action]) -> Bool
  ) async -> [Action] {
    var shrinker = Shrinker(limit: limit)
    let failure = Shrinker.Failure(actions: plan, reason: "it fails")
    return await shrinker.shrink(failure) { fails($0) ? "it fails" : nil }.actions
  }

  @Test func removesUnneededActions() async {
    let needed = [plan[3], plan[40], plan[plan.count - 1]]
    let found = await shrink { actions in needed.allSatisfy(actions.contains) }
    #expect(found == needed)
  }

  @Test func keepsOneOfSeveralCauses() async {
    let found = await shrink { actions in actions.contains { $0.deed == .syncAll } }
    #expect(found.map(\.deed) == [.syncAll])
  }

  @Test func simplifiesActions() async {
    func isSync(_ action: Action) -> Bool {
      if case .sync = action.deed { return true }
      return false
    }
    let found = await shrink { $0.contains(where: isSync) }
    #expect(found.map(\.deed) == [.sync([])])
  }

  @Test func findsActionsInLongPlan() async throws {
    let plan = Plan.actions(Scenario(wireProtocol: .batch, seed: 7, rounds: 1000))
    let needed = [plan[700], plan[712]]
    var longest = 0
    var tries = 0
    var shrinker = Shrinker(limit: 1000)
    let failure = Shrinker.Failure(actions: plan, reason: "it fails")
    let found = await shrinker.shrink(failure) { actions in
      tries += 1
      longest = max(longest, actions.count)
      return needed.allSatisfy(actions.contains) ? "it fails" : nil
    }
    #expect(found.actions == needed)
    #expect(longest < plan.count / 4 && tries < 200, "\(longest) of \(plan.count), \(tries) tries")
  }

  @Test func stopsAtLimit() async {
    var tries = 0
    var shrinker = Shrinker(limit: 5)
    let failure = Shrinker.Failure(actions: plan, reason: "it fails")
    let found = await shrinker.shrink(failure) { _ in
      tries += 1
      return nil
    }
    #expect(tries == 5 && found.actions == plan)
  }

  @Test func seedDeterminesPlan() {
    let scenario = Scenario(wireProtocol: .operations, seed: 8, rounds: 50, hasKills: true)
    #expect(Plan.actions(scenario) == Plan.actions(scenario))
    let other = Scenario(wireProtocol: .operations, seed: 9, rounds: 50, hasKills: true)
    #expect(Plan.actions(scenario) != Plan.actions(other))
  }
}
