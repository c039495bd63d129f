import Foundation
import SwiftSyncRuntime
import Testing
import Tracker

/// Reads in the caller's thread.
@Suite struct StoreReaderTests {
  private let database: Database

  init() throws {
    database = try Database()
  }

  private func store() async throws -> SyncStore {
    let store = try await database.open(TrackerSchema.self)
    _ = try await store.apply(Sample.payload("tasks"), as: "Todo")
    return store
  }

  @Test func readsSynchronously() async throws {
    let store = try await store()
    let thread = pthread_self()
    let ids = try store.read { reader in
      let rows = try reader.fetch(Todo.order(\.id))
      #expect(pthread_equal(thread, pthread_self()) != 0)
      #expect(try reader.count(Todo.all) == rows.count)
      #expect(try reader.fetch(Todo.self, id: rows[1].id) == rows[1])
      #expect(try reader.fetch(Todo.self, ids: [rows[2].id, rows[0].id]) == [rows[2], rows[0]])
      #expect(try reader.query("SELECT count(*) AS n FROM tasks").first?["n"] == 4)
      return rows.map(\.id)
    }
    let fetched = try await store.fetch(Todo.order(\.id))
    #expect(ids == fetched.map(\.id))
  }

  @Test func readsShareSnapshot() async throws {
    let store = try await store()
    let other = try OtherProgram(at: database)
    try store.read { reader in
      let count = try reader.count(Todo.all)
      try other.run("DELETE FROM tasks")
      #expect(try reader.count(Todo.all) == count)
    }
    #expect(try store.read { try $0.count(Todo.all) } == 0)
  }

  @Test func readerThrowsAfterClosure() async throws {
    let store = try await store()
    let reader = try store.read { $0 }
    #expect(throws: SyncError.endedTransaction) { try reader.count(Todo.all) }
  }

  @Test func rethrowsErrorOfClosure() async throws {
    struct Unhappy: Error {}
    let store = try await store()
    #expect(throws: Unhappy.self) { try store.read { _ in throw Unhappy() } }
    #expect(try store.read { try $0.count(Todo.all) } == 4)
  }

  @Test func nestedReadsWork() async throws {
    let store = try await store()
    let counts = try store.read { outer in
      let inner = try (0..<6).map { _ in try store.read { try $0.count(Todo.all) } }
      return inner + [try outer.count(Todo.all)]
    }
    #expect(counts == Array(repeating: 4, count: 7))
  }

  @Test func readsInMemoryDatabase() async throws {
    let store = try await SyncStore.inMemory(TrackerSchema.self)
    try await store.insert(Label(slug: "ui", name: "Interface"))
    #expect(try store.read { try $0.count(Label.all) } == 1)
    async let writes: Void = {
      for number in 0..<50 { try await store.insert(Label(slug: "l\(number)", name: "L")) }
    }()
    for _ in 0..<50 { #expect(try store.read { try $0.count(Label.all) } >= 1) }
    try await writes
    #expect(try store.read { try $0.count(Label.all) } == 51)
  }

  @Test func closedStoreThrows() async throws {
    let store = try await store()
    await store.close()
    #expect(throws: SyncError.closed) { try store.read { try $0.count(Todo.all) } }
    await #expect(throws: SyncError.closed) { try await store.fetch(Todo.all) }
    await #expect(throws: SyncError.closed) {
      try await store.insert(Label(slug: "ui", name: "Interface"))
    }
    let memory = try await SyncStore.inMemory(TrackerSchema.self)
    await memory.close()
    #expect(throws: SyncError.closed) { try memory.read { try $0.count(Todo.all) } }
  }
}
