import CSQLite
import Foundation

/// Reads a database file after the back of the program that it belongs to.
///
/// `@unchecked`: SQLite serializes the calls of a connection.
final class DatabaseReader: @unchecked Sendable {
  private let connection: OpaquePointer

  init(_ url: URL) throws {
    var opened: OpaquePointer?
    let code = sqlite3_open(url.path, &opened)
    guard code == SQLITE_OK, let opened else {
      sqlite3_close(opened)
      throw SimulationFailure(String(cString: sqlite3_errstr(code)))
    }
    connection = opened
    sqlite3_busy_timeout(connection, 10_000)
  }

  deinit {
    sqlite3_close(connection)
  }

  func run(_ sql: String) throws {
    guard sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK else { throw failure(sql) }
  }

  /// The rows of a query as texts; nulls are nil.
  func rows(_ sql: String) throws -> [[String?]] {
    var prepared: OpaquePointer?
    guard sqlite3_prepare_v2(connection, sql, -1, &prepared, nil) == SQLITE_OK else {
      throw failure(sql)
    }
    defer { sqlite3_finalize(prepared) }
    var rows: [[String?]] = []
    while true {
      switch sqlite3_step(prepared) {
      case SQLITE_ROW:
        rows.append(
          (0..<sqlite3_column_count(prepared)).map { column in
            sqlite3_column_text(prepared, column).map { String(cString: $0) }
          })
      case SQLITE_DONE: return rows
      default: throw failure(sql)
      }
    }
  }

  private func failure(_ sql: String) -> SimulationFailure {
    SimulationFailure("\(String(cString: sqlite3_errmsg(connection))): \(sql)")
  }
}

/// Something that must not happen in a simulation.
struct SimulationFailure: Error, Hashable, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
