package import SwiftSyncValues

/// Any JSON value.
public enum JSONValue: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number.
  case number(Number)
  /// A string, without its escapes.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object. If a JSON text repeats a key, the last value is used.
  case object([String: JSONValue])

  /// A number in its JSON spelling, which preserves all digits. `1` and `1.0` are not equal.
  public struct Number: Hashable, Sendable {
    /// The JSON spelling.
    public let text: String

    /// Creates a number from its JSON spelling, or returns `nil` if the string is not a JSON
    /// number.
    public init?(_ text: String) {
      var copy = text
      guard copy.withUTF8({ NumberText(JSONSlice($0))?.fitsDouble ?? false }) else { return nil }
      self.text = text
    }

    /// Creates a number from an integer.
    public init(_ value: some BinaryInteger) {
      text = String(value)
    }

    /// Creates a number from a double, or returns `nil` for infinities and NaN.
    public init?(_ value: Double) {
      var bytes: [UInt8] = []
      guard JSONText.append(double: value, to: &bytes) else { return nil }
      text = String(decoding: bytes, as: UTF8.self)
    }

    package init(spelled text: String) {
      self.text = text
    }

    /// The number as an integer, or `nil` if it has a fraction or does not fit in 64 bits.
    public var int64: Int64? {
      var copy = text
      return copy.withUTF8 { NumberText(JSONSlice($0))?.int64 }
    }

    /// The nearest double.
    public var double: Double { Double(text) ?? .nan }
  }

  /// Creates a value from JSON text.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if the text is not JSON.
  public init(json text: String) throws {
    var copy = text
    self = try copy.withUTF8 { bytes in
      do throws(JSONError) {
        var scanner = JSONScanner(bytes, refusesInvalid: true)
        let value = try JSONValue(&scanner, ByteArena())
        try scanner.finish()
        return value
      } catch {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(
            codingPath: [], debugDescription: "\(error.message) (byte \(error.offset), A22)"))
      }
    }
  }

  package init(_ scanner: inout JSONScanner, _ arena: ByteArena) throws(JSONError) {
    let token = try scanner.readToken()
    switch token.kind {
    case .null: self = .null
    case .bool: self = .bool(token.isTrue)
    case .number: self = .number(Number(spelled: token.slice.string))
    case .string: self = .string(token.text(in: arena).string)
    case .array:
      var elements: [JSONValue] = []
      try scanner.beginArray()
      while try scanner.nextElement() { elements.append(try JSONValue(&scanner, arena)) }
      self = .array(elements)
    case .object:
      var members: [String: JSONValue] = [:]
      try scanner.beginObject()
      while let key = try scanner.nextKey(arena) {
        members[key.string] = try JSONValue(&scanner, arena)
      }
      self = .object(members)
    }
  }

  /// The value as compact JSON with sorted keys, as it is stored.
  public var json: String {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  package func append(to text: inout [UInt8]) {
    switch self {
    case .null: JSONText.append(literal: "null", to: &text)
    case .bool(let value): JSONText.append(literal: value ? "true" : "false", to: &text)
    case .number(let number): text.append(contentsOf: number.text.utf8)
    case .string(let string): JSONText.append(string: string, to: &text)
    case .array(let elements):
      text.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        element.append(to: &text)
      }
      text.append(UInt8(ascii: "]"))
    case .object(let members): Self.append(members, to: &text)
    }
  }

  private static func append(_ members: [String: JSONValue], to text: inout [UInt8]) {
    text.append(UInt8(ascii: "{"))
    let sorted = sortedByKey(members)
    for (index, member) in sorted.enumerated() {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      JSONText.append(string: member.key, to: &text)
      text.append(UInt8(ascii: ":"))
      member.value.append(to: &text)
    }
    text.append(UInt8(ascii: "}"))
  }
}

extension JSONValue {
  /// The member of an object; `nil` if there is none, or if the value is not an object.
  ///
  /// Setting `nil` removes the member. Setting has no effect if the value is not an object.
  public subscript(key: String) -> JSONValue? {
    get {
      if case .object(let members) = self { return members[key] }
      return nil
    }
    set {
      guard case .object(var members) = self else { return }
      // Otherwise the members would be copied.
      self = .null
      members[key] = newValue
      self = .object(members)
    }
  }

  /// The element of an array; `nil` if the index is out of bounds, or if the value is not an array.
  public subscript(index: Int) -> JSONValue? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }
}

extension JSONValue: CustomStringConvertible {
  /// The same as `json`.
  public var description: String { json }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(nilLiteral: ()) { self = .null }

  public init(booleanLiteral value: Bool) { self = .bool(value) }

  public init(integerLiteral value: Int64) { self = .number(Number(value)) }

  /// Creates a number. A literal outside the range of a double becomes null.
  public init(floatLiteral value: Double) { self = Number(value).map(JSONValue.number) ?? .null }

  public init(stringLiteral value: String) { self = .string(value) }

  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  /// Creates an object. If a key occurs several times, the last value is used.
  public init(dictionaryLiteral members: (String, JSONValue)...) {
    self = .object(Dictionary(members) { _, last in last })
  }
}
