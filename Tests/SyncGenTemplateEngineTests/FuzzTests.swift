import SyncGenDiagnostics
import SyncGenTemplateEngine
import TestHelpers
import Testing

/// Random changes of templates, with fixed seeds: whatever the result, nothing traps or hangs.
struct FuzzTests {
  static let seeds = [
    "{# swiftsync: for=entity path=\"{{ e }}\" trim=nothing #}\n{{ a|default:b, \"x\" }}",
    "{% outer: for k, v in d where v > 1 %}{{ forloop.outer.counter }}{% break outer %}"
      + "{% empty %}-{% endfor %}",
    "{% macro m a b %}{{ a }}{{ b }}{% endmacro %}{% call m xs.0 d[a] %}{% set q %}x{% endset %}",
    "{% if a == \"x\" and not (b in xs or n >= 2) %}1{% elif d.k %}2{% else %}3{% endif %}",
    "{% extends \"base\" %}{% block a %}{{ block.super|uppercase }}{% include \"part\" d %}"
      + "{% endblock %}",
    "{% map 1...3 into ys using y %}{{ y|indent:2,\"-\",true }}{% endmap %}{{ ys|join:\", \" }}",
    "{{ s|replace:\"(\\w+)-[a-c]{1,3}?\",\"$1\\\\\",\"regex\" }}{% filter split:\"-\" %}a{% endfilter %}",
    "{# swiftsync: path=\"{{ d[\"k\"] }}.kt\" #}\n  {% set c = 0 %}\n{% for x in xs|unique %}\n"
      + "{% set outer.c = c + 1 %}\n{% endfor %}\n{{ 'class'|escapeKeywords }}{{ s|docComment }}",
    "{% macro m a b %}\n {{ a + \"\\n\" + b }}\n{% endmacro %}\n{{ s|m:(n + 1) }} {{ m(a, 'x' if n) }}"
      + "{% if s not in xs %}{{ d|map:\"k\"|first }}{% else if a %}{% endif %}",
    "{% verbatim %} {{ a }} {% if %}{% endverbatim %}\n{{ [1]|length }}{{ xs|sort:\"k\"|last }}"
      + "{{ d|kotlinLiteral }}{{ xs|pythonLiteral }}{{ s|kebabCase }}",
    "{%- if xs -%} {{ \"a\" if a else 'b' }} {%+ endif +%}\r\n{% now \"yyyy\" %}",
  ]

  static let alphabet = Array("{}%#|:,.[]()\"'<>=!-+ \n\rab0é$\\*?^".utf8)

  @Test(arguments: seeds.indices)
  func mutatedTemplates(_ number: Int) throws {
    var randomness = SeededRandom(UInt64(number) + 1)
    let context = try JSONValueReader.value(
      of: Array(
        #"{"a":"x","b":null,"n":3,"s":"foo-abc","xs":[1,"x",[2]],"d":{"k":1,"x":{}},"e":1.5}"#.utf8)
    )
    let files = ["base": "[{% block a %}base{% endblock %}]", "part": "{{ k }}{{ x.y }}"]
    for _ in 0..<250 {
      var bytes = Array(Self.seeds[number].utf8)
      for _ in 0..<Int.random(in: 1...6, using: &randomness) {
        mutate(&bytes, &randomness)
      }
      let undefined: TemplateOptions.Undefined = Bool.random(using: &randomness) ? .error : .empty
      let trim = TemplateOptions.Trim.allCases.randomElement(using: &randomness) ?? .lines
      let rendered = render(bytes, context, files: files, undefined: undefined, trim: trim) {
        $0.limits.rounds = 10_000
        $0.limits.outputBytes = 1 << 16
      }
      if case .errors(let lines) = rendered { #expect(!lines.isEmpty) }
      checkNames(of: bytes, files)
    }
  }

  /// The checker of names terminates for any template that can be parsed.
  private func checkNames(of bytes: [UInt8], _ files: [String: String]) {
    let library = TemplateLibrary(loader: TemplatesInMemory(files: files))
    var bag = DiagnosticBag()
    let source = SourceFile(path: "main.stencil", bytes: bytes)
    guard let template = library.parse(source, into: &bag) else { return }
    let vocabulary = TemplateVocabulary(
      variables: ["a": .init(.plain), "xs": .init(.list(.object("x"))), "d": .init(.object("x"))],
      kinds: ["x": ["k": .init(.plain), "x": .init(.object("x"), deprecation: "k")]])
    let findings = VariableChecker.findings(
      in: template, library: library, vocabulary: vocabulary)
    #expect(findings.count == Set(findings).count)
  }

  private func mutate(_ bytes: inout [UInt8], _ randomness: inout SeededRandom) {
    guard let index = bytes.indices.randomElement(using: &randomness) else { return }
    switch Int.random(in: 0..<5, using: &randomness) {
    case 0: bytes.remove(at: index)
    case 1: bytes[index] = UInt8.random(in: 0...255, using: &randomness)
    case 2: bytes.insert(Self.alphabet.randomElement(using: &randomness) ?? 0, at: index)
    case 3:
      let end = min(bytes.count, index + Int.random(in: 1...12, using: &randomness))
      bytes.insert(contentsOf: bytes[index..<end], at: index)
    default:
      let seed = Array((Self.seeds.randomElement(using: &randomness) ?? "").utf8)
      let start = Int.random(in: 0..<seed.count, using: &randomness)
      bytes.insert(contentsOf: seed[start..<min(seed.count, start + 20)], at: index)
    }
  }
}
