import Foundation
import Programs
import TestHelpers
import Testing

/// The tool behaves as docs/extend.md shows.
@Suite struct ExtendPageTests {
  private let page: MarkdownPage

  init() throws { page = try MarkdownPage("docs/extend.md") }

  /// A workspace with the schema and the files that the page names before their text.
  private func workspace() throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write("Schemas/Notes.yaml", try #require(page.blocks("yaml").first))
    let starts = page.text.ranges(of: "`Templates/kotlin/")
    #expect(starts.count == 5)
    for start in starts {
      let rest = page.text[start.upperBound...]
      let name = try #require(rest.components(separatedBy: "`").first)
      let text = try #require(rest.components(separatedBy: "\n```\n").dropFirst().first)
      try workspace.write("Templates/kotlin/\(name)", text + "\n")
    }
    return workspace
  }

  @Test func showsOutput() async throws {
    let workspace = try workspace()
    try await workspace.expect(
      "templates", "check",
      gives: Outcome(0, errors: "Schemas/Notes.yaml: the templates are valid\n"))
    try await workspace.expect(
      "generate", "--strict",
      gives: Outcome(
        0,
        errors: """
          Schemas/Notes.yaml: wrote 5 files to Generated/Notes
          Schemas/Notes.yaml: wrote 4 files to android/notes

          """))
    let kotlin = try #require(page.blocks("kotlin").first)
    #expect(try workspace.read("android/notes/Note.kt").hasSuffix("\n\n" + kotlin))
    #expect(
      try workspace.read("android/notes/tables.sql").contains(
        "\n\nCREATE TABLE folders (\n  id TEXT NOT NULL PRIMARY KEY,\n"))
  }

  @Test func showsMigration() async throws {
    let workspace = try workspace()
    #expect(try await workspace.run("freeze", "Schemas/Notes.yaml").status == 0)
    let schema = try workspace.read("Schemas/Notes.yaml")
    try workspace.write(
      "Schemas/Notes.yaml",
      schema.replacingOccurrences(of: "version: 1", with: "version: 2")
        .replacingOccurrences(of: "dueOn: day?", with: "dueOn: day?\n      isPinned: bool = false"))
    #expect(try await workspace.run("generate").status == 0)
    #expect(
      try workspace.read("android/notes/2.sql").hasSuffix(
        "\n\nALTER TABLE notes ADD COLUMN is_pinned INTEGER NOT NULL DEFAULT 0;\n"))
  }

  /// The macros of the built-in templates that the page lists exist.
  @Test func listsBuiltInMacros() throws {
    let row = /\n\| (?:`builtin:([A-Za-z.]+)`)? *\| `([A-Za-z]+) [a-z ]+` \|/
    let rows = page.text.matches(of: row)
    #expect(rows.count == 7)
    var file = ""
    for row in rows {
      if let name = row.output.1 { file = String(name) }
      let path = Repository.url("Templates/sql/\(file).stencil")
      let template = try String(contentsOf: path, encoding: .utf8)
      #expect(template.contains("{% macro \(row.output.2) "), "\(file) has no \(row.output.2)")
    }
  }

  /// The member that the page prints with `context` exists.
  @Test func printsPartOfContext() async throws {
    let workspace = try workspace()
    let line = try #require(page.commands.first { $0.contains("context") })
    let arguments = line.split(separator: " ").dropFirst().map(String.init)
    let outcome = try await workspace.run(arguments)
    #expect(outcome.status == 0 && outcome.output.contains("\"name\": \"folderID\""))
  }
  /// The block that contains a mark.
  private func block(_ mark: String) throws -> String {
    let blocks = try PageBlock.all(of: "docs/extend.md").filter { $0.text.contains(mark) }
    try #require(blocks.count == 1)
    return blocks[0].text
  }

  /// The schema of the page with other settings under `generate`.
  private func schema(_ settings: String) throws -> String {
    let schema = try #require(page.blocks("yaml").first)
    let parts = schema.components(separatedBy: "enums:\n")
    return "swiftsync: 1\ngenerate: \(settings)\nenums:\n" + parts[1]
  }

  @Test func changesSwiftCode() async throws {
    let workspace = try Workspace()
    try workspace.write("Schemas/Notes.yaml", try schema("{ templates: [../Templates] }"))
    try workspace.write("Templates/Entity.swift.stencil", try block("builtin:Entity.swift\" %}"))
    #expect(try await workspace.run("generate", "--strict").status == 0)
    let code = try workspace.read("Generated/Notes/Note.swift")
    #expect(code.contains("\nimport GRDB\n"))
    #expect(code.contains("struct Note: Identifiable, Hashable, Sendable, FetchableRecord {"))
  }

  @Test func changesSetOfOthers() async throws {
    let workspace = try workspace()
    let schema = try workspace.read("Schemas/Notes.yaml")
    try workspace.write(
      "Schemas/Notes.yaml",
      schema.replacingOccurrences(
        of: "    - templates: ../Templates/kotlin\n",
        with: try #require(page.blocks("yaml").dropFirst().first)))
    let name = "Entity.kt.stencil"
    try workspace.write("Templates/app/\(name)", try block("extends \"\(name)\""))
    let original = try workspace.read("Templates/kotlin/\(name)")
    try workspace.write(
      "Templates/kotlin/\(name)",
      original.replacingOccurrences(
        of: "{% endfor %}\n)\n",
        with: "{% endfor %}\n) {\n{% block members %}  // more{% endblock %}\n}\n"))
    let outcome = try await workspace.run("generate", "--strict")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let members = ") {\n  // more\n  val isNew: Boolean get() = false\n"
    #expect(try workspace.read("android/notes/Note.kt").contains(members))
  }

  @Test func runsProgram() async throws {
    let workspace = try Workspace()
    let item = "{ program: [python3, tools/emit.py],\noutput: ../web/src/api }"
    #expect(page.text.contains("`\(item)`"))
    try workspace.write("Schemas/Notes.yaml", try schema("\n  outputs:\n    - \(item)"))
    try workspace.write("Schemas/tools/emit.py", try #require(page.blocks("python").first))
    let outcome = try await workspace.run("generate", "--allow-commands")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let text = try workspace.read("web/src/api/notes.ts")
    #expect(text.hasSuffix("\n\nexport interface Folder {}\nexport interface Note {}"), "\(text)")
  }
}
