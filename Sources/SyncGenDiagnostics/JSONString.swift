/// Texts as strings of JSON.
package enum JSONString {
  /// The text in quotation marks, with as few escapes as JSON allows (RFC 8259, section 7).
  ///
  /// The runtime writes the same ones: defaults are compared with what it stores, byte by byte.
  package static func quoted(_ text: String) -> String {
    if isPlain(text) { return "\"" + text + "\"" }
    var json = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": json += "\\\""
      case "\\": json += "\\\\"
      case "\u{8}": json += "\\b"
      case "\t": json += "\\t"
      case "\n": json += "\\n"
      case "\u{C}": json += "\\f"
      case "\r": json += "\\r"
      case "\0"..."\u{1F}":
        json += (scalar.value < 16 ? "\\u000" : "\\u00") + String(scalar.value, radix: 16)
      default: json.unicodeScalars.append(scalar)
      }
    }
    return json + "\""
  }

  /// Whether a text needs no escapes.
  package static func isPlain(_ text: String) -> Bool {
    text.consists(of: isPlain)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }
}
