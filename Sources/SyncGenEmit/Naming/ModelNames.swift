import SyncGenSchema

/// Names in SwiftData classes, which reserve some names.
enum ModelNames {
  /// Names that the macros and their expansions look up next to the classes.
  private static let types: Set<String> = [
    "Attribute", "BackingData", "Index", "Model", "ModelContext", "Observable", "PersistentModel",
    "Predicate", "Relationship", "Schema", "Transient", "Unique",
  ]

  /// Members of `PersistentModel`, and of the objects that it stores.
  private static let members: Set<String> = [
    "debugDescription", "description", "entity", "hasChanges", "hash", "hashValue", "isDeleted",
    "isInserted", "isUpdated", "modelContext", "objectID", "persistentBackingData",
    "persistentModelID", "schemaMetadata", "superclass",
  ]

  /// Whether a name inside the classes would hide a macro.
  static func isTaken(_ name: SwiftIdentifier) -> Bool { types.contains(name.name) }

  /// The class of an entity. It differs from the entity's name only if that would hide a macro.
  static func type(_ id: EntityID, in schema: Schema) -> String {
    let name = schema[id].name
    guard types.contains(name.name) else { return name.source }
    var result = name.name + "Model"
    while schema.entities.contains(where: { $0.name.name == result }) { result += "Model" }
    return result
  }

  /// The property of an attribute or a relationship in Swift code.
  static func member(_ name: SwiftIdentifier) -> String {
    guard members.contains(name.name) else { return name.source }
    var result = name.name + "Value"
    while members.contains(result) { result += "Value" }
    return result
  }

  /// The property of one part of an amount.
  static func money(_ name: SwiftIdentifier, _ part: String) -> String {
    name.name + part
  }
}
