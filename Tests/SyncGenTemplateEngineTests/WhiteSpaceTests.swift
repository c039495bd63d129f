import Foundation
import SyncGenTemplateEngine
import Testing

/// The mode `lines`: a tag alone on its line leaves no line, and every other blank stays.
struct WhiteSpaceTests {
  static let context =
    #"{"yes": true, "no": false, "list": ["a", "b"], "name": "Ada", "#
    + #""fields": [{"name": "id", "isOptional": false}, {"name": "title", "isOptional": true}]}"#

  static let lines: [(template: String, output: String)] = [
    ("a\n{% if yes %}\nb\n{% endif %}\nc\n", "a\nb\nc\n"),
    ("a\r\n\t{% if yes %} \r\nb\r\n{% endif %}\r\nc", "a\r\nb\r\nc"),
    ("{% if yes %}\na\n{% endif %}  ", "a\n"),
    ("a  \n\n{% if no %}\nb\n{% endif %}\n\nc", "a  \n\n\nc"),
    // Text on the line
    ("x {% if yes %}y{% endif %} z", "x y z"),
    ("a{% if no %}?{% endif %}\nb", "a\nb"),
    ("{{ name }} {% if yes %}\n{% endif %}b", "Ada \nb"),
    ("{% for x in list %}{{ x }}{% if not forloop.last %}, {% endif %}{% endfor %}\n.", "a, b\n."),
    // Several tags, and comments
    ("a\n {% if yes %}{% if yes %} {# c #}\n b\n{% endif %} {% endif %}\n", "a\n b\n"),
    ("{# a #}\nb\n  {# c\n d #}\ne{# f #}\n", "b\ne\n"),
    ("{# swiftsync: for=x #}\n\n{# a #}\nb", "\nb"),
    // Marks
    ("a\n  {%- if yes %}\n  b\n  {%+ endif +%}\nc", "a  b\n  \nc"),
    ("a\n{% if yes -%}\n\n b{% endif %}", "a\nb"),
    // Definitions
    (
      "a\n{% macro m %}x{% endmacro %}\n  {% set s %} {{ name }}{% endset %}  \n[{{ m() }}{{ s }}]",
      "a\n[x Ada]"
    ),
    ("{% set s %} {% endset %}\n{% set n %}\n a\n{% endset %}\n[{{ s }}{{ n }}]", "[  a\n]"),
    ("a {% set s %}\nb{% endset %}\n{{ s }}", "a \nb"),
    (
      "{% map list into m using x %}{{ x }}{% endmap %}\n{% set k = 1 %}\n{{ m|join }}{{ k }}",
      "ab1"
    ),
    ("{% macro m %}\n{% if yes %}\nx\n{% endif %}\n{% endmacro %}\n{% call m %}\n.", "x\n."),
    ("{% for x in list %}{% macro m %}\n{{ x }}\n{% endmacro %}{{ m() }}{% endfor %}", "ab"),
    // What prints
    ("{% macro m %}\n t\n{% endmacro %}\n{% call m %}\n{{ m() }}\n[{{ m() }}]\n", " t\nt\n[t]\n"),
    ("a\n{% include \"part\" %}\nb", "a\npart\nb"),
    ("a\n  {% block x %}{% endblock %}\nb", "a\nb"),
    // Verbatim text
    (
      "{% verbatim %}\n{{ x }} {% if %}{# c #}\n{% endverbatim %}\na{% verbatim %} {% {% endverbatim %}b",
      "{{ x }} {% if %}{# c #}\na {% b"
    ),
  ]

  @Test(arguments: lines)
  func output(_ template: String, _ output: String) throws {
    #expect(
      try render(template, Self.context, files: ["part": "part\n"], trim: .lines) == .text(output))
  }

  @Test func timeIsText() throws {
    let rendered = try render("a\n{% now \"'x'\" %}\nb", trim: .lines)
    #expect(rendered == .text("a\nx\nb"))
  }

  /// The page's examples, each with its output.
  @Test func pageIsRight() throws {
    let page = URL(fileURLWithPath: #filePath)
      .appendingPathComponent("../../../docs/reference/template-language.md").standardizedFileURL
    let text = try String(contentsOf: page, encoding: .utf8)
    let section = try #require(text.components(separatedBy: "\n## White space\n").last)
    let rest = try #require(section.components(separatedBy: "\n## ").first)
    let blocks = rest.components(separatedBy: "```\n").enumerated()
      .filter { !$0.offset.isMultiple(of: 2) }.map(\.element)
    #expect(blocks.count == 10)
    for index in stride(from: 0, to: blocks.count - 1, by: 2) {
      #expect(
        try render(blocks[index], Self.context, trim: .lines) == .text(blocks[index + 1]),
        "example \(index / 2 + 1)")
    }
  }

  @Test func isDefault() {
    #expect(TemplateOptions().trim == .lines)
    #expect(TemplateLibrary().trim == .lines)
  }
}
