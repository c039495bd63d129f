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

  /// Registers a filter that returns a Boolean, and its negation with a `!`.
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
      let unit = arguments.count > 1 ? try arguments.requireText(at: 1, "the indentation") : " "
      let isFirst = try arguments.flag(at: 2) ?? false
      let size = width.multipliedReportingOverflow(by: unit.utf8.count)
      try FilterOutput.check(size.overflow ? .max : size.partialValue)
      let indentation = String(repeating: unit, count: width)
      return .string(try TextLines.indented(value.text, by: indentation, first: isFirst))
    }
  }
}
