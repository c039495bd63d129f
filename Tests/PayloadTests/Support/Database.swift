import CSQLite

/// A connection of another program to a case's database.
final class Database {
  struct Failure: Error, CustomStringConvertible {
    let sql: String
    let message: String

    var description: String { "\(message): \(sql)" }
  }

  private let connection: OpaquePointer

  init(at path: String) throws {
    var opened: OpaquePointer?
    let code = sqlite3_open(path, &opened)
    guard code == SQLITE_OK, let opened else {
      sqlite3_close(opened)
      throw Failure(sql: path, message: String(cString: sqlite3_errstr(code)))
    }
    connection = opened
  }

  deinit {
    sqlite3_close(connection)
  }

  /// Runs statements as one transaction.
  func execute(_ sql: String) throws {
    try run("BEGIN; \(sql); COMMIT")
  }

  /// Runs statements as they are.
  func run(_ sql: String) throws {
    guard sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK else { throw failure(sql) }
  }

  /// The rows of a query, each a list of values.
  func rows(_ sql: String) throws -> JSON {
    var prepared: OpaquePointer?
    guard sqlite3_prepare_v2(connection, sql, -1, &prepared, nil) == SQLITE_OK, let prepared else {
      throw failure(sql)
    }
    defer { sqlite3_finalize(prepared) }
    var rows: [JSON] = []
    var code = sqlite3_step(prepared)
    while code == SQLITE_ROW {
      rows.append(.array((0..<sqlite3_column_count(prepared)).map { value(prepared, $0) }))
      code = sqlite3_step(prepared)
    }
    guard code == SQLITE_DONE else { throw failure(sql) }
    return .array(rows)
  }

  private func value(_ statement: OpaquePointer, _ column: Int32) -> JSON {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_NULL: .null
    case SQLITE_INTEGER: JSON(sqlite3_column_int64(statement, column))
    case SQLITE_FLOAT: .number(sqlite3_column_double(statement, column))
    default: .string(sqlite3_column_text(statement, column).map { String(cString: $0) } ?? "")
    }
  }

  private func failure(_ sql: String) -> Failure {
    Failure(sql: sql, message: String(cString: sqlite3_errmsg(connection)))
  }
}
