/// Lists of values as JSON, as `json_each` takes them.
enum ListText {
  /// `nil` if a value would not come out of JSON as it was: a real, a blob, or a text with a zero.
  static func json(of values: [StoredValue]) -> String? {
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
