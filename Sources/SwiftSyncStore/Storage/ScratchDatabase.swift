import CSQLite
package import SwiftSyncSQLite
package import SwiftSyncValues
@_spi(Generated) import SwiftSyncCoding

/// An in-memory database in which the tool tries out migrations.
///
/// The SQL of frozen versions cannot be changed any more, so it runs as it did when they were
/// frozen: double-quoted strings are allowed.
package final class ScratchDatabase {
  let connection: Connection
  private let budget: StepBudget

  /// Creates a database with the given statements.
  ///
  /// - Parameter steps: The number of SQLite's steps after which statements are ended, because they
  ///   would probably never end by themselves.
  package init(_ statements: String = "", steps: Int = 100_000_000) throws(SyncError) {
    connection = try Connection(path: Connection.memoryPath, mode: .readWrite)
    budget = StepBudget(steps, of: connection.handle)
    connection.allow(.everywhere)
    try connection.execute(
      "PRAGMA temp_store = MEMORY; PRAGMA secure_delete = OFF; ATTACH ':memory:' AS \(StatementLimits.aside)"
    )
    // All other statements may come from a schema of unknown origin.
    connection.limit(to: .script)
    try connection.execute(statements)
  }

  /// Returns another database with the same content.
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
    budget.renew()
    // Changing the limits makes SQLite recompile each prepared statement.
    if limits == .script { return try connection.execute(statements) }
    try connection.limited(to: limits) { () throws(SyncError) in
      try connection.execute(statements)
    }
  }

  /// Runs statements under `sql:` of a schema, which change only rows.
  ///
  /// - Returns: The columns that `UPDATE` sets, as `tasks.title`.
  package func runPart(_ statements: String) throws(SyncError) -> Set<String> {
    budget.renew()
    return try connection.notingUpdates { () throws(SyncError) in try connection.execute(statements)
    }
  }

  /// The reason why SQLite refuses a query; `nil` if it accepts it. The query is not run.
  package func refusal(of query: String) -> String? {
    do throws(SyncError) {
      _ = try Statement(query, on: connection)
      return nil
    } catch {
      return error.sqliteMessage
    }
  }

  /// Rolls back the open transaction. Does nothing if none is open.
  package func rollBack() throws(SyncError) {
    if connection.isInTransaction { try connection.execute("ROLLBACK") }
  }

  /// The rows of a query, with all values as text and null as `nil`.
  package func rows(_ query: String) throws(SyncError) -> [[String?]] {
    budget.renew()
    let statement = try Statement(query, on: connection)
    let count = sqlite3_column_count(statement.pointer)
    var rows: [[String?]] = []
    while try statement.step() { rows.append((0..<count).map { statement.text($0) }) }
    return rows
  }

  /// The rows of a query.
  package func values(_ query: String) throws(SyncError) -> [[StoredValue]] {
    budget.renew()
    let statement = try Statement(query, on: connection)
    let count = sqlite3_column_count(statement.pointer)
    var rows: [[StoredValue]] = []
    while try statement.step() {
      rows.append((0..<count).map { statement.value($0).stored })
    }
    return rows
  }

  /// The columns of a table in their order.
  package func columns(of table: String) throws(SyncError) -> [ColumnDefinition] {
    try connection.columns(of: table)
  }

  /// The number that a query returns; 0 if it returns none.
  package func count(_ query: String) throws(SyncError) -> Int {
    budget.renew()
    let statement = try Statement(query, on: connection)
    return try statement.step() ? Int(statement.integer(0)) : 0
  }

  /// A description of a row whose foreign key refers to no row, or of damage to the database.
  package func firstProblem() throws(SyncError) -> String? {
    if let orphan = try connection.firstOrphan() { return orphan }
    return try connection.firstDamage()
  }
}

extension SyncError {
  /// SQLite's own message, if the error comes from SQLite.
  package var sqliteMessage: String {
    guard case .database(let failure) = self else { return description }
    // Nothing else interrupts statements.
    return failure.code & 0xFF == SQLITE_INTERRUPT ? StepBudget.message : failure.message
  }

  /// Whether SQLite cannot compile a statement, or must not run it, regardless of the rows.
  package var isRefusal: Bool {
    guard case .database(let failure) = self else { return false }
    return [SQLITE_ERROR, SQLITE_AUTH, SQLITE_INTERRUPT].contains(failure.code & 0xFF)
  }

  /// The statement that SQLite refused.
  package var refusedStatement: String? {
    if case .database(let failure) = self { failure.sql } else { nil }
  }
}
