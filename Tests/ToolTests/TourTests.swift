import Foundation
import Programs
import Testing

/// The tool behaves as the first section of docs/tour.md shows.
@Suite struct TourTests {
  private let page: MarkdownPage

  init() throws { page = try MarkdownPage("docs/tour.md") }

  /// A workspace with the schema and the payload, and the output of the schema.
  private func workspace() async throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write("Schemas/Notes.yaml", try #require(page.blocks("yaml").first))
    try workspace.write("notes.json", try #require(page.blocks("json").first))
    #expect(try await workspace.run("generate").status == 0)
    return workspace
  }

  @Test func showsGeneratedCode() async throws {
    let workspace = try await workspace()
    let swift = try #require(page.blocks("swift").first)
    #expect(try workspace.read("Generated/Notes/Note.swift").contains(swift))
    let sql = try #require(page.blocks("sql").first)
    #expect(try workspace.read("Generated/Notes/schema.sql").contains(sql))
  }

  @Test func showsStoredRows() async throws {
    let workspace = try await workspace()
    let command = ["apply", "notes.json", "--entity", "Note", "--database", "notes.sqlite"]
    #expect(page.text.contains("`swiftsync-gen \(command.joined(separator: " "))`"))
    let report = try #require(page.blocks("text").first)
    try await workspace.expect(command, gives: Outcome(0, output: report))
    let rows = """
      SELECT title, mood, is_pinned, edited_at, folder_id FROM notes ORDER BY title
      """
    let stored = try workspace.rows(of: "notes.sqlite", rows)
    #expect(stored.count == 2)
    for row in stored {
      #expect(page.text.contains("\n| \(row.joined(separator: " | ")) |\n"))
    }
  }
}
