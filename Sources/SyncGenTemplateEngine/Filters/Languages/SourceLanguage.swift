/// A programming language that templates generate.
enum SourceLanguage: String, CaseIterable, Sendable {
  case swift, kotlin, typescript, javascript, dart, python
  case c, csharp, go, graphql, java, php, ruby, rust, scala, sql

  /// The language with a name, or whose files have the name as extension.
  init?(named name: String) {
    let name = name.lowercased()
    guard let language = SourceLanguage(rawValue: name) ?? Self.byExtension[name] else {
      return nil
    }
    self = language
  }

  /// The language of a file by its path, which may be a template.
  init?(ofPath path: String) {
    guard let dot = path.lastIndex(of: ".") else { return nil }
    let ending = path[path.index(after: dot)...]
    self.init(named: String(ending))
  }

  private var extensions: [String] {
    switch self {
    case .c: ["h", "cc", "cpp", "hpp", "m", "mm"]
    case .csharp: ["cs"]
    case .graphql: ["gql"]
    case .javascript: ["js", "jsx", "mjs", "cjs"]
    case .kotlin: ["kt", "kts"]
    case .python: ["py", "pyi"]
    case .ruby: ["rb"]
    case .rust: ["rs"]
    case .typescript: ["ts", "tsx", "mts", "cts"]
    case .dart, .go, .java, .php, .scala, .sql, .swift: []
    }
  }

  private static let byExtension: [String: SourceLanguage] = {
    var languages: [String: SourceLanguage] = [:]
    for language in allCases {
      for name in language.extensions { languages[name] = language }
    }
    return languages
  }()
}

extension FilterTable {
  mutating func registerLanguageFilters() {
    registerInLanguage("docComment") { value, arguments throws(FilterError) in
      let language = try arguments.language(among: SourceLanguage.allCases)
      if value.isNothing { return value }
      return .string(DocComment.text(try value.requireString(), in: language))
    }
    registerInLanguage("escapeKeywords") { value, arguments throws(FilterError) in
      let language = try arguments.language(among: Keywords.languages)
      return .string(Keywords.escaped(try value.requireString(), in: language))
    }
    for literal in LanguageLiteral.all {
      register(literal.language.rawValue + "Literal") { value, arguments throws(FilterError) in
        try arguments.requireCount(atMost: 0)
        return .string(try literal.text(of: value))
      }
    }
  }
}

extension [TemplateValue] {
  /// The language that the only argument names.
  fileprivate func language(
    among known: [SourceLanguage]
  ) throws(FilterError) -> SourceLanguage {
    try requireCount(atMost: 1)
    let names = known.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    guard count == 1 else {
      throw FilterError(
        "needs a language as argument, since the path in the first line does not tell it; one of "
          + names)
    }
    let name = try requireText(at: 0, "the language")
    guard let language = SourceLanguage(named: name), known.contains(language) else {
      throw FilterError("does not know the language '\(name)', expected one of \(names)")
    }
    return language
  }
}
