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

  /// The styles with the extensions of their languages.
  package static let table: [(style: CommentStyle, extensions: [String])] = [
    (
      CommentStyle("// "),
      [
        "c", "cc", "cjs", "cpp", "cs", "cts", "cxx", "dart", "dot", "fs", "fsx", "go", "gradle",
        "groovy", "gv", "h", "hh", "hpp", "hxx", "java", "js", "json5", "jsonc", "jsx", "kt", "kts",
        "less", "m", "metal", "mjs", "mm", "modulemap", "mts", "php", "prisma", "proto", "rs",
        "scala", "scss", "sol", "strings", "swift", "thrift", "ts", "tsx", "v", "xcconfig", "zig",
      ]
    ),
    (CommentStyle("-- "), ["elm", "hs", "lua", "sql"]),
    (
      CommentStyle("# "),
      [
        "awk", "bash", "cfg", "cmake", "conf", "cr", "editorconfig", "env", "ex",
        "exs", "fish", "gemspec", "gitattributes", "gitignore", "gql", "graphql", "hcl", "jl", "mk",
        "nim", "nix", "pl", "pm", "podspec", "properties", "ps1", "psm1", "py", "pyi", "r", "rake",
        "rb", "sed", "sh", "tcl", "tf", "toml", "yaml", "yml", "zsh",
      ]
    ),
    (CommentStyle("; "), ["asm", "clj", "cljs", "el", "ini", "lisp", "scm"]),
    (
      CommentStyle("<!-- ", " -->"),
      [
        "csproj", "entitlements", "htm", "html", "markdown", "md", "plist", "props", "rss",
        "storyboard", "svelte", "svg", "targets", "vue", "wsdl", "xaml", "xhtml", "xib", "xml",
        "xsd", "xsl", "xslt",
      ]
    ),
    (CommentStyle("/* ", " */"), ["css"]),
    (CommentStyle("% "), ["erl", "hrl", "tex"]),
    (CommentStyle("%% "), ["mmd"]),
    (CommentStyle("' "), ["bas", "puml", "vb"]),
    (CommentStyle("REM "), ["bat", "cmd"]),
    (CommentStyle("! "), ["f90"]),
  ]
}
