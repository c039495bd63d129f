// The keys of a frozen version, in the order in which they are written.

enum FrozenKey: String, SchemaKey {
  case swiftsync, format, name, version, fingerprint, predecessor, seal, doc, conventions, enums
  case types, entities
  case joinTables = "join-tables"
  case migration

  static var allowsAnnotations: Bool { true }
}

enum FrozenEntityKey: String, SchemaKey {
  case table, plural
  case renamedFrom = "renamed-from"
  case doc, deprecated, attributes, relations
  case taggedReferences = "to-any"
  case columns, identity, indexes, search, check, sync

  static var allowsAnnotations: Bool { true }
}

enum FrozenTypeKey: String, SchemaKey {
  case renamedFrom = "renamed-from"
  case doc, fields, tag, content, unknown, cases

  static var allowsAnnotations: Bool { true }
}

enum FrozenTaggedCaseKey: String, SchemaKey {
  case value, type, inline
  case renamedFrom = "renamed-from"
  case doc

  static var allowsAnnotations: Bool { true }
}

/// What a field has besides its settings.
enum FrozenFieldKey: String, SchemaKey {
  case stored, storage
}

/// The keys of a relationship that the table of the language does not read.
enum FrozenRelationKey: String, SchemaKey {
  case to, kind, property, inverse, parts, optional
  case oneToOne = "one-to-one"
  case ids, objects
  case onDelete = "on-delete"
}

enum FrozenTaggedReferenceKey: String, SchemaKey {
  case tag, id, targets, objects
  case onDelete = "on-delete"
  case doc

  static var allowsAnnotations: Bool { true }
}

enum FrozenColumnKey: String, SchemaKey {
  case storage, required
  case `default`
  case attribute, minor, currency, reference, position
}

enum FrozenBytesKey: String, SchemaKey {
  case hex
}

/// What an index has besides what the language states.
enum FrozenIndexKey: String, SchemaKey {
  case origin
}

enum FrozenSearchKey: String, SchemaKey {
  case on, lists, tokenizer
}

enum FrozenJoinTableKey: String, SchemaKey {
  case name, left, right, position
  case inverseIndex = "inverse-index"
  case through
}

enum FrozenEndKey: String, SchemaKey {
  case entity, relation, column, storage, columns
}

/// The order of keys where it is not that of the language.
enum FrozenOrder {
  static let enumeration = ["unknown", "renamed-from", "doc", Annotations.prefix, "cases"]
  static let enumCase = ["value", "renamed-from", "doc"]
  static let relation =
    [
      "to", "kind", "property", "inverse", "parts", "optional", "foreign-key", "one-to-one",
      "ordered", "ids", "objects",
    ] + RelationTable.relation.effective
    + ["on-delete", "renamed-from", "backfill", "doc", "deprecated"]
}

/// The kind of a relationship with respect to its entity's table.
enum FrozenRelationKind: String, CaseIterable {
  case toOne = "to-one"
  case toOneInverse = "to-one-inverse"
  case toMany = "to-many"
  case manyToMany = "many-to-many"
}
