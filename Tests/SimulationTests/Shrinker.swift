/// Finds a short list of actions that fails like a long one: delta debugging (Zeller and
/// Hildebrandt, 2002).
struct Shrinker {
  /// The maximum number of lists to try.
  var limit: Int
  /// The time after which no further list is tried.
  var deadline = ContinuousClock.now + .seconds(3600)

  /// A list and its failure.
  struct Failure: Sendable {
    let actions: [Action]
    let reason: String
  }

  private var tries = 0

  init(limit: Int) {
    self.limit = limit
  }

  /// - Parameter fails: Returns the failure of a list; `nil` if it does not fail.
  mutating func shrink(
    _ failure: Failure, _ fails: ([Action]) async throws -> String?
  ) async rethrows -> Failure {
    var shortest = try await leaveOut(try await narrow(failure, fails), fails)
    while let simpler = try await simplify(shortest, fails) {
      shortest = try await leaveOut(simpler, fails)
    }
    return shortest
  }

  /// Looks for one part of a long list that fails on its own, so that not every attempt takes as
  /// long as the whole list.
  ///
  /// Each part includes the earlier creations of tasks and projects: without them it would do
  /// little.
  private mutating func narrow(
    _ failure: Failure, _ fails: ([Action]) async throws -> String?
  ) async rethrows -> Failure {
    let actions = failure.actions
    for count in [16, 8, 4, 2] where actions.count > 32 * count {
      let size = (actions.count + count - 1) / count
      for start in stride(from: 0, to: actions.count, by: size).reversed() {
        let piece =
          actions[..<start].filter(\.makesSomething)
          + actions[start..<min(start + size, actions.count)]
        if let reason = try await attempt(piece, fails) {
          return Failure(actions: piece, reason: reason)
        }
      }
    }
    return failure
  }

  /// Leaves out smaller and smaller parts, starting from the end: what follows a failure is rarely
  /// its cause.
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
