@_spi(Generated) import SwiftSyncSession
import SyncGenCommandLine
import SyncGenMigration
import SyncGenSchema

extension SchemaMetadata {
  /// Creates the metadata of a schema for the runtime: that of generated code, from the same
  /// template.
  ///
  /// - Parameter forSamples: Whether they list values of enums that keep unknown ones.
  convenience init(_ schema: Schema, forSamples: Bool = false) {
    self.init(
      name: schema.name.name, version: schema.version,
      fingerprint: Pipeline.fingerprint(of: schema),
      json: Pipeline.metadata(of: schema, forSamples: forSamples),
      strict: schema.conventions.coercion == .strict,
      adoption: schema.isReadOnly ? .readOnly : schema.adopts ? .readWrite : nil,
      triggerFormat: Pipeline.triggerFormat, tables: Pipeline.allTables(of: schema),
      triggers: Pipeline.triggers(of: schema))
  }
}

extension MigrationPlan {
  /// Creates the plan for a store. Functions of the app are only named: a store that would have to
  /// run one refuses.
  init(_ plan: VersionPlan) {
    guard let oldest = plan.steps.first?.old else {
      self = .none
      return
    }
    self.init(
      from: oldest.version, tables: Pipeline.tables(of: oldest),
      steps: plan.steps.map { step in
        MigrationStep(
          from: step.old.version, to: step.new.version,
          fingerprint: Pipeline.fingerprint(of: step.old),
          rebuilding: step.rebuiltTables.map(\.name.name),
          stages: Self.stages(of: step.withoutTriggers))
      })
  }

  private static func stages(of step: VersionStep) -> [MigrationStep.Stage] {
    zip(step.stages, Pipeline.statements(of: step)).map { stage, statements in
      switch (stage.action, stage.weight) {
      case (.app(let name), _): .custom(name, nil)
      case (.operations(let operations), _) where operations.isStatedSQL:
        .sql(statements.joined(separator: "\n"))
      case (.operations(let operations), .lightweight):
        .lightweight(Self.statements(operations, statements, of: step.new))
      case (.operations(let operations), .custom):
        .custom(Self.statements(operations, statements, of: step.new))
      }
    }
  }

  private static func statements(
    _ operations: [MigrationOperation], _ statements: [String], of schema: Schema
  ) -> [MigrationStatement] {
    zip(operations, statements).map { operation, sql in
      operation.addition(to: schema).map { .adding(AddedObject($0), sql) }
        ?? MigrationStatement(sql)
    }
  }
}

extension AddedObject {
  fileprivate init(_ addition: MigrationOperation.Addition) {
    switch addition {
    case .table(let name): self = .table(name.name)
    case .column(let name, let table): self = .column(name.name, of: table.name)
    case .index(let name, let table): self = .index(name.name, of: table.name)
    case .search(let name): self = .search(name.name)
    }
  }
}

extension [MigrationOperation] {
  /// Whether the stage is SQL under `sql:` of the schema.
  fileprivate var isStatedSQL: Bool {
    if count == 1, case .run? = first { true } else { false }
  }
}
