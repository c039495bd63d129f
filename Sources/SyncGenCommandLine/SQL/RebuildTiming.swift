import SwiftSyncSQLite
import SyncGenMigration
import SyncGenSchema

/// Measures how long a table takes to be created again, on this machine.
///
/// They are sample rows in memory, with values of usual length. A device writes to its storage
/// and takes longer, so the figure compares tables and shows the order of magnitude.
enum RebuildTiming {
  static let rowCount = 100_000
  private static let source = SQLIdentifier("swiftsync_timing_old")
  private static let copy = SQLIdentifier("swiftsync_timing_new")

  /// The seconds for `rowCount` rows.
  static func seconds(for table: RebuiltTable) throws(SQLRefusal) -> Double {
    let database = try SchemaDatabase(steps: 1_000_000_000)
    try database.run(creation(of: table, as: source))
    let values = table.types.map(value).joined(separator: ", ")
    try database.run(
      "INSERT INTO \(source.quoted) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n "
        + "WHERE i < \(rowCount)) SELECT \(values) FROM n")
    let clock = ContinuousClock()
    let start = clock.now
    try database.run(creation(of: table, as: copy))
    try database.run(
      "INSERT INTO \(copy.quoted) SELECT * FROM \(source.quoted); DROP TABLE \(source.quoted)")
    for (number, columns) in table.indexedColumns.enumerated() {
      let names = columns.map(\.quoted).joined(separator: ", ")
      try database.run(
        "CREATE INDEX swiftsync_timing_\(number) ON \(copy.quoted) (\(names))")
    }
    let (seconds, attoseconds) = (clock.now - start).components
    return Double(seconds) + Double(attoseconds) / 1e18
  }

  /// The table without what could refuse sample rows: checks, references and unique indexes.
  private static func creation(of table: RebuiltTable, as name: SQLIdentifier) -> String {
    let columns = zip(table.columns, table.types).map { "\($0.quoted) \($1)" }
    let key = table.key.map(\.quoted).joined(separator: ", ")
    let parts = columns + (key.isEmpty ? [] : ["PRIMARY KEY (\(key))"])
    return "CREATE TABLE \(name.quoted) (\(parts.joined(separator: ", ")))"
  }

  /// A value of a column, different in each row.
  private static func value(ofType type: String) -> String {
    switch type {
    case "INTEGER": "i"
    case "REAL": "i + 0.5"
    case "BLOB": "CAST(printf('%016d', i) AS BLOB)"
    default: "printf('%024d', i)"
    }
  }

  /// A time in words, e.g. `0.13 s`.
  static func words(_ seconds: Double) -> String {
    if seconds >= 10 { return "\(Int(seconds.rounded())) s" }
    let hundredths = max(1, Int((seconds * 100).rounded()))
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) s"
  }
}
