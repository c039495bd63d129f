import Foundation
@_spi(Generated) import SwiftSyncRuntime
import Testing
import Tracker

/// Replaced databases that wait, and processes that end while one is replaced.
@Suite struct ReplacedDatabaseTests {
  private let old: OldTracker

  init() async throws { old = try await OldTracker() }

  private var first: URL { old.folder.appendingPathComponent("sample-replaced-1.sqlite") }
  private var unfinished: String { old.database.url.path + "-new" }

  // MARK: Dismissal

  @Test func waitsUntilItIsDismissed() async throws {
    try old.becomeNewer()
    let before = try await old.open(old.everything)
    let replaced = try #require(before.replacedDatabase)
    await before.close()
    let store = try await old.open(old.everything)
    #expect(store.replacedDatabase == replaced)
    try await store.dismissReplacedDatabase()
    #expect(store.replacedDatabase == nil)
    await store.close()
    #expect(try old.files() == ["sample.sqlite"])
    #expect(try old.rows("SELECT count(*) FROM swiftsync_replaced") == ["0"])
    #expect(try old.rows("SELECT count(*) FROM swiftsync_salvaged") == ["0"])
    let again = try await old.open(old.everything)
    #expect(again.replacedDatabase == nil)
    // Nothing happens.
    try await again.dismissReplacedDatabase()
  }

  /// The app has moved the file itself.
  @Test func forgetsDatabaseWithoutFile() async throws {
    try old.becomeNewer()
    try await old.open(old.everything).close()
    try FileManager.default.removeItem(at: first)
    #expect(try await old.open(old.everything).replacedDatabase == nil)
  }

  @Test func keepsSeveralDatabases() async throws {
    try old.becomeNewer(
      "UPDATE swiftsync_changes SET entity = 'Chore' WHERE operation = 'delete'")
    let before = try await old.open(old.everything)
    let replaced = try #require(before.replacedDatabase)
    #expect(replaced.salvage?.restored == ["Todo": 2])
    await before.close()
    // The newer app has opened it in between, and the tester goes back again.
    try old.becomeNewer()
    let store = try await old.open(old.everything)
    let second = try #require(store.replacedDatabase)
    #expect(second.file.lastPathComponent == "sample-replaced-2.sqlite")
    #expect(second.pendingChanges == 2 && second.salvage?.restored == ["Todo": 2])
    // What was taken over from the first one is not taken over again.
    #expect(try await store.salvage(from: first).description.hasPrefix("0 local changes restored"))
    try await store.dismissReplacedDatabase()
    #expect(store.replacedDatabase == replaced)
    try await store.dismissReplacedDatabase()
    #expect(store.replacedDatabase == nil)
    await store.close()
    #expect(try old.files() == ["sample.sqlite"])
  }

  @Test func erasingDeletesReplacedDatabases() async throws {
    try old.becomeNewer()
    let store = try await old.open(old.everything)
    try await store.erase()
    #expect(store.replacedDatabase == nil)
    await store.close()
    #expect(try old.files() == ["sample.sqlite"])
    #expect(try old.rows("SELECT count(*) FROM swiftsync_replaced") == ["0"])
    let bytes = try Data(contentsOf: old.database.url)
    #expect(bytes.range(of: Data(old.draft.id.stored.utf8)) == nil)
  }

  // MARK: Interruptions

  /// Killed before anything was moved: the new database is incomplete.
  @Test func beginsAgainAfterIncompleteDatabase() async throws {
    try old.becomeNewer()
    try Data("incomplete".utf8).write(to: URL(fileURLWithPath: unfinished))
    try Data("log".utf8).write(to: URL(fileURLWithPath: unfinished + "-wal"))
    let store = try await old.open(old.everything)
    #expect(store.replacedDatabase?.salvage?.restored == ["Todo": 3])
    await store.close()
    #expect(try old.files() == ["sample.sqlite", "replaced/sample-replaced-1.sqlite"])
  }

  /// Killed between the two names: the old file has both, and the new one waits.
  @Test func beginsAgainAfterSecondName() async throws {
    try old.becomeNewer()
    try await old.open(old.everything).close()
    try FileManager.default.moveItem(at: old.database.url, to: URL(fileURLWithPath: unfinished))
    try FileManager.default.linkItem(at: first, to: old.database.url)
    let store = try await old.open(old.everything)
    let replaced = try #require(store.replacedDatabase)
    #expect(replaced.file == first && replaced.salvage?.restored == ["Todo": 3])
    await store.close()
    #expect(try old.files() == ["sample.sqlite", "replaced/sample-replaced-1.sqlite"])
    #expect(
      try old.rows("SELECT count(*) FROM swiftsync_changes WHERE operation <> 'touch'") == ["3"])
    #expect(try old.rows("SELECT count(*) FROM swiftsync_replaced") == ["1"])
  }

  /// The app that can read the old database opens it after the process was killed.
  @Test func removesUnfinishedDatabase() async throws {
    try Data("incomplete".utf8).write(to: URL(fileURLWithPath: unfinished))
    try await old.open(old.everything).close()
    #expect(try old.files() == ["sample.sqlite"])
  }

  /// Several processes, here stores, open the database at the same time. Without a lock, one of
  /// them creates its log next to the new database in about one of ten attempts.
  @Test(arguments: 1...5)
  func startsOverOnceForConcurrentStores(attempt: Int) async throws {
    try old.becomeNewer()
    let stores = (0..<4).map { _ in
      SyncStore(
        TrackerSchema.self,
        .init(location: .url(old.database.url), whenUnreadable: old.everything, log: .none))
    }
    for store in stores {
      try await store.opened()
      #expect(store.replacedDatabase?.file == first)
    }
    #expect(
      try old.rows("SELECT count(*) FROM swiftsync_changes WHERE operation <> 'touch'") == ["3"])
    for store in stores { await store.close() }
    #expect(try old.files() == ["sample.sqlite", "replaced/sample-replaced-1.sqlite"])
  }
}
