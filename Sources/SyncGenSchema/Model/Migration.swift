package import SyncGenDiagnostics

/// How a version is reached from the previous one, as stated in a schema.
package struct Migration: Hashable, Sendable {
  package let version: Int
  package let steps: [StatedStep]
  package let span: SourceSpan
}

extension Schema {
  /// The lines of the migration to a version; `nil` if the schema does not state it.
  package func steps(to version: Int) -> [StatedStep]? {
    migrations.first { $0.version == version }?.steps
  }

  /// The lines of the migration to its own version.
  package var steps: [StatedStep] { steps(to: version) ?? [] }
}

/// One line of a migration.
package struct StatedStep: Hashable, Sendable {
  package enum Action: Hashable, Sendable {
    case sql(String)
    /// The name of a Swift function that the app provides.
    case custom(String)
    /// Entities (`Pet`) and members (`Person.nick`) that are dropped deliberately.
    case drops([String])
    /// Entities and members whose values may be lost if they do not fit.
    case allowLossy([String])
    case remoteChanged([String])
  }

  package let action: Action
  /// Whether it runs on the old tables, before the structural change.
  package let runsBefore: Bool
  /// For `sql`: tables of which it may delete rows, and columns that it may empty, as `tasks` and
  /// `tasks.title`.
  package let mayChange: [Located<String>]
  /// For `custom`: the entities that the function uses as models; `nil` for those that the step
  /// changes.
  package let entities: [Located<String>]?
  package let span: SourceSpan
}
