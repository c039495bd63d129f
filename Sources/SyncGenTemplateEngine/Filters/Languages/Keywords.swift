/// Words that cannot be names in a language.
enum Keywords {
  static let languages = [SourceLanguage.swift, .kotlin, .typescript, .javascript, .dart, .python]

  /// The word in backticks in Swift and Kotlin, or with an underscore at the end, if the language
  /// reserves it.
  static func escaped(_ word: String, in language: SourceLanguage) -> String {
    guard words(of: language).contains(word) else { return word }
    return switch language {
    case .swift, .kotlin: "`\(word)`"
    default: word + "_"
    }
  }

  private static func words(of language: SourceLanguage) -> Set<String> {
    switch language {
    case .swift: swift
    case .kotlin: kotlin
    case .typescript, .javascript: typescript
    case .dart: dart
    case .python: python
    default: []
    }
  }

  private static let swift: Set<String> = [
    "Any", "Protocol", "Self", "Type", "as", "associatedtype", "await", "break", "case", "catch",
    "class", "continue", "default", "defer", "deinit", "do", "else", "enum", "extension",
    "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init",
    "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol",
    "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super",
    "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]

  /// The hard keywords; soft ones may be names.
  private static let kotlin: Set<String> = [
    "as", "break", "class", "continue", "do", "else", "false", "for", "fun", "if", "in",
    "interface", "is", "null", "object", "package", "return", "super", "this", "throw", "true",
    "try", "typealias", "typeof", "val", "var", "when", "while",
  ]

  /// The words that modules, which are always strict, reserve.
  private static let typescript: Set<String> = [
    "arguments", "await", "break", "case", "catch", "class", "const", "continue", "debugger",
    "default", "delete", "do", "else", "enum", "eval", "export", "extends", "false", "finally",
    "for", "function", "if", "implements", "import", "in", "instanceof", "interface", "let", "new",
    "null", "package", "private", "protected", "public", "return", "static", "super", "switch",
    "this", "throw", "true", "try", "typeof", "var", "void", "while", "with", "yield",
  ]

  /// The words that are reserved everywhere, or in asynchronous functions.
  private static let dart: Set<String> = [
    "assert", "await", "break", "case", "catch", "class", "const", "continue", "default", "do",
    "else", "enum", "extends", "false", "final", "finally", "for", "if", "in", "is", "new", "null",
    "rethrow", "return", "super", "switch", "this", "throw", "true", "try", "var", "void", "while",
    "with", "yield",
  ]

  private static let python: Set<String> = [
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue",
    "def", "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import",
    "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while",
    "with", "yield",
  ]
}
