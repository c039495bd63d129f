import Foundation
import Testing

@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

/// Unknown names in double quotes are errors, except in what other programs and older versions have
/// written.
@Suite struct DoubleQuotedStringTests {
  /// Calls a function with a connection to a database that another program has created.
  private static func withConnection(_ other: String, _ body: (Connection) throws -> Void) throws {
    let database = try Database()
    let theirs = try Connection(path: database.path, mode: .readWrite)
    try theirs.execute("CREATE TABLE items (id INTEGER PRIMARY KEY, title TEXT);\n" + other)
    let connection = try Connection(path: database.path, mode: .readWrite)
    try DatabaseSetup.configure(connection)
    try withExtendedLifetime(database) { try body(connection) }
  }

  private static func message(_ connection: Connection, _ sql: String) -> String? {
    do throws(SyncError) {
      try connection.execute(sql)
      return nil
    } catch {
      return error.sqliteMessage
    }
  }

  @Test(arguments: [
    "SELECT * FROM items WHERE title = \"nope\"",
    "UPDATE items SET title = \"nope\"",
    "CREATE TABLE other (a INTEGER CHECK (\"nope\" > 1))",
    "CREATE INDEX titles ON items (title) WHERE \"nope\" > 1",
  ])
  func unknownNameIsAnError(sql: String) throws {
    try Self.withConnection("") { connection in
      let message = try #require(Self.message(connection, sql))
      #expect(message.hasPrefix("no such column: "))
      #expect(message.contains("nope"))
    }
  }

  @Test(arguments: [
    "CREATE VIEW kinds AS SELECT id, \"draft\" AS kind FROM items",
    "CREATE TRIGGER a AFTER INSERT ON items BEGIN UPDATE items SET title = \"new\" WHERE id = NEW.id; END",
    "CREATE TRIGGER a AFTER UPDATE OF title ON items BEGIN DELETE FROM items WHERE title = \"gone\"; END",
    "CREATE TRIGGER a BEFORE DELETE ON items BEGIN UPDATE items SET title = \"kept\" WHERE id <> OLD.id; END",
  ])
  func objectOfOtherProgramNeedsStrings(sql: String) throws {
    try Self.withConnection(sql) { connection in
      #expect(connection.doubleQuotedStrings == .inStatements)
      try connection.execute("INSERT INTO items VALUES (1, 'a'); UPDATE items SET title = 'b'")
      try connection.execute("DELETE FROM items")
      if sql.contains("VIEW") { #expect(Self.message(connection, "SELECT * FROM kinds") == nil) }
      #expect(Self.message(connection, "CREATE INDEX i ON items (title) WHERE \"nope\" > 1") != nil)
    }
  }

  @Test(arguments: [
    "CREATE VIEW titles AS SELECT \"title\" FROM items",
    "CREATE VIEW broken AS SELECT \"title\" FROM missing",
    "CREATE TRIGGER a AFTER INSERT ON items BEGIN UPDATE \"items\" SET title = 'new'; END",
  ])
  func objectOfOtherProgramNeedsNoStrings(sql: String) throws {
    try Self.withConnection(sql) { #expect($0.doubleQuotedStrings == .refused) }
  }

  /// A frozen version cannot be changed, so what it does remains what it did.
  @Test func olderVersionsKeepStrings() async throws {
    let database = try Database()
    let ddl = "CREATE TABLE items (id INTEGER NOT NULL PRIMARY KEY, title TEXT, slug TEXT);"
    let newest = SchemaMetadata(
      name: "Shop", version: 3, fingerprint: "3", entities: [], joinTables: [], tables: ddl)
    let plan = MigrationPlan(
      from: 1,
      tables:
        "CREATE TABLE items (id INTEGER NOT NULL PRIMARY KEY, title TEXT, kind TEXT CHECK (\"kid\" <> ''));",
      steps: [
        MigrationStep(
          from: 1, to: 2,
          stages: [
            .lightweight(["ALTER TABLE items ADD COLUMN slug TEXT"]),
            .sql("UPDATE items SET slug = \"titel\""),
          ]),
        MigrationStep(
          from: 2, to: 3, rebuilding: ["items"],
          stages: [
            .custom([
              "CREATE TABLE swiftsync_new_items (id INTEGER NOT NULL PRIMARY KEY, title TEXT, slug TEXT)",
              "INSERT INTO swiftsync_new_items (id, title, slug) SELECT id, title, slug FROM items",
              "DROP TABLE items", "ALTER TABLE swiftsync_new_items RENAME TO items",
            ])
          ]),
      ])
    let url = URL(fileURLWithPath: database.path)
    try VersionReplay(plan).createDatabase(
      of: 1, at: url.path, ["INSERT INTO items VALUES (1, 'a', 'b')"])
    try await SyncStore.open(newest, at: url.path, plan: plan).close()
    #expect(try database.rows("SELECT id, title, slug FROM items") == ["1|a|titel"])
  }
}
