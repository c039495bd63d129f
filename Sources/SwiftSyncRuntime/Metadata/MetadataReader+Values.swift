extension MetadataReader {
  /// Whether the key is there and true.
  func flag(_ key: String) -> Bool { object[key] == .bool(true) }

  func string(_ key: String) throws -> String {
    guard let text = try optionalString(key) else { throw Damage(key: key) }
    return text
  }

  func optionalString(_ key: String) throws -> String? {
    guard let value = object[key] else { return nil }
    guard case .string(let text) = value else { throw Damage(key: key) }
    return text
  }

  func integer(_ key: String) throws -> Int {
    guard let integer = try optionalInteger(key) else { throw Damage(key: key) }
    return integer
  }

  func optionalInteger(_ key: String) throws -> Int? {
    try object[key].map { try Self.integer($0, key) }
  }

  private static func integer(_ value: JSONValue, _ key: String) throws -> Int {
    guard case .number(let number) = value, let integer = number.int64 else {
      throw Damage(key: key)
    }
    return Int(integer)
  }

  /// Empty if the key is not there.
  func elements(_ key: String) throws -> [JSONValue] {
    guard let value = object[key] else { return [] }
    return try Self.elements(value, key)
  }

  static func elements(_ value: JSONValue, _ key: String) throws -> [JSONValue] {
    guard case .array(let elements) = value else { throw Damage(key: key) }
    return elements
  }

  func integers(_ key: String) throws -> [Int] {
    try elements(key).map { try Self.integer($0, key) }
  }

  static func integers(_ value: JSONValue, _ key: String) throws -> [Int] {
    try elements(value, key).map { try integer($0, key) }
  }

  func strings(_ key: String) throws -> [String] {
    try elements(key).map { try Self.string($0, key) }
  }

  private static func string(_ value: JSONValue, _ key: String) throws -> String {
    guard case .string(let text) = value else { throw Damage(key: key) }
    return text
  }
}

extension MetadataReader {
  func type(_ key: String) throws -> ValueType {
    guard let value = object[key] else { throw Damage(key: key) }
    return try Self.type(value)
  }

  private static func type(_ value: JSONValue) throws -> ValueType {
    switch value {
    case .string(let name):
      guard let type = plainTypes[name] else { throw Damage(key: "type") }
      return type
    case .object(let object):
      guard let (name, argument) = object.first else { throw Damage(key: "type") }
      return try type(name, argument)
    default: throw Damage(key: "type")
    }
  }

  private static let plainTypes: [String: ValueType] = [
    "string": .string, "int": .int, "double": .double, "decimal": .decimal, "bool": .bool,
    "day": .day, "uuid": .uuid, "url": .url, "data": .data, "json": .json, "money": .money,
    "textEnum": .textEnum(allowing: nil), "integerEnum": .integerEnum(reject: nil),
  ]

  private static func type(_ name: String, _ argument: JSONValue) throws -> ValueType {
    switch name {
    case "date":
      guard case .string(let remote)? = argument[0], case .string(let storage)? = argument[1],
        let remote = DateForm.Remote(rawValue: remote),
        let storage = DateForm.Storage(rawValue: storage)
      else { throw Damage(key: "date") }
      return .date(DateForm(remote: remote, storage: storage))
    case "textEnum":
      return .textEnum(allowing: try elements(argument, name).map { try string($0, name) })
    case "integerEnum":
      return .integerEnum(reject: try integers(argument, name).map(Int64.init))
    case "array": return .array(try type(argument))
    case "dictionary": return .dictionary(try type(argument))
    default: throw Damage(key: name)
    }
  }

  /// A default: text, an integer, a real (with a point or an exponent), null, or a blob as a list of bytes.
  static func stored(_ value: JSONValue) throws -> StoredValue {
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
