extension FilterTable {
  mutating func registerStringFilters() {
    registerTest("contains", "the part to look for") { $0.containsText($1) }
    registerTest("hasPrefix", "the prefix") { $0.hasPrefix($1) }
    registerTest("hasSuffix", "the suffix") { $0.hasSuffix($1) }
    registerSimple("basename") { FilePath.lastComponent(of: $0) }
    registerSimple("dirname") { FilePath.folder(of: $0) }
    registerSimple("escapeReservedKeywords") { SwiftWord.escaped($0) }
    register("swiftIdentifier") { value, arguments throws(FilterError) in
      let text = try value.requireString()
      return .string(
        SwiftWord.identifier(text, try arguments.mode(at: 0, ["normal", "pretty", "valid"])))
    }
    register("removeNewlines") { value, arguments throws(FilterError) in
      let text = try value.requireString()
      let mode = try arguments.mode(at: 0, ["all", "leading"])
      return .string(mode == "all" ? TextLines.withoutWhitespace(text) : TextLines.joined(text))
    }
    register("replace") { value, arguments throws(FilterError) in
      let text = try value.requireString()
      let pattern = try arguments.requireString(at: 0, "the text to replace")
      let replacement = try arguments.requireString(at: 1, "the replacement")
      let isRegex = try arguments.mode(at: 2, ["normal", "regex"]) == "regex"
      if isRegex {
        return .string(try RegexReplacement(pattern, template: replacement).apply(to: text))
      }
      return .string(try FilterOutput.joined(text.split(at: pattern), replacement))
    }
    registerIndent()
  }

  /// A filter that answers true or false, and its opposite with a `!`.
  private mutating func registerTest(
    _ name: String, _ what: String, _ test: @escaping @Sendable (String, String) -> Bool
  ) {
    for isNegated in [false, true] {
      register(isNegated ? "!" + name : name) { value, arguments throws(FilterError) in
        let text = try value.requireString()
        return .bool(test(text, try arguments.requireString(at: 0, what)) != isNegated)
      }
    }
  }

  private mutating func registerIndent() {
    register("indent") { value, arguments throws(FilterError) in
      try arguments.requireCount(atMost: 3)
      var width = 4
      if let argument = arguments.first {
        guard case .int(let number) = argument else {
          throw FilterError("needs an integer as width, found \(argument.kindName)")
        }
        width = max(0, number)
      }
      let unit = arguments.count > 1 ? try arguments.requireString(at: 1, "the indentation") : " "
      let isFirst = try arguments.flag(at: 2) ?? false
      let size = width.multipliedReportingOverflow(by: unit.utf8.count)
      try FilterOutput.check(size.overflow ? .max : size.partialValue)
      let indentation = String(repeating: unit, count: width)
      return .string(try TextLines.indented(value.text, by: indentation, first: isFirst))
    }
  }
}

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

/// Takes paths apart, as far as templates need it.
enum FilePath {
  /// The last part of a path; "/" for the root.
  static func lastComponent(of path: String) -> String {
    if let last = path.split(separator: "/").last { return String(last) }
    return path.isEmpty ? "" : "/"
  }

  /// The path without its last part; "." if there is no other.
  static func folder(of path: String) -> String {
    let parts = path.split(separator: "/").dropLast()
    let root = path.hasPrefix("/") ? "/" : ""
    let folder = root + parts.joined(separator: "/")
    return folder.isEmpty ? "." : folder
  }
}
