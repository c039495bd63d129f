import SwiftSyncValues

/// Types of values, and stored values.
extension MetadataReader {
  /// The type under a key, with the settings next to it.
  package func type(_ key: String) throws -> ValueType {
    guard let value = object[key] else { throw Damage(key: key) }
    let type = try type(value, try form())
    guard let separator = try optionalString("separator") else { return type }
    guard case .array(let element, _) = type else { throw Damage(key: "separator") }
    return .array(element, separator: separator)
  }

  /// How dates and UUIDs are written and stored.
  private struct Form {
    let dates: [DateFormat]?
    let storage: String
  }

  private func form() throws -> Form {
    Form(
      dates: try object["dates"].map(Self.dateFormats),
      storage: try optionalString("storage") ?? DateForm.Storage.text.rawValue)
  }

  private func type(_ value: JSONValue, _ form: Form) throws -> ValueType {
    switch value {
    case .string(let name): return try type(named: name, form)
    case .object(let object):
      guard let (name, argument) = object.first else { throw Damage(key: "type") }
      return try type(name, argument, form)
    default: throw Damage(key: "type")
    }
  }

  private func type(named name: String, _ form: Form) throws -> ValueType {
    switch name {
    case "date":
      guard let storage = DateForm.Storage(rawValue: form.storage) else {
        throw Damage(key: "storage")
      }
      return .date(DateForm(formats: form.dates ?? [.auto], storage: storage))
    case "day":
      return form.dates.map { .formattedDay(DayForm(formats: $0)) } ?? .day
    case "uuid": return form.storage == "blob" ? .uuidBlob : .uuid
    default:
      guard let type = Self.plainTypes[name] else { throw Damage(key: "type") }
      return type
    }
  }

  private static let plainTypes: [String: ValueType] = [
    "string": .string, "int": .int, "double": .double, "decimal": .decimal, "bool": .bool,
    "url": .url, "data": .data, "json": .json, "money": .money,
    "textEnum": .textEnum(allowing: nil), "integerEnum": .integerEnum(allowing: nil),
  ]

  private func type(_ name: String, _ argument: JSONValue, _ form: Form) throws -> ValueType {
    switch name {
    case "textEnum":
      return .textEnum(
        allowing: try Self.elements(argument, name).map { try Self.string($0, name) })
    case "integerEnum":
      return .integerEnum(allowing: try Self.integers(argument, name).map(Int64.init))
    case "value":
      guard let shape = shapes[try Self.string(argument, name)] else { throw Damage(key: name) }
      return .value(shape)
    case "array": return .array(try type(argument, form))
    case "dictionary": return .dictionary(try type(argument, form))
    default: throw Damage(key: name)
    }
  }

  /// Reads one date format or a list of several.
  private static func dateFormats(_ value: JSONValue) throws -> [DateFormat] {
    if case .string(let text) = value { return [try DateFormat(text)] }
    return try elements(value, "dates").map { try DateFormat(string($0, "dates")) }
  }

  /// Reads a default: text, an integer, a real (with a point or an exponent), null, or a blob as a
  /// list of bytes.
  package static func stored(_ value: JSONValue) throws -> StoredValue {
    switch value {
    case .null: return .null
    case .string(let text): return .text(text)
    case .number(let number):
      let isReal = number.text.utf8.contains { $0 == 0x2E || $0 | 0x20 == 0x65 }
      if !isReal, let integer = number.int64 { return .integer(integer) }
      return .real(number.double)
    case .array: return .blob(try integers(value, "default").map { UInt8(truncatingIfNeeded: $0) })
    case .bool, .object: throw Damage(key: "default")
    }
  }
}
