import CSQLite

/// Asks SQLite about statements, in a database that is nowhere but in memory.
package final class StatementCheck {
  private let connection: Connection

  package init() throws(SyncError) {
    connection = try Connection(path: SyncStore.memoryPath, mode: .readWrite)
    connection.limit(to: .part)
  }

  /// Runs one statement, which ends in a semicolon, and returns SQLite's message if it refuses it.
  ///
  /// Text that holds more than one statement is refused, and nothing of it is run.
  package func refusal(of sql: String) -> String? {
    // A comment at the end would swallow the semicolon, and so the statement after it.
    guard sqlite3_complete(sql) != 0 else { return "incomplete input" }
    do throws(SyncError) {
      try Statement(sql, on: connection).run()
      return nil
    } catch {
      guard case .database(let failure) = error else { return error.description }
      return failure.message
    }
  }
}
