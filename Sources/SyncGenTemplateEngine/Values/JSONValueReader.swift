/// Reads JSON text as a template value. Integers stay integers.
package struct JSONValueReader {
  /// Where the text is not valid JSON, and why.
  package struct Problem: Error {
    package let offset: Int
    package let message: String
  }

  private static let maximumDepth = 128

  private let bytes: [UInt8]
  private var index = 0
  private var depth = 0

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  package static func value(of bytes: [UInt8]) throws(Problem) -> TemplateValue {
    var reader = JSONValueReader(bytes)
    let value = try reader.value()
    reader.skipBlanks()
    if reader.index < bytes.count { throw reader.problem("there is text after the value") }
    return value
  }

  private func problem(_ message: String) -> Problem {
    Problem(offset: index, message: message)
  }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipBlanks() {
    while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
      index += 1
    }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    skipBlanks()
    guard next == byte else { return false }
    index += 1
    return true
  }

  private mutating func value() throws(Problem) -> TemplateValue {
    skipBlanks()
    depth += 1
    defer { depth -= 1 }
    if depth > Self.maximumDepth { throw problem("the value is nested too deeply") }
    switch next {
    case UInt8(ascii: "{"): return try dictionary()
    case UInt8(ascii: "["): return try array()
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case nil: throw problem("the text ends where a value is expected")
    default: return try number()
    }
  }

  private mutating func word(
    _ word: String, _ value: TemplateValue
  ) throws(Problem) -> TemplateValue {
    guard bytes[index...].starts(with: word.utf8) else { throw problem("expected a value") }
    index += word.utf8.count
    return value
  }

  private mutating func number() throws(Problem) -> TemplateValue {
    let start = index
    guard next == UInt8(ascii: "-") || next.map({ (0x30...0x39).contains($0) }) == true
    else {
      throw problem("expected a value")
    }
    while let byte = next, (0x30...0x39).contains(byte) || "+-.eE".utf8.contains(byte) {
      index += 1
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    if let integer = Int(text) { return .int(integer) }
    if let decimal = Double(text), decimal.isFinite { return .double(decimal) }
    index = start
    throw problem("expected a value")
  }

  private mutating func array() throws(Problem) -> TemplateValue {
    index += 1
    var values: [TemplateValue] = []
    if take(UInt8(ascii: "]")) { return .array(values) }
    repeat { values.append(try value()) } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "]")) else { throw problem("expected ',' or ']'") }
    return .array(values)
  }

  private mutating func dictionary() throws(Problem) -> TemplateValue {
    index += 1
    var entries: [TemplateDictionary.Entry] = []
    if take(UInt8(ascii: "}")) { return .dictionary(TemplateDictionary(entries)) }
    repeat {
      skipBlanks()
      guard next == UInt8(ascii: "\"") else { throw problem("expected a key") }
      let key = try string()
      guard take(UInt8(ascii: ":")) else { throw problem("expected ':'") }
      entries.append((key: key, value: try value()))
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "}")) else { throw problem("expected ',' or '}'") }
    return .dictionary(TemplateDictionary(entries))
  }

  // MARK: Strings

  private mutating func string() throws(Problem) -> String {
    index += 1
    var units: [UInt8] = []
    while let byte = next {
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: units, as: UTF8.self)
      case UInt8(ascii: "\\"): try appendEscape(to: &units)
      default: units.append(byte)
      }
    }
    throw problem("the string has no closing quote")
  }

  private mutating func appendEscape(to units: inout [UInt8]) throws(Problem) {
    guard let byte = next else { throw problem("the string has no closing quote") }
    index += 1
    switch byte {
    case UInt8(ascii: "n"): units.append(0x0A)
    case UInt8(ascii: "t"): units.append(0x09)
    case UInt8(ascii: "r"): units.append(0x0D)
    case UInt8(ascii: "b"): units.append(0x08)
    case UInt8(ascii: "f"): units.append(0x0C)
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): units.append(byte)
    case UInt8(ascii: "u"):
      units.append(contentsOf: String(Character(try scalar())).utf8)
    default:
      index -= 1
      throw problem("unknown escape in a string")
    }
  }

  /// The scalar of a `\u` escape, or of two for a surrogate pair.
  private mutating func scalar() throws(Problem) -> Unicode.Scalar {
    let first = try hexadecimal()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard (0xD800...0xDBFF).contains(first), bytes[index...].starts(with: "\\u".utf8) else {
      return "\u{FFFD}"
    }
    let restart = index
    index += 2
    let second = try hexadecimal()
    guard (0xDC00...0xDFFF).contains(second) else {
      index = restart
      return "\u{FFFD}"
    }
    let value = 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
    return Unicode.Scalar(value) ?? "\u{FFFD}"
  }

  private mutating func hexadecimal() throws(Problem) -> UInt32 {
    let end = index + 4
    guard end <= bytes.count,
      bytes[index..<end].allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let value = UInt32(String(decoding: bytes[index..<end], as: UTF8.self), radix: 16)
    else { throw problem("expected four hexadecimal digits") }
    index = end
    return value
  }
}
