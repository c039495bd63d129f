/// Converts words for use in Swift source text.
enum SwiftWord {
  private static let keywords: Set<String> = [
    // Declarations
    "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import",
    "init", "inout", "internal", "let", "open", "operator", "private", "protocol", "public",
    "static", "struct", "subscript", "typealias", "var",
    // Statements
    "break", "case", "continue", "default", "defer", "do", "else", "fallthrough", "for", "guard",
    "if", "in", "repeat", "return", "switch", "where", "while",
    // Expressions, types and patterns
    "Any", "Self", "_", "as", "catch", "false", "is", "nil", "rethrows", "self", "super", "throw",
    "throws", "true", "try",
    // With a number sign
    "#available", "#colorLiteral", "#column", "#else", "#elseif", "#endif", "#file",
    "#fileLiteral", "#function", "#if", "#imageLiteral", "#line", "#selector", "#sourceLocation",
    // With a meaning in places
    "Protocol", "Type", "associativity", "convenience", "didSet", "dynamic", "final", "get",
    "indirect", "infix", "lazy", "left", "mutating", "none", "nonmutating", "optional",
    "override", "postfix", "precedence", "prefix", "required", "right", "set", "unowned", "weak",
    "willSet",
  ]

  /// The word, in backticks if it has a meaning in Swift.
  static func escaped(_ word: String) -> String {
    keywords.contains(word) ? "`\(word)`" : word
  }

  /// An identifier created from the text; characters that are not permitted become underscores.
  static func identifier(_ text: String, _ mode: String) -> String {
    let parts = text.unicodeScalars.split(omittingEmptySubsequences: false) { !isTail($0) }
    let words = parts.map { part in
      mode == "valid" ? String(part) : LetterCase.upperFirstLetter(String(part))
    }
    let identifier = words.joined(separator: "_")
    guard mode == "pretty" else { return startingRight(identifier) }
    return startingRight(LetterCase.camelCase(startingRight(identifier), stripsUnderscores: true))
  }

  /// The word, preceded by an underscore if it begins with a character that may only follow.
  private static func startingRight(_ word: String) -> String {
    guard let first = word.unicodeScalars.first, !isHead(first) else { return word }
    return "_" + word
  }

  private static func isTail(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x30...0x39, 0x300...0x36F, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F: true
    default: isHead(scalar)
    }
  }

  /// Whether a Swift identifier may begin with the scalar, by the language's grammar.
  private static func isHead(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x41...0x5A, 0x5F, 0x61...0x7A: true
    case ..<0x300: isLatinHead(scalar.value)
    case 0x370...0x1FFF: isLowHead(scalar.value)
    case 0x2000...0x2FFF: isMiddleHead(scalar.value)
    case 0x3004...0x3007, 0x3021...0x302F, 0x3031...0xD7FF: true
    case 0xF900...0xFD3D, 0xFD40...0xFDCF, 0xFDF0...0xFE1F, 0xFE30...0xFE44, 0xFE47...0xFFFD: true
    case 0x10000...0xEFFFF: scalar.value & 0xFFFF <= 0xFFFD
    default: false
    }
  }

  private static func isLatinHead(_ value: UInt32) -> Bool {
    switch value {
    case 0xA8, 0xAA, 0xAD, 0xAF, 0xB2...0xB5, 0xB7...0xBA, 0xBC...0xBE: true
    case 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF: true
    default: false
    }
  }

  private static func isLowHead(_ value: UInt32) -> Bool {
    switch value {
    case 0x1680, 0x180E, 0x1DC0...0x1DFF: false
    default: true
    }
  }

  private static func isMiddleHead(_ value: UInt32) -> Bool {
    switch value {
    case 0x200B...0x200D, 0x202A...0x202E, 0x203F, 0x2040, 0x2054, 0x2060...0x20CF: true
    case 0x2100...0x218F, 0x2460...0x24FF, 0x2776...0x2793, 0x2C00...0x2DFF, 0x2E80...0x2FFF: true
    default: false
    }
  }
}
