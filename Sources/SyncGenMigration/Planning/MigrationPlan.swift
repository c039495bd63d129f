package import SyncGenSchema

/// How databases of older versions become ones of the newest, step by step.
package struct MigrationPlan: Sendable {
  /// From each version to the next, ascending.
  package let steps: [VersionStep]

  package static let none = MigrationPlan(steps: [])

  package init(steps: [VersionStep]) {
    self.steps = steps
  }
}

/// The way from one version to the next. It runs in one transaction, with foreign keys off.
package struct VersionStep: Sendable {
  package let old: Schema
  package let new: Schema
  package let changes: [SchemaChange]
  package let stages: [MigrationStage]

  /// Whether SQL alone does it: a step with a custom stage runs only in the app.
  package var needsApp: Bool {
    stages.contains { if case .app = $0.action { true } else { false } }
  }
}

/// A part of a step.
package struct MigrationStage: Hashable, Sendable {
  package enum Action: Hashable, Sendable {
    case operations([MigrationOperation])
    /// A function that the app supplies, by its name.
    case app(String)
  }

  package let weight: SchemaChange.Weight
  /// What makes it of that weight.
  package let reason: String
  package let suitsCloudKit: Bool
  package let action: Action
  /// What the SQL of the schema may do to rows that come from the old version: tables of which it may delete
  /// some, and columns that it may empty, as `tasks` and `tasks.title`.
  package var mayChange: Set<String> = []
  /// For a function of the app: the entities that the schema says it uses as models.
  package var entities: [String]?
  /// Whether it runs before the structural change.
  package var runsBefore = false
}
