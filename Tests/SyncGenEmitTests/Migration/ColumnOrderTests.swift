import SyncGenDiagnostics
import SyncGenMigration
import SyncGenSchema
import Testing

/// Statements of a schema that may depend on the order of the columns in a table.
@Suite struct ColumnOrderTests {
  @Test(arguments: [
    "INSERT INTO copies SELECT * FROM items",
    "INSERT INTO copies VALUES (1, 'a')",
    #"insert or ignore into "my copies" values (1, 'a')"#,
    "REPLACE INTO copies SELECT id, name FROM items",
    "INSERT INTO copies\n  SELECT id, name FROM items",
    "INSERT INTO copies AS c WITH a AS (SELECT 1) SELECT 1, 2",
    "INSERT INTO main.copies VALUES (1, 'a')",
    "UPDATE items SET name = (SELECT x FROM (SELECT * FROM copies))",
  ])
  func tellsTheOrder(_ sql: String) throws {
    #expect(try step(sql).dependsOnColumnOrder)
  }

  @Test(arguments: [
    "UPDATE items SET name = 'x' WHERE (SELECT count(*) FROM items) > 3",
    "INSERT INTO copies (id, name) SELECT id, name FROM items",
    "INSERT INTO copies(id, name) VALUES (1, 'a')",
    "DELETE FROM items WHERE name IN (SELECT name FROM copies)",
  ])
  func doesNotDependOnColumnOrder(_ sql: String) throws {
    #expect(try !step(sql).dependsOnColumnOrder)
  }

  private func step(_ sql: String) throws -> VersionStep {
    func yaml(_ version: Int, _ end: String) -> String {
      """
      swiftsync: 1
      name: App
      version: \(version)
      entities:
        Item: { attributes: { id: int, name: string } }
      \(end)
      """
    }
    let literal = sql.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      .replacing("\n", with: "\\n")
    var bag = DiagnosticBag()
    let step = MigrationPlanner.step(
      from: try SchemaFixture.schema(yaml(1, "")),
      to: try SchemaFixture.schema(yaml(2, "migrations: { 2: [{ sql: \"\(literal)\" }] }")),
      into: &bag)
    return try #require(step, "\(bag.diagnostics.map(\.text))")
  }
}
