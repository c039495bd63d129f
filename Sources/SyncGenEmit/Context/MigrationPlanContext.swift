import SyncGenMigration
import SyncGenSchema
import SyncGenTemplateEngine

/// The migrations of databases through all versions, as exposed to templates.
struct MigrationPlanContext: ContextSubject {
  let plan: VersionPlan
  let newest: Schema

  static let type = ContextType<Self>(
    "migration plan", "The migration of older databases to the newest version.",
    [
      .optionalObject("oldest", "The oldest version.") {
        $0.plan.steps.first.map { SchemaContext($0.old) }
      },
      .objects("steps", "From each version to the next, ascending, without triggers.") { context in
        context.plan.steps.map {
          VersionStepContext(step: $0.withoutTriggers, to: context.newest)
        }
      },
      .objects("functions", "The app's functions, each once.") { context in
        context.plan.steps.flatMap(AppFunctionContext.all).uniqued()
      },
      .group("swift", "What only Swift code needs.", swiftMembers),
    ])

  private static let swiftMembers: [ContextMember<Self>] = [
    .text("name", "The plan in Swift, e.g. `TrackerMigrationPlan`.") { $0.swiftName },
    .text(
      "stagesName", "The protocol of the app's functions, e.g. `TrackerMigrationStages`."
    ) { $0.newest.name.name + "MigrationStages" },
    .texts("types", "The Swift types of the oldest tables that SQL does not express.") {
      $0.plan.steps.first.map { StoredTypes(schema: $0.old).lines } ?? []
    },
    .objects(
      "currentModels", "Models and enums of the newest version that older versions have as well."
    ) { CurrentModelContext.all(in: $0.plan, newest: $0.newest) },
    .objects("rowSets", "The rows of versions that the app's functions get, each once.") {
      $0.rowSets
    },
  ]

  private var swiftName: String { newest.name.name + "MigrationPlan" }

  private var rowSets: [RowSetContext] {
    plan.steps.flatMap { step in
      AppFunctionContext.all(of: step).flatMap { function in
        function.runsBefore
          ? [rowSet(of: step.old, isOld: false)]
          : [rowSet(of: step.old, isOld: true), rowSet(of: step.new, isOld: false)]
      }
    }.uniqued()
  }

  private func rowSet(of schema: Schema, isOld: Bool) -> RowSetContext {
    let names =
      newest.generation.history == .all
      ? Set(schema.entities.map(\.name.name))
      : ModelSelection.entities(of: schema.version, in: plan)
    return RowSetContext(
      schema: schema, isOld: isOld, newestVersion: newest.version, models: names)
  }
}

/// A function of the app that a step runs, as exposed to templates.
struct AppFunctionContext: ContextSubject, Hashable {
  let name: String
  let runsBefore: Bool
  let version: Int
  let nextVersion: Int
  let unmanagedColumns: [String]

  static let type = ContextType<Self>(
    "app function", "A function of the app that a step runs, named under `custom:`.",
    [
      .text("name", "The function's name.") { $0.name },
      .flag("runsBefore", "Whether it runs on the old tables, before the change.") {
        $0.runsBefore
      },
      .number("from", "The version that the step starts from.") { $0.version },
      .number("version", "The version that the step migrates to.") { $0.nextVersion },
      .texts(
        "unmanagedColumns",
        "The tables, and columns such as `tasks.title`, whose content the plan leaves to the function."
      ) { $0.unmanagedColumns },
    ])
}

extension AppFunctionContext {
  /// Returns `nil` for a stage of SQL.
  init?(_ stage: StepStage, of step: VersionStep) {
    guard case .app(let name) = stage.action else { return nil }
    self.init(
      name: name, runsBefore: stage.runsBefore, version: step.old.version,
      nextVersion: step.new.version,
      unmanagedColumns: step.unmanagedColumns(before: stage.runsBefore))
  }

  /// The functions of a step in the order of its stages.
  static func all(of step: VersionStep) -> [AppFunctionContext] {
    step.stages.compactMap { AppFunctionContext($0, of: step) }
  }
}

/// The rows of one version that functions of the app receive, as exposed to templates.
struct RowSetContext: ContextSubject {
  let schema: Schema
  let isOld: Bool
  let newestVersion: Int
  /// The names of the entities that have models.
  let models: Set<String>

  static let type = ContextType<Self>(
    "row set", "The rows of one version that functions of the app get.",
    [
      .number("version", "The version.") { $0.schema.version },
      .flag("isOld", "Whether they are the rows before the step, which are read-only.") {
        $0.isOld
      },
      .text("name", "The type's name, e.g. `OldRows2` or `Rows3`.") {
        ($0.isOld ? "OldRows" : "Rows") + "\($0.schema.version)"
      },
      .objects("entities", "Those with models, in the order of the schema.") { $0.entities },
    ])

  private var entities: [RowSetEntityContext] {
    var taken: Set<String> = ["database"]
    let names = SwiftNames(schema)
    return schema.entityIDs.filter { models.contains(schema[$0].name.name) }.map { id in
      let entity = schema[id]
      var name = Self.property(for: entity.plural)
      while !taken.insert(name).inserted { name += "Rows" }
      return RowSetEntityContext(name: name, model: model(id, names))
    }
  }

  /// The newest version's models are not nested.
  private func model(_ id: EntityID, _ names: SwiftNames) -> String {
    schema.version == newestVersion
      ? names.type(id) : "\(names.versionedSchema).\(schema[id].name.source)"
  }

  /// The name of the property, e.g. `taskItems` for `task_items`.
  private static func property(for plural: String) -> String {
    let words = plural.split(separator: "_").map(String.init)
    return words.prefix(1).joined()
      + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}

extension RowSetContext: Hashable {
  static func == (left: Self, right: Self) -> Bool {
    left.schema.version == right.schema.version && left.isOld == right.isOld
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(schema.version)
    hasher.combine(isOld)
  }
}

/// The rows of one entity within a row set as exposed to templates.
struct RowSetEntityContext: ContextSubject {
  let name: String
  let model: String

  static let type = ContextType<Self>(
    "row set entity", "The rows of one entity within a row set.",
    [
      .text("name", "The property's name: the plural, e.g. `taskItems`.") { $0.name },
      .text("type", "The model.") { $0.model },
    ])
}
