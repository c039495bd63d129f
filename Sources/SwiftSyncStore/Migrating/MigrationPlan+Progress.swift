extension MigrationPlan {
  /// The progress of a migration.
  public struct Progress: Hashable, Sendable {
    /// The current phase.
    public enum Phase: Hashable, Sendable {
      /// The backup is being created.
      case copying
      /// The database is being checked, before the first step or after a step.
      case checking
      /// The statements and functions of a step are running.
      case running
    }

    /// The version that the step starts from.
    public let version: Int
    /// The target version of the step.
    public let nextVersion: Int
    /// The target version of the last step.
    public let newestVersion: Int
    /// The number of completed steps.
    public let doneSteps: Int
    /// The number of steps from the version that the database had to the newest one.
    public let steps: Int
    /// The current phase.
    public let phase: Phase
    /// The number of completed operations of the step.
    public let doneOperations: Int
    /// The number of operations of the step. Their durations differ.
    public let operations: Int

    /// How much of the migration is done, from 0 to 1, for a progress view. Each step counts the same.
    public var fraction: Double {
      let ofStep = operations == 0 ? 0 : Double(doneOperations) / Double(operations)
      return min(1, (Double(doneSteps) + ofStep) / Double(max(1, steps)))
    }
  }
}

extension MigrationPlan.Progress: CustomStringConvertible {
  /// A description, e.g. `version 2 to 3 of 5: running, 4 of 12`.
  public var description: String {
    "version \(version) to \(nextVersion) of \(newestVersion): \(phase), "
      + "\(doneOperations) of \(operations)"
  }
}
