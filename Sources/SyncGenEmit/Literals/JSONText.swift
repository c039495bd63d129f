/// Values as JSON text.
enum JSONText {
  /// A string in quotation marks (RFC 8259, section 7).
  static func string(_ value: String) -> String {
    var text = "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\u{0}"..<" ": text += "\\u" + HexadecimalText.padded(scalar.value, to: 4)
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
