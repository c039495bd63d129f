import SwiftSyncValues

/// Types of values, and stored values.
extension MetadataReader {
  package func type(_ key: String) throws -> ValueType {
    guard let value = object[key] else { throw Damage(key: key) }
    return try type(value)
  }

  private func type(_ value: JSONValue) throws -> ValueType {
    switch value {
    case .string(let name):
      guard let type = Self.plainTypes[name] else { throw Damage(key: "type") }
      return type
    case .object(let object):
      guard let (name, argument) = object.first else { throw Damage(key: "type") }
      return try type(name, argument)
    default: throw Damage(key: "type")
    }
  }

  private static let plainTypes: [String: ValueType] = [
    "string": .string, "int": .int, "double": .double, "decimal": .decimal, "bool": .bool,
    "day": .day, "uuid": .uuid, "uuidBlob": .uuidBlob, "url": .url, "data": .data, "json": .json,
    "money": .money,
    "textEnum": .textEnum(allowing: nil), "integerEnum": .integerEnum(allowing: nil),
  ]

  private func type(_ name: String, _ argument: JSONValue) throws -> ValueType {
    switch name {
    case "date":
      guard let formats = argument[0], case .string(let storage)? = argument[1],
        let storage = DateForm.Storage(rawValue: storage)
      else { throw Damage(key: "date") }
      return .date(DateForm(formats: try Self.dateFormats(formats), storage: storage))
    case "day": return .formattedDay(DayForm(formats: try Self.dateFormats(argument)))
    case "textEnum":
      return .textEnum(
        allowing: try Self.elements(argument, name).map { try Self.string($0, name) })
    case "integerEnum":
      return .integerEnum(allowing: try Self.integers(argument, name).map(Int64.init))
    case "value":
      guard let shape = shapes[try Self.string(argument, name)] else { throw Damage(key: name) }
      return .value(shape)
    case "array": return .array(try type(argument))
    case "separated":
      guard let element = argument[0], case .string(let separator)? = argument[1] else {
        throw Damage(key: name)
      }
      return .separated(try type(element), by: separator)
    case "dictionary": return .dictionary(try type(argument))
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
