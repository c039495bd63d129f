import SyncGenMigration
import SyncGenTemplateEngine

/// The versions before the schema's own as templates see them.
struct HistoryContext: ContextSubject {
  let plan: MigrationPlan

  static let type = ContextType<Self>(
    "history", "The frozen versions before this one, and the way from each to the next.",
    [
      .objects("versions", "The versions before this one, ascending.") {
        $0.plan.steps.map { SchemaContext($0.old) }
      },
      .objects("steps", "From each version to the next, ascending; the last one leads here.") {
        $0.plan.steps.map(VersionStepContext.init)
      },
    ])
}
