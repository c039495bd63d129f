import TestHelpers
import SyncGenDiagnostics
import SyncGenEmit
import SyncGenMigration
import SyncGenSchema
import Testing

/// A database of version 1 of a schema that the file of the step migrates to version 2, as in the
/// `sqlite3` shell.
struct MigratedDatabase {
  let database: Database

  /// - Parameters:
  ///   - first: The text after `version: 1` in the schema; `second` is the same for version 2.
  ///   - rows: Statements that fill the database; their writes are not recorded.
  init(_ first: String, _ second: String, rows: String) throws {
    let (old, new) = (Self.yaml(1, first), Self.yaml(2, second))
    database = try Database()
    try database.run(SchemaEmitter.ddl(for: SchemaFixture.schema(old)))
    try database.run(
      "BEGIN; INSERT INTO swiftsync_applying VALUES (1); \(rows); DELETE FROM swiftsync_applying; COMMIT"
    )
    let files = try SchemaFixture.files(new, after: old)
    let file = try #require(files.first { $0.path == "migrations/2.sql" })
    try database.run(String(decoding: file.bytes, as: UTF8.self))
  }

  /// The requirements of the step to version 2, as diagnostics.
  static func problems(_ first: String, _ second: String, isFrozen: Bool = false) throws -> [String]
  {
    var bag = DiagnosticBag()
    _ = MigrationPlanner.step(
      from: try SchemaFixture.schema(yaml(1, first)), to: try SchemaFixture.schema(yaml(2, second)),
      isFrozen: isFrozen, into: &bag)
    return bag.diagnostics.map(\.text)
  }

  /// The changes, as `plan` prints them.
  static func changes(_ first: String, _ second: String) throws -> [String] {
    MigrationPlanner.differences(
      from: try SchemaFixture.schema(yaml(1, first)), to: try SchemaFixture.schema(yaml(2, second))
    ).map { $0.text + ($0.data.map { ": \($0)" } ?? "") }
  }

  private static func yaml(_ version: Int, _ rest: String) -> String {
    "swiftsync: 1\nname: App\nversion: \(version)\n\(rest)\n"
  }

  /// The rows of a query, with `|` between the columns.
  func rows(_ sql: String) throws -> [String] {
    try database.rows(sql).map { row in row.map { $0 ?? "null" }.joined(separator: "|") }
  }
}
