/// Writes the values of columns as JSON.
enum JSONText {
  /// The two forms that a value has as JSON.
  enum Form: Hashable {
    /// Inside the text of a list's column: dates as canonical text.
    case stored
    /// In payloads: dates as `dates` says, or where that is nil as their attribute does.
    case export(dates: DateForm.Remote?)
  }

  /// Appends the JSON of a column's value; `false` if the column holds what its type cannot.
  static func append(
    _ value: BoundValue, of type: ValueType, form: Form, to text: inout [UInt8]
  ) -> Bool {
    switch value.kind {
    case .null, .missing:
      append(literal: "null", to: &text)
      return true
    case .integer: return append(integer: value.integer, of: type, form, to: &text)
    case .real:
      guard type == .double else { return false }
      return append(double: value.real, to: &text)
    case .text: return append(text: value.slice, of: type, form, to: &text)
    case .blob:
      guard type == .data else { return false }
      text.append(UInt8(ascii: "\""))
      Base64.append(value.slice.bytes, to: &text)
      text.append(UInt8(ascii: "\""))
      return true
    }
  }

  private static func append(
    integer: Int64, of type: ValueType, _ form: Form, to text: inout [UInt8]
  ) -> Bool {
    switch type {
    case .int, .integerEnum, .money: text.append(contentsOf: String(integer).utf8)
    case .bool: append(literal: integer == 0 ? "false" : "true", to: &text)
    case .double: return append(double: Double(integer), to: &text)
    case .date(let date):
      guard DateText.range.contains(integer) else { return false }
      append(date: integer, date.remote, form, to: &text)
    default: return false
    }
    return true
  }

  private static func append(
    text value: JSONSlice, of type: ValueType, _ form: Form, to text: inout [UInt8]
  ) -> Bool {
    switch type {
    case .string, .decimal, .day, .uuid, .url, .textEnum, .money:
      append(string: value, to: &text)
    case .date(let date):
      guard let microseconds = DateText.microseconds(value) else { return false }
      append(date: microseconds, date.remote, form, to: &text)
    case .json: return append(checked: value, to: &text)
    case .array(.date(let date)), .dictionary(.date(let date)):
      return append(dates: value, date.remote, form, to: &text)
    case .array, .dictionary: return append(checked: value, to: &text)
    case .int, .double, .bool, .data, .integerEnum: return false
    }
    return true
  }

  /// Text that should be JSON already.
  private static func append(checked value: JSONSlice, to text: inout [UInt8]) -> Bool {
    var scanner = JSONScanner(value, refusesInvalid: true)
    do {
      _ = try scanner.skipValue()
      try scanner.finish()
    } catch {
      return false
    }
    text.append(contentsOf: value.bytes)
    return true
  }

  /// The shortest spelling that gives the number back; `false` for infinities and NaN, which JSON lacks.
  static func append(double: Double, to text: inout [UInt8]) -> Bool {
    guard double.isFinite else { return false }
    let spelled = double.description
    // Many readers take `-0` for an integer, which has no sign.
    let isShortened = spelled.hasSuffix(".0") && (double != 0 || double.sign == .plus)
    text.append(contentsOf: isShortened ? spelled.dropLast(2).utf8 : spelled[...].utf8)
    return true
  }

  static func append(literal: StaticString, to text: inout [UInt8]) {
    literal.withUTF8Buffer { text.append(contentsOf: $0) }
  }

  static func append(string: String, to text: inout [UInt8]) {
    var copy = string
    copy.withUTF8 { append(string: JSONSlice($0), to: &text) }
  }

  /// In quotes; only what RFC 8259 demands is escaped.
  static func append(string: JSONSlice, to text: inout [UInt8]) {
    text.append(UInt8(ascii: "\""))
    for byte in string.bytes {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        text.append(UInt8(ascii: "\\"))
        text.append(byte)
      case 0..<0x20: append(escaped: byte, to: &text)
      default: text.append(byte)
      }
    }
    text.append(UInt8(ascii: "\""))
  }

  private static func append(escaped control: UInt8, to text: inout [UInt8]) {
    switch control {
    case 0x08: append(literal: "\\b", to: &text)
    case 0x09: append(literal: "\\t", to: &text)
    case 0x0A: append(literal: "\\n", to: &text)
    case 0x0C: append(literal: "\\f", to: &text)
    case 0x0D: append(literal: "\\r", to: &text)
    default:
      append(literal: control < 0x10 ? "\\u000" : "\\u001", to: &text)
      text.append(contentsOf: String(control & 0xF, radix: 16).utf8)
    }
  }
}
