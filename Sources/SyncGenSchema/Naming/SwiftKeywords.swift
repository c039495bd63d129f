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

  /// The name as an argument label, for which the compiler requires back-ticks only for three of
  /// them.
  package var label: String {
    ["inout", "let", "var"].contains(name) ? "`\(name)`" : name
  }
}
