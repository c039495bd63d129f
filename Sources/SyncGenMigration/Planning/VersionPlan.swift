package import SyncGenDiagnostics
package import SyncGenSchema

/// The migration of databases of older versions to the newest one, step by step.
package struct VersionPlan: Sendable {
  /// The steps from each version to the next, ascending.
  package let steps: [VersionStep]

  package static let none = VersionPlan(steps: [])

  package init(steps: [VersionStep]) {
    self.steps = steps
  }
}

/// The migration from one version to the next. It runs in one transaction, with foreign keys off.
package struct VersionStep: Sendable {
  let pairing: SchemaPairing
  /// The tables of both versions.
  let tables: [TablePairing]
  package let changes: [SchemaChange]
  package let stages: [StepStage]

  package var old: Schema { pairing.old }
  package var new: Schema { pairing.new }

  /// Whether SQL alone is not sufficient: a step with a custom function runs only in the app.
  package var needsApp: Bool {
    stages.contains { if case .app = $0.action { true } else { false } }
  }
}

extension VersionStep {
  /// Whether entities of the new version have another name than in the old one.
  package var renamesEntities: Bool {
    pairing.members.contains { old[$0.old].name != new[$0.new].name }
  }

  /// The required attributes that are new or were optional, with the entities that both versions
  /// have.
  package var attributesWithoutValues: [(entity: Entity, attribute: Attribute)] {
    pairing.members.flatMap { members in
      let (before, after) = (old[members.old], new[members.new])
      return zip(after.attributes, members.attributes.oldPositions).filter { attribute, former in
        !attribute.isOptional && former.map { before.attributes[$0].isOptional } ?? true
      }.map { (after, $0.0) }
    }
  }
}

/// A part of a step.
package struct StepStage: Hashable, Sendable {
  package enum Action: Hashable, Sendable {
    case operations([MigrationOperation])
    /// A function that the app provides, by its name.
    case app(String)
  }

  package let weight: SchemaChange.Weight
  /// The reason for its weight.
  package let reason: String
  package let suitsCloudKit: Bool
  package let action: Action
  /// The permitted effect of the schema's SQL on rows from the old version: tables of which it may
  /// delete some, and columns that it may empty, as `tasks` and `tasks.title`.
  package var mayChange: Set<String> = []
  /// For a function of the app: the entities that it uses as models, as stated in the schema.
  package var entities: [String]?
  /// Whether it runs before the structural change.
  package var runsBefore = false
}

extension VersionStep {
  /// The place where the schema states something about the step, or else its version.
  package var span: SourceSpan {
    new.migrations.first { $0.version == new.version }?.span ?? new.versionSpan
  }
}
