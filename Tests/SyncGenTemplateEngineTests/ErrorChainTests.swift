import SyncGenDiagnostics
import Testing

/// Every error, in a template that other templates use: its message, its position, and the chain of
/// templates.
struct ErrorChainTests {
  private static let files = [
    "outer": "{% macro run %}\n{% include \"part\" %}\n{% endmacro %}\n{% call run %}\n",
    "base": "[{% block a %}{{ y }}{% endblock %}]", "broken": "ok\n{% endif %}\n",
  ]

  private static let chain = [
    "templates/outer:2:1: note: included from here", "templates/outer:4:1: note: called from here",
    "main.stencil:2:1: note: included from here",
  ]

  private func render(_ part: String) throws -> Rendered {
    try SyncGenTemplateEngineTests.render(
      "Main\n{% include \"outer\" %}\n", #"{"entity":{"name":"Task"},"names":["a"]}"#,
      files: Self.files.merging(["part": part]) { $1 })
  }

  static let mistakes: [(part: String, lines: [String])] = [
    (
      "\na {{ b",
      ["2:3: error: the tag is never closed [template-unterminated-tag]"]
    ),
    (
      "\n{{ }}",
      ["2:1: error: there is nothing to print [template-syntax]"]
    ),
    (
      "\n{% %}",
      ["2:1: error: the tag has no name [template-syntax]"]
    ),
    (
      "\n{% fro x %}",
      ["2:1: error: unknown tag 'fro' [template-unknown-tag]", "2:1: note: did you mean 'for'?"]
    ),
    (
      "\n{{ x|upercase }}",
      [
        "2:6: error: unknown filter 'upercase' [template-unknown-filter]",
        "2:6: note: did you mean 'uppercase'?",
      ]
    ),
    (
      "\n{{ a b }}",
      ["2:6: error: unexpected 'b' [template-syntax]"]
    ),
    (
      "\n{{ a == }}",
      ["2:9: error: expected a value, found the end of the tag [template-syntax]"]
    ),
    (
      "\n{{ .a }}",
      ["2:4: error: unexpected '.' in '.a' [template-syntax]"]
    ),
    (
      "\n{{ a. }}",
      ["2:4: error: 'a.' ends where a name is expected [template-syntax]"]
    ),
    (
      "\n{{ a[b }}",
      ["2:5: error: '[' in 'a[b' is never closed [template-syntax]"]
    ),
    (
      "\n{{ \"abc }}",
      ["2:4: error: the string has no closing quote [template-syntax]"]
    ),
    (
      "\n{% if (a %}{% endif %}",
      ["2:10: error: expected ')', found the end of the tag [template-syntax]"]
    ),
    (
      "\n{% if a %}b",
      ["2:1: error: 'if' has no 'endif' [template-missing-end-tag]"]
    ),
    (
      "\n{% endfor %}",
      ["2:1: error: 'endfor' has no matching tag [template-unexpected-tag]"]
    ),
    (
      "\n{% for x on xs %}{% endfor %}",
      ["2:10: error: expected 'in', found 'on' [template-syntax]"]
    ),
    (
      "\n{% break %}",
      ["2:1: error: 'break' is not inside a loop [template-loop]"]
    ),
    (
      "\n{% set a.b 1 %}",
      ["2:8: error: 'a.b' is not a plain name [template-syntax]"]
    ),
    (
      "\n{% if a %}{% extends \"b\" %}{% endif %}",
      ["2:11: error: 'extends' is inside another tag [template-inheritance]"]
    ),
    (
      "\n{% extends \"b\" %}{% extends \"c\" %}",
      ["2:18: error: the template extends two templates [template-inheritance]"]
    ),
    (
      "{# swiftsnyc: for=entity #}",
      [
        "1:4: error: unknown 'swiftsnyc:' in the first-line comment [template-directive]",
        "1:4: note: did you mean 'swiftsync:'?",
      ]
    ),
    (
      "{# swiftsync for=entity #}",
      [
        "1:4: error: unknown 'swiftsync' in the first-line comment [template-directive]",
        "1:4: note: did you mean 'swiftsync:'?",
      ]
    ),
    (
      "\n{# swiftsync: for=entity #}",
      ["2:4: error: the comment 'swiftsync:' does not begin the file [template-directive]"]
    ),
    (
      "{# swiftsync: fro=entity #}",
      [
        "1:15: error: unknown key 'fro' in the first-line comment [template-directive]",
        "1:15: note: did you mean 'for'?",
      ]
    ),
    (
      "{# swiftsync: trim=none #}",
      ["1:20: error: 'trim' is 'none', expected 'lines', 'smart' or 'nothing' [template-directive]"]
    ),
    (
      "{# swiftsync: entity #}",
      ["1:15: error: expected 'entity=value' [template-directive]"]
    ),
    (
      "{# swiftsync: for=a for=b #}",
      ["1:21: error: 'for' is given twice [template-directive]"]
    ),
    (
      "{# swiftsync: path=\"a #}",
      ["1:20: error: the value has no closing quote [template-directive]"]
    ),
    (
      "\n{% call %}",
      ["2:9: error: expected the name of a macro, found the end of the tag [template-syntax]"]
    ),
    (
      "\n{% map names %}{% endmap %}",
      ["2:14: error: expected 'into', found the end of the tag [template-syntax]"]
    ),
    (
      "\n{% include %}",
      ["2:12: error: expected a value, found the end of the tag [template-syntax]"]
    ),
    (
      "\n{{ (((((((((((((((((((((((((((((((((((((((( }}",
      ["2:45: error: expected a value, found the end of the tag [template-syntax]"]
    ),
    (
      "\n{{ entity.nmae }}",
      [
        "2:11: error: undefined variable 'entity.nmae': there is no 'nmae' [template-undefined-variable]",
        "2:11: note: did you mean 'name'?",
      ]
    ),
    (
      "\n{{ entiy }}",
      [
        "2:4: error: undefined variable 'entiy' [template-undefined-variable]",
        "2:4: note: did you mean 'entity'?",
      ]
    ),
    (
      "\n{{ entity[nothing] }}",
      ["2:11: error: the value between the brackets is undefined [template-value]"]
    ),
    (
      "\n{% for a, b, c in entity %}{% endfor %}",
      ["2:1: error: 3 loop variables, but the element has 2 values [template-loop]"]
    ),
    (
      "\n{% outer: for a in entity %}{% break oter %}{% endfor %}",
      [
        "2:29: error: no enclosing loop is labeled 'oter' [template-loop]",
        "2:29: note: did you mean 'outer'?",
      ]
    ),
    (
      "\n{% for i in \"a\"...2 %}{% endfor %}",
      ["2:16: error: a range needs integers, found a string [template-value]"]
    ),
    (
      "\n{% call rwo 1 %}",
      ["2:9: error: there is no macro 'rwo' [template-macro]"]
    ),
    (
      "\n{% macro row a %}{% endmacro %}{% call row %}",
      ["2:32: error: macro 'row' takes 1 argument, found 0 [template-macro]"]
    ),
    (
      "\n{{ \"x\"|filter:\"nope\" }}",
      ["2:8: error: in 'nope': unknown filter 'nope' [template-unknown-filter]"]
    ),
    (
      "\n{{ \"x\"|filter }}",
      ["2:8: error: filter 'filter' takes one argument, the filter to apply [template-filter]"]
    ),
    (
      "\n{{ \"x\"|replace:\"(\",\"\",\"regex\" }}",
      [
        "2:8: error: filter 'replace' has an invalid regular expression '(': '(' without ')' [template-filter]"
      ]
    ),
    (
      "\n{{ \"x\"|indent:\"a\" }}",
      ["2:8: error: filter 'indent' needs an integer as width, found a string [template-filter]"]
    ),
    (
      "\n{{ \"x\"|indent:1,entity }}",
      [
        "2:8: error: filter 'indent' needs a string as the indentation, found a dictionary [template-filter]"
      ]
    ),
    (
      "\n{{ \"x\"|swiftIdentifier:\"odd\" }}",
      [
        "2:8: error: filter 'swiftIdentifier' has no mode 'odd', expected one of 'normal', 'pretty', 'valid' [template-filter]"
      ]
    ),
    (
      "\n{{ \"x\"|camelToSnakeCase:\"maybe\" }}",
      [
        "2:8: error: filter 'camelToSnakeCase' needs true or false as argument, found 'maybe' [template-filter]"
      ]
    ),
    (
      "\n{{ \"x\"|uppercase:1 }}",
      ["2:8: error: filter 'uppercase' takes no argument, found 1 [template-filter]"]
    ),
    (
      "\n{{ \"x\"|replace:\"a\" }}",
      ["2:8: error: filter 'replace' needs an argument: the replacement [template-filter]"]
    ),
    (
      "\n{{ \"x\"|hexToInt:1 }}",
      ["2:8: error: filter 'hexToInt' takes no argument, found 1 [template-filter]"]
    ),
    (
      "\n{{ \"x\"|percent }}",
      ["2:8: error: filter 'percent' needs a decimal number, found a string [template-filter]"]
    ),
    (
      "\n{{ \"x\"|int255toFloat }}",
      ["2:8: error: filter 'int255toFloat' needs an integer, found a string [template-filter]"]
    ),
    (
      "\n{{ \"x\"|contains }}",
      ["2:8: error: filter 'contains' needs an argument: the part to look for [template-filter]"]
    ),
    (
      "\n{{ \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!\"|replace:\"(a+)+(a+)+$\",\"\",\"regex\" }}",
      ["2:44: error: filter 'replace' takes too long for this string [template-filter]"]
    ),
    (
      "\n{% include \"gone\" %}",
      ["2:1: error: there is no template 'gone' [template-not-found]"]
    ),
    (
      "\n{% include \"../x\" %}",
      ["2:1: error: '../x' is outside the template folders [template-not-found]"]
    ),
    (
      "\n{% include 7 %}",
      ["2:1: error: the name of a template is a string, found an integer [template-value]"]
    ),
    (
      "\n{% for i in 1...99999999 %}{% endfor %}",
      ["2:14: error: the range has more than 5000000 numbers [template-too-large]"]
    ),
    (
      "\n{% for i in 1...4000 %}{% for j in 1...4000 %}{% endfor %}{% endfor %}",
      ["2:24: error: loops take more than 5000000 rounds [template-too-large]"]
    ),
    (
      "\n{% block a %}{{ x }}{% endblock %}",
      ["2:17: error: undefined variable 'x' [template-undefined-variable]"]
    ),
  ]

  @Test(arguments: mistakes)
  func errorsShowPositionAndChain(part: String, lines: [String]) throws {
    #expect(try render(part) == .errors(lines.map { "templates/part:" + $0 } + Self.chain))
  }

  static let ways: [(part: String, lines: [String])] = [
    (
      "{% import \"broken\" %}",
      [
        "broken:2:1: error: 'endif' has no matching tag [template-unexpected-tag]",
        "part:1:1: note: imported from here",
      ]
    ),
    (
      "{% extends \"broken\" %}",
      [
        "broken:2:1: error: 'endif' has no matching tag [template-unexpected-tag]",
        "part:1:1: note: extended from here",
      ]
    ),
    (
      "{% extends \"part\" %}",
      [
        "part:1:1: error: the template extends itself through 'templates/part' [template-recursion]"
      ]
    ),
    (
      "{% extends \"base\" %}{% block a %}{{ x }}{% endblock %}",
      [
        "part:1:37: error: undefined variable 'x' [template-undefined-variable]",
        "base:1:2: note: the block is rendered here", "part:1:1: note: extended from here",
      ]
    ),
    (
      "{% extends \"base\" %}{% block a %}{{ block.super }}{% endblock %}",
      [
        "base:1:18: error: undefined variable 'y' [template-undefined-variable]",
        "part:1:43: note: the block is rendered here", "base:1:2: note: the block is rendered here",
        "part:1:1: note: extended from here",
      ]
    ),
    (
      "{% macro m %}{% call m %}{% endmacro %}{% call m %}",
      [
        "part:1:14: error: tags, includes and calls are nested more than 400 deep [template-recursion]"
      ] + Array(repeating: "part:1:14: note: called from here", count: 5)
        + ["part:1:14: note: … and 391 more …"]
    ),
  ]

  @Test(arguments: ways)
  func showsEveryKindOfChain(part: String, lines: [String]) throws {
    let rendered = try render(part)
    #expect(rendered == .errors(lines.map { "templates/" + $0 } + Self.chain))
  }

  /// Every code has a case above, except warnings that depend on the context and on the folders of
  /// templates.
  @Test func everyTemplateCodeHasCase() {
    let cases = (Self.mistakes + Self.ways).flatMap(\.lines).joined(separator: "\n")
    let codes = DiagnosticCode.allCases.filter { $0.rawValue.hasPrefix("template-") }
    let missing = codes.filter { !cases.contains("[\($0.rawValue)]") }
    #expect(missing == [.templateDeprecatedName, .templateUnused, .templateOutdated])
  }
}
