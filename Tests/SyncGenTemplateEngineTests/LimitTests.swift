import Foundation
import SyncGenTemplateEngine
import Testing

/// No template can make the tool hang, crash, or fill the memory.
struct LimitTests {
  static let recursions: [(template: String, files: [String: String])] = [
    ("{% macro m %}{% call m %}{% endmacro %}{% call m %}", [:]),
    ("{% include \"a\" %}", ["a": "{% include \"a\" %}"]),
    ("{% import \"a\" %}", ["a": "{% import \"b\" %}", "b": "{% import \"a\" %}"]),
    ("{% extends \"a\" %}", ["a": "{% extends \"b\" %}", "b": "{% extends \"a\" %}"]),
    ("{% extends \"a\" %}", ["a": "{% extends \"a\" %}"]),
    (
      "{% block a %}{% include \"a\" %}{% endblock %}",
      ["a": "{% block a %}{% include \"a\" %}{% endblock %}"]
    ),
    ("{% set f %}filter:f{% endset %}{{ 1|filter:f }}", [:]),
    ("{% macro m a %}{{ a|m }}{% endmacro %}{{ 1|m }}", [:]),
    ("{% macro m %}{% if m() %}{% endif %}{% endmacro %}{{ m() }}", [:]),
  ]

  @Test(arguments: recursions)
  func rejectsRecursion(_ template: String, _ files: [String: String]) throws {
    guard case .errors(let lines) = try render(template, files: files, undefined: .empty) else {
      Issue.record("rendered")
      return
    }
    #expect(lines.first?.hasSuffix("[template-recursion]") == true, "\(lines)")
  }

  static let runaways = [
    "{% for a in 1...3000 %}{% for b in 1...3000 %}{% endfor %}{% endfor %}",
    "{% for a in 1...99999999999 %}{% endfor %}",
    "{% for a in 0...9223372036854775807 %}{% endfor %}",
    "{% for a in -9223372036854775807...9223372036854775807 %}{% endfor %}",
    "{% for a in 1...100000 %}" + String(repeating: "text", count: 500) + "{% endfor %}",
    "{% set a %}" + String(repeating: "x", count: 4096) + "{% endset %}"
      + String(repeating: "{% set a %}{{ a }}{{ a }}{% endset %}", count: 60),
    "{% set a = \"ab\" %}" + String(repeating: "{% set a = a + a %}", count: 60),
    "{% set a = 1...2 %}" + String(repeating: "{% set a = a + a %}", count: 60),
  ]

  @Test(arguments: runaways)
  func rejectsRunawayTemplates(_ template: String) throws {
    let rendered = try render(template) {
      $0.limits.rounds = 100_000
      $0.limits.outputBytes = 1 << 20
    }
    guard case .errors(let lines) = rendered else {
      Issue.record("rendered")
      return
    }
    #expect(lines.count == 1)
    #expect(lines.first?.hasSuffix("[template-too-large]") == true, "\(lines)")
  }

  static let deep = [
    String(repeating: "{% if a %}", count: 5000),
    "{{ " + String(repeating: "(", count: 5000) + " }}",
    "{{ " + String(repeating: "not ", count: 5000) + "a }}",
    "{{ a" + String(repeating: "[a", count: 5000) + String(repeating: "]", count: 5000) + " }}",
    "{{ a" + String(repeating: " == a", count: 5000) + " }}",
    "{{ a" + String(repeating: " and a", count: 5000) + " }}",
    "{{ a" + String(repeating: " if a else a", count: 5000) + " }}",
    "{{ a" + String(repeating: " + a", count: 5000) + " }}",
    "{{ " + String(repeating: "a(", count: 5000) + " }}",
  ]

  @Test(arguments: deep)
  func rejectsDeepNesting(_ template: String) throws {
    guard case .errors(let lines) = try render(template) else {
      Issue.record("rendered")
      return
    }
    #expect(lines.contains { $0.hasSuffix("[template-syntax]") })
  }

  /// Work that grows with the size of a template or its context.
  static let growing: [(name: String, template: @Sendable (Int) -> String)] = [
    ("a loop", { "{% for i in 1...\($0) %}{{ forloop.counter }},{% endfor %}" }),
    ("a loop with a condition", { "{% for i in 1...\($0) where i > 5 %}{{ i }}{% endfor %}" }),
    (
      "macro calls",
      {
        "{% macro m a %}{{ a }}{% endmacro %}{% for i in 1...\($0) %}{% call m i %}{% endfor %}"
      }
    ),
    ("includes", { "{% for i in 1...\($0) %}{% include \"part\" %}{% endfor %}" }),
    (
      "blocks",
      {
        "{% extends \"base\" %}{% block n %}\($0){% endblock %}"
          + "{% block a %}{{ block.super }}{% for i in 1...\($0) %}x{% endfor %}{% endblock %}"
      }
    ),
    (
      "many blocks",
      { count in
        (0..<count / 4).map { "{% block b\($0) %}\($0){% endblock %}" }.joined()
      }
    ),
    (
      "many variables",
      { count in
        (0..<count / 4).map { "{% set v\($0 % 50) %}x{% endset %}{{ v\($0 % 50) }}" }.joined()
      }
    ),
    (
      "a long text",
      {
        "{% set t %}\(String(repeating: "ab cd\n", count: $0)){% endset %}"
          + "{{ t|uppercase }}{{ t|split:\" \"|join:\"-\" }}{{ t|indent:2 }}{{ t|replace:\"a\",\"bb\" }}"
          + "{{ t|replace:\"[ac]+\",\"<$0>\",\"regex\" }}{{ t|snakeToCamelCase }}{{ t|camelToSnakeCase }}"
          + "{{ t|removeNewlines }}{{ t|swiftIdentifier }}{{ t.count }}{{ t|capitalize }}"
      }
    ),
    (
      "nested filters",
      {
        "{% filter uppercase %}{% filter lowercase %}{% for i in 1...\($0) %}aB{% endfor %}"
          + "{% endfilter %}{% endfilter %}"
      }
    ),
    ("a map", { "{% map 1...\($0) into xs using x %}{{ x }}{% endmap %}{{ xs|join:\",\" }}" }),
    (
      "a list by index",
      {
        "{% map 1...\($0) into xs using x %}{{ x }}{% endmap %}{% for i in 1...\($0) %}{{ xs[3] }}{% endfor %}"
      }
    ),
    ("comments", { String(repeating: "{# a #}b\n", count: $0) }),
    ("empty lines", { String(repeating: "\n  \n", count: $0) + "{% if a %}{% endif %}" }),
    ("one long line", { String(repeating: "{% if a %}b{% endif %}  ", count: $0 / 4) }),
    (
      "a long condition",
      { "{% if " + (0..<min($0, 60)).map { "a\($0)" }.joined(separator: " or ") + " %}{% endif %}" }
    ),
  ]

  /// The size grows eightfold; quadratic work would take 64 times as long.
  @Test(arguments: growing.indices)
  func renderingTimeIsLinear(_ index: Int) throws {
    let (name, template) = Self.growing[index]
    let files = [
      "part": "{{ i }}", "base": "{% block a %}base{% endblock %}{% block n %}{% endblock %}",
    ]
    func seconds(_ count: Int) throws -> Double {
      let text = template(count)
      var rendered: Rendered?
      let seconds = try Self.work { rendered = try render(text, files: files, trim: .smart) }
      guard case .text = rendered else {
        Issue.record("\(name): \(String(describing: rendered))")
        return 0
      }
      return seconds
    }
    _ = try seconds(100)
    let small = try min(seconds(1_000), seconds(1_000))
    let large = try min(seconds(8_000), seconds(8_000))
    #expect(large < small * 30 + 0.005, "\(name): \(small) s and \(large) s")
  }

  /// The processor time of this thread, in seconds, since other tests run at the same time.
  private static func work(_ body: () throws -> Void) rethrows -> Double {
    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    let start = now()
    try body()
    return now() - start
  }

  /// The number of bytes grows tenfold; a quadratic engine would need a hundred times as long.
  @Test func timeIsLinearInTemplateSize() throws {
    func seconds(_ count: Int) throws -> Double {
      let template = String(repeating: "{{ a }} {% if a %},{% endif %}'\n", count: count)
      var rendered: Rendered?
      let seconds = try Self.work { rendered = try render(template, #"{"a":"x"}"#) }
      let isRight = rendered == .text(String(repeating: "x ,'\n", count: count))
      #expect(isRight)
      return seconds
    }
    _ = try seconds(100)
    let small = try seconds(3_000)
    #expect(try seconds(30_000) < small * 40)
  }
}
