import SyncGenSchema
import SyncGenTemplateEngine

/// The type of an attribute as templates see it.
struct TypeContext: ContextSubject {
  let attribute: Attribute
  let names: SwiftNames

  static let type = ContextType<Self>(
    "type", "The type of an attribute, without its optionality.",
    [
      .text("name", "As a schema writes it, e.g. `[string: int]`.") {
        SchemaTypeName.of($0.attribute.type, in: $0.names.schema)
      },
      .text("shape", "`value`, `array` or `dictionary`.") { $0.shape },
      .text(
        "kind",
        "What it is, or what the elements are: `string`, `int`, `double`, `decimal`, `bool`, "
          + "`date`, `day`, `uuid`, `url`, `data`, `json`, `money` or `enum`."
      ) { $0.kind },
      .text("swift", "The type in Swift.") { $0.names.type($0.attribute.type) },
      .text("swiftElement", "The type in Swift, without the array or dictionary around it.") {
        $0.swiftElement
      },
      .optionalText("enum", "The enum's name, where it is one.") {
        $0.enumeration?.name.name
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
      .text("dates", "For dates, the format that payloads are written with: a name or a pattern.") {
        $0.attribute.remoteDates.spellings[0]
      },
      .texts("dateFormats", "For dates and days, all formats that are read, if there are several.")
      {
        let spellings = $0.attribute.remoteDates.spellings
        return $0.hasDates && spellings.count > 1 ? spellings : []
      },
      .optionalText(
        "separator", "For a list that payloads write as one text, what is between the elements."
      ) {
        $0.attribute.separator
      },
      .texts(
        "formattedAs",
        "For dates and days whose formats have no name in JSON Schema: `string`, `number` or both."
      ) { $0.formattedAs },
      .text("dateStorage", "For dates, how they are stored: `text` or `integer`.") {
        $0.attribute.dateStorage.rawValue
      },
    ])

  private var hasDates: Bool { kind == "date" || kind == "day" }

  private var formattedAs: [String] {
    let dates = attribute.remoteDates
    guard hasDates, !dates.isISO, kind == "day" || !["unix", "unix-ms"].contains(dates.text) else {
      return []
    }
    return (dates.hasTexts ? ["string"] : []) + (dates.hasNumbers ? ["number"] : [])
  }

  private var shape: String {
    switch attribute.type {
    case .scalar, .enumeration, .money: "value"
    case .array: "array"
    case .dictionary: "dictionary"
    }
  }

  private var kind: String {
    switch attribute.type {
    case .scalar(let scalar), .array(of: .scalar(let scalar)), .dictionary(of: .scalar(let scalar)):
      scalar.rawValue
    case .enumeration, .array(of: .enumeration), .dictionary(of: .enumeration): "enum"
    case .money: "money"
    }
  }

  private var enumeration: EnumModel? {
    switch attribute.type {
    case .enumeration(let id), .array(of: .enumeration(let id)),
      .dictionary(of: .enumeration(let id)):
      names.schema[id]
    case .scalar, .money, .array, .dictionary: nil
    }
  }

  private var swiftElement: String {
    switch attribute.type {
    case .array(let element), .dictionary(let element): names.type(element)
    case .scalar, .enumeration, .money: names.type(attribute.type)
    }
  }
}
