import SyncGenSchema
import SyncGenTemplateEngine

/// A stored property of an entity's struct as exposed to templates: an attribute, or a to-one
/// relationship's id.
struct PropertyContext: ContextSubject {
  private indirect enum Source: Sendable {
    case attribute(Attribute)
    case reference(Relation, Relation.Reference)
  }

  private let source: Source
  private let field: Int
  private let entity: Entity
  private let names: SwiftNames

  /// The properties of an entity's struct: attributes followed by references, each in the order of
  /// the schema.
  static func all(of id: EntityID, names: SwiftNames) -> [PropertyContext] {
    let entity = names.schema[id]
    let attributes = entity.attributes.enumerated().map { index, attribute in
      PropertyContext(source: .attribute(attribute), field: index, entity: entity, names: names)
    }
    let references = entity.relations.enumerated().compactMap {
      index, relation -> PropertyContext? in
      // The columns of a reference with several parts are those of attributes.
      guard case .toOne(let reference) = relation.kind, !reference.isComposite else { return nil }
      return PropertyContext(
        source: .reference(relation, reference), field: attributes.count + index, entity: entity,
        names: names)
    }
    return attributes + references
  }

  static let type = ContextType<Self>(
    "property", "A value that a row holds: an attribute, or the id of a to-one.",
    [
      .text("name", "The name in the schema; of a to-one, that of its id, e.g. `projectID`.") {
        $0.name
      },
      .object("type", "The type; of a to-one, that of the target's identity.") { $0.storedType },
      .objects("columns", "The columns: one, for money two.") {
        ColumnContext.all(at: $0.columns, of: $0.entity, in: $0.names.schema)
      }
      .byName(),
      .texts(
        "remote",
        "Dotted paths of the value, or of the id, in a payload, tried in order; for money those of the "
          + "minor units."
      ) { $0.remotePaths },
      .optionalObject("default", "The default of an attribute.") { context -> DefaultContext? in
        guard case .attribute(let attribute) = context.source else { return nil }
        return DefaultContext(attribute: attribute, entity: context.entity, names: context.names)
      },
      .flag("isOptional", "Whether it can be null.") { $0.isOptional },
      .flag("isReference", "Whether it is the id of a to-one.") { $0.isReference },
      .flag("isIdentity", "Whether it is the identity or a part of it.") { context in
        context.entity.identity.columns.contains { context.columns.contains($0) }
      },
      .flag("isUnique", "Whether a unique index contains only it and applies to every row.") {
        context in
        context.entity.indexes.contains {
          $0.isUnique && $0.predicate == nil && $0.columns == context.columns
        }
      },
      .optionalObject("attribute", "The attribute; null for the id of a to-one.") {
        context -> AttributeContext? in
        guard case .attribute(let attribute) = context.source else { return nil }
        return AttributeContext(
          attribute: attribute, entity: context.entity, names: context.names)
      }
      .byName(),
      .optionalObject("relation", "The to-one whose id it is; null for an attribute.") {
        context -> RelationContext? in
        guard case .reference(let relation, _) = context.source else { return nil }
        return RelationContext(
          relation: relation, field: context.field, entity: context.entity, names: context.names)
      }
      .byName(),
      .text("summary", "The text under `doc:`, or else a generated sentence.") { $0.summary },
      .optionalText("remark", ContextRemark.description) { $0.remark },
      .optionalText("deprecation", "The reason that `deprecated:` gives.") {
        $0.deprecation
      },
      .group("swift", "What only Swift code needs.", swiftMembers),
    ])

  var isReference: Bool {
    if case .reference = source { true } else { false }
  }

  private var fieldName: String {
    switch source {
    case .attribute(let attribute): attribute.name.name
    case .reference(let relation, _): relation.name.name
    }
  }

  private static let swiftMembers: [ContextMember<Self>] = [
    .text("name", "The name as written in Swift code.") { $0.identifier.source },
    .text("label", "The name as the label of an argument.") { $0.identifier.label },
    .text("argument", "The name as the label of an argument of a call.") {
      $0.identifier.argument
    },
    .text("storedName", "The stored property's name: deprecated ones are computed, too.") {
      $0.storedName
    },
    .text("field", "The name of the attribute or relationship, by which the runtime knows it.") {
      $0.fieldName
    },
    .text("type", "The type in Swift, with a question mark if it is optional.") {
      $0.swiftType + ($0.isOptional ? "?" : "")
    },
    .text("baseType", "The type in Swift, never with a question mark.") { $0.swiftType },
    .text("patchType", "The type in the patch, e.g. `Patch<String>`.") {
      "\($0.names.patch)<\($0.swiftType)>"
    },
    .text("reader", "The function of `FieldReader` that reads it.") { $0.reader },
    .optionalText("initialValue", "What the initializer gives it by default, in Swift.") {
      $0.initialValue
    },
    .optionalText("literalValue", "The same if it is a literal or an enum's case.") {
      $0.literalValue
    },
    .optionalText(
      "placeholder",
      "For a required member without a default, its value in a row that has no values yet, in "
        + "Swift; null for members with a default, and if only the app can create a value."
    ) { $0.placeholder },
  ]

  private var remotePaths: [String] {
    switch source {
    case .attribute(let attribute):
      AttributeContext(attribute: attribute, entity: entity, names: names).remotePaths
    case .reference(let relation, _): relation.payloadPaths(relation.remote.ids)
    }
  }

  private var storedType: TypeContext {
    switch source {
    case .attribute(let attribute): TypeContext(attribute: attribute, names: names)
    case .reference(let relation, let reference):
      TypeContext(identityOf: relation.target, isOptional: reference.isOptional, names: names)
    }
  }

  var identifier: SwiftIdentifier {
    switch source {
    case .attribute(let attribute): attribute.name
    case .reference(_, let reference): reference.property
    }
  }

  var name: String { identifier.name }

  var storedName: String { deprecation == nil ? identifier.source : "_\(name)" }

  var columns: [Int] {
    switch source {
    case .attribute(let attribute): attribute.columns
    case .reference(_, let reference): [reference.column]
    }
  }

  var isMoney: Bool { columns.count == 2 }

  var isOptional: Bool {
    switch source {
    case .attribute(let attribute): attribute.isOptional
    case .reference(_, let reference): reference.isOptional
    }
  }

  var swiftType: String {
    switch source {
    case .attribute(let attribute): names.type(of: attribute)
    case .reference(let relation, _): names.identityType(relation.target)
    }
  }

  /// The type of its columns in GRDB requests. GRDB stores some values as another type.
  var recordType: String {
    let plain = "GRDB.Column"
    let generic = "GRDBColumn<\(swiftType)>"
    if isMoney { return plain }
    guard let value = valueAttribute, value.scalar?.appType == nil, !names.isTargetID(value) else {
      return generic
    }
    switch value.type {
    case .enumeration, .value, .money: return plain
    case .array, .dictionary: return generic
    case .scalar(let scalar):
      switch scalar {
      case .string, .int, .double, .bool, .data: return plain
      case .date: return "GRDBDateColumn"
      case .day: return "GRDBDayColumn"
      case .uuid: return "GRDBUUIDColumn"
      case .url: return "GRDBURLColumn"
      case .decimal: return "GRDBDecimalColumn"
      case .json: return generic
      }
    }
  }

  /// The attribute whose type is named by the type of its column, if any.
  var recordAttribute: Attribute? { recordType.contains("<") ? valueAttribute : nil }

  /// The attribute, or the attribute that is the identity of a to-one relationship's target.
  private var valueAttribute: Attribute? {
    switch source {
    case .attribute(let attribute): attribute
    case .reference(let relation, _): names.identityAttribute(relation.target)
    }
  }

  private var reader: String {
    let name = readers
    return isOptional ? name.optional : name.required
  }

  /// The functions that read a required and an optional member.
  private var readers: (required: String, optional: String) {
    let generic = ("value", "optional")
    guard let read = valueAttribute else { return generic }
    if read.scalar?.appType != nil || names.isTargetID(read) { return generic }
    switch read.type {
    case .scalar(let scalar): return (scalar.rawValue, "optional\(scalar.capitalizedName)")
    case .enumeration(let id):
      return names.schema[id].hasIntegerValues
        ? ("integerEnum", "optionalIntegerEnum") : ("textEnum", "optionalTextEnum")
    case .money: return ("money", "optionalMoney")
    case .value, .array, .dictionary: return generic
    }
  }

  var initialValue: String? {
    switch source {
    case .attribute(let attribute):
      SwiftDefault(names: names).expression(of: attribute) ?? (attribute.isOptional ? "nil" : nil)
    case .reference(_, let reference): reference.isOptional ? "nil" : nil
    }
  }

  /// A value without cost, for properties that are overwritten at once.
  var literalValue: String? {
    guard case .attribute(let attribute) = source,
      case .constant(let value) = attribute.defaultValue
    else { return nil }
    switch value {
    case .string, .int, .double, .bool, .enumCase: return initialValue
    default: return nil
    }
  }

  /// The value, in Swift, in a row that has no values yet.
  var placeholder: String? {
    guard initialValue == nil else { return nil }
    return valueAttribute.flatMap(SwiftPlaceholder(names: names).expression)
  }

  var deprecation: String? {
    switch source {
    case .attribute(let attribute): attribute.deprecation
    case .reference(let relation, _): relation.deprecation
    }
  }

  private var remark: String? {
    switch source {
    case .attribute(let attribute): ContextRemark(names).of(attribute)
    case .reference(let relation, _): ContextRemark(names).of(relation)
    }
  }

  private var summary: String {
    switch source {
    case .attribute(let attribute):
      AttributeContext(attribute: attribute, entity: entity, names: names).summary
    case .reference(let relation, _):
      RelationContext(relation: relation, field: field, entity: entity, names: names).summary
    }
  }
}
