/// Any JSON value.
public enum JSONValue: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number as it is spelled.
  case number(Number)
  /// A string, without its escapes.
  case string(String)
  /// Values in their order.
  case array([JSONValue])
  /// Values by their keys; of equal keys the last one counts.
  case object([String: JSONValue])

  /// A number as it is spelled, so that no digit is lost; `1` and `1.0` are different.
  public struct Number: Hashable, Sendable {
    /// As JSON spells it.
    public let text: String

    /// `nil` if JSON does not spell a number like that.
    public init?(_ text: String) {
      var copy = text
      guard copy.withUTF8({ NumberText(JSONSlice($0))?.fitsDouble ?? false }) else { return nil }
      self.text = text
    }

    /// The integer in decimal digits.
    public init(_ value: some BinaryInteger) {
      text = String(value)
    }

    /// `nil` for infinities and NaN.
    public init?(_ value: Double) {
      var bytes: [UInt8] = []
      guard JSONText.append(double: value, to: &bytes) else { return nil }
      text = String(decoding: bytes, as: UTF8.self)
    }

    init(spelled text: String) {
      self.text = text
    }

    /// The number if it is whole and fits 64 bits.
    public var int64: Int64? {
      var copy = text
      return copy.withUTF8 { NumberText(JSONSlice($0))?.int64 }
    }

    /// The nearest double.
    public var double: Double { Double(text) ?? .nan }
  }

  /// The value of a JSON text.
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

  init(_ scanner: inout JSONScanner, _ arena: ByteArena) throws(JSONError) {
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

  /// Compact JSON with sorted keys, as it is stored.
  public var json: String {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  func append(to text: inout [UInt8]) {
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
    let order = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    for (index, member) in order.enumerated() {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      JSONText.append(string: member.key, to: &text)
      text.append(UInt8(ascii: ":"))
      member.value.append(to: &text)
    }
    text.append(UInt8(ascii: "}"))
  }
}

extension JSONValue {
  /// The member of an object, or `nil`.
  public subscript(key: String) -> JSONValue? {
    if case .object(let members) = self { return members[key] }
    return nil
  }

  /// The element of an array, or `nil`.
  public subscript(index: Int) -> JSONValue? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }
}

extension JSONValue: CustomStringConvertible {
  /// The same as `json`.
  public var description: String { json }
}
