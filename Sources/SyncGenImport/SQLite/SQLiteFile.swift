import CSQLite
import SwiftSyncSQLite
import SwiftSyncValues
import SyncGenCommandLine
import SyncGenDiagnostics

/// A connection to a database of another program, which is read and never written.
///
/// Functions of the file's schema that could act on anything but its values are not run, whatever
/// the file contains.
final class SQLiteFile {
  /// The first bytes of every database.
  static let header = Array("SQLite format 3\0".utf8)

  private let connection: OpaquePointer
  private let location: SQLiteLocation

  init(path: String) throws(FileReadError) {
    location = try SQLiteLocation(of: path)
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(location.uri, &opened, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, nil)
    guard code == SQLITE_OK, let opened else {
      sqlite3_close_v2(opened)
      throw FileReadError(String(cString: sqlite3_errstr(code)))
    }
    connection = opened
    // The schema is written with what SQLite accepts here, and a string in a check must not be
    // mistaken for a name.
    swiftsync_allow_double_quoted_strings(connection, 0, 0)
    try run("PRAGMA trusted_schema = OFF")
    try run("PRAGMA query_only = ON")
    try run("PRAGMA cell_size_check = ON")
  }

  deinit {
    sqlite3_close_v2(connection)
    location.removeCopy()
  }

  private func run(_ sql: String) throws(FileReadError) {
    try rows(sql) { _ throws(FileReadError) in true }
  }

  private var failure: FileReadError {
    FileReadError(String(cString: sqlite3_errmsg(connection)))
  }

  /// Calls `body` for each row of a query until it returns false.
  func rows(
    _ sql: String, _ arguments: [String] = [],
    _ body: (SQLiteRow) throws(FileReadError) -> Bool
  ) throws(FileReadError) {
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v2(connection, sql, -1, &prepared, nil)
    defer { sqlite3_finalize(prepared) }
    guard code == SQLITE_OK, let statement = prepared else { throw failure }
    for (index, argument) in arguments.enumerated() {
      bind(argument, at: Int32(index + 1), of: statement)
    }
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: if try !body(SQLiteRow(statement)) { return }
      case SQLITE_DONE: return
      default: throw failure
      }
    }
  }

  /// All rows of a query with few rows.
  func list<Item>(
    _ sql: String, _ arguments: [String] = [], _ item: (SQLiteRow) -> Item
  ) throws(FileReadError) -> [Item] {
    var items: [Item] = []
    try rows(sql, arguments) { row throws(FileReadError) in
      items.append(item(row))
      return true
    }
    return items
  }

  /// Whether a query has a row.
  func hasRow(_ sql: String) throws(FileReadError) -> Bool {
    var found = false
    try rows(sql) { _ throws(FileReadError) in
      found = true
      return false
    }
    return found
  }

  /// Whether SQLite accepts a query, with the functions that every connection has.
  func accepts(_ sql: String) -> Bool {
    var prepared: OpaquePointer?
    defer { sqlite3_finalize(prepared) }
    return sqlite3_prepare_v2(connection, sql, -1, &prepared, nil) == SQLITE_OK
  }

  private func bind(_ text: String, at index: Int32, of statement: OpaquePointer) {
    let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    sqlite3_bind_text(statement, index, text, -1, transient)
  }
}

/// The current row of a query.
struct SQLiteRow {
  enum Value: Equatable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    /// Whether the version and the variant of a UUID (RFC 9562, section 4) are where they should
    /// be.
    case blob(isUUID: Bool)
  }

  private let statement: OpaquePointer

  init(_ statement: OpaquePointer) {
    self.statement = statement
  }

  func text(_ column: Int32) -> String? {
    sqlite3_column_text(statement, column).map { String(cString: $0) }
  }

  func integer(_ column: Int32) -> Int {
    Int(sqlite3_column_int64(statement, column))
  }

  /// A column of a table, for the rows of `ColumnDefinition.query`.
  func column(of table: String) -> ColumnDefinition { ColumnDefinition(statement, of: table) }

  func value(_ column: Int32) -> Value {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: .integer(sqlite3_column_int64(statement, column))
    case SQLITE_FLOAT: .real(sqlite3_column_double(statement, column))
    case SQLITE_TEXT: .text(text(column) ?? "")
    case SQLITE_BLOB: .blob(isUUID: isUUID(column))
    default: .null
    }
  }

  private func isUUID(_ column: Int32) -> Bool {
    guard sqlite3_column_bytes(statement, column) == 16,
      let start = sqlite3_column_blob(statement, column)
    else { return false }
    let bytes = UnsafeRawBufferPointer(start: start, count: 16)
    return (1...8).contains(bytes[6] >> 4) && bytes[8] >> 6 == 2
  }
}

extension String {
  /// The text as an SQL identifier.
  var quotedInSQL: String {
    "\"" + split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }

  /// The lowercase text, in which SQLite compares names: ASCII only.
  var folded: String {
    String(decoding: utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }, as: UTF8.self)
  }
}
