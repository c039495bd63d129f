import CSQLite
import Foundation
import Testing

@_spi(Generated) import SwiftSyncREST
@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

/// A database of another program, in any encoding of SQLite.
@Suite struct EncodingTests {
  private func withDatabase(_ encoding: String, _ body: (Connection) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("encoding-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
    let path = folder.appendingPathComponent("file").path
    var database: OpaquePointer?
    #expect(sqlite3_open(path, &database) == SQLITE_OK)
    let script = "PRAGMA encoding = '\(encoding)'; CREATE TABLE texts (number INTEGER, text TEXT)"
    #expect(sqlite3_exec(database, script, nil, nil, nil) == SQLITE_OK)
    #expect(sqlite3_close(database) == SQLITE_OK)
    try body(Connection(path: path, mode: .readWrite))
  }

  private static let texts = ["", "é", String(repeating: "größer", count: 40), "a\u{0}b"]

  @Test(arguments: ["UTF-8", "UTF-16le", "UTF-16be"])
  func roundTripsText(_ encoding: String) throws {
    try withDatabase(encoding) { connection in
      for (number, text) in Self.texts.enumerated() {
        let values: [StoredValue] = [.integer(Int64(number)), .text(text)]
        #expect(try connection.run("INSERT INTO texts VALUES (?, ?)", values) == 1)
      }
      let rows = try connection.query("SELECT text, text FROM texts ORDER BY number", [])
      #expect(rows.map { $0["text"] } == Self.texts.map { .text($0) })
      let query = try connection.statement("SELECT text FROM texts ORDER BY number")
      defer { query.reset() }
      for text in Self.texts {
        #expect(try query.step())
        StoredValue.text(text).withBound { value in
          #expect(query.holds(value, in: 0))
          #expect(query.holds(value, in: 0))
        }
      }
    }
  }
}
