import SyncGenMigration
import SyncGenSchema
import SyncGenTemplateEngine

/// The step from one version to the next as exposed to templates.
struct VersionStepContext: ContextSubject {
  let step: VersionStep
  /// The first version that CloudKit mirrors; `nil` if it mirrors none.
  private let mirroredSince: Int?
  /// The names of the new and the old version, shared because hundreds of stages use them.
  fileprivate let names: Deferred<StepNames>

  /// - Parameter newest: The newest version, with what is generated.
  init(step: VersionStep, to newest: Schema) {
    self.step = step
    mirroredSince = newest.generation.cloudKit?.value
    names = Deferred { StepNames(new: SwiftNames(step.new), old: SwiftNames(step.old)) }
  }

  static let type = ContextType<Self>(
    "version step", "The migration from a version to the next.",
    [
      .number("from", "The version that it starts from.") { $0.step.old.version },
      .number("version", "The version that it migrates to.") { $0.step.new.version },
      .text("schema", "The schema's name in the version that it migrates to.") {
        $0.step.new.name.name
      },
      .flag("adopts", "Whether the database may belong to another program that also uses it.") {
        $0.step.new.adopts
      },
      .flag(
        "needsApp", "Whether a stage of it is a function of the app, so that the SQL is incomplete."
      ) {
        $0.step.needsApp
      },
      .objects(
        "rebuiltTables",
        "The tables of the old version that are rebuilt, which loses what other programs "
          + "have added to them."
      ) { $0.step.rebuiltTables.map(RebuiltTableContext.init) },
      .objects("changes", "The differences between the two versions.") {
        $0.step.changes.map(SchemaChangeContext.init)
      },
      .objects("stages", "The stages, in order.") { context in
        context.step.stages.map { stage in
          MigrationStageContext(
            stage: stage, names: context.names,
            function: AppFunctionContext(stage, of: context.step))
        }
      },
      .group("swift", "What only Swift code needs.", swiftMembers),
      .group("swiftData", "What SwiftData needs.", swiftDataMembers),
    ])

  private static let swiftMembers: [ContextMember<Self>] = [
    .text("from", "The version that it starts from in Swift, e.g. `TrackerSchemaV1`.") {
      $0.names.value.old.versionedSchema
    },
    .text("version", "The version that it migrates to in Swift.") {
      $0.names.value.new.versionedSchema
    },
    .texts("types", "The Swift types of changed tables that SQL does not express, one per line.") {
      StoredTypes(schema: $0.step.new).lines(notIn: $0.step.old)
    },
  ]

  private static let swiftDataMembers: [ContextMember<Self>] = [
    .flag(
      "isLightweight", "Whether SwiftData can migrate it automatically; it cannot rename classes."
    ) { $0.step.isLightweight(mirroredSince: $0.mirroredSince) }
  ]
}

/// The names of the versions of a step.
private struct StepNames: Sendable {
  let new: SwiftNames
  let old: SwiftNames
}

extension VersionStep {
  /// Whether the app or the schema's SQL changes rows in the step.
  var hasCode: Bool {
    stages.contains { stage in
      guard case .operations(let operations) = stage.action else { return true }
      return operations.contains { if case .run = $0 { true } else { false } }
    }
  }

  /// Whether SwiftData can migrate the step automatically. A mirrored store can take nothing else:
  /// what it would need is reported as an error.
  func isLightweight(mirroredSince version: Int?) -> Bool {
    if let version, old.version >= version { return true }
    return !renamesEntities && !hasCode
      && changes.allSatisfy { $0.weight == .lightweight || $0.dropsTable }
  }
}

/// A table that a step creates again as exposed to templates.
struct RebuiltTableContext: ContextSubject {
  let table: RebuiltTable

  static let type = ContextType<Self>(
    "rebuilt table", "A table of the old version that a version step rebuilds.",
    [
      .text("name", "Its name, not quoted.") { $0.table.name.name },
      .group("sql", "What SQL needs.", sqlMembers),
    ])

  private static let sqlMembers: [ContextMember<Self>] = [
    .text("name", "Its name as an SQL string.") { SQLText.string($0.table.name.name) },
    .texts("columns", "The names of its columns as SQL strings.") {
      $0.table.columns.map { SQLText.string($0.name) }
    },
    .texts("indexes", "The names of its indexes as SQL strings.") {
      $0.table.indexes.map { SQLText.string($0.name) }
    },
  ]
}

/// A difference between two versions as exposed to templates.
struct SchemaChangeContext: ContextSubject {
  let change: SchemaChange

  static let type = ContextType<Self>(
    "change", "A difference between two versions.",
    [
      .text("text", "E.g. `adds attribute 'Task.title'`.") { $0.change.text },
      .text("weight", "`lightweight` or `custom`.") { $0.change.weight.rawValue },
      .text("reason", "The reason for the weight.") { $0.change.reason },
      .optionalText("data", "The effect on rows, if there is one.") { $0.change.data },
      .text("summary", "The change and what happens to rows.") {
        $0.change.text + ($0.change.data.map { ": \($0)" } ?? "")
      },
      .group("swiftData", "What SwiftData needs.", swiftDataMembers),
    ])

  private static let swiftDataMembers: [ContextMember<Self>] = [
    .flag("suitsCloudKit", "Whether it is possible in a store that CloudKit mirrors.") {
      $0.change.suitsCloudKit
    }
  ]
}

/// A part of a step as exposed to templates.
struct MigrationStageContext: ContextSubject {
  let stage: StepStage
  fileprivate let names: Deferred<StepNames>
  /// The function, for a stage that the app runs.
  let function: AppFunctionContext?

  static let type = ContextType<Self>(
    "migration stage", "A part of a version step.",
    [
      .text("weight", "`lightweight` or `custom`.") { $0.stage.weight.rawValue },
      .text("reason", "The reason for the weight.") { $0.stage.reason },
      .text("summary", "The weight with its first letter in upper case, and the reason.") {
        let weight = $0.stage.weight.rawValue
        return weight.prefix(1).uppercased() + weight.dropFirst() + ": " + $0.stage.reason + "."
      },
      .optionalText("custom", "The name of the app's function, for a stage that the app runs.") {
        if case .app(let name) = $0.stage.action { name } else { nil }
      },
      .optionalObject("function", "The app's function, for a stage that the app runs.") {
        $0.function
      },
      .optionalText(
        "statements", "The SQL under `sql:` of the schema, for a stage with only that SQL."
      ) {
        guard case .operations(let operations) = $0.stage.action, operations.count == 1,
          case .run(let sql)? = operations.first
        else { return nil }
        return SQLText.terminated(sql)
      },
      .objects("operations", "The SQL operations, in order.") { context -> [OperationContext] in
        guard case .operations(let operations) = context.stage.action else { return [] }
        let names = context.names.value
        return operations.map {
          OperationContext(operation: $0, names: names.new, oldNames: names.old)
        }
      },
      .group("swiftData", "What SwiftData needs.", swiftDataMembers),
    ])

  private static let swiftDataMembers: [ContextMember<Self>] = [
    .flag("suitsCloudKit", "Whether it is possible in a store that CloudKit mirrors.") {
      $0.stage.suitsCloudKit
    }
  ]
}
