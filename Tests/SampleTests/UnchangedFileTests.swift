import Foundation
import SwiftSyncRuntime
import Testing
import Tracker

/// A payload that changes nothing writes nothing (A7).
@Suite struct UnchangedFileTests {
  @Test func identicalPayloadDoesNotTouchFiles() async throws {
    let database = try Database()
    let store = try await database.open(TrackerSchema.self)
    let first = try await store.apply(Sample.payload("tasks"), as: "Todo")
    let before = try database.files
    let again = try await store.apply(Sample.payload("tasks"), as: "Todo")
    #expect(first.inserted > 0)
    #expect(again.unchanged == first.inserted)
    #expect(try database.files == before)
  }

  @Test func closingRemovesWriteAheadLog() async throws {
    let database = try Database()
    let store = try await database.open(TrackerSchema.self)
    _ = try await store.apply(Sample.payload("tasks"), as: "Todo")
    await store.close()
    #expect(try database.files.log == nil)
    await #expect(throws: SyncError.closed) {
      try await store.apply(Sample.payload("tasks"), as: "Todo")
    }
    await #expect(throws: SyncError.closed) { try await store.fetch(Person.all) }
  }
}

extension Database {
  /// The bytes of the database and of its write-ahead log.
  fileprivate var files: DatabaseFiles {
    get throws {
      let log = url.path + "-wal"
      let hasLog = FileManager.default.fileExists(atPath: log)
      return DatabaseFiles(
        database: try Data(contentsOf: url),
        log: hasLog ? try Data(contentsOf: URL(fileURLWithPath: log)) : nil)
    }
  }
}

private struct DatabaseFiles: Equatable {
  let database: Data
  let log: Data?
}
