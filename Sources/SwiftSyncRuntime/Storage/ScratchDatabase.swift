import CSQLite
@_spi(Generated) import SwiftSyncREST

/// A database that is nowhere but in memory, in which the tool tries what migrations do.
package final class ScratchDatabase {
  /// The name of a second database beside it, in which the tool notes what it expects.
  package static let aside = "swiftsync_aside"

  let connection: Connection

  /// A database with what the statements make.
  package init(_ statements: String = "") throws(SyncError) {
    connection = try Connection(path: Connection.memoryPath, mode: .readWrite)
    try connection.execute(
      "PRAGMA temp_store = MEMORY; PRAGMA secure_delete = OFF; ATTACH ':memory:' AS \(Self.aside)")
    // All else may come from a schema that somebody else wrote.
    connection.limit(to: .script)
    try connection.execute(statements)
  }

  /// Another database with the same content.
  package func copy() throws(SyncError) -> ScratchDatabase {
    let copy = try ScratchDatabase()
    guard
      let backup = sqlite3_backup_init(copy.connection.handle, "main", connection.handle, "main")
    else { throw copy.connection.failure(sql: nil) }
    sqlite3_backup_step(backup, -1)
    guard sqlite3_backup_finish(backup) == SQLITE_OK else {
      throw copy.connection.failure(sql: nil)
    }
    return copy
  }

  /// Runs statements up to the first that fails.
  package func run(
    _ statements: String, limits: StatementLimits = .script
  ) throws(SyncError) {
    // Limits cost a new look at each prepared statement.
    if limits == .script { return try connection.execute(statements) }
    try connection.limited(to: limits) { () throws(SyncError) in
      try connection.execute(statements)
    }
  }

  /// Runs statements that a schema states under `sql:`, which change rows only.
  ///
  /// - Returns: The columns of the rows that they change by their names, as `tasks.title`: those that `UPDATE` sets.
  package func runPart(_ statements: String) throws(SyncError) -> Set<String> {
    try connection.notingUpdates { () throws(SyncError) in try connection.execute(statements) }
  }

  /// Why SQLite does not take a query; `nil` if it does. The query is not run.
  package func refusal(of query: String) -> String? {
    do throws(SyncError) {
      _ = try Statement(query, on: connection)
      return nil
    } catch {
      return error.sqliteMessage
    }
  }

  /// Takes back what an open transaction has done; does nothing if none is open.
  package func rollBack() throws(SyncError) {
    if connection.isInTransaction { try connection.execute("ROLLBACK") }
  }

  /// The rows of a query, all values as text and null as `nil`.
  package func rows(_ query: String) throws(SyncError) -> [[String?]] {
    let statement = try Statement(query, on: connection)
    let count = sqlite3_column_count(statement.pointer)
    var rows: [[String?]] = []
    while try statement.step() { rows.append((0..<count).map { statement.text($0) }) }
    return rows
  }

  /// The rows of a query.
  package func values(_ query: String) throws(SyncError) -> [[StoredValue]] {
    let statement = try Statement(query, on: connection)
    let count = sqlite3_column_count(statement.pointer)
    var rows: [[StoredValue]] = []
    while try statement.step() {
      rows.append((0..<count).map { statement.value($0).stored })
    }
    return rows
  }

  /// The number that a query gives, 0 if it gives none.
  package func count(_ query: String) throws(SyncError) -> Int {
    let statement = try Statement(query, on: connection)
    return try statement.step() ? Int(statement.integer(0)) : 0
  }

  /// A row whose enforced reference is dangling, or what is wrong with the database.
  package func firstProblem() throws(SyncError) -> String? {
    if let orphan = try connection.firstOrphan() { return orphan }
    return try connection.firstDamage()
  }
}

extension SyncError {
  /// SQLite's own words, where the error is SQLite's.
  package var sqliteMessage: String {
    if case .database(let failure) = self { failure.message } else { description }
  }

  /// Whether SQLite does not understand a statement, or may not run it, whatever rows there are.
  package var isRefusal: Bool {
    guard case .database(let failure) = self else { return false }
    return [SQLITE_ERROR, SQLITE_AUTH].contains(failure.code & 0xFF)
  }

  /// The statement that SQLite refused.
  package var refusedStatement: String? {
    if case .database(let failure) = self { failure.sql } else { nil }
  }
}
