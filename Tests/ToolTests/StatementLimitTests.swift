import Foundation
import Programs
import Testing

/// The SQL of a schema cannot reach beyond its own database.
@Suite struct StatementLimitTests {
  private static func schema(_ version: Int, _ rest: String = "") -> String {
    """
    swiftsync: 1
    name: App
    version: \(version)
    generate: { output: ../Generated/App, sets: [sql] }
    entities:
      Note: { attributes: { id: int, title: string\(version == 1 ? "" : ", extra: int?") } }
    \(rest)
    """
  }

  private func workspace(_ migrations: String) async throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write("Schemas/app.yaml", Self.schema(1))
    try #require(try await workspace.run("freeze").status == 0)
    try workspace.write("Schemas/app.yaml", Self.schema(2, migrations))
    return workspace
  }

  @Test func verifyDoesNotRunEditedScript() async throws {
    let workspace = try await workspace("")
    try #require(try await workspace.run("generate").status == 0)
    let path = "Generated/App/migrations/2.sql"
    let script = try workspace.read(path)
    let attack = "ATTACH 'stolen.sqlite' AS other; CREATE TABLE other.notes (id);\nBEGIN IMMEDIATE;"
    try workspace.write(path, script.replacingOccurrences(of: "BEGIN IMMEDIATE;", with: attack))
    let outcome = try await workspace.run("verify")
    #expect(outcome.status == 1)
    #expect(
      outcome.errors == """
        Generated/App/migrations/2.sql:1:1: error: this differs from what 'swiftsync-gen generate' writes [edited-migration]
        Generated/App/migrations/2.sql:1:1: note: 'swiftsync-gen generate' writes this file; declare what the step should do under 'migrations:'

        """)
    #expect(!workspace.exists("stolen.sqlite"))
  }

  @Test func applyRejectsDisallowedSQL() async throws {
    let workspace = try await workspace(
      "migrations:\n  2:\n    - sql: \"CREATE VIRTUAL TABLE search USING fts5(title)\"")
    let outcome = try await workspace.run("validate")
    #expect(outcome.status == 1)
    #expect(
      outcome.errors
        == "Schemas/app.yaml:9:7: error: SQLite refuses this 'sql': virtual tables are not allowed [refused-sql]\n"
    )
    try workspace.write("Schemas/app.yaml", Self.schema(1))
    try workspace.write("1.json", "[{\"id\": 1, \"title\": \"a\"}]")
    let arguments = ["apply", "1.json", "--entity", "Note", "--database", "notes.sqlite"]
    try #require(try await workspace.run(arguments).status == 0)
    try workspace.write(
      "Schemas/app.yaml",
      Self.schema(
        2, "migrations:\n  2:\n    - sql: \"CREATE VIRTUAL TABLE search USING fts5(title)\""))
    let applied = try await workspace.run(arguments)
    #expect(applied.status == 1)
    #expect(applied.errors.contains("virtual tables are not allowed"), "\(applied.errors)")
  }

  @Test func predicateCannotLoadExtension() async throws {
    let workspace = try Workspace()
    try workspace.write("Schemas/app.yaml", Self.schema(1))
    try workspace.write("1.json", "[{\"id\": 1, \"title\": \"a\"}]")
    let outcome = try await workspace.run(
      "apply", "1.json", "--entity", "Note", "--database", "notes.sqlite",
      "--missing-rows", "delete", "--where", "load_extension('evil') IS NULL")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("not authorized to use function: load_extension"))
  }

  @Test func verifiesTableWithManyColumns() async throws {
    let workspace = try Workspace()
    func text(_ version: Int) -> String {
      let columns = (1...1_997).map { "      a\($0): { type: string, default: x }\n" }.joined()
      return Self.schema(version).components(separatedBy: "entities:")[0]
        + "entities:\n  Note:\n    attributes:\n      id: int\n" + columns
        + (version == 1 ? "" : "      b: { type: int, default: 1 }\n")
    }
    try workspace.write("Schemas/app.yaml", text(1))
    try #require(try await workspace.run("freeze").status == 0)
    try workspace.write("Schemas/app.yaml", text(2))
    try #require(try await workspace.run("generate").status == 0)
    let outcome = try await workspace.run("verify")
    #expect(outcome.output == "App 1 to 2: verified with 1000 rows\n")
    #expect(outcome.errors == "")
  }
}
