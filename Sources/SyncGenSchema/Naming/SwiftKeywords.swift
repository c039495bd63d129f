/// The Swift keywords that cannot be used as names without back-ticks.
enum SwiftKeywords {
  /// As of Swift 6.3. Contextual keywords need no back-ticks.
  static let reserved: Set<String> = [
    "Any", "Protocol", "Self", "Type", "as", "associatedtype", "await", "break", "case", "catch",
    "class", "continue", "default", "defer", "deinit", "do", "else", "enum", "extension",
    "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init",
    "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol",
    "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super",
    "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]
}

extension SwiftIdentifier {
  /// The name as declared and used in code, in back-ticks if it is a keyword.
  package var source: String {
    isKeyword ? "`\(name)`" : name
  }

  /// The name as the label of a declared argument, for which the compiler requires back-ticks only
  /// for three of them.
  package var label: String {
    ["inout", "let", "var"].contains(name) ? source : name
  }

  /// The name as the label of an argument in a call, where the compiler warns about needless
  /// back-ticks.
  package var argument: String { name == "inout" ? source : name }

  /// Whether Swift takes the name after a dot for a metatype, in expressions even in back-ticks.
  package var isMetatype: Bool { name == "Type" || name == "Protocol" }
}
