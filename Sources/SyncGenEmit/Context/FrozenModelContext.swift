import SyncGenMigration
import SyncGenSchema
import SyncGenTemplateEngine

/// The models that code of an older version uses.
struct FrozenModels {
  private let newest: Schema
  /// Their positions in the version, and the newest version's model if it is the same.
  let entities: [(id: EntityID, newest: EntityID?)]
  /// The enums that the models contain, in the same form.
  let enums: [(index: Int, newest: Int?)]
  /// The value types that the models contain, in the same form.
  let types: [(index: Int, newest: Int?)]

  init(of version: Schema, in plan: VersionPlan, newest: Schema) {
    self.newest = newest
    let isWhole = newest.generation.history == .all
    let names = isWhole ? [] : ModelSelection.entities(of: version.version, in: plan)
    let ids = version.entityIDs.filter { isWhole || names.contains(version[$0].name.name) }
    entities = ids.map { ($0, Self.twin(of: $0, in: version, newest)) }
    enums = Set(ids.flatMap { version.enums(of: $0) }).sorted().map { index in
      (index, newest.enums.firstIndex { SchemaFingerprint.isSame($0, version.enums[index]) })
    }
    types = Set(ids.flatMap { version.valueTypes(of: $0) }).sorted().map { index in
      let text = SchemaFingerprint.text(ofType: index, in: version)
      return (
        index,
        newest.valueTypes.indices.first {
          SchemaFingerprint.text(ofType: $0, in: newest) == text
            && !newest.hasAppScalars(
              newest.valueTypes(reachedBy: [.value(newest.valueTypeIDs[$0])]))
        }
      )
    }
  }

  /// - Parameter values: The version's value types as exposed to templates.
  func types(_ values: [TemplateValue], of version: Schema) -> [FrozenTypeContext] {
    let names = SwiftNames(newest)
    return types.filter { !version.valueTypes[$0.index].isOfCase }.map { index, twin in
      FrozenTypeContext(
        value: values[index], name: version.valueTypes[index].name.source,
        newest: twin.map { current(CurrentModelContext(newest.valueTypes[$0], names), names) })
    }
  }

  /// - Parameter values: The version's entities as exposed to templates.
  func models(_ values: [TemplateValue], of version: Schema) -> [FrozenModelContext] {
    let names = SwiftNames(newest)
    return entities.map { id, twin in
      FrozenModelContext(
        entity: values[id.index], name: version[id].name.source,
        newest: twin.map { current(CurrentModelContext($0, names), names) })
    }
  }

  /// - Parameter values: The version's enums as exposed to templates.
  func enums(_ values: [TemplateValue], of version: Schema) -> [FrozenEnumContext] {
    let names = SwiftNames(newest)
    return enums.map { index, twin in
      FrozenEnumContext(
        value: values[index], name: version.enums[index].name.source,
        newest: twin.map { current(CurrentModelContext(newest.enums[$0], names), names) })
    }
  }

  private func current(_ model: CurrentModelContext, _ names: SwiftNames) -> String {
    "\(names.versionedSchema).\(model.name)"
  }

  private static func twin(
    of id: EntityID, in version: Schema, _ newest: Schema
  ) -> EntityID? {
    let text = SchemaFingerprint.text(of: id, in: version)
    return newest.entityIDs.first {
      newest[$0].deprecation == nil && SchemaFingerprint.text(of: $0, in: newest) == text
        && !SwiftNames(newest).hasAppTypes($0)
    }
  }

}

/// A model of an older version as exposed to templates.
struct FrozenModelContext: ContextSubject {
  let entity: TemplateValue
  let name: String
  /// The newest version's model, e.g. `TrackerSchemaV5._CurrentPerson`.
  let newest: String?

  static let type = ContextType<Self>(
    "frozen model", "A model of an older version.",
    [
      .sharedObject("entity", EntityContext.self, "The entity.") { $0.entity },
      .text("name", "The model's name.") { $0.name },
      .optionalText("newest", "The model of the newest version, if it is the same.") {
        $0.newest
      },
    ])
}

/// An enum of an older version as exposed to templates.
struct FrozenEnumContext: ContextSubject {
  let value: TemplateValue
  let name: String
  /// The newest version's enum, e.g. `TrackerSchemaV5._CurrentTaskState`.
  let newest: String?

  static let type = ContextType<Self>(
    "frozen enum", "An enum of an older version.",
    [
      .sharedObject("enum", EnumContext.self, "The enum.") { $0.value },
      .text("name", "The enum's name.") { $0.name },
      .optionalText("newest", "The enum of the newest version, if it is the same.") {
        $0.newest
      },
    ])
}

/// A value type of an older version as exposed to templates.
struct FrozenTypeContext: ContextSubject {
  let value: TemplateValue
  let name: String
  /// The newest version's type, e.g. `TrackerSchemaV5._CurrentAddress`.
  let newest: String?

  static let type = ContextType<Self>(
    "frozen type", "A value type of an older version.",
    [
      .sharedObject("valueType", ValueTypeContext.self, "The value type.") { $0.value },
      .text("name", "The type's name.") { $0.name },
      .optionalText("newest", "The type of the newest version, if it is the same.") {
        $0.newest
      },
    ])
}

/// A name inside the newest version's enum for a model, for use in code of older versions.
struct CurrentModelContext: ContextSubject, Hashable {
  let name: String
  let swiftType: String

  static let type = ContextType<Self>(
    "current model", "A model or enum of the newest version that an older version has as well.",
    [
      .text("name", "The name in the versioned schema, e.g. `_CurrentPerson`.") { $0.name },
      .text("type", "The type.") { $0.swiftType },
    ])

  /// All such names for the older versions of a plan.
  static func all(in plan: VersionPlan, newest: Schema) -> [CurrentModelContext] {
    let names = SwiftNames(newest)
    return plan.steps.flatMap { step -> [CurrentModelContext] in
      let models = FrozenModels(of: step.old, in: plan, newest: newest)
      return models.entities.compactMap { $0.newest.map { Self($0, names) } }
        + models.enums.compactMap { $0.newest.map { Self(newest.enums[$0], names) } }
        + models.types.filter { !step.old.valueTypes[$0.index].isOfCase }.compactMap {
          $0.newest.map { Self(newest.valueTypes[$0], names) }
        }
    }.uniqued()
  }

  init(_ id: EntityID, _ names: SwiftNames) {
    name = "_Current" + names.schema[id].name.name
    swiftType = names.type(id)
  }

  init(_ model: ValueTypeModel, _ names: SwiftNames) {
    name = "_Current" + model.name.name
    swiftType = names.declared(model.name)
  }

  init(_ model: EnumModel, _ names: SwiftNames) {
    name = "_Current" + model.name.name
    swiftType = names.declared(model.name)
  }
}
