extension Shrinker {
  /// Reduces the actions of a failed simulation.
  mutating func shrink(_ failure: Failure, of scenario: Scenario) async throws -> Failure {
    try await shrink(failure) { actions in
      do {
        _ = try await SimulationRun.run(scenario, actions)
        return nil
      } catch let failure as SimulationFailure {
        return failure.description
      }
    }
  }
}

extension Shrinker.Failure: CustomStringConvertible {
  /// The trace, one action per line, and the failure.
  var description: String {
    (["the shortest that fails, \(actions.count) actions:"] + actions.map(\.description)
      + ["", reason]).joined(separator: "\n")
  }
}
