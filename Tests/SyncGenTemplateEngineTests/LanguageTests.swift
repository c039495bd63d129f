import SyncGenDiagnostics
import SyncGenTemplateEngine
import Testing

/// The exact output of the language, first where it is better than Stencil.
struct LanguageTests {
  static let context = """
    {"n": null, "zero": 0, "one": 1, "half": 0.5, "name": "Ada", "list": ["a", "b"], "none": [],
     "pairs": [["x", 1], ["y", 2, "more"]], "dict": {"b": 2, "a": 1}, "key": "a", "big": 16777217,
     "people": [{"name": "Kim", "age": 3}, {"name": "Bo", "age": 5}], "yes": true,
     "text": "one\\r\\ntwo", "deep": {"list": [{"x": [10, 20]}]}, "max": 9223372036854775807}
    """

  static let strict: [(template: String, output: String)] = [
    // Operators
    ("{% if one in list and yes %}A{% else %}B{% endif %}", "B"),
    ("{% if \"a\" in list and yes %}A{% endif %}", "A"),
    ("{% if yes == \"a\" in list %}A{% endif %}", "A"),
    ("{% if not one == 2 %}A{% endif %}{% if not (one == 1) %}B{% endif %}", "A"),
    ("{% if big == 16777216 %}A{% else %}B{% endif %}", "B"),
    ("{% if one<2 and one>=1 %}A{% endif %}{{ one!=1 }}", "Afalse"),
    ("{% if 2 in 1...3 %}A{% endif %}", "A"),
    ("{% if n == missing %}A{% endif %}{% if list == list %}B{% endif %}", "A"),
    ("{{ missing or yes }} {{ \"a\" if missing else \"b\" }}", "true b"),
    ("{{ 1 if zero else 2 if n else 3 }}[{{ 1 if zero }}]", "3[]"),
    // Values
    ("[{{ n }}][{{ list.first }}{{ list.last }}{{ list.count }}]", "[][ab2]"),
    (
      "{{ dict }} {{ people }}",
      #"["a": 1, "b": 2] [["age": 3, "name": "Kim"], ["age": 5, "name": "Bo"]]"#
    ),
    ("{{ name.first }}{{ name.1 }}{{ name.last }}{{ name.count }}", "Ada3"),
    ("{{ deep.list[zero].x.1 }} {{ deep[\"list\"].0.x[one] }} {{ dict[key] }}", "20 20 1"),
    (
      "{{ half }} {{ 3.50 }} {{ -7 }} {{ 1e3 }} {{ max }} {{ true }}",
      "0.5 3.5 -7 1000.0 9223372036854775807 true"
    ),
    ("{{ \"}}\" }}{{ '%}' }}{% if name == \"%}\" %}{% endif %}", "}}%}"),
    ("{{ missing|default:n,\"x\" }}{{ missing.more|default:\"y\" }}", "xy"),
    ("{% for i in 3...1 %}{{ i }}{% endfor %}{{ 1...3 }}", "321[1, 2, 3]"),
    // Loops
    (
      "{% for k, v in dict %}{{ k }}{{ v }}{% endfor %}{% for k in dict %}{{ k }}{% endfor %}",
      "a1b2ab"
    ),
    (
      "{% for k, v in pairs %}{{ k }}{{ v }}{% endfor %}{% for _, v in pairs %}{{ v }}{% endfor %}",
      "x1y212"
    ),
    ("{% for p in pairs %}{{ p.0 }}{% endfor %}", "xy"),
    (
      "{% outer: for a in list %}{% for b in list %}{{ forloop.outer.counter }}"
        + "{{ forloop.counter }}{{ forloop.parentloop.last }} {% endfor %}{% endfor %}",
      "11false 12false 21true 22true "
    ),
    (
      "{% outer: for a in list %}{% for b in list %}{% if yes %}{{ b }}"
        + "{% continue outer %}{% endif %}{% endfor %}!{% endfor %}",
      "aa"
    ),
    ("{% o: for a in list %}{% for b in list %}{% break o %}{% endfor %}x{% endfor %}y", "y"),
    ("{% for x in missing %}x{% empty %}none{% endfor %}", "none"),
    ("{% for x in list %}{% set y x %}{% endfor %}[{{ y|default:\"gone\" }}]", "[gone]"),
    (
      "{% for x in list %}{% include \"breaks\" %}{{ x }}{% endfor %}", "-a-b"
    ),
    // Macros and variables
    (
      "{% macro m x %}[{{ x|default:\"none\" }}]{% endmacro %}{% set x 1 %}{% call m missing %}",
      "[none]"
    ),
    ("{% set a list %}{% set b %}{{ a.0 }}{% endset %}{{ b }}{{ a.count }}", "a2"),
    ("{% set a one == 1 %}{{ a }}", "true"),
    (
      "{% map people into names using p %}{{ maploop.item.name }}{{ p.age }}{% endmap %}"
        + "{{ names }}",
      #"["Kim3", "Bo5"]"#
    ),
    ("{% map 1...2 into ys using y %}{{ y }}{% endmap %}{{ ys|join }}", "12"),
    ("{% import \"library\" %}{% call hello name %}{{ greeting }}", "Hello Ada!Hi"),
    ("{% include \"library\" %}{% if greeting %}leaks{% endif %}", "\n"),
    ("{% include \"age\" people.1 %}", "5"),
    // Blocks
    (
      "{% extends \"twice\" %}{% block a %}<{{ block.super }}>{% endblock %}",
      "<base><base>/<base>"
    ),
    (
      "x{% extends \"twice\" %}dropped{% block a %}1{% endblock %}{% block a %}2{% endblock %}",
      "x22/2"
    ),
    ("{% extends \"includes\" %}{% block a %}mine{% endblock %}", "[minemine/mine]"),
    (
      "{% block a %}{% block b %}in{% endblock %}{% endblock %}{{ block.b }}{{ block.a }}", "ininin"
    ),
    // White space
    ("{{ text|indent:1,\".\",true }}", ".one\r\n.two"),
    ("{{\tname }}{%\tif yes\r\n%}x{% endif %}", "Adax"),
    ("a \u{A0}\n{%- if yes -%}\u{3000}\n b{% endif %}", "ab"),
  ]

  static let files = [
    "breaks": "{% for b in list %}{% if b == \"b\" %}{% break %}{% endif %}-{% endfor %}",
    "library": "{% macro hello who %}Hello {{ who }}!{% endmacro %}\n{% set greeting \"Hi\" %}",
    "age": "{{ age }}",
    "twice": "{% for x in list %}{% block a %}base{% endblock %}{% endfor %}/{{ block.a }}",
    "includes": "[{% include \"twice\" %}]",
  ]

  @Test(arguments: strict)
  func output(_ template: String, _ output: String) throws {
    #expect(try render(template, Self.context, files: Self.files) == .text(output))
  }

  static let smart: [(template: String, output: String)] = [
    ("a\r\n{% if yes %}\r\nb\r\n{% endif %}\r\nc\r\n", "a\r\nb\r\nc\r\n"),
    ("a  \r\n{% if yes %}\r\nb{% endif %}", "a\r\nb"),
    ("a\n  {% if yes %}\n  b\n  {% endif %}\n", "a\n  b\n"),
    ("{% if yes %} {# c #}\n{% endif %}x", " \nx"),
    ("{{ name }}  {% if yes %}  {{ name }}\n{% endif %}", "Ada  Ada\n"),
    ("a {%+ if yes +%} b {%- endif -%} c", "a  bc"),
    ("{# swiftsync: trim=nothing #}\na {% if yes %} b {% endif %}", "a  b "),
  ]

  @Test(arguments: smart)
  func smartTrim(_ template: String, _ output: String) throws {
    #expect(try render(template, Self.context, trim: .smart) == .text(output))
  }

  @Test func passesAnyBytesThrough() {
    let bytes: [UInt8] = [0xFF, 0x00, 0xC3, 0x0A] + Array("{{ a }}".utf8) + [0x80]
    let library = TemplateLibrary()
    var bag = DiagnosticBag()
    let source = SourceFile(path: "x", bytes: bytes)
    let template = library.parse(source, into: &bag)
    let context = TemplateValue.dictionary(TemplateDictionary(["a": .int(1)]))
    let output = template.flatMap {
      TemplateRenderer(library: library).render($0, context: context, into: &bag)
    }
    #expect(output == [0xFF, 0x00, 0xC3, 0x0A, 0x31, 0x80])
  }

  @Test func nowFollowsPattern() throws {
    let rendered = try render("{% now %}|{% now \"yyyy MMMM ''yy' y'\" %}") {
      $0.now = 1_718_452_800
    }
    guard case .text(let text) = rendered else {
      Issue.record("\(rendered)")
      return
    }
    #expect(text.hasPrefix("2024-06-1"))
    #expect(text.hasSuffix("|2024 June '24 y"))
  }
}
