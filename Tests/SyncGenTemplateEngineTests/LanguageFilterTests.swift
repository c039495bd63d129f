import SyncGenTemplateEngine
import Testing

/// Filters of lists, and those for languages other than Swift.
struct LanguageFilterTests {
  static let context = #"""
    {"xs": [{"name": "b", "n": 2}, {"name": "a", "n": 1}, {"name": "b", "n": 3}], "d": {"k": "v"},
     "list": ["y", "x", "y"], "none": [], "null": null, "yes": true, "text": "a$b\n\"",
     "mixed": [1, "a"], "holes": [{"n": 2}, {}, {"n": 1.5}], "odd": "\u202e\u0001",
     "doc": "One */ /* \"\"\" \\u <b>\n\nTwo \"", "line": "One."}
    """#

  static let outputs: [(template: String, output: String)] = [
    ("{{ list|unique }} {{ xs|unique:\"name\"|map:\"n\" }}", #"["y", "x"] [2, 1]"#),
    ("{{ xs|sort:\"name\"|map:\"n\" }} {{ list|sort }}", #"[1, 2, 3] ["x", "y", "y"]"#),
    ("{{ holes|sort:\"n\"|map:\"n\" }} {{ xs|map:\"name.count\" }}", "[1.5, 2, nil] [1, 1, 1]"),
    ("{{ list|first }}{{ list|last }}[{{ none|first }}]{{ \"abc\"|last }}", "yy[]c"),
    ("{{ list|length }}{{ \"abc\"|length }}{{ d|length }}{{ none|length }}", "3310"),
    ("{{ null|sort }}{{ null|map:\"a\" }}{{ null|docComment:\"swift\" }}", ""),
    (
      "{{ \"parseJSONFile\"|kebabCase }} {{ \"snake_case Name\"|kebabCase }} "
        + "{{ \"statusIDs\"|kebabCase }} {{ \"iOSServer\"|kebabCase }}",
      "parse-json-file snake-case-name status-ids i-os-server"
    ),
    // Comments
    ("{{ line|docComment:\"kt\" }} {{ line|docComment:\"py\" }}", "/** One. */ \"\"\"One.\"\"\""),
    ("{{ line|docComment:\"csharp\" }}", "/// <summary>One.</summary>"),
    ("{{ doc|docComment:\"swift\" }}", "/// One */ /* \"\"\" \\u <b>\n///\n/// Two \""),
    ("{{ doc|docComment:\"sql\" }}", "-- One */ /* \"\"\" \\u <b>\n--\n-- Two \""),
    (
      "{{ doc|docComment:\"kotlin\"|indent:2 }}",
      "/**\n   * One *&#47; /&#42; \"\"\" \\u <b>\n   *\n   * Two \"\n   */"
    ),
    ("{{ doc|docComment:\"ts\" }}", "/**\n * One *\\/ /* \"\"\" \\u <b>\n *\n * Two \"\n */"),
    (
      "{{ doc|docComment:\"java\" }}", "/**\n * One *&#47; /* \"\"\" &#92;u <b>\n *\n * Two \"\n */"
    ),
    ("{{ doc|docComment:\"python\" }}", "\"\"\"One */ /* \\\"\\\"\\\" \\\\u <b>\n\nTwo \"\n\"\"\""),
    ("{{ \"a\\\"\"|docComment:\"python\" }}", "\"\"\"a\\\"\"\"\""),
    ("{{ doc|docComment:\"graphql\" }}", "\"\"\"\nOne */ /* \\\"\"\" \\u <b>\n\nTwo \"\n\"\"\""),
    ("[{{ \"\"|docComment:\"go\" }}]{{ odd|docComment:\"go\" }}", "[]"),
    // Keywords
    (
      "{{ \"object\"|escapeKeywords:\"kotlin\" }} {{ \"object\"|escapeKeywords:\"swift\" }}",
      "`object` object"
    ),
    (
      "{{ \"class\"|escapeKeywords:\"ts\" }} {{ \"def\"|escapeKeywords:\"python\" }}", "class_ def_"
    ),
    (
      "{{ \"rethrow\"|escapeKeywords:\"dart\" }} {{ \"data\"|escapeKeywords:\"dart\" }}",
      "rethrow_ data"
    ),
    // Literals
    ("{{ text|kotlinLiteral }} {{ text|dartLiteral }}", #""a\$b\n\"" "a\$b\n\"""#),
    ("{{ text|typescriptLiteral }} {{ odd|pythonLiteral }}", #""a$b\n\"" "\u202e\u0001""#),
    (
      "{{ d|kotlinLiteral }} {{ d|typescriptLiteral }} {{ d|dartLiteral }}",
      #"mapOf("k" to "v") { "k": "v" } {"k": "v"}"#
    ),
    (
      "{{ list|kotlinLiteral }} {{ list|pythonLiteral }}", #"listOf("y", "x", "y") ["y", "x", "y"]"#
    ),
    ("{{ null|kotlinLiteral }} {{ null|pythonLiteral }} {{ yes|pythonLiteral }}", "null None True"),
    (
      "{{ 3000000000|kotlinLiteral }} {{ -9223372036854775808|kotlinLiteral }}",
      "3000000000L Long.MIN_VALUE"
    ),
  ]

  @Test(arguments: outputs)
  func output(_ template: String, _ output: String) throws {
    #expect(try render(template, Self.context, trim: .lines) == .text(output))
  }

  @Test func languageIsThatOfPath() throws {
    let first = "{# swiftsync: for=entity path=\"{{ name }}.kts\" #}\n"
    #expect(
      try render(first + "{{ line|docComment }} {{ \"val\"|escapeKeywords }}", Self.context)
        == .text("/** One. */ `val`"))
  }

  static let errors: [(template: String, message: String)] = [
    (
      "xs|sort",
      "cannot order a dictionary; state a member with numbers or strings, as in sort:\"name\""
    ),
    ("mixed|sort", "cannot order an integer and a string"),
    ("yes|length", "needs a list, a string or a dictionary, found a boolean"),
    ("list|map:\"size\"", "finds no 'size' in a string of the list"),
    ("xs|map", "needs an argument: the name of a member"),
    ("text|unique", "needs a list, found a string"),
    (
      "line|escapeKeywords:\"sql\"",
      "does not know the language 'sql', expected one of 'swift', 'kotlin', 'typescript', "
        + "'javascript', 'dart', 'python'"
    ),
    (
      "line|escapeKeywords",
      "needs a language as argument, since the path in the first line does not tell it; one of "
        + "'swift', 'kotlin', 'typescript', 'javascript', 'dart', 'python'"
    ),
  ]

  @Test(arguments: errors)
  func error(_ expression: String, _ message: String) throws {
    let filter = expression.split(separator: "|")[1].prefix { $0 != ":" }
    let column = expression.prefix { $0 != "|" }.count + 5
    #expect(
      try render("{{ \(expression) }}", Self.context)
        == .errors([
          "main.stencil:1:\(column): error: filter '\(filter)' \(message) [template-filter]"
        ]))
  }

  @Test func objectsHaveNoText() {
    for (template, message) in [
      ("{{ owner }}", "'owner' is an object and has no text; print one of its members"),
      (
        "{{ owners }}",
        "'owners' is a list of objects and has no text; print members of its elements"
      ),
    ] {
      #expect(
        render(Array(template.utf8), .object(Owner()))
          == .errors(["main.stencil:1:4: error: \(message) [template-value]"]))
    }
    #expect(
      render(Array("{{ owners|join }}".utf8), .object(Owner()))
        == .errors([
          "main.stencil:1:11: error: filter 'join' needs texts, found objects; 'map' takes a member "
            + "of each [template-filter]"
        ]))
    #expect(
      render(Array("{{ owners|map:\"name\"|join }}".utf8), .object(Owner())) == .text("Ada"))
  }

  private final class Owner: TemplateObject {
    func member(_ name: TemplateName) -> TemplateValue? {
      switch name.text {
      case "name": .string("Ada")
      case "owner": .object(Owner())
      case "owners": .array([.object(Owner())])
      default: nil
      }
    }

    var memberNames: [String] { ["name", "owner", "owners"] }
    var hasFixedMembers: Bool { true }
  }
}
