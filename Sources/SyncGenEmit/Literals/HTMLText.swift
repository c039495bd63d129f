import SyncGenDiagnostics

/// Strings in HTML and XML.
enum HTMLText {
  /// The text with characters escaped that would begin a tag, an entity or the end of an attribute,
  /// and with invisible characters made visible.
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

  /// A reference to an invisible character; HTML has none for most control characters. A character
  /// that would change how the text around it is displayed is spelled as its number.
  private static func visible(_ scalar: Unicode.Scalar) -> String {
    if scalar.isDeceptive { return "\\u{\(String(scalar.value, radix: 16))}" }
    let isControl = scalar != "\r" && scalar.properties.generalCategory == .control
    return isControl ? "\u{FFFD}" : "&#x\(String(scalar.value, radix: 16));"
  }
}
