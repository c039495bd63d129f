/// Works on the lines and the white space of texts.
enum TextLines {
  private static func isNewline(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\t" || scalar.properties.generalCategory == .spaceSeparator
  }

  static func withoutWhitespace(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    result.append(contentsOf: text.unicodeScalars.filter { !isNewline($0) && !isBlank($0) })
    return String(result)
  }

  /// The lines in a row, without the blanks at their starts and at the end.
  static func joined(_ text: String) -> String {
    let lines = text.unicodeScalars.split(whereSeparator: isNewline)
    var result = String.UnicodeScalarView()
    for line in lines { result.append(contentsOf: line.drop(while: isBlank)) }
    while let last = result.last, isBlank(last) { result.removeLast() }
    return String(result)
  }

  /// Every line that is not empty with `indentation` in front; the first one only if asked to.
  static func indented(
    _ text: String, by indentation: String, first: Bool
  ) throws(FilterError) -> String {
    if indentation.isEmpty { return text }
    var result = first ? indentation : ""
    var startsLine = false
    for scalar in text.unicodeScalars {
      if startsLine, !isNewline(scalar) {
        result += indentation
        try FilterOutput.check(result.utf8.count)
      }
      result.unicodeScalars.append(scalar)
      startsLine = isNewline(scalar)
    }
    return result
  }
}
