import SyncGenDiagnostics
import SyncGenSchema

/// The schemas of single types.
extension JSONSchemas {
  static func reference(_ name: String) -> JSONDocument {
    .object([("$ref", .text("#/components/schemas/\(name)"))])
  }

  static func type(_ name: String, _ more: [(String, String)] = []) -> JSONDocument {
    .object(JSONObject([("type", .text(name))] + more.map { ($0.0, .text($0.1)) }))
  }

  static func list(_ element: JSONDocument) -> JSONDocument {
    .object([("type", .text("array")), ("items", element)])
  }

  static func dictionary(_ element: JSONDocument) -> JSONDocument {
    .object([("type", .text("object")), ("additionalProperties", element)])
  }

  static func nullable(_ value: JSONDocument) -> JSONDocument {
    guard case .object(let object) = value, !object.members.isEmpty else { return value }
    var copy = value
    if case .text(let name)? = object["type"], object["enum"] == nil {
      copy.set(["type"], .texts([name, "null"]))
      return copy
    }
    return .object([("anyOf", .array([value, type("null")]))])
  }

  static func scalar(_ scalar: ScalarType, _ dates: DateFormats) -> JSONDocument {
    switch scalar {
    case .string: type("string")
    case .int: type("integer", [("format", "int64")])
    case .double: type("number", [("format", "double")])
    case .decimal: .object([("type", .texts(["string", "number"]))])
    case .bool: type("boolean")
    case .date: date(dates)
    case .day: day(dates)
    case .uuid: type("string", [("format", "uuid")])
    case .url: type("string", [("format", "uri")])
    case .data: type("string", [("contentEncoding", "base64")])
    case .json: .empty
    }
  }

  private static func date(_ dates: DateFormats) -> JSONDocument {
    if dates.isISO { return type("string", [("format", "date-time")]) }
    switch dates.spellings {
    case ["unix"]: return type("number", [("description", "Seconds since 1970-01-01T00:00:00Z.")])
    case ["unix-ms"]:
      return type("number", [("description", "Milliseconds since 1970-01-01T00:00:00Z.")])
    default: return formatted("A date", dates)
    }
  }

  private static func day(_ dates: DateFormats) -> JSONDocument {
    dates.isISO ? type("string", [("format", "date")]) : formatted("A day", dates)
  }

  /// A date or a day in a form for which JSON Schema has no name.
  private static func formatted(_ noun: String, _ dates: DateFormats) -> JSONDocument {
    let forms = dates.spellings.map { "`\($0)`" }.joined(separator: " or ")
    let names = (dates.hasTexts ? ["string"] : []) + (dates.hasNumbers ? ["number"] : [])
    return .object([
      ("type", names.count == 1 ? .text(names[0]) : .texts(names)),
      ("description", .text("\(noun) in the format \(forms).")),
    ])
  }

  /// The known values. If other values are preserved, they are only examples.
  static func values(of model: EnumModel) -> JSONDocument {
    var value = type(model.hasIntegerValues ? "integer" : "string")
    let key = model.unknownValues == .reject ? "enum" : "examples"
    value.set([key], .array(model.cases.map { $0.rawValue.json }))
    return value
  }
}

extension EnumModel.RawValue {
  var json: JSONDocument {
    switch self {
    case .string(let text): .text(text)
    case .int(let number): .json(String(number))
    }
  }
}
