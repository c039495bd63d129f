import CSQLite

/// A database connection for a test, separate from those of the code under test.
///
/// `@unchecked`: SQLite serializes the calls of a connection.
package final class Database: @unchecked Sendable {
  package enum Value {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
  }

  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  private let connection: OpaquePointer

  /// - Parameters:
  ///   - path: The file, or `:memory:` for a database in memory.
  ///   - wait: How long calls wait for other connections, in milliseconds.
  package init(at path: String = ":memory:", wait: Int32 = 0) throws {
    var opened: OpaquePointer?
    let code = sqlite3_open(path, &opened)
    guard code == SQLITE_OK, let opened else {
      sqlite3_close(opened)
      throw Failure(description: "\(String(cString: sqlite3_errstr(code))): \(path)")
    }
    connection = opened
    swiftsync_allow_double_quoted_strings(connection, 0, 0)
    sqlite3_busy_timeout(connection, wait)
  }

  deinit {
    sqlite3_close_v2(connection)
  }

  /// Runs statements without a transaction.
  package func run(_ sql: String) throws {
    guard sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK else { throw failure(sql) }
  }

  /// Runs statements in one transaction.
  package func execute(_ sql: String) throws {
    try run("BEGIN; \(sql); COMMIT")
  }

  /// The rows of a query, with all values as text and null as `nil`.
  package func rows(_ sql: String) throws -> [[String?]] {
    try rows(sql, Self.text)
  }

  /// The rows of a query.
  package func values(_ sql: String) throws -> [[Value]] {
    try rows(sql) { statement, column in
      switch sqlite3_column_type(statement, column) {
      case SQLITE_NULL: .null
      case SQLITE_INTEGER: .integer(sqlite3_column_int64(statement, column))
      case SQLITE_FLOAT: .real(sqlite3_column_double(statement, column))
      default: .text(Self.text(statement, column) ?? "")
      }
    }
  }

  /// The number of virtual machine steps that SQLite needs for a statement and the triggers that it
  /// fires.
  package func steps(of sql: String) throws -> Int {
    let statement = try prepare(sql)
    defer { sqlite3_finalize(statement) }
    guard sqlite3_step(statement) == SQLITE_DONE else { throw failure(sql) }
    return Int(sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_VM_STEP, 0))
  }

  private func rows<Item>(
    _ sql: String, _ item: (OpaquePointer, Int32) -> Item
  ) throws -> [[Item]] {
    let statement = try prepare(sql)
    defer { sqlite3_finalize(statement) }
    var rows: [[Item]] = []
    var code = sqlite3_step(statement)
    while code == SQLITE_ROW {
      rows.append((0..<sqlite3_column_count(statement)).map { item(statement, $0) })
      code = sqlite3_step(statement)
    }
    guard code == SQLITE_DONE else { throw failure(sql) }
    return rows
  }

  private func prepare(_ sql: String) throws -> OpaquePointer {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK, let statement
    else { throw failure(sql) }
    return statement
  }

  private static func text(_ statement: OpaquePointer, _ column: Int32) -> String? {
    sqlite3_column_text(statement, column).map { String(cString: $0) }
  }

  private func failure(_ sql: String) -> Failure {
    Failure(description: "\(String(cString: sqlite3_errmsg(connection))): \(sql)")
  }
}
