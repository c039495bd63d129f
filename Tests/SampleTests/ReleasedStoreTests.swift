import Foundation
import SwiftSyncRuntime
import Testing
import Tracker

/// Stores that are no longer referenced, and were not closed.
@Suite struct ReleasedStoreTests {
  /// SQLite deletes the write-ahead log with the last connection of a database.
  @Test(arguments: [false, true])
  func releasedStoreClosesItsConnections(hasReads: Bool) async throws {
    let database = try Database()
    try await use(database, reads: hasReads)
    let deadline = ContinuousClock.now + .seconds(60)
    while hasLog(database), ContinuousClock.now < deadline {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(!hasLog(database))
  }

  private func use(_ database: Database, reads: Bool) async throws {
    let store = try await database.open(TrackerSchema.self)
    try await store.insert(Label(slug: "ui", name: "Interface"))
    if reads { #expect(try await store.fetch(Label.all).count == 1) }
    #expect(hasLog(database))
  }

  private func hasLog(_ database: Database) -> Bool {
    FileManager.default.fileExists(atPath: database.url.path + "-wal")
  }
}
