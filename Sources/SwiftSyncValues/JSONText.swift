/// Writes JSON.
package enum JSONText {
  /// Appends the shortest spelling that preserves the number; returns `false` for infinities and
  /// NaN, which JSON lacks.
  package static func append(double: Double, to text: inout [UInt8]) -> Bool {
    guard double.isFinite else { return false }
    let spelled = double.description
    // Many readers treat `-0` as an integer, which has no sign.
    let isShortened = spelled.hasSuffix(".0") && (double != 0 || double.sign == .plus)
    text.append(contentsOf: isShortened ? spelled.dropLast(2).utf8 : spelled[...].utf8)
    return true
  }

  /// The shortest spelling of a finite number.
  package static func number(_ value: Double) -> String {
    var text: [UInt8] = []
    return append(double: value, to: &text) ? String(decoding: text, as: UTF8.self) : "null"
  }

  package static func append(literal: StaticString, to text: inout [UInt8]) {
    literal.withUTF8Buffer { text.append(contentsOf: $0) }
  }

  package static func append(string: String, to text: inout [UInt8]) {
    var copy = string
    copy.withUTF8 { append(string: JSONSlice($0), to: &text) }
  }

  /// The quoted text, with only the escapes that RFC 8259 requires.
  package static func quoted(_ text: String) -> String {
    var bytes: [UInt8] = []
    append(string: text, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends a quoted string, with only the escapes that RFC 8259 requires.
  package static func append(string: JSONSlice, to text: inout [UInt8]) {
    text.append(UInt8(ascii: "\""))
    let bytes = string.bytes
    // Most strings are copied as a whole.
    var start = 0
    for index in bytes.indices where isEscaped(bytes[index]) {
      text.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<index]))
      append(escaped: bytes[index], to: &text)
      start = index + 1
    }
    text.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start...]))
    text.append(UInt8(ascii: "\""))
  }

  /// Appends a quoted string that contains nothing to escape.
  package static func append(plain text: JSONSlice, to target: inout [UInt8]) {
    target.append(UInt8(ascii: "\""))
    target.append(contentsOf: text.bytes)
    target.append(UInt8(ascii: "\""))
  }

  @inline(__always)
  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private static func append(escaped byte: UInt8, to text: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      text.append(UInt8(ascii: "\\"))
      text.append(byte)
    case 0x08: append(literal: "\\b", to: &text)
    case 0x09: append(literal: "\\t", to: &text)
    case 0x0A: append(literal: "\\n", to: &text)
    case 0x0C: append(literal: "\\f", to: &text)
    case 0x0D: append(literal: "\\r", to: &text)
    default:
      append(literal: byte < 0x10 ? "\\u000" : "\\u001", to: &text)
      text.append(contentsOf: String(byte & 0xF, radix: 16).utf8)
    }
  }
}
