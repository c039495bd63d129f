import Foundation
import Programs
import Testing

@Suite struct RenderTests {
  @Test func rendersWithContextFile() async throws {
    let workspace = try Workspace()
    try workspace.write("t.stencil", "{% for n in names %}{{ n }};{% endfor %}\n")
    try workspace.write("c.json", #"{"names": ["a", 2, 0.5, null]}"#)
    let expected = Outcome(0, output: "a;2;0.5;;\n")
    try await workspace.expect("render", "t.stencil", "--context", "c.json", gives: expected)
  }

  /// Names that only appear as values, in a process that has not looked up names before.
  @Test(arguments: [
    ("{% for x in l %}{{ forloop[k] }},{% endfor %}", "counter", "1,2,3,"),
    ("{{ l[k] }}", "count", "3"), ("{{ l[k] }}", "first", "1"), ("{{ l[k] }}", "last", "3"),
    ("{% map l into m %}{{ maploop[k] }}{% endmap %}{{ m|join:\",\" }}", "counter", "0,1,2"),
  ])
  func findsBuiltInMembersByValue(_ template: String, _ key: String, _ output: String) async throws
  {
    let workspace = try Workspace()
    try workspace.write("c.json", #"{"l": [1, 2, 3], "k": "\#(key)"}"#)
    try await workspace.expect(
      "render", "-", "--context=c.json", input: template, gives: Outcome(0, output: output))
  }

  @Test func includesPathInsideFolder() async throws {
    let workspace = try Workspace.withSchema()
    try workspace.write("T/i.stencil", "i")
    try workspace.write("T/sub/j.stencil", #"{% include "sub/../i.stencil" %}"#)
    try workspace.write("t.stencil", #"{% include "sub/j.stencil" %}"#)
    try await workspace.expect(
      "render", "t.stencil", "--templates", "T", gives: Outcome(0, output: "i"))
  }

  @Test func readsStandardInput() async throws {
    let workspace = try Workspace()
    try workspace.write("c.json", #"{"a": 1}"#)
    try await workspace.expect(
      "render", "-", "--context=c.json", input: "{{ a }}", gives: Outcome(0, output: "1"))
    try workspace.write("t.stencil", "{{ a }}")
    try await workspace.expect(
      "render", "t.stencil", "--context", "-", input: #"{"a": 2}"#, gives: Outcome(0, output: "2"))
  }

  @Test func rendersWithSchema() async throws {
    let workspace = try Workspace.withSchema()
    try workspace.write(
      "t.stencil", "{% for e in schema.entities %}{{ e.name|plural }}{% endfor %}")
    let expected = Outcome(0, output: "Items")
    try await workspace.expect("render", "t.stencil", gives: expected)
    try await workspace.expect(
      "render", "t.stencil", "--schema", "Schemas/shop.yaml", gives: expected)
  }

  @Test func rendersForEachSubject() async throws {
    let workspace = try Workspace()
    try workspace.write(
      "app.yaml",
      "swiftsync: 1\nname: App\nversion: 1\nentities:\n"
        + "  Book: { attributes: { id: int } }\n  Shelf: { attributes: { id: int } }\n")
    try workspace.write(
      "t.stencil",
      "{# swiftsync: for=entity path=\"{{ entity.name }}.txt\" #}\n"
        + "{{ entity.table }} of {{ schema.name }}\n")
    try await workspace.expect(
      "render", "t.stencil", "--schema", "app.yaml",
      gives: Outcome(0, output: "books of App\nshelves of App\n"))
    try workspace.write("c.json", #"{"entity": {"table": "t"}, "schema": {"name": "S"}}"#)
    try await workspace.expect(
      "render", "t.stencil", "--context", "c.json", gives: Outcome(0, output: "t of S\n"))
    try workspace.write(
      "t.stencil", "{# swiftsync: for=entity path=\"{{ entity.name }}.txt\" #}\n{{ entity.tabel }}")
    try await workspace.expect(
      "render", "t.stencil", "--schema", "app.yaml",
      gives: Outcome(
        1,
        errors: """
          t.stencil:2:11: error: undefined variable 'entity.tabel': there is no 'tabel' [template-undefined-variable]
          t.stencil:2:11: note: did you mean 'table'?

          """))
    try workspace.write("t.stencil", "{# swiftsync: for=table path=\"x\" #}\n")
    let outcome = try await workspace.run("render", "t.stencil", "--schema", "app.yaml")
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.hasPrefix(
        "t.stencil:1:19: error: a template cannot be for 'table', expected one of 'schema', "))
  }

  @Test func undefinedVariablesFailUnlessEmptyIsAllowed() async throws {
    let workspace = try Workspace()
    try workspace.write("t.stencil", "a\n  {{ nme }}b")
    try workspace.write("c.json", #"{"name": 1}"#)
    let outcome = try await workspace.run("render", "t.stencil", "--context", "c.json")
    #expect(outcome.status == 1 && outcome.output == "")
    #expect(outcome.errors.hasPrefix("t.stencil:2:6: error: "))
    #expect(outcome.errors.contains("[template-undefined-variable]\n"))
    try await workspace.expect(
      "render", "t.stencil", "--context", "c.json", "--undefined", "empty",
      gives: Outcome(0, output: "a\n  b"))
  }

  @Test func trimsOnRequest() async throws {
    let workspace = try Workspace()
    try workspace.write("t.stencil", "a\n  {% if x %}\nb\n  {% endif %}\n")
    try workspace.write("c.json", #"{"x": true}"#)
    let render = ["render", "t.stencil", "--context", "c.json"]
    try await workspace.expect(render, gives: Outcome(0, output: "a\nb\n"))
    try await workspace.expect(render + ["--trim", "lines"], gives: Outcome(0, output: "a\nb\n"))
    try await workspace.expect(render + ["--trim", "smart"], gives: Outcome(0, output: "a\nb\n"))
    try await workspace.expect(
      render + ["--trim", "nothing"], gives: Outcome(0, output: "a\n  \nb\n  \n"))
  }

  @Test func searchesGivenFoldersForParts() async throws {
    let workspace = try Workspace()
    try workspace.write("t.stencil", #"{% include "part.stencil" %}"#)
    try workspace.write("c.json", "{}")
    try workspace.write("one/other.stencil", "one")
    try workspace.write("two/part.stencil", "two")
    let render = ["render", "t.stencil", "--context", "c.json"]
    try await workspace.expect(
      render + ["--templates", "one", "--templates", "two"], gives: Outcome(0, output: "two"))
    #expect(try await workspace.run(render).status == 1)
    try workspace.write("part.stencil", "own")
    try await workspace.expect(render, gives: Outcome(0, output: "own"))
  }

  @Test func neverReadsOutsideFolders() async throws {
    let workspace = try Workspace()
    try workspace.write("secret.stencil", "secret")
    try workspace.write("c.json", "{}")
    try workspace.write("parts/note", "")
    try workspace.link("parts/link.stencil", to: "secret.stencil")
    for name in ["../secret.stencil", "link.stencil", workspace.url("secret.stencil").path] {
      try workspace.write("t.stencil", "{% include \"\(name)\" %}")
      let outcome = try await workspace.run(
        "render", "t.stencil", "--context", "c.json", "--templates", "parts")
      #expect(outcome.status == 1 && outcome.output == "", "\(name)")
    }
  }

  @Test(arguments: [
    (#"{"a": 1"#, "c.json:1:8: error: the JSON ends in the middle of a value [invalid-json]"),
    ("{\n  \"é\": x}", "c.json:2:8: error: unexpected character in JSON [invalid-json]"),
    (
      "[1]",
      "c.json:1:1: error: expected an object with the template's variables, found a list [invalid-json]"
    ),
  ])
  func locatesContextErrors(_ text: String, _ message: String) async throws {
    let workspace = try Workspace()
    try workspace.write("t.stencil", "")
    try workspace.write("c.json", text)
    try await workspace.expect(
      "render", "t.stencil", "--context", "c.json", gives: Outcome(1, errors: message + "\n"))
  }

  @Test func missingFilesAreNotUsageErrors() async throws {
    let workspace = try Workspace()
    try await workspace.expect(
      "render", "t.stencil", "--context", "c.json",
      gives: Outcome(
        1, errors: "swiftsync-gen: error: cannot read 't.stencil': No such file or directory\n"))
  }
}
