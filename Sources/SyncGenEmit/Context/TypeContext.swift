import SyncGenSchema
import SyncGenTemplateEngine

/// The type of an attribute as exposed to templates.
struct TypeContext: ContextSubject {
  let attributeType: AttributeType
  let scalar: NamedScalar?
  let remoteDates: DateFormats
  let storage: ValueStorage
  let separator: String?
  let names: SwiftNames
  /// Whether it is the type of an id of a row of one of several entities or of another type.
  let isTargetID: Bool

  init(attribute: Attribute, names: SwiftNames) {
    attributeType = attribute.type
    scalar = attribute.scalar
    remoteDates = attribute.remoteDates
    storage = attribute.storage
    separator = attribute.separator
    isTargetID = names.holdsTargetID(attribute)
    self.names = names
  }

  init(_ field: ValueField, names: SwiftNames) {
    attributeType = field.type
    scalar = field.scalar
    remoteDates = field.remoteDates
    storage = field.storage
    separator = nil
    isTargetID = false
    self.names = names
  }

  static let type = ContextType<Self>(
    "type", "The type of an attribute or of a field of a value type, without its optionality.",
    [
      .text("name", "As a schema writes it, e.g. `[string: int]`.") {
        SchemaTypeName.of($0.attributeType, in: $0.names.schema)
      },
      .text("shape", "`value`, `array` or `dictionary`.") { $0.shape },
      .text(
        "kind",
        "What it is, or what the elements are: `string`, `int`, `double`, `decimal`, `bool`, "
          + "`date`, `day`, `uuid`, `url`, `data`, `json`, `money`, `enum` or `type`."
      ) { $0.kind },
      .flag(
        "isPlain",
        "Whether `kind` alone determines how payloads write the values: not for lists, dictionaries, "
          + "dates, days, enums, UUIDs stored as `blob` and value types."
      ) { $0.isPlain },
      .text("swift", "The type in Swift.") { $0.names.type($0.attributeType, $0.scalar) },
      .text("swiftElement", "The type in Swift, without the array or dictionary around it.") {
        $0.swiftElement
      },
      .optionalText("enum", "The enum's name, if it is one.") {
        $0.enumeration?.name.name
      },
      .optionalText("valueType", "The name of the value type, if it is one.") { context in
        context.attributeType.valueType.map { context.names.schema[$0].name.name }
      },
      .flag("isIntegerEnum", "Whether it is an enum with integers as raw values.") {
        $0.enumeration?.hasIntegerValues ?? false
      },
      .flag("isRejecting", "Whether it is an enum that rejects unknown values.") {
        $0.enumeration?.unknownValues == .reject
      },
      .shared(
        "cases", EnumCaseContext.self, "The enum's cases; empty for other types."
      ) {
        .array($0.enumeration?.cases.map { EnumCaseContext(item: $0).templateValue } ?? [])
      },
      .text("dates", "For dates, the format in which payloads are written: a name or a pattern.") {
        $0.remoteDates.spellings[0]
      },
      .texts("dateFormats", "For dates and days, all formats that are read, if there are several.")
      {
        let spellings = $0.remoteDates.spellings
        return $0.hasDates && spellings.count > 1 ? spellings : []
      },
      .optionalText(
        "separator", "For a list that payloads write as one string, the separator."
      ) {
        $0.separator
      },
      .texts(
        "formattedAs",
        "For dates and days whose formats have no name in JSON Schema: `string`, `number` or both."
      ) { $0.formattedAs },
      .flag(
        "isTargetID",
        "Whether it is the type of the id in a relationship to one of several entities, which is any string if the tag is unknown."
      ) { $0.isTargetID },
      .text(
        "dateStorage",
        "How they are stored: dates as `text`, `integer`, `seconds` or `reference-date`, UUIDs as `blob` or `text`."
      ) {
        $0.attributeType == .scalar(.uuid) && $0.storage != .blob ? "text" : $0.storage.rawValue
      },
    ])

  private var isPlain: Bool {
    switch attributeType {
    case .scalar(.date), .scalar(.day): false
    case .scalar(.uuid): storage != .blob
    case .scalar, .money: true
    case .enumeration, .value, .array, .dictionary: false
    }
  }

  private var hasDates: Bool { kind == "date" || kind == "day" }

  private var formattedAs: [String] {
    let dates = remoteDates
    guard hasDates, !dates.isISO, kind == "day" || !["unix", "unix-ms"].contains(dates.text) else {
      return []
    }
    return (dates.hasTexts ? ["string"] : []) + (dates.hasNumbers ? ["number"] : [])
  }

  private var shape: String {
    switch attributeType {
    case .scalar, .enumeration, .money, .value: "value"
    case .array: "array"
    case .dictionary: "dictionary"
    }
  }

  private var kind: String {
    switch attributeType {
    case .scalar(let scalar), .array(of: .scalar(let scalar)), .dictionary(of: .scalar(let scalar)):
      scalar.rawValue
    case .enumeration, .array(of: .enumeration), .dictionary(of: .enumeration): "enum"
    case .money: "money"
    case .value, .array(of: .value), .dictionary(of: .value): "type"
    }
  }

  private var enumeration: EnumModel? {
    attributeType.enumeration.map { names.schema[$0] }
  }

  private var swiftElement: String {
    switch attributeType {
    case .array(let element), .dictionary(let element): names.type(element, scalar)
    case .scalar, .enumeration, .money, .value: names.type(attributeType, scalar)
    }
  }
}
