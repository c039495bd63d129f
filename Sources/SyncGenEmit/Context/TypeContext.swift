import SyncGenSchema
import SyncGenTemplateEngine

/// The type of an attribute as exposed to templates.
struct TypeContext: ContextSubject {
  private let attributeType: AttributeType
  private let isOptional: Bool
  private let scalar: NamedScalar?
  private let remoteDates: DateFormats
  private let storage: ValueStorage
  private let separator: String?
  private let names: SwiftNames
  /// Whether it is the type of an id of a row of one of several entities or of another type.
  private let isTargetID: Bool

  init(attribute: Attribute, names: SwiftNames) {
    self.init(attribute: attribute, isOptional: attribute.isOptional, names: names)
  }

  /// The type of the ids of an entity.
  init(identityOf id: EntityID, isOptional: Bool, names: SwiftNames) {
    guard let attribute = names.identityAttribute(id) else {
      // An identity of several parts has no id.
      self.init(.scalar(.json), isOptional: isOptional, names: names)
      return
    }
    self.init(attribute: attribute, isOptional: isOptional, names: names)
  }

  private init(attribute: Attribute, isOptional: Bool, names: SwiftNames) {
    self.init(
      attribute.type, isOptional: isOptional, scalar: attribute.scalar,
      remoteDates: attribute.remoteDates, storage: attribute.storage,
      separator: attribute.separator, isTargetID: names.holdsTargetID(attribute), names: names)
  }

  init(_ field: ValueField, names: SwiftNames) {
    self.init(
      field.type, isOptional: field.isOptional, scalar: field.scalar,
      remoteDates: field.remoteDates, storage: field.storage, names: names)
  }

  private init(
    _ attributeType: AttributeType, isOptional: Bool, scalar: NamedScalar? = nil,
    remoteDates: DateFormats = .auto, storage: ValueStorage = .text, separator: String? = nil,
    isTargetID: Bool = false, names: SwiftNames
  ) {
    self.attributeType = attributeType
    self.isOptional = isOptional
    self.scalar = scalar
    self.remoteDates = remoteDates
    self.storage = storage
    self.separator = separator
    self.isTargetID = isTargetID
    self.names = names
  }

  static let type = ContextType<Self>(
    "type", "The type of an attribute, a property, or a field of a value type.",
    [
      .text("stated", "As a schema writes it, without `?`, e.g. `[string: int]`.") {
        SchemaTypeName.of($0.attributeType, in: $0.names.schema)
      },
      .text(
        "kind",
        "`string`, `int`, `double`, `decimal`, `bool`, `date`, `day`, `uuid`, `url`, `data`, `json`, "
          + "`money`, `enum`, `type`, `array` or `dictionary`."
      ) { $0.kind },
      .optionalObject("element", "The type of the elements of an array or a dictionary.") {
        $0.element
      },
      .flag("isOptional", "Whether the value can be null.") { $0.isOptional },
      .optionalObject("enum", "The enum, if it is one.") { context in
        context.enumeration.map { EnumContext(model: $0, names: context.names) }
      }
      .byName(),
      .optionalObject("valueType", "The value type, if it is one.") {
        context -> ValueTypeContext? in
        guard case .value(let id) = context.attributeType else { return nil }
        return ValueTypeContext(id: id.index, names: context.names)
      }
      .byName(),
      .optionalText(
        "dates",
        "For dates and days, the format in which payloads are written: a name or a pattern."
      ) {
        $0.hasDates ? $0.remoteDates.spellings[0] : nil
      },
      .texts("dateFormats", "For dates and days, all formats that are read, `dates` first.") {
        $0.hasDates ? $0.remoteDates.spellings : []
      },
      .texts(
        "formattedAs",
        "For dates and days whose formats have no name in JSON Schema: `string`, `number` or both."
      ) { $0.formattedAs },
      .optionalText(
        "separator", "For a list that payloads write as one string, the separator."
      ) {
        $0.separator
      },
      .flag(
        "isTargetID",
        "Whether it is the type of the id in a relationship to one of several entities, which is any string if the tag is unknown."
      ) { $0.isTargetID },
      .optionalText(
        "storage",
        "How values are stored: dates as `text`, `integer`, `seconds` or `reference-date`, UUIDs as `blob` or `text`."
      ) { $0.stored },
      .group("swift", "What only Swift code needs.", swiftMembers),
    ])

  private static let swiftMembers: [ContextMember<Self>] = [
    .text("name", "The type in Swift, without a question mark.") {
      $0.names.type($0.attributeType, $0.scalar)
    }
  ]

  private var hasDates: Bool {
    attributeType == .scalar(.date) || attributeType == .scalar(.day)
  }

  private var formattedAs: [String] {
    let dates = remoteDates
    guard hasDates, !dates.isISO, kind == "day" || !["unix", "unix-ms"].contains(dates.text) else {
      return []
    }
    return (dates.hasTexts ? ["string"] : []) + (dates.hasNumbers ? ["number"] : [])
  }

  private var stored: String? {
    switch attributeType {
    case .scalar(.date): storage.rawValue
    case .scalar(.uuid): storage == .blob ? "blob" : "text"
    default: nil
    }
  }

  private var kind: String {
    switch attributeType {
    case .scalar(let scalar): scalar.rawValue
    case .enumeration: "enum"
    case .money: "money"
    case .value: "type"
    case .array: "array"
    case .dictionary: "dictionary"
    }
  }

  private var element: TypeContext? {
    switch attributeType {
    case .array(let element), .dictionary(let element):
      TypeContext(
        AttributeType(element), isOptional: false, scalar: scalar, remoteDates: remoteDates,
        storage: storage, names: names)
    case .scalar, .enumeration, .money, .value: nil
    }
  }

  private var enumeration: EnumModel? {
    guard case .enumeration(let id) = attributeType else { return nil }
    return names.schema[id]
  }
}

extension AttributeType {
  fileprivate init(_ element: ElementType) {
    switch element {
    case .scalar(let scalar): self = .scalar(scalar)
    case .enumeration(let id): self = .enumeration(id)
    case .value(let id): self = .value(id)
    }
  }
}
