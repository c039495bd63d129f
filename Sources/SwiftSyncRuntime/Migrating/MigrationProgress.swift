/// How far a migration is.
public struct MigrationProgress: Hashable, Sendable {
  /// What is being done.
  public enum Phase: Hashable, Sendable {
    /// The copy is made that was asked for.
    case copying
    /// The database is checked, before the first step or after one.
    case checking
    /// The statements and the app's functions of a step are run.
    case running
  }

  /// The version that the step starts from.
  public let version: Int
  /// The version that the step leads to.
  public let nextVersion: Int
  /// The version that the last step leads to.
  public let newestVersion: Int
  /// What is being done.
  public let phase: Phase
  /// How many operations of the step are done.
  public let doneOperations: Int
  /// How many operations the step has. Some take long, most do not.
  public let operations: Int
}

extension MigrationProgress: CustomStringConvertible {
  /// E.g. `version 2 to 3 of 5: running, 4 of 12`.
  public var description: String {
    "version \(version) to \(nextVersion) of \(newestVersion): \(phase), "
      + "\(doneOperations) of \(operations)"
  }
}
