/// The syntax of a one-line comment in a language.
package struct CommentStyle: Hashable, Sendable {
  package let start: String
  package let end: String

  private init(_ start: String, _ end: String = "") {
    self.start = start
    self.end = end
  }

  func comment(_ line: String) -> String {
    start + line + end
  }

  /// The style of the language by the file's extension; `nil` if it has no comments or is not
  /// known.
  package static func of(path: String) -> CommentStyle? {
    guard let dot = path.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    let ending = path[path.utf8.index(after: dot)...]
    return ending.utf8.contains(UInt8(ascii: "/")) ? nil : byExtension[ending.lowercased()]
  }

  private static let byExtension: [String: CommentStyle] = {
    var styles: [String: CommentStyle] = [:]
    for (style, extensions) in table {
      for name in extensions { styles[name] = style }
    }
    return styles
  }()

  private static let table: [(CommentStyle, [String])] = [
    (
      CommentStyle("// "),
      [
        "swift", "c", "cc", "cpp", "cs", "dart", "go", "h", "hpp", "java", "js", "kt", "m", "mm",
        "php", "proto", "rs", "scala", "ts", "tsx",
      ]
    ),
    (CommentStyle("-- "), ["sql", "lua", "hs"]),
    (CommentStyle("# "), ["graphql", "pl", "py", "rb", "sh", "toml", "yaml", "yml"]),
    (CommentStyle("<!-- ", " -->"), ["html", "md", "svg", "xml"]),
    (CommentStyle("/* ", " */"), ["css"]),
    (CommentStyle("%% "), ["mmd"]),
  ]
}
