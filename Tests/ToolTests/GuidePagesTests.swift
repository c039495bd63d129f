import Foundation
import Programs
import Testing

/// The commands and schemas of guides that have no suite of their own.
@Suite struct GuidePagesTests {
  /// A type under `types` changes as `docs/migrating.md` shows, with the commands of the page.
  @Test func migratesValuesOfTypes() async throws {
    let page = try MarkdownPage("docs/migrating.md")
    let workspace = try Workspace()
    let head = "swiftsync: 1\nname: Cellar\n"
    try workspace.write(
      "Schemas/cellar.yaml",
      head + """
        version: 1
        types: { Label: { grapeName: string, year: int? } }
        entities: { Wine: { attributes: { id: int, label: "Label?" } } }

        """)
    let commands = page.commands.filter { $0.hasPrefix("swiftsync-gen ") }.prefix(4)
      .map { $0.split(separator: " ").dropFirst().map(String.init) }
    #expect(commands == [["freeze"], ["plan"], ["generate"], ["verify"]])
    #expect(try await workspace.run(commands[0]).status == 0)
    try workspace.write("Schemas/cellar.yaml", head + (try #require(page.blocks("yaml").first)))
    for command in commands.dropFirst() {
      let outcome = try await workspace.run(command)
      #expect(outcome.status == 0, "\(command) \(outcome)")
    }
  }

  /// The steps that state what they change are verified.
  @Test func statesWhatSQLChanges() async throws {
    let steps = try #require(try MarkdownPage("docs/migrating.md").blocks("yaml").last)
    let workspace = try Workspace()
    let schema = """
      swiftsync: 1
      name: Desk
      version: 1
      entities:
        Note: { attributes: { id: int, body: string } }
        Todo: { table: tasks, attributes: { id: int, note: string? } }

      """
    try workspace.write("Schemas/desk.yaml", schema)
    #expect(try await workspace.run("freeze").status == 0)
    try workspace.write(
      "Schemas/desk.yaml",
      schema.replacingOccurrences(of: "version: 1\n", with: "version: 2\n")
        .replacingOccurrences(of: "note: string?", with: "note: string?, size: int?")
        + steps.replacingOccurrences(of: "  4:", with: "  2:"))
    #expect(try await workspace.run("generate").status == 0)
    let outcome = try await workspace.run("verify")
    #expect(outcome.status == 0, "\(outcome)")
  }
}
