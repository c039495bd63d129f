import SyncGenYAML

/// Strings as YAML scalars that every reader of YAML 1.1 and 1.2 interprets as strings.
enum YAMLScalarText {
  /// The text without quotation marks if that is safe, otherwise quoted.
  ///
  /// - Parameter inFlow: Whether it is inside braces or brackets.
  static func text(_ text: String, inFlow: Bool) -> String {
    if isPlain(text, inFlow: inFlow) { return text }
    let isStatement = text.contains(" = ") && text.contains("\"")
    guard isStatement, !text.unicodeScalars.contains(where: isHidden) else { return quoted(text) }
    // A default such as `string = "a"`, or SQL: quotation marks inside it need no escapes.
    let rest = text.filter { $0 != "\"" && $0 != "\\" }
    let isLed = text.utf8.first.map(isLetter) ?? false
    return isLed && isPlain(rest, inFlow: inFlow) ? text : YAMLText.quoted(text)
  }

  private static func isPlain(_ text: String, inFlow: Bool) -> Bool {
    guard let first = text.utf8.first, let last = text.utf8.last else { return false }
    guard
      isLetter(first) || first == UInt8(ascii: "_") || first == UInt8(ascii: "/")
        || text.hasPrefix("./") || text.hasPrefix("../"),
      last != UInt8(ascii: " "), last != UInt8(ascii: ":"),
      !words.contains(text.lowercased())
    else { return false }
    guard text.utf8.allSatisfy({ isOrdinary($0) || !inFlow && isOrdinaryInBlocks($0) }) else {
      return false
    }
    return !hasIndicator(text)
  }

  /// Whether a colon or a number sign would end the text.
  private static func hasIndicator(_ text: String) -> Bool {
    var before: UInt8 = 0
    for byte in text.utf8 {
      if byte == UInt8(ascii: "#"), before == UInt8(ascii: " ") { return true }
      if before == UInt8(ascii: ":"), byte == UInt8(ascii: " ") { return true }
      before = byte
    }
    return false
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (65...90).contains(byte) || (97...122).contains(byte)
  }

  private static func isOrdinary(_ byte: UInt8) -> Bool {
    isLetter(byte) || (48...57).contains(byte) || ordinary.contains(byte)
  }

  private static func isOrdinaryInBlocks(_ byte: UInt8) -> Bool {
    blockOnly.contains(byte)
  }

  private static let ordinary = Set(" _-./+'()=;$@<>".utf8)
  private static let blockOnly = Set(",?:!#%&*".utf8)

  /// The words that YAML 1.1 does not interpret as strings.
  private static let words: Set<String> = [
    "true", "false", "null", "yes", "no", "on", "off", "y", "n",
  ]

  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case _ where isHidden(scalar): result += escape(scalar)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// Whether the scalar is a control or format character, a line separator or a byte order mark.
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
    default: false
    }
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    let (letter, count) = scalar.value > 0xFFFF ? ("U", 8) : ("u", 4)
    return "\\" + letter + String(repeating: "0", count: count - digits.utf8.count) + digits
  }

  /// The text of a comment on one line, without characters that editors do not show.
  static func comment(_ text: String) -> String {
    String(
      String.UnicodeScalarView(text.unicodeScalars.map { isHidden($0) ? " " : $0 }))
  }
}
