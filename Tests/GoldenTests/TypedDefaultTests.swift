import SyncGenDiagnostics
import SyncGenSchema
import Testing

/// Defaults that follow their types.
@Suite struct TypedDefaultTests {
  private static func schema(_ attributes: [String]) -> String {
    """
    swiftsync: 1
    name: App
    version: 1
    enums: { Stage: { cases: [open, done] } }
    entities:
      Note:
        attributes:
          id: uuid
    \(attributes.map { "      \($0)\n" }.joined())
    """
  }

  private static func compile(_ text: String) -> (schema: Schema?, diagnostics: [Diagnostic]) {
    var bag = DiagnosticBag()
    let schema = SchemaCompiler.compile(
      path: "schema.yaml", read: { SourceFile(path: $0, bytes: Array(text.utf8)) }, into: &bag)
    return (schema, bag.diagnostics)
  }

  private static let pairs: [(String, String)] = [
    ("bool = false", "{ type: bool, default: false }"),
    ("int? = -3", "{ type: \"int?\", default: -3 }"),
    (#"string = "a: \"b\"""#.quotedInYAML, #"{ type: string, default: "a: \"b\"" }"#),
    (#"string = "temporary""#, #"{ type: string, default: "temporary" }"#),
    ("Stage = done", "{ type: Stage, default: done }"),
    ("uuid = new", "{ type: uuid, default: new }"),
    ("date = now", "{ type: date, default: now }"),
    ("\"[string] = []\"", "{ type: [string], default: [] }"),
    (#"'[string: int] = {"a": 1}'"#, "{ type: [string: int], default: { a: 1 } }"),
    ("json = {}", "{ type: json, default: {} }"),
  ]

  @Test(arguments: pairs)
  func equalsTheLongForm(short: String, long: String) throws {
    let (first, second) = (
      Self.compile(Self.schema(["a: \(short)"])), Self.compile(Self.schema(["a: \(long)"]))
    )
    #expect(first.diagnostics == [])
    #expect(second.diagnostics == [])
    #expect(
      SchemaDump.text(of: try #require(first.schema))
        == SchemaDump.text(of: try #require(second.schema)))
  }

  /// Wrong defaults, with what their fix-its make of them.
  private static let fixes: [(String, String)] = [
    ("a: string = newest", #"a: string = "newest""#),
    ("a: string = temporary", #"a: string = "temporary""#),
    ("a: { type: string = newest, remote: b }", #"a: { type: string = "newest", remote: b }"#),
    (#"a: "string = newest""#, #"a: 'string = "newest"'"#),
    ("a: string = 'x'", #"a: string = "x""#),
    (#"a: string = "x"#, #"a: string = "x""#),
    (#"a: string = "\d""#, #"a: string = "\\d""#),
    ("a: string? = null", "a: string?"),
    ("a: day = 2026-01-02", #"a: day = "2026-01-02""#),
    (#"a: uuid = "new""#, "a: uuid = new"),
    (#"a: bool = "true""#, "a: bool = true"),
    (#"a: Stage = "open""#, "a: Stage = open"),
    ("a: int=3", "a: int = 3"),
    ("a: int =", "a: int"),
    ("a: json = x", #"a: json = "x""#),
    ("a: '[string] = [a, b]'", #"a: '[string] = ["a","b"]'"#),
    ("a: { type: bool = true, default: false }", "a: { type: bool, default: false }"),
    (
      #"a: money = { "minor": 5, "currency": "EUR" }"#.quotingValue,
      #"a: { type: money, default: { "minor": 5, "currency": "EUR" } }"#
    ),
    (#"a: data = "YQ==""#, #"a: { type: data, default: "YQ==" }"#),
    ("a: [string] = []", #"a: "[string] = []""#),
    (#"a: [string]? = ["b, c"]"#, #"a: '[string]? = ["b, c"]'"#),
    (#"a: string = "b: c""#, #"a: 'string = "b: c"'"#),
    (#"a: string = "b #c""#, #"a: 'string = "b #c"'"#),
    (#"a: { type: string = "b, c", remote: d }"#, #"a: { type: 'string = "b, c"', remote: d }"#),
    (#"a: { type: string = "b, ""#, #"a: { type: 'string = "b, "'"#),
    ("a: { type: json = {}, remote: d }", #"a: { type: "json = {}", remote: d }"#),
  ]

  /// The fix-it corrects the line, after which nothing is wrong.
  @Test(arguments: fixes)
  func fixItCorrectsTheDefault(wrong: String, right: String) throws {
    let ending = wrong.contains("{ type") && !wrong.contains("}") ? " }" : ""
    let text = Self.schema([wrong + ending])
    let diagnostics = Self.compile(text).diagnostics
    #expect(diagnostics.count == 1)
    let fixIt = try #require(diagnostics.first?.fixIt)
    let fixed = text.applying(fixIt)
    #expect(fixed == Self.schema([right + ending]))
    #expect(Self.compile(fixed).diagnostics == [])
  }
}

extension String {
  /// A value of YAML with the text.
  fileprivate var quotedInYAML: String { "'\(replacing("'", with: "''"))'" }

  /// The line with its value in quotation marks.
  fileprivate var quotingValue: String { "a: " + String(dropFirst(3)).quotedInYAML }

  fileprivate func applying(_ fixIt: Diagnostic.FixIt) -> String {
    var lines = split(separator: "\n", omittingEmptySubsequences: false).map {
      Array($0.unicodeScalars)
    }
    let columns = (fixIt.span.column - 1)..<(fixIt.span.endColumn - 1)
    lines[fixIt.span.line - 1].replaceSubrange(columns, with: fixIt.replacement.unicodeScalars)
    return lines.map { String(String.UnicodeScalarView($0)) }.joined(separator: "\n")
  }
}
