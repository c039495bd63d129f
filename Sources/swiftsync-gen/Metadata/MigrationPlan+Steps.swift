import SwiftSyncRuntime
import SyncGenCore
import SyncGenMigration
import SyncGenSchema

extension SwiftSyncRuntime.MigrationPlan {
  /// The plan as a store follows it. Functions of the app are only named: a store that would have to
  /// run one refuses.
  init(_ plan: SyncGenMigration.MigrationPlan) {
    self.init(
      steps: plan.steps.map { step in
        SwiftSyncRuntime.MigrationStep(
          from: step.old.version, SchemaMetadata(step.old), to: step.new.version,
          SchemaMetadata(step.new), stages: Self.stages(of: step))
      })
  }

  private static func stages(of step: VersionStep) -> [SwiftSyncRuntime.MigrationStage] {
    zip(step.stages, Pipeline.statements(of: step)).map { stage, statements in
      switch (stage.action, stage.weight) {
      case (.app(let name), _): .custom(name, nil)
      case (.operations, .lightweight): .lightweight(statements)
      case (.operations, .custom): .custom(statements)
      }
    }
  }
}
