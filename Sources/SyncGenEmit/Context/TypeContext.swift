import SyncGenSchema
import SyncGenTemplateEngine

/// The type of an attribute as templates see it.
struct TypeContext: ContextSubject {
  let attributeType: AttributeType
  let remoteDates: RemoteDateFormat
  let dateStorage: DateStorage
  let names: SwiftNames

  init(attribute: Attribute, names: SwiftNames) {
    attributeType = attribute.type
    remoteDates = attribute.remoteDates
    dateStorage = attribute.dateStorage
    self.names = names
  }

  init(_ field: ValueField, names: SwiftNames) {
    attributeType = field.type
    remoteDates = field.remoteDates
    dateStorage = field.dateStorage
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
      .text("swift", "The type in Swift.") { $0.names.type($0.attributeType) },
      .text("swiftElement", "The type in Swift, without the array or dictionary around it.") {
        $0.swiftElement
      },
      .optionalText("enum", "The enum's name, where it is one.") {
        $0.enumeration?.name.name
      },
      .optionalText("valueType", "The name of the value type, where it is one.") { context in
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
      .text("dates", "For dates, their form in payloads: `auto`, `iso8601`, `unix` or `unix-ms`.") {
        $0.remoteDates.rawValue
      },
      .text("dateStorage", "For dates, how they are stored: `text` or `integer`.") {
        $0.dateStorage.rawValue
      },
    ])

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
    case .array(let element), .dictionary(let element): names.type(element)
    case .scalar, .enumeration, .money, .value: names.type(attributeType)
    }
  }
}
