import SyncGenDiagnostics
import SyncGenTemplateEngine
import Testing

/// The exact text and position of diagnostics.
struct DiagnosticTests {
  static let parseErrors: [(template: String, lines: [String])] = [
    ("a {{ b", ["1:3: error: the tag is never closed [template-unterminated-tag]"]),
    ("{% if x", ["1:1: error: the tag is never closed [template-unterminated-tag]"]),
    ("é {{ }}", ["1:3: error: there is nothing to print [template-syntax]"]),
    ("{% %}", ["1:1: error: the tag has no name [template-syntax]"]),
    (
      "{% fro x %}",
      [
        "1:1: error: unknown tag 'fro' [template-unknown-tag]",
        "1:1: note: did you mean 'for'?",
      ]
    ),
    (
      "{{ x|upercase }}",
      [
        "1:6: error: unknown filter 'upercase' [template-unknown-filter]",
        "1:6: note: did you mean 'uppercase'?",
      ]
    ),
    ("{{ a b }}", ["1:6: error: unexpected 'b' [template-syntax]"]),
    ("{{ a == }}", ["1:9: error: expected a value, found the end of the tag [template-syntax]"]),
    ("{{ .a }}", ["1:4: error: unexpected '.' in '.a' [template-syntax]"]),
    ("{{ a. }}", ["1:4: error: 'a.' ends where a name is expected [template-syntax]"]),
    ("{{ a[b }}", ["1:5: error: '[' in 'a[b' is never closed [template-syntax]"]),
    ("{{ \"abc }}", ["1:4: error: the string has no closing quote [template-syntax]"]),
    (
      "{% if (a %}{% endif %}",
      ["1:10: error: expected ')', found the end of the tag [template-syntax]"]
    ),
    ("{% if a %}b", ["1:1: error: 'if' has no 'endif' [template-missing-end-tag]"]),
    (
      "{% endfor %}",
      ["1:1: error: 'endfor' has no matching tag [template-unexpected-tag]"]
    ),
    ("{% for x on xs %}{% endfor %}", ["1:10: error: expected 'in', found 'on' [template-syntax]"]),
    ("{% break %}", ["1:1: error: 'break' is not inside a loop [template-loop]"]),
    ("{% set a.b 1 %}", ["1:8: error: 'a.b' is not a plain name [template-syntax]"]),
    (
      "{% if a %}{% extends \"b\" %}{% endif %}",
      ["1:11: error: 'extends' is inside another tag [template-inheritance]"]
    ),
    (
      "{% extends \"b\" %}{% extends \"c\" %}",
      ["1:18: error: the template extends two templates [template-inheritance]"]
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
      [
        "1:20: error: 'trim' is 'none', expected 'lines', 'smart' or 'nothing' "
          + "[template-directive]"
      ]
    ),
    ("{# swiftsync: entity #}", ["1:15: error: expected 'entity=value' [template-directive]"]),
    (
      "{# swiftsync: for=a for=b #}",
      ["1:21: error: 'for' is given twice [template-directive]"]
    ),
  ]

  @Test(arguments: parseErrors)
  func parseError(_ template: String, _ expected: [String]) throws {
    #expect(try render(template) == .errors(expected.map { "main.stencil:" + $0 }))
  }

  @Test func reportsAllErrorsTogether() throws {
    let template = """
      {% if a %}
        {% for x in xs %}
          {{ x|nope }}
        {% endif %}
      {{ same }} {{ a b }}
      {% repeat %}
      {% endrepeat %}
      {{ same }} {{ a b }}
      """
    #expect(
      try render(template)
        == .errors([
          "main.stencil:3:10: error: unknown filter 'nope' [template-unknown-filter]",
          "main.stencil:2:3: error: 'for' has no 'endfor' [template-missing-end-tag]",
          "main.stencil:5:17: error: unexpected 'b' [template-syntax]",
          "main.stencil:6:1: error: unknown tag 'repeat' [template-unknown-tag]",
          "main.stencil:8:17: error: unexpected 'b' [template-syntax]",
        ]))
  }

  static let renderErrors: [(template: String, lines: [String])] = [
    (
      "\n{{ entity.nmae }}",
      [
        "2:11: error: undefined variable 'entity.nmae': there is no 'nmae' "
          + "[template-undefined-variable]",
        "2:11: note: did you mean 'name'?",
      ]
    ),
    (
      "{{ entiy }}",
      [
        "1:4: error: undefined variable 'entiy' [template-undefined-variable]",
        "1:4: note: did you mean 'entity'?",
      ]
    ),
    (
      "{{ nothing|uppercase }}",
      ["1:4: error: undefined variable 'nothing' [template-undefined-variable]"]
    ),
    (
      "{{ entity[nothing] }}",
      ["1:11: error: the value between the brackets is undefined [template-value]"]
    ),
    (
      "{% for a, b, c in entity %}{% endfor %}",
      ["1:1: error: 3 loop variables, but the element has 2 values [template-loop]"]
    ),
    (
      "{% outer: for a in entity %}{% break oter %}{% endfor %}",
      [
        "1:29: error: no enclosing loop is labeled 'oter' [template-loop]",
        "1:29: note: did you mean 'outer'?",
      ]
    ),
    (
      "{% for i in \"a\"...2 %}{% endfor %}",
      ["1:16: error: a range needs integers, found a string [template-value]"]
    ),
    (
      "{% macro row a %}{% endmacro %}{% call rwo 1 %}",
      [
        "1:40: error: there is no macro 'rwo' [template-macro]",
        "1:40: note: did you mean 'row'?",
      ]
    ),
    (
      "{% macro row a %}{% endmacro %}{% call row %}",
      ["1:32: error: macro 'row' takes 1 argument, found 0 [template-macro]"]
    ),
    (
      "{{ 1|filter:entity.name }}{{ 1|filter:\"join:a_long_name_that_is_nowhere_else_in_here\" }}",
      [
        "1:6: error: in 'Task': unknown filter 'Task' [template-unknown-filter]"
      ]
    ),
    (
      "{{ 1|filter:\"join:nowhere[entity.name].more\" }}",
      [
        "1:6: error: undefined variable 'nowhere[entity.name].more' [template-undefined-variable]"
      ]
    ),
    (
      "{% macro m %}{% call m %}{% endmacro %}{% call m %}",
      [
        "1:14: error: tags, includes and calls are nested more than 400 deep [template-recursion]"
      ] + Array(repeating: "1:14: note: called from here", count: 5)
        + [
          "1:14: note: … and 391 more …", "1:14: note: called from here",
          "1:14: note: called from here", "1:40: note: called from here",
        ]
    ),
    (
      "{% for i in 1...99999999 %}{% endfor %}",
      ["1:14: error: the range has more than 5000000 numbers [template-too-large]"]
    ),
    (
      "{% include \"gone\" %}", ["1:1: error: there is no template 'gone' [template-not-found]"]
    ),
    (
      "{% include \"../x\" %}",
      ["1:1: error: '../x' is outside the template folders [template-not-found]"]
    ),
    (
      "{% include \"a/../../x\" %}",
      ["1:1: error: 'a/../../x' is outside the template folders [template-not-found]"]
    ),
    (
      "{% include \"a/../gone\" %}",
      ["1:1: error: there is no template 'a/../gone' [template-not-found]"]
    ),
    (
      "{% now \"yyyy 'QQQ' QQQ\" %}",
      [
        "1:1: error: 'Q' has no meaning in the date pattern 'yyyy 'QQQ' QQQ'; the letters are y, Y, u, M, L, d, D, E, H, k, h, K, m, s, S, a, Z, X and x, and text is between single quotes [template-value]"
      ]
    ),
    (
      "{% include \"/etc/passwd\" %}",
      ["1:1: error: '/etc/passwd' is outside the template folders [template-not-found]"]
    ),
    (
      "{% include 7 %}",
      [
        "1:1: error: the name of a template is a string, found an integer [template-value]"
      ]
    ),
  ]

  @Test(arguments: renderErrors)
  func renderError(_ template: String, _ expected: [String]) throws {
    #expect(
      try render(template, #"{"entity":{"name":"Task"}}"#)
        == .errors(expected.map { "main.stencil:" + $0 }))
  }

  @Test func reportsUndefinedVariablesOncePerPosition() throws {
    let template = "{% for i in 1...3 %}{{ a }}\n{{ a }}{% endfor %}{{ b }}"
    #expect(
      try render(template)
        == .errors([
          "main.stencil:1:24: error: undefined variable 'a' [template-undefined-variable]",
          "main.stencil:2:4: error: undefined variable 'a' [template-undefined-variable]",
          "main.stencil:2:23: error: undefined variable 'b' [template-undefined-variable]",
        ]))
  }

  @Test func notesShowIncludeChainAndSubject() throws {
    let files = [
      "a": "\n{% include \"b\" %}", "b": "{% macro m %}{{ x }}{% endmacro %}{% call m %}",
    ]
    #expect(
      try render("{% include \"a\" %}", files: files, subject: "entity 'Task'")
        == .errors([
          "templates/b:1:17: error: undefined variable 'x' [template-undefined-variable]",
          "templates/b:1:35: note: called from here",
          "templates/a:2:1: note: included from here",
          "main.stencil:1:1: note: included from here",
          "templates/b:1:17: note: while rendering entity 'Task'",
        ]))
  }

  @Test func errorInIncludedFileShowsIncludeChain() throws {
    #expect(
      try render("x\n{% include \"p\" %}", files: ["p": "ok\n{{ x|shout }}"])
        == .errors([
          "templates/p:2:6: error: unknown filter 'shout' [template-unknown-filter]",
          "main.stencil:2:1: note: included from here",
        ]))
  }

  @Test func errorInBlockShowsBaseTemplate() throws {
    let files = ["base": "\n{% block a %}{% endblock %}"]
    #expect(
      try render("{% extends \"base\" %}\n\n{% block a %}{{ x }}{% endblock %}", files: files)
        == .errors([
          "main.stencil:3:17: error: undefined variable 'x' [template-undefined-variable]",
          "templates/base:2:1: note: the block is rendered here",
          "main.stencil:1:1: note: extended from here",
        ]))
  }
}
