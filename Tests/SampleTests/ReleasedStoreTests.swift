import Foundation
import SwiftSyncRuntime
import Testing
import Tracker

/// Stores that are no longer referenced, and were not closed.
@Suite struct ReleasedStoreTests {
  @Test(arguments: [false, true])
  func releasedStoreClosesItsConnections(hasReads: Bool) async throws {
    let database = try Database()
    try await use(database, reads: hasReads)
    let deadline = ContinuousClock.now + .seconds(60)
    while try isOpen(database.url), ContinuousClock.now < deadline {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(try !isOpen(database.url))
  }

  private func use(_ database: Database, reads: Bool) async throws {
    let store = try await database.open(TrackerSchema.self)
    try await store.insert(Label(slug: "ui", name: "Interface"))
    if reads { #expect(try await store.fetch(Label.all).count == 1) }
    #expect(try isOpen(database.url))
  }

  /// Whether this process has the file open.
  private func isOpen(_ file: URL) throws -> Bool {
    var (wanted, found) = (stat(), stat())
    try #require(stat(file.path, &wanted) == 0)
    return (0..<getdtablesize()).contains { descriptor in
      fstat(descriptor, &found) == 0 && found.st_ino == wanted.st_ino
        && found.st_dev == wanted.st_dev
    }
  }
}
