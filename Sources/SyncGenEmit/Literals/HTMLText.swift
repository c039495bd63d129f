import SyncGenDiagnostics

/// Texts as HTML and XML write them.
enum HTMLText {
  /// The text with what would begin a tag, an entity or the end of an attribute replaced, and what readers
  /// do not see made visible.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case _ where scalar.isHiddenInSource: result += visible(scalar)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// A reference to a character that is not seen; HTML has none for most control characters. What would
  /// change how the text around it is shown is spelled as its number.
  private static func visible(_ scalar: Unicode.Scalar) -> String {
    if scalar.isDeceptive { return "\\u{\(String(scalar.value, radix: 16))}" }
    let isControl = scalar != "\r" && scalar.properties.generalCategory == .control
    return isControl ? "\u{FFFD}" : "&#x\(String(scalar.value, radix: 16));"
  }
}
