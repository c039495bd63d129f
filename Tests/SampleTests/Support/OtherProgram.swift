import CSQLite
import Foundation

/// Another program's connection to a sample's database.
final class OtherProgram {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let connection: OpaquePointer

  convenience init(at database: Database) throws {
    try self.init(file: database.url)
  }

  init(file: URL) throws {
    var opened: OpaquePointer?
    let code = sqlite3_open(file.path, &opened)
    guard code == SQLITE_OK, let opened else {
      sqlite3_close(opened)
      throw Failure(description: String(cString: sqlite3_errstr(code)))
    }
    connection = opened
    sqlite3_busy_timeout(connection, 5_000)
  }

  /// For calls to the runtime that work on the connection of another library.
  var handle: OpaquePointer { connection }

  deinit {
    sqlite3_close(connection)
  }

  func run(_ sql: String) throws {
    guard sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK else { throw failure }
  }

  /// The rows of a query as text, with `|` between the columns.
  func rows(_ sql: String) throws -> [String] {
    var prepared: OpaquePointer?
    guard sqlite3_prepare_v2(connection, sql, -1, &prepared, nil) == SQLITE_OK else {
      throw failure
    }
    defer { sqlite3_finalize(prepared) }
    var rows: [String] = []
    while sqlite3_step(prepared) == SQLITE_ROW {
      let columns = (0..<sqlite3_column_count(prepared)).map { column in
        sqlite3_column_text(prepared, column).map { String(cString: $0) } ?? "null"
      }
      rows.append(columns.joined(separator: "|"))
    }
    return rows
  }

  private var failure: Failure {
    Failure(description: String(cString: sqlite3_errmsg(connection)))
  }
}
