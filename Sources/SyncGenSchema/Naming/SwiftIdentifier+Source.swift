extension SwiftIdentifier {
  /// The name as Swift code writes it, in back-ticks where Swift would read a keyword.
  package var source: String {
    Self.keywords.contains(name) ? "`\(name)`" : name
  }

  /// What Swift reserves, and the contextual keywords that change what a name behind them means.
  private static let keywords: Set<String> = [
    "Any", "Protocol", "Self", "Type", "as", "associatedtype", "break", "case", "catch", "class",
    "continue", "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough",
    "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout",
    "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public",
    "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch",
    "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    "any", "async", "await", "borrowing", "consume", "consuming", "copy", "discard", "each",
    "isolated", "sending", "some", "then", "unsafe", "yield",
  ]
}
