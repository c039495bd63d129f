import Foundation
import Programs
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
}
