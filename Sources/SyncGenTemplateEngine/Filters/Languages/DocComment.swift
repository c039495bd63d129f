import SyncGenDiagnostics

/// Documentation as a comment that the tools of a language show.
enum DocComment {
  /// The comment; empty if the text is. Whatever the text contains, it neither ends the comment nor
  /// hides the code after it.
  static func text(_ text: String, in language: SourceLanguage) -> String {
    let lines = lines(of: text).map { escaped($0, in: language) }
    guard let first = lines.first else { return "" }
    switch language {
    case .swift, .dart, .rust: return marked(lines, "///")
    case .go: return marked(lines, "//")
    case .ruby: return marked(lines, "#")
    case .sql: return marked(lines, "--")
    case .csharp:
      if lines.count == 1 { return "/// <summary>\(first)</summary>" }
      return marked(["<summary>"] + lines + ["</summary>"], "///")
    case .kotlin, .typescript, .javascript, .c, .java, .php, .scala:
      if lines.count == 1 { return "/** \(first) */" }
      return (["/**"] + lines.map { $0.isEmpty ? " *" : " * " + $0 } + [" */"])
        .joined(separator: "\n")
    case .python:
      if lines.count == 1 { return docstring(first) }
      return docstring(lines.joined(separator: "\n") + "\n")
    case .graphql: return docstring("\n" + lines.joined(separator: "\n") + "\n")
    }
  }

  private static func marked(_ lines: [String], _ mark: String) -> String {
    lines.map { $0.isEmpty ? mark : "\(mark) \($0)" }.joined(separator: "\n")
  }

  private static func docstring(_ text: String) -> String {
    let quotes = "\"\"\""
    // A quote at the end would be part of the mark that ends the text.
    let content = text.hasSuffix("\"") ? text.dropLast() + "\\\"" : text[...]
    return quotes + content + quotes
  }

  private static func escaped(_ line: String, in language: SourceLanguage) -> String {
    switch language {
    case .swift, .dart, .rust, .go, .ruby, .sql: line
    case .csharp: replacing(line, ("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"))
    case .typescript, .javascript, .c, .php: replacing(line, ("*/", "*\\/"))
    // Comments of these languages nest.
    case .kotlin, .scala: replacing(line, ("*/", "*&#47;"), ("/*", "/&#42;"))
    // Java reads `\u` everywhere as the beginning of a character's code.
    case .java: replacing(line, ("*/", "*&#47;"), ("\\u", "&#92;u"))
    case .python: replacing(line, ("\\", "\\\\"), ("\"\"\"", "\\\"\\\"\\\""))
    case .graphql: replacing(line, ("\"\"\"", "\\\"\"\""))
    }
  }

  private static func replacing(_ line: String, _ pairs: (String, String)...) -> String {
    pairs.reduce(line) { $0.split(at: $1.0).joined(separator: $1.1) }
  }

  /// The lines without blanks at their ends and without empty lines around them. Control characters
  /// become blanks, and invisible ones are left out.
  private static func lines(of text: String) -> [String] {
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map(printable)
    while lines.last?.isEmpty == true { lines.removeLast() }
    return Array(lines.drop(while: \.isEmpty))
  }

  private static func printable(_ line: Substring) -> String {
    var result = String.UnicodeScalarView()
    for scalar in line.unicodeScalars {
      if scalar.properties.generalCategory == .control {
        result.append(" ")
      } else if !scalar.isHiddenInSource {
        result.append(scalar)
      }
    }
    while result.last == " " { result.removeLast() }
    return String(result)
  }
}
