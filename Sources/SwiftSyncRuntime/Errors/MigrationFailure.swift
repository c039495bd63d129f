/// Why a database could not become one of the next version. The step has changed nothing.
public struct MigrationFailure: Error, Sendable {
  /// The database file.
  public let path: String
  /// The schema's name.
  public let schema: String
  /// The version that the database has, and keeps.
  public let version: Int
  /// The version that it could not become.
  public let nextVersion: Int
  /// What went wrong and, where it is known, what to do; lower case, no full stop.
  public let reason: String
  /// The underlying error: of SQLite, or what the app's function has thrown.
  public let cause: (any Error)?

  /// A failure; the store makes them, and tests of apps may.
  public init(
    path: String, schema: String, version: Int, nextVersion: Int, reason: String,
    cause: (any Error)? = nil
  ) {
    self.path = path
    self.schema = schema
    self.version = version
    self.nextVersion = nextVersion
    self.reason = reason
    self.cause = cause
  }
}

extension MigrationFailure: Hashable {
  /// Whether both say the same of the same step.
  public static func == (left: Self, right: Self) -> Bool {
    left.description == right.description
  }

  /// Feeds the words of the failure.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(description)
  }
}

extension MigrationFailure: CustomStringConvertible {
  /// What could not be done and why, and that nothing has changed.
  public var description: String {
    "the database \(path) stays at version \(version) of '\(schema)', because it could not become "
      + "version \(nextVersion): \(reason)"
  }
}
