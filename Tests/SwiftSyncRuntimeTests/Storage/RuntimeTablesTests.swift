import Foundation
import Testing

@_spi(Generated) import SwiftSyncREST
@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

/// The runtime's own tables, and read-only databases.
@Suite struct RuntimeTablesTests {
  private static let tables =
    "SELECT sql FROM sqlite_schema WHERE tbl_name LIKE 'swiftsync%' AND type <> 'trigger' ORDER BY name"

  /// `schema.sql` also creates them, for the `sqlite3` shell.
  @Test func templatesCreateSameTables() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let script = try String(
      contentsOf: root.appendingPathComponent("Generated/Tracker/schema.sql"), encoding: .utf8)
    let (generated, own) = (try Database(), try Database())
    try generated.execute(script)
    let connection = try Connection(path: own.path, mode: .readWrite)
    try RuntimeTables.install(connection, over: 0)
    let expected = try own.rows(Self.tables)
    let spaceless = { (rows: [String]) in rows.map { $0.filter { !$0.isWhitespace } } }
    #expect(try spaceless(generated.rows(Self.tables)) == spaceless(expected))
    #expect(
      try generated.rows("SELECT format FROM swiftsync_schema") == ["\(RuntimeTables.format)"])
    #expect(try own.rows("SELECT format FROM swiftsync_schema") == ["\(RuntimeTables.format)"])
  }

  @Test func currentTablesAreNotCreatedAgain() throws {
    let database = try Database()
    let connection = try Connection(path: database.path, mode: .readWrite)
    try RuntimeTables.install(connection, over: RuntimeTables.format)
    #expect(try database.rows("SELECT name FROM sqlite_schema") == [])
  }

  @Test func tablesOfOlderFormatAreAdded() async throws {
    let database = try Database()
    try await SyncStore.open(ShopSchema.metadata, at: database.path).close()
    let schema = try database.rows("SELECT name, version, fingerprint FROM swiftsync_schema")
    try database.execute("DROP TABLE swiftsync_problems")
    try database.execute("DROP TABLE swiftsync_sessions")
    try database.execute("UPDATE swiftsync_schema SET format = 1")

    try await SyncStore.open(ShopSchema.metadata, at: database.path).close()

    let names = "('swiftsync_problems', 'swiftsync_sessions')"
    #expect(
      try database.rows("SELECT name FROM sqlite_schema WHERE name IN \(names) ORDER BY name")
        == ["swiftsync_problems", "swiftsync_sessions"])
    #expect(try database.rows("SELECT format FROM swiftsync_schema") == ["2"])
    #expect(
      try database.rows("SELECT name, version, fingerprint FROM swiftsync_schema") == schema)
  }

  @Test func reportsDroppedTable() async throws {
    let database = try Database()
    try await SyncStore.open(ShopSchema.metadata, at: database.path).close()
    try database.execute("DROP TABLE swiftsync_changes")
    await #expect {
      try await SyncStore.open(ShopSchema.metadata, at: database.path)
    } throws: { error in
      "\(error)"
        == "the database \(database.path) cannot be used: another program has dropped table "
        + "'swiftsync_changes', in which local writes are recorded; restore the database from a copy"
    }
  }

  /// A reader changes nothing, whatever the format.
  @Test func readOnlyOpenInstallsNothing() throws {
    let database = try Database()
    try database.execute("\(ShopSchema.metadata.ddl)")
    try database.execute("PRAGMA journal_mode = DELETE")
    let before = try Data(contentsOf: URL(fileURLWithPath: database.path))
    let reader = try Connection(path: database.path, mode: .readOnly)
    try DatabaseSetup.prepare(reader, at: database.path, for: ShopSchema.metadata)
    #expect(
      try reader.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'swiftsync_schema'") == 0)
    #expect(try Data(contentsOf: URL(fileURLWithPath: database.path)) == before)
  }

  @Test func readOnlyOpenRejectsNewerFormat() throws {
    let database = try Database()
    try database.execute(ShopSchema.metadata.ddl)
    let connection = try Connection(path: database.path, mode: .readWrite)
    try RuntimeTables.install(connection, over: 0)
    try connection.execute("UPDATE swiftsync_schema SET format = format + 1")
    let reader = try Connection(path: database.path, mode: .readOnly)
    #expect(throws: SyncError.self) {
      try DatabaseSetup.prepare(reader, at: database.path, for: ShopSchema.metadata)
    }
  }
}
