import SyncGenDiagnostics
import SyncGenTemplateEngine
import Testing

/// Expressions beyond those of Stencil.
struct ExpressionTests {
  static let context = """
    {"n": 3, "yes": true, "null": null, "list": ["x", "y", "x"], "none": [], "d": {"k": "v"},
     "s": "text"}
    """

  static let outputs: [(template: String, output: String)] = [
    // not in
    (
      "{{ \"z\" not in list }} {{ n not in list and yes }} {{ not \"x\" in list }}",
      "true true false"
    ),
    // Sums
    ("{{ 1 + 2 }} {{ 1+2.5 }} {{ n + 1 == 4 }} {{ 1e+2 }} {{ +5 }}", "3 3.5 true 100.0 5"),
    ("{{ \"a\" + s + 1 + yes }} {{ \"a\"+\"b\" }}", "atext1true ab"),
    ("{{ list + none + list|unique }}", #"["x", "y", "x", "x", "y"]"#),
    ("{{ (\"a\" + (\"b\" if yes else \"c\"))|uppercase }}", "AB"),
    ("{% for i in 1...n + 1 %}{{ i }}{% endfor %}", "1234"),
    (
      "{% macro m a b %}{{ a }}/{{ b }} {% endmacro %}{% call m n +5 %}{% call m n+5 (1 + 1) %}",
      "3/5 8/2 "
    ),
    ("{{ \"[\" + (null|default:\"\") + \"]\" }}", "[]"),
    // Strings
    (#"{{ "a\n\t\"b\" \\ \w \'" }}{{ '\'' }}{{ d["k"] }}"#, "a\n\t\"b\" \\ \\w ''v"),
    (
      #"{{ "a1b"|replace:"\d","-","regex" }}{{ "x\ty"|split:"\t"|last }}{{ "%}\"}}" }}"#,
      "a-by%}\"}}"
    ),
    (#"{{ "a\nb"|indent:1,"\t",true }}"#, "\ta\n\tb"),
    // Variables
    ("{% set a = n + 1 %}{{ a }}{% set b= \"x\" %}{{ b }}{% set c =\"y\" if yes %}{{ c }}", "4xy"),
    (
      "{% set c = 0 %}{% for x in list %}{% if x == \"x\" %}{% set outer.c = c + 1 %}{% endif %}"
        + "{% endfor %}{{ c }}", "2"
    ),
    (
      "{% set t = \"\" %}{% for x in list %}{% set outer.t %}{{ t }}<{{ x }}>{% endset %}{% endfor %}"
        + "{{ t }}", "<x><y><x>"
    ),
    (
      "{% set a = 1 %}{% if yes %}{% set a = 2 %}{% set outer.a = 3 %}{{ a }}{% endif %}{{ a }}",
      "23"
    ),
    (
      "{% set a = 1 %}{% macro m %}{% set outer.a = a + 1 %}{% endmacro %}{% call m %}{{ m() }}{{ a }}",
      "3"
    ),
    ("{% map none into m using x %}x{% endmap %}{{ m|length }}{{ m }}", "0[]"),
    // Macros
    (
      "{% macro type t %}\n  {% if t == \"int\" %}\n  Int\n  {% else %}\n  String\n  {% endif %}\n"
        + "{% endmacro %}\n{{ \"int\"|type }}:{{ type(s) }}:{{ type(\"int\") + \"?\" }}"
        + "{% if type(s) == \"String\" %}!{% endif %}{% set t = type(s)|lowercase %}{{ t }}",
      "Int:String:Int?!string"
    ),
    ("{% macro p a b %}{{ a }}, {{ b }} {% endmacro %}{{ 1|p:2 }}", "1, 2 "),
    ("{% import \"lib\" %}{{ s|wrap|uppercase }} {{ wrap(s) }}", "<TEXT> <text>"),
    ("{% macro two %}\n  a\n  b\n{% endmacro %}[{{ two() }}]", "[  a\n  b]"),
    ("{% import \"lib\" %}{{ s|filter:\"wrap\" }}", "<text>"),
  ]

  @Test(arguments: outputs)
  func output(_ template: String, _ output: String) throws {
    let files = ["lib": "{% macro wrap x %}<{{ x }}>{% endmacro %}"]
    #expect(try render(template, Self.context, files: files, trim: .lines) == .text(output))
  }

  /// Templates that were written for Stencil.
  @Test(arguments: [TemplateOptions.Trim.smart, .nothing])
  func stencilHasNoEscapes(_ trim: TemplateOptions.Trim) throws {
    let template = #"{{ "a\n\" }}{% map none into m %}{% endmap %}{{ m|default:"-" }}"#
    #expect(try render(template, Self.context, trim: trim) == .text(#"a\n\-"#))
  }

  static let errors: [(template: String, lines: [String])] = [
    (
      "{% if !yes %}{% endif %}",
      [
        "1:7: error: '!' is not an operator; write 'not' [template-syntax]",
        "1:7: note: did you mean 'not yes'?",
      ]
    ),
    (
      "{% if yes && n %}{% endif %}",
      ["1:11: error: unexpected '&&' [template-syntax]", "1:11: note: did you mean 'and'?"]
    ),
    (
      "{% if yes || n %}{% endif %}",
      [
        "1:12: error: expected the name of a filter, found '|' [template-syntax]",
        "1:12: note: did you mean 'or'?",
      ]
    ),
    (
      "{% if n = 3 %}{% endif %}",
      ["1:9: error: unexpected '=' [template-syntax]", "1:9: note: did you mean '=='?"]
    ),
    (
      "{{ s ~ s }}",
      ["1:6: error: unexpected '~' [template-syntax]", "1:6: note: did you mean '+'?"]
    ),
    (
      "{% if yes %}a{% else if  n %}b{% else %}c{% endif %}",
      [
        "1:22: error: 'else if' is not a tag; write 'elif' [template-syntax]",
        "1:22: note: did you mean 'elif n'?",
      ]
    ),
    (
      "{% raw %}{% endraw %}",
      [
        "1:1: error: unknown tag 'raw' [template-unknown-tag]",
        "1:1: note: did you mean 'verbatim'?",
      ]
    ),
    (
      "{% verbatim %}{{ x }}",
      ["1:1: error: 'verbatim' has no 'endverbatim' [template-missing-end-tag]"]
    ),
    (
      "{{ s|upper }}",
      [
        "1:6: error: unknown filter 'upper' [template-unknown-filter]",
        "1:6: note: did you mean 'uppercase'?",
      ]
    ),
    (
      "{{ s + null }}",
      [
        "1:6: error: '+' adds numbers, texts or lists, found a string and nothing [template-value]"
      ]
    ),
    (
      "{{ s + nobody }}",
      ["1:8: error: undefined variable 'nobody' [template-undefined-variable]"]
    ),
    (
      "{{ list + s }}",
      [
        "1:9: error: '+' adds numbers, texts or lists, found a list and a string [template-value]"
      ]
    ),
    (
      "{{ 9223372036854775807 + 1 }}",
      ["1:24: error: 9223372036854775807 + 1 is too large a number [template-value]"]
    ),
    (
      "{% set count = 0 %}{% if yes %}{% set outer.cuont = 1 %}{% endif %}",
      [
        "1:32: error: undefined variable 'outer.cuont': nothing outside the surrounding tag sets "
          + "it [template-undefined-variable]",
        "1:32: note: did you mean 'outer.count'?",
      ]
    ),
    (
      "{% macro wrap x %}{% endmacro %}{{ wrap }}",
      ["1:36: error: 'wrap' is a macro; call it with 'wrap(…)' [template-value]"]
    ),
    (
      "{% macro wrap x %}{% endmacro %}{{ 1|wrap:2 }}",
      ["1:38: error: macro 'wrap' takes 1 argument, found 2 [template-macro]"]
    ),
    (
      "{% macro wrap x %}{% endmacro %}{{ 1|warp }}",
      [
        "1:38: error: unknown filter 'warp' [template-unknown-filter]",
        "1:38: note: did you mean 'wrap'?",
      ]
    ),
    (
      "{% import \"lib\" %}{{ 1|warp }}",
      [
        "1:24: error: unknown filter 'warp' [template-unknown-filter]",
        "1:24: note: did you mean 'wrap'?",
      ]
    ),
    (
      "{{ wrap(1) }}", ["1:4: error: there is no macro 'wrap' [template-macro]"]
    ),
  ]

  @Test(arguments: errors)
  func error(_ template: String, _ expected: [String]) throws {
    let files = ["lib": "{% macro wrap x %}<{{ x }}>{% endmacro %}"]
    #expect(
      try render(template, Self.context, files: files, trim: .lines)
        == .errors(expected.map { "main.stencil:" + $0 }))
  }

  @Test func pathMayContainQuotes() throws {
    let library = TemplateLibrary()
    var bag = DiagnosticBag()
    let text = #"{# swiftsync: path="{{ d["k"] }}/{% if a == "}" %}{% endif %}" trim=smart #}"#
    let template = try #require(
      library.parse(SourceFile(path: "t", bytes: Array(text.utf8)), into: &bag))
    #expect(template.directive?[.path]?.text == #"{{ d["k"] }}/{% if a == "}" %}{% endif %}"#)
    #expect(template.directive?[.trim]?.text == "smart")
  }

  /// A file that two templates import reports its mistakes once.
  @Test func mistakesOfPartAreReportedOnce() throws {
    let library = TemplateLibrary(loader: TemplatesInMemory(files: ["bad": "{% if %}{% endif %}"]))
    let renderer = TemplateRenderer(library: library)
    var bag = DiagnosticBag()
    for name in ["a", "b"] {
      let source = SourceFile(path: name, bytes: Array("{% import \"bad\" %}".utf8))
      let template = try #require(library.parse(source, into: &bag))
      #expect(renderer.render(template, context: .null, into: &bag) == nil)
    }
    #expect(
      lines(of: bag) == [
        "templates/bad:1:7: error: expected a value, found the end of the tag [template-syntax]",
        "a:1:1: note: imported from here",
      ])
  }

  static let findings: [(template: String, paths: [String])] = [
    ("{{ xs|map:\"nmae\"|join }}", ["nmae"]),
    ("{% for x in xs|sort:\"name\"|unique %}{{ x.nmae }}{% endfor %}", ["x.nmae"]),
    ("{% set x = xs|first %}{{ x.nmae }}{{ x.name }}", ["x.nmae"]),
    (
      "{% if d.nmae + \"x\" == \"\" %}{% endif %}{{ (d.nmae if d)|uppercase }}",
      ["d.nmae", "d.nmae"]
    ),
    ("{% macro m x %}{{ x.nmae }}{% endmacro %}{{ d|m }}{{ m(d) }}", ["x.nmae"]),
    ("{% import \"lib\" %}{{ d|mm }}{{ d|wrap }}", ["mm"]),
    ("{% if d %}{% set outer.c = 1 %}{% endif %}", ["outer.c"]),
    ("{% set c = 0 %}{% for x in xs %}{% set outer.c = x %}{% endfor %}{{ c.any }}", []),
  ]

  @Test(arguments: findings)
  func checkerKnowsTypes(_ template: String, _ paths: [String]) throws {
    let files = ["lib": "{% macro wrap x %}<{{ x.name }}>{% endmacro %}"]
    let library = TemplateLibrary(loader: TemplatesInMemory(files: files))
    var bag = DiagnosticBag()
    let source = SourceFile(path: "t", bytes: Array(template.utf8))
    let parsed = try #require(library.parse(source, into: &bag))
    let vocabulary = TemplateVocabulary(
      variables: ["xs": .init(.list(.object("x"))), "d": .init(.object("x"))],
      kinds: ["x": ["name": .init(.plain)]])
    let found = VariableChecker.findings(in: parsed, library: library, vocabulary: vocabulary)
    #expect(found.map(\.path) == paths)
  }
}
