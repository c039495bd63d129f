import Foundation
import Programs
import SwiftSyncRuntime
import TestHelpers
import Testing
import Tracker

/// Commits of other processes, made by a program in Python.
@Suite(.timeLimit(.minutes(15))) struct ForeignCommitTests {
  private let database: Database

  init() throws {
    database = try Database()
  }

  private func store(
    _ role: SyncStore.Configuration.Role = .app
  ) async throws -> SyncStore {
    let store = try await SyncStore(
      TrackerSchema.self, .init(location: .url(database.url), role: role)
    ).opened()
    _ = try await store.apply(Sample.payload("tasks"), as: "Todo")
    return store
  }

  private func runOutside(_ sql: String) async throws {
    let script = """
      import sqlite3, sys
      connection = sqlite3.connect(sys.argv[1], timeout=60)
      connection.executescript(sys.argv[2])
      connection.close()
      """
    let program = Program(named: "python3", ["-c", script, database.url.path, sql])
    let outcome = try await program.run(joinsErrors: true)
    try #require(outcome.status == 0, "\(outcome.output)")
  }

  @Test func observedQueryRunsAgain() async throws {
    let store = try await store()
    var names = store.values(of: Label.all.select { $0.name }).makeAsyncIterator()
    let first = try #require(try await names.next())
    try await runOutside("INSERT INTO labels (slug, name) VALUES ('zz', 'Outside')")
    #expect(try await names.next() == first + ["Outside"])
  }

  @Test func changesAreMarkedIncomplete() async throws {
    let store = try await store()
    var changes = store.changes(of: Todo.self).makeAsyncIterator()
    try await runOutside("UPDATE tasks SET title = 'Outside'")
    let change = try #require(try await changes.next())
    #expect(change.isIncomplete && change.updated.isEmpty && change.inserted.isEmpty)
    #expect(
      change.description
        == "0 inserted, 0 updated, 0 deleted, and unknown changes of another process")
    #expect(try await store.fetch(Todo.all).allSatisfy { $0.title == "Outside" })
  }

  /// Whatever the watch sees of the store's own commits, no element reports foreign changes.
  @Test func ownCommitsAreNotForeign() async throws {
    let store = try await store()
    var changes = store.changes(of: Label.self).makeAsyncIterator()
    for number in 0..<200 {
      try await store.insert(Label(slug: "own-\(number)", name: "Own"))
      let change = try #require(try await changes.next())
      #expect(change.inserted == ["own-\(number)"] && !change.isIncomplete)
    }
    // The foreign commit follows all of them.
    try await runOutside("DELETE FROM labels WHERE slug = 'own-1'")
    let last = try #require(try await changes.next())
    #expect(last.isIncomplete && last.inserted.isEmpty)
  }

  @Test func otherStoreOfProcessIsForeign() async throws {
    let store = try await store()
    let other = try await SyncStore(TrackerSchema.self, .init(location: .url(database.url)))
      .opened()
    var changes = store.changes(of: Label.self).makeAsyncIterator()
    try await other.insert(Label(slug: "other", name: "Other"))
    #expect(try await changes.next()?.isIncomplete == true)
  }

  @Test func extensionsDoNotObserve() async throws {
    let store = try await store(.extension)
    let watching = try await SyncStore(TrackerSchema.self, .init(location: .url(database.url)))
      .opened()
    var unaware = store.changes(of: Label.self).makeAsyncIterator()
    var aware = watching.changes(of: Label.self).makeAsyncIterator()
    try await runOutside("INSERT INTO labels (slug, name) VALUES ('zz', 'Outside')")
    // The other store has seen the commit by now.
    #expect(try await aware.next()?.isIncomplete == true)
    try await store.insert(Label(slug: "own", name: "Own"))
    let change = try #require(try await unaware.next())
    #expect(change.inserted == ["own"] && !change.isIncomplete)
  }

  @Test func observationCanRestart() async throws {
    let store = try await store()
    for number in 0..<3 {
      var changes = store.changes(of: Label.self).makeAsyncIterator()
      try await runOutside("INSERT INTO labels (slug, name) VALUES ('zz\(number)', 'Outside')")
      #expect(try await changes.next()?.isIncomplete == true)
    }
    await store.close()
  }
}
