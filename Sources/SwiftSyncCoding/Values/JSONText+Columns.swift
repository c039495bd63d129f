package import SwiftSyncValues

/// Writes column values as JSON.
extension JSONText {
  /// The two JSON forms of a value.
  package enum Form: Hashable {
    /// The form inside the text of a list column: dates as canonical text.
    case stored
    /// The form in payloads: dates in the form `dates` or, if it is nil, in that of their
    /// attribute, and derived keys of fields in the spelling of `keys` or, if it is nil, in that of
    /// the schema.
    case export(dates: DateForm.Remote?, keys: KeySpelling? = nil)
  }

  /// Appends the JSON of a column's value; returns `false` if the column holds a value that its
  /// type cannot have.
  package static func append(
    _ value: BoundValue, of type: ValueType, form: Form, to text: inout [UInt8]
  ) -> Bool {
    switch value.kind {
    case .null, .missing:
      append(literal: "null", to: &text)
      return true
    case .integer: return append(integer: value.integer, of: type, form, to: &text)
    case .real:
      if case .date(let date) = type { return append(number: value, date, form, to: &text) }
      guard type == .double else { return false }
      return append(double: value.real, to: &text)
    case .text: return append(text: value.slice, of: type, form, to: &text)
    case .blob:
      if type == .uuidBlob { return append(uuid: value, to: &text) }
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
    case .date(let date): return append(number: .integer(integer), date, form, to: &text)
    default: return false
    }
    return true
  }

  private static func append(
    number value: BoundValue, _ date: DateForm, _ form: Form, to text: inout [UInt8]
  ) -> Bool {
    guard let microseconds = date.storage.microseconds(value) else { return false }
    append(date: microseconds, date, form, to: &text)
    return true
  }

  private static func append(uuid value: BoundValue, to text: inout [UInt8]) -> Bool {
    guard value.slice.count == UUIDText.byteCount else { return false }
    var characters = UUIDText.text(ofBytes: UnsafeRawBufferPointer(value.slice.bytes))
    characters.withUTF8 { append(string: JSONSlice($0), to: &text) }
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
      append(date: microseconds, date, form, to: &text)
    case .formattedDay(let day): return append(day: value, day, form, to: &text)
    case .json: return append(checked: value, to: &text)
    case .array(let element, nil) where element.hasFormats,
      .dictionary(let element) where element.hasFormats:
      return append(elements: value, of: element, form, to: &text)
    case .array(let element, let separator?):
      guard case .export = form else { return append(checked: value, to: &text) }
      guard let joined = SeparatedText.text(of: value, of: element, by: separator) else {
        return false
      }
      joined.withUnsafeBufferPointer { append(string: JSONSlice($0), to: &text) }
    case .array, .dictionary, .value:
      guard let content = type.content, case .export(let dates, let keys) = form else {
        return append(checked: value, to: &text)
      }
      return ValueExporter(dates: dates, keys: keys).append(value, of: content, to: &text)
    case .int, .double, .bool, .data, .integerEnum, .uuidBlob: return false
    }
    return true
  }

  /// Appends text that should already be JSON.
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
}

/// Lists of values as JSON, in the form that `json_each` accepts.
package enum ListText {
  /// The JSON text; `nil` if JSON would not preserve a value: a real, a blob, or a string with a
  /// null character.
  package static func json(of values: [StoredValue]) -> String? {
    var text = [UInt8(ascii: "[")]
    for value in values {
      if text.count > 1 { text.append(UInt8(ascii: ",")) }
      switch value {
      case .integer(let integer): text.append(contentsOf: String(integer).utf8)
      case .text(let string):
        guard !string.utf8.contains(0) else { return nil }
        JSONText.append(string: string, to: &text)
      case .null, .real, .blob: return nil
      }
    }
    text.append(UInt8(ascii: "]"))
    return String(decoding: text, as: UTF8.self)
  }
}
