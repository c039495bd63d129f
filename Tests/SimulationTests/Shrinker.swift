/// Finds a short list of actions that fails as a long one does: delta debugging (Zeller and Hildebrandt, 2002).
struct Shrinker {
  /// The most lists that are tried.
  var limit: Int
  /// When no more is tried.
  var deadline = ContinuousClock.now + .seconds(3600)

  /// A list and how it fails.
  struct Failure: Sendable {
    let actions: [Action]
    let reason: String
  }

  private var tries = 0

  init(limit: Int) {
    self.limit = limit
  }

  /// - Parameter fails: How a list fails; `nil` if it does not.
  mutating func shrink(
    _ failure: Failure, _ fails: ([Action]) async throws -> String?
  ) async rethrows -> Failure {
    var shortest = try await leaveOut(failure, fails)
    while let simpler = try await simplify(shortest, fails) {
      shortest = try await leaveOut(simpler, fails)
    }
    return shortest
  }

  /// Leaves out ever smaller pieces, those of the end first: what comes behind a failure is rarely its reason.
  private mutating func leaveOut(
    _ failure: Failure, _ fails: ([Action]) async throws -> String?
  ) async rethrows -> Failure {
    var shortest = failure
    var size = max(1, shortest.actions.count / 2)
    while true {
      var end = shortest.actions.count
      var isShorter = false
      while end > 0 {
        let start = max(0, end - size)
        let rest = Array(shortest.actions[..<start] + shortest.actions[end...])
        if let reason = try await attempt(rest, fails) {
          shortest = Failure(actions: rest, reason: reason)
          isShorter = true
        }
        end = start
      }
      guard size > 1 || isShorter, mayTry else { return shortest }
      size = max(1, size / 2)
    }
  }

  private mutating func simplify(
    _ failure: Failure, _ fails: ([Action]) async throws -> String?
  ) async rethrows -> Failure? {
    for (index, action) in failure.actions.enumerated() {
      for simpler in action.simpler {
        var actions = failure.actions
        actions[index] = simpler
        if let reason = try await attempt(actions, fails) {
          return Failure(actions: actions, reason: reason)
        }
      }
    }
    return nil
  }

  private var mayTry: Bool { tries < limit && ContinuousClock.now < deadline }

  private mutating func attempt(
    _ actions: [Action], _ fails: ([Action]) async throws -> String?
  ) async rethrows -> String? {
    guard mayTry else { return nil }
    tries += 1
    return try await fails(actions)
  }
}
