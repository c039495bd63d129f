import CSQLite
import Foundation
import Testing

extension Workspace {
  /// The rows of a query, with every value as text.
  func rows(of database: String, _ query: String) throws -> [[String]] {
    var connection: OpaquePointer?
    defer { sqlite3_close_v2(connection) }
    try #require(
      sqlite3_open_v2(url(database).path, &connection, SQLITE_OPEN_READONLY, nil) == SQLITE_OK)
    swiftsync_allow_double_quoted_strings(connection, 0, 0)
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    try #require(sqlite3_prepare_v2(connection, query, -1, &statement, nil) == SQLITE_OK)
    var rows: [[String]] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      rows.append(
        (0..<sqlite3_column_count(statement)).map { column in
          sqlite3_column_text(statement, column).map { String(cString: $0) } ?? "NULL"
        })
    }
    return rows
  }

  /// Runs statements until one fails, as the shell does with `-bail`.
  ///
  /// - Returns: The error message of SQLite, `nil` if no statement failed.
  func execute(_ statements: String, on database: String) throws -> String? {
    var connection: OpaquePointer?
    defer { sqlite3_close_v2(connection) }
    try #require(sqlite3_open(url(database).path, &connection) == SQLITE_OK)
    if sqlite3_exec(connection, statements, nil, nil, nil) == SQLITE_OK { return nil }
    return String(cString: sqlite3_errmsg(connection))
  }
}
