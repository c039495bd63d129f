import SyncGenTemplateEngine

/// A key of a payload's object as exposed to templates.
struct PayloadKeyContext: ContextSubject {
  let key: String
  let uses: [PayloadUseContext]
  let keys: [PayloadKeyContext]

  static let type = ContextType<Self>(
    "payload key", "A key of an object in a payload.",
    [
      .text("key", "The key.") { $0.key },
      .objects(
        "uses", "The members whose value is under it: usually one; none for a plain object."
      ) {
        $0.uses
      },
      .objects("keys", "The keys of the object under it.") { $0.keys },
    ])
}

/// The content of a payload's key, as exposed to templates.
struct PayloadUseContext: ContextSubject {
  enum Kind: String, Sendable {
    case value, minor, major, currency, list, id, ids, object, objects
  }

  let kind: Kind
  let attribute: AttributeContext?
  let relation: RelationContext?
  var field: ValueFieldContext?
  /// For nested rows, whether ids may replace them.
  var takesIDs = false

  static let type = ContextType<Self>(
    "payload use", "The content of a key of a payload.",
    [
      .text(
        "kind",
        "`value`; `minor` or `major`, and `currency`, of money; `list` whose elements are read; `id`, `ids`, "
          + "`object` or `objects` of a relationship."
      ) { $0.kind.rawValue },
      .optionalObject("attribute", "The attribute of an entity.") { $0.attribute }
        .byName(),
      .optionalObject("relation", "The relationship of an entity.") { $0.relation }
        .byName(),
      .optionalObject("field", "The field of a value type.") { $0.field }
        .byName(),
      .flag("takesIDs", "For `object` and `objects`: whether ids are read in place of rows.") {
        $0.takesIDs
      },
    ])
}

/// A requirement for a row that is new to a device, as exposed to templates.
struct RequirementContext: ContextSubject {
  let paths: [[String]]

  static let type = ContextType<Self>(
    "requirement", "Paths in a row, one of which must have a value.",
    [
      .objects("paths", "The places.") { $0.paths.compactMap(PayloadPathContext.init) }
    ])
}

/// A path in a row as exposed to templates.
struct PayloadPathContext: ContextSubject {
  let key: String
  let rest: [String]

  /// Returns `nil` without a key.
  init?(_ keys: [String]) {
    guard let first = keys.first else { return nil }
    key = first
    rest = Array(keys.dropFirst())
  }

  static let type = ContextType<Self>(
    "payload path", "A path in an object: a key, and the path in the object under it.",
    [
      .text("key", "The key.") { $0.key },
      .optionalObject("rest", "The remaining keys; null at the value.") {
        PayloadPathContext($0.rest)
      },
    ])
}
