import CSQLite
import Foundation
import Programs
@_spi(Generated) import SwiftSyncRuntime
import Testing

/// Databases of other programs that are only read.
@Suite struct ReadOnlyTests {
  private static func schema(_ item: String = item, version: Int = 1) -> String {
    "swiftsync: 1\nname: Shop\nversion: \(version)\nadopt: read-only\nentities:\n\(item)"
  }

  private static let item =
    "  Item: { attributes: { id: int, title: string, price: \"double?\" } }\n"

  private static func workspace(
    _ sql: String, _ entities: String = item
  ) throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write("Schemas/shop.yaml", schema(entities))
    #expect(try workspace.execute(sql, on: "shop.sqlite") == nil)
    return workspace
  }

  private static let baseline = ["baseline", "--version", "1", "--database", "shop.sqlite"]
  private static let export = ["export", "--entity", "Item", "--database", "shop.sqlite"]

  private static let table =
    "CREATE TABLE items (id INTEGER PRIMARY KEY, title TEXT, price REAL); INSERT INTO items VALUES (1, 'Tea', 2.5);"
  private static let tea = #"[{"id":1,"title":"Tea","price":2.5}]"# + "\n"

  /// Databases that a store would refuse if it wrote to them.
  static let readable = [
    table,
    "CREATE TABLE goods (id, title, price); INSERT INTO goods VALUES (1, 'Tea', 2.5);"
      + "CREATE VIEW items AS SELECT * FROM goods",
    "CREATE TABLE items (id INTEGER PRIMARY KEY, title TEXT, price REAL) WITHOUT ROWID;"
      + "INSERT INTO items VALUES (1, 'Tea', 2.5)",
    "CREATE TABLE items (id INTEGER, title TEXT NOT NULL, price REAL NOT NULL, shelf INT NOT NULL);"
      + "INSERT INTO items VALUES (1, 'Tea', 2.5, 1)",
    "CREATE TABLE items (id INTEGER PRIMARY KEY, title TEXT, price AS (2.5));"
      + "INSERT INTO items VALUES (1, 'Tea')",
  ]

  @Test(arguments: readable)
  func readsWithoutChangingFile(sql: String) async throws {
    let workspace = try Self.workspace(sql + "; PRAGMA user_version = 9")
    let before = try Data(contentsOf: workspace.url("shop.sqlite"))
    try await workspace.expect(
      Self.baseline, gives: Outcome(0, errors: "shop.sqlite can be read as version 1 of Shop\n"))
    try await workspace.expect(Self.export, gives: Outcome(0, output: Self.tea))
    try await workspace.expect(
      Self.export + ["--id", "1", "--relations", "nested"],
      gives: Outcome(0, output: #"{"id":1,"title":"Tea","price":2.5}"# + "\n"))
    #expect(try Data(contentsOf: workspace.url("shop.sqlite")) == before)
    #expect(try workspace.files(in: "") == ["Schemas/shop.yaml", "shop.sqlite"])
  }

  /// Tables, and the reasons why a store cannot read them.
  static let mistakes = [
    (
      "CREATE TABLE items (id INTEGER PRIMARY KEY, title INTEGER)",
      [
        "table 'items' lacks column 'price'",
        "table 'items' has column 'title', which is INTEGER, where the schema says TEXT",
      ]
    ),
    (
      "CREATE VIEW items AS SELECT 1 AS id, 'Tea' AS title",
      ["table 'items' lacks column 'price'"]
    ),
    (
      "CREATE TABLE items (id INTEGER PRIMARY KEY, title TEXT COLLATE NOCASE, price REAL)",
      ["table 'items' has column 'title', whose collation is NOCASE, where the schema says BINARY"]
    ),
    ("CREATE TABLE goods (id)", ["table 'items' is missing"]),
  ]

  @Test(arguments: mistakes)
  func rejectsUnreadableTables(sql: String, problems: [String]) async throws {
    let workspace = try Self.workspace(sql)
    try await workspace.expect(
      Self.baseline,
      gives: Outcome(
        1, output: problems.map { $0 + "\n" }.joined(),
        errors: "swiftsync-gen: error: shop.sqlite is not version 1 of Shop\n"))
    try await workspace.expect(
      Self.export,
      gives: Outcome(
        1,
        errors:
          "swiftsync-gen: error: the database shop.sqlite cannot be used: it is not version 1 of 'Shop': "
          + problems.joined(separator: "; ") + "\n"))
  }

  /// `baseline` checks the values; a store does not check them each time it opens the file.
  @Test func reportsUnreadableValues() async throws {
    let workspace = try Self.workspace(
      "CREATE TABLE goods (id INTEGER, title TEXT, price NUMERIC); CREATE VIEW items AS SELECT * FROM goods;"
        + "INSERT INTO goods VALUES (1, NULL, 2), (2, 'Cup', 'much'), (2, 'Mug', NULL)")
    try await workspace.expect(
      Self.baseline,
      gives: Outcome(
        1,
        output:
          "table 'items' has column 'title', which holds NULL in row 1, where the schema says a string\n"
          + "table 'items' has column 'price', which holds 'much' in row 2, where the schema says a number\n"
          + "table 'items' has 2 rows with the identity 2\n",
        errors: "swiftsync-gen: error: shop.sqlite is not version 1 of Shop\n"))
  }

  // MARK: - Files

  /// The other program writes to a log, and its commits are only in this log.
  @Test func readsWriteAheadLog() async throws {
    let workspace = try Self.workspace("PRAGMA journal_mode = WAL; \(Self.table)")
    var connection: OpaquePointer?
    defer { sqlite3_close_v2(connection) }
    #expect(sqlite3_open(workspace.url("shop.sqlite").path, &connection) == SQLITE_OK)
    let sql = "UPDATE items SET title = 'Green tea'; BEGIN IMMEDIATE; DELETE FROM items"
    #expect(sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK)
    try await workspace.expect(
      Self.export,
      gives: Outcome(0, output: #"[{"id":1,"title":"Green tea","price":2.5}]"# + "\n"))
    #expect(sqlite3_exec(connection, "COMMIT", nil, nil, nil) == SQLITE_OK)
  }

  @Test(arguments: ["DELETE", "WAL"])
  func readsInReadOnlyFolder(mode: String) async throws {
    let workspace = try Self.workspace("PRAGMA journal_mode = \(mode); \(Self.table)")
    let folder = workspace.url("d")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try FileManager.default.moveItem(
      at: workspace.url("shop.sqlite"), to: workspace.url("d/shop.sqlite"))
    func setMode(_ mode: Int) throws {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.path)
    }
    try setMode(0o555)
    let outcome = try await workspace.runAsAnybody(
      ["export", "--entity", "Item", "--database", "d/shop.sqlite"])
    try setMode(0o755)
    #expect(outcome == Outcome(0, output: Self.tea))
    #expect(try workspace.files(in: "d") == ["shop.sqlite"])
  }

  /// A program that crashed has left changes that it did not commit.
  @Test func rejectsInterruptedTransaction() async throws {
    let workspace = try Self.workspace(
      "\(Self.table) CREATE TABLE blobs (x); PRAGMA cache_spill = 1")
    var connection: OpaquePointer?
    let path = workspace.url("shop.sqlite").path
    #expect(sqlite3_open(path, &connection) == SQLITE_OK)
    let sql = """
      PRAGMA cache_size = 1; BEGIN; UPDATE items SET title = 'Half';
      INSERT INTO blobs WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
        SELECT randomblob(4000) FROM n
      """
    #expect(sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK)
    for suffix in ["", "-journal"] {
      try FileManager.default.copyItem(
        atPath: path + suffix, toPath: workspace.url("crashed.sqlite").path + suffix)
    }
    sqlite3_close_v2(connection)
    try await workspace.expect(
      "export", "--entity", "Item", "--database", "crashed.sqlite",
      gives: Outcome(
        1,
        errors:
          "swiftsync-gen: error: the database crashed.sqlite cannot be used: a program was interrupted while it "
          + "wrote, and 'crashed.sqlite-journal' contains what its transaction replaced; open the database with "
          + "that program first\n"))
    try await workspace.expect(Self.export, gives: Outcome(0, output: Self.tea))
  }

  @Test func doesNotCreateFile() async throws {
    let workspace = try Self.workspace(Self.table)
    let metadata = try AdoptingSchemas.metadata(Self.schema())
    let path = workspace.url("none.sqlite").path
    let reason =
      "unable to open database file (SQLite error 14); the path must name a readable file in an existing folder"
    await #expect(throws: SyncError.unusableDatabase(path: path, reason: reason)) {
      try await SyncStore.open(metadata, at: path)
    }
    #expect(!workspace.exists("none.sqlite"))
    try workspace.write("none.sqlite", "")
    await #expect(throws: SyncError.unusableDatabase(path: path, reason: "it has no tables")) {
      try await SyncStore.open(
        metadata, at: path, whenUnreadable: .startOver(keeping: workspace.url("old")))
    }
    #expect(try workspace.read("none.sqlite") == "")
  }

  @Test func rejectsAdoptingVersion() async throws {
    let workspace = try Self.workspace(Self.table)
    let metadata = try AdoptingSchemas.metadata(Self.schema())
    await #expect(
      throws: SyncError.invalidOption(
        "adoption: with 'adopt: read-only', a database always has the version of the schema"
      )
    ) {
      try await SyncStore.open(
        metadata, at: workspace.url("shop.sqlite").path, adopting: .version(1))
    }
  }

  // MARK: - Commands

  @Test func writingCommandsFail() async throws {
    let workspace = try Self.workspace(Self.table)
    func error(_ text: String) -> Outcome {
      Outcome(
        1, errors: "swiftsync-gen: error: Schemas/shop.yaml has 'adopt: read-only', \(text)\n")
    }
    let written = error("so its databases are read-only: they belong to another program")
    try await workspace.expect(
      "apply", "-", "--entity", "Item", "--database", "shop.sqlite", input: "[]", gives: written)
    try await workspace.expect(
      "apply", "-", "--entity", "Item", "--database", "new.sqlite", "--dry-run", input: "[]",
      gives: written)
    #expect(!workspace.exists("new.sqlite"))
    try await workspace.expect(
      Self.baseline + ["--add-indexes"], gives: error("so no index is created in its databases"))
    try await workspace.expect(
      "baseline", "--version", "2", "--database", "shop.sqlite",
      gives: error("so its databases have the version of the schema, 1"))
    try await workspace.expect(
      "plan", "--from", "1",
      gives: error("so its databases are not migrated and there is nothing to migrate"))
  }

  @Test(arguments: [
    (["freeze"], "freeze"), (["plan"], "migrate"), (["verify"], "verify"),
    (["squash", "--before", "2"], "squash"),
  ])
  func versionCommandsHaveNothingToDo(arguments: [String], verb: String) async throws {
    let workspace = try Self.workspace(Self.table)
    try await workspace.expect(
      arguments,
      gives: Outcome(
        0,
        errors:
          "Schemas/shop.yaml has 'adopt: read-only', so its databases are not migrated and there is nothing to "
          + "\(verb)\n"))
    #expect(!workspace.exists("Schemas/shop.versions"))
  }

  @Test func rejectsFrozenVersions() async throws {
    let workspace = try Self.workspace(Self.table)
    let schema = try workspace.read("Schemas/shop.yaml")
    try workspace.write("Schemas/shop.yaml", schema.replacing("read-only", with: "true"))
    try await workspace.run("freeze")
    try workspace.write("Schemas/shop.yaml", schema)
    let outcome = try await workspace.run("generate")
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.hasPrefix(
        "Schemas/shop.yaml:3:10: error: the schema has 'adopt: read-only', so its databases are not migrated, "
          + "but 'Schemas/shop.versions/1.json' is a frozen version [frozen-version]\n"))
  }

  /// `schema.sql` creates the tables of the other program, for tests.
  @Test func generatedScriptCreatesOnlyTables() async throws {
    let workspace = try Self.workspace(Self.table)
    try workspace.write("Schemas/shop.yaml", Self.schema(version: 3))
    #expect(try await workspace.run("generate").status == 0)
    let script = try workspace.read("Generated/Shop/schema.sql")
    #expect(!script.contains("swiftsync_") && !script.contains("user_version"))
    #expect(try workspace.execute(script, on: "new.sqlite") == nil)
    try await workspace.expect(
      "export", "--entity", "Item", "--database", "new.sqlite", gives: Outcome(0, output: "[]\n"))
    #expect(
      try workspace.files(in: "Generated/Shop")
        == ["Item.swift", "ShopSchema.swift", "schema.sql"])
  }
}
