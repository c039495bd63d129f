import CSQLite

/// A database in memory, for statements that tests expect to run.
final class Database {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let connection: OpaquePointer

  init() throws {
    var pointer: OpaquePointer?
    guard sqlite3_open(":memory:", &pointer) == SQLITE_OK, let pointer else {
      throw Failure(description: "SQLite does not open a database in memory")
    }
    connection = pointer
  }

  deinit {
    sqlite3_close_v2(connection)
  }

  func run(_ sql: String) throws {
    guard sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK else {
      throw Failure(description: String(cString: sqlite3_errmsg(connection)))
    }
  }

  /// How many steps of its virtual machine SQLite takes for a statement with all the triggers that it fires.
  func steps(of sql: String) throws -> Int {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK else {
      throw Failure(description: String(cString: sqlite3_errmsg(connection)))
    }
    defer { sqlite3_finalize(statement) }
    guard sqlite3_step(statement) == SQLITE_DONE else {
      throw Failure(description: String(cString: sqlite3_errmsg(connection)))
    }
    return Int(sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_VM_STEP, 0))
  }

  /// All values of the rows as text, null as nil.
  func rows(_ sql: String) throws -> [[String?]] {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK else {
      throw Failure(description: String(cString: sqlite3_errmsg(connection)))
    }
    defer { sqlite3_finalize(statement) }
    var rows: [[String?]] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      rows.append(
        (0..<sqlite3_column_count(statement)).map { column in
          sqlite3_column_text(statement, column).map { String(cString: $0) }
        })
    }
    return rows
  }
}
