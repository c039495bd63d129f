import SyncGenTemplateEngine
import Testing

/// Nothing that a template says makes the tool hang, crash, or fill the memory.
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
  ]

  @Test(arguments: recursions)
  func recursionIsAnError(_ template: String, _ files: [String: String]) throws {
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
  ]

  @Test(arguments: runaways)
  func runawayIsAnError(_ template: String) throws {
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
  ]

  @Test(arguments: deep)
  func deepNestingIsAnError(_ template: String) throws {
    guard case .errors(let lines) = try render(template) else {
      Issue.record("rendered")
      return
    }
    #expect(lines.contains { $0.hasSuffix("[template-syntax]") })
  }

  /// The number of bytes grows tenfold; a quadratic engine would need a hundred times as long.
  @Test func timeIsLinearInTheSizeOfTheTemplate() throws {
    let clock = ContinuousClock()
    func duration(_ count: Int) throws -> Duration {
      let template = String(repeating: "{{ a }} {% if a %},{% endif %}'\n", count: count)
      var rendered: Rendered?
      let duration = try clock.measure { rendered = try render(template, #"{"a":"x"}"#) }
      let isRight = rendered == .text(String(repeating: "x ,'\n", count: count))
      #expect(isRight)
      return duration
    }
    _ = try duration(100)
    let small = try duration(3_000)
    #expect(try duration(30_000) < small * 40)
  }
}
