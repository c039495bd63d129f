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

  /// As `quoted`, with escapes also for what is not seen in a source file.
  package static func quotedInSource(_ text: String) -> String {
    let json = quoted(text)
    guard !json.isVisibleInSource else { return json }
    return json.unicodeScalars.map { $0.isHiddenInSource ? escape($0) : String($0) }.joined()
  }

  /// The escape of a character, one for each of its UTF-16 code units.
  package static func escape(_ scalar: Unicode.Scalar) -> String {
    String(scalar).utf16.map { unit in
      let digits = String(unit, radix: 16)
      return #"\u"# + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }.joined()
  }

  /// Whether a text needs no escapes.
  package static func isPlain(_ text: String) -> Bool {
    text.consists(of: isPlain)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }
}
