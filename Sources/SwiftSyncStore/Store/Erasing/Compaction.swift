import CSQLite
@_spi(Generated) import SwiftSyncCoding

/// The rewriting of a database file after rows were erased, so that it no longer contains their
/// values.
///
/// The transaction that erases rows requests it with a table, which is dropped at the end. So the
/// next opening of the database repeats what was interrupted.
enum Compaction {
  private static let table = "swiftsync_erased"

  /// The statement that requests a compaction.
  static let request = "CREATE TABLE IF NOT EXISTS \(table) (is_due INTEGER)"

  static func isDue(in connection: Connection) throws(SyncError) -> Bool {
    try connection.integer("SELECT 1 FROM sqlite_schema WHERE name = '\(table)'") == 1
  }

  /// Copies the rows to a new file and empties the log. No transaction may be open.
  ///
  /// - Throws: `SyncError.database` if the disk is full, or if another connection reads or writes for
  ///   longer than SQLite waits.
  static func run(on connection: Connection) throws(SyncError) {
    connection.resetStatements()
    try connection.execute("VACUUM")
    try emptyLog(of: connection)
    try connection.execute("DROP TABLE \(table)")
  }

  private static func emptyLog(of connection: Connection) throws(SyncError) {
    let sql = "PRAGMA wal_checkpoint(TRUNCATE)"
    let isBusy = try connection.integer(sql) == 1
    // The statement succeeds even if a reader still needs the log.
    guard isBusy else { return }
    throw .database(
      SyncError.DatabaseFailure(
        code: SQLITE_BUSY, message: "another connection reads the write-ahead log", sql: sql))
  }
}
