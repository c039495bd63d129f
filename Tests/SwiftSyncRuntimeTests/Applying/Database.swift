import CSQLite
import Foundation

@_spi(Generated) import SwiftSyncREST
@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

/// A database file for one test, removed with its folder.
final class Database {
  let folder: URL
  let path: String

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appendingPathComponent("test.sqlite").path
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// The rows of a query, as text with `|` between columns.
  func rows(_ sql: String) throws -> [String] {
    let connection = try Connection(path: path, mode: .readWrite)
    let statement = try connection.statement(sql)
    var rows: [String] = []
    while try statement.step() {
      let columns = 0..<sqlite3_column_count(statement.pointer)
      rows.append(columns.map { statement.value($0).stored.text }.joined(separator: "|"))
    }
    return rows
  }

  func execute(_ sql: String) throws {
    try Connection(path: path, mode: .readWrite).execute(sql)
  }
}
