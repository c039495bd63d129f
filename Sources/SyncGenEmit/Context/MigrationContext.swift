import SyncGenMigration
import SyncGenSchema
import SyncGenTemplateEngine

/// A migration as exposed to templates.
struct MigrationContext: ContextSubject {
  let migration: Migration

  static let type = ContextType<Self>(
    "migration", "The entries of a version under `migrations:`.",
    [
      .number("version", "The version that it migrates to.") { $0.migration.version },
      .objects("steps", "The lines in their order.") {
        $0.migration.steps.map(MigrationStepContext.init)
      },
    ])
}

/// A line of a migration as exposed to templates.
struct MigrationStepContext: ContextSubject {
  let step: StatedStep

  static let type = ContextType<Self>(
    "migration step", "A line of a migration.",
    [
      .text("kind", "`sql`, `custom`, `drops`, `allow-lossy` or `remote-changed`.") {
        switch $0.step.action {
        case .sql: "sql"
        case .custom: "custom"
        case .drops: "drops"
        case .allowLossy: "allow-lossy"
        case .remoteChanged: "remote-changed"
        }
      },
      .optionalText("statement", "The statement.") {
        guard case .sql(let statement) = $0.step.action else { return nil }
        return statement
      },
      .optionalText("custom", "The name of the app's function.") {
        guard case .custom(let name) = $0.step.action else { return nil }
        return name
      },
      .texts("names", "The entities and members that the line names.") {
        switch $0.step.action {
        case .drops(let names), .allowLossy(let names), .remoteChanged(let names): names
        case .sql, .custom: []
        }
      },
      .flag("runsBefore", "Whether it runs before the tables change.") {
        $0.step.runsBefore
      },
    ])
}

/// The versions before the schema's own as exposed to templates.
struct HistoryContext: ContextSubject {
  let plan: VersionPlan
  let newest: Schema

  static let type = ContextType<Self>(
    "history", "The frozen versions before this one, and the step from each to the next.",
    [
      .objects("versions", "The earlier versions, in ascending order.") { context in
        context.plan.steps.map { SchemaContext($0.old, generatedWith: context.newest) }
      },
      .objects(
        "steps", "From each version to the next, ascending; the last one migrates to this version."
      ) { context in
        context.plan.steps.map { VersionStepContext(step: $0, to: context.newest) }
      },
    ])
}
