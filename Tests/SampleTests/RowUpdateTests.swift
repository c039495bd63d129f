import Foundation
import SwiftSyncRuntime
import Testing
import Tracker

/// Rows that closures change.
@Suite struct RowUpdateTests {
  private let database: Database

  init() throws {
    database = try Database()
  }

  private func store() async throws -> SyncStore {
    let store = try await database.open(TrackerSchema.self)
    _ = try await store.apply(Sample.payload("tasks"), as: "Todo")
    return store
  }

  private func todo(_ number: Int, in store: SyncStore) async throws -> Todo {
    try #require(try await store.fetch(Todo.self, id: TrackerIDs.task(number)))
  }

  private func queue() throws -> [String] {
    try OtherProgram(at: database).rows(
      "SELECT operation, fields FROM swiftsync_changes WHERE entity = 'Todo' ORDER BY sequence")
  }

  @Test func writesWhatTheClosureChanges() async throws {
    let store = try await store()
    let todo = try await todo(1, in: store)
    let row = try #require(
      try await store.update(todo) {
        $0.isBillable.toggle()
        $0.title = todo.title
      })
    #expect(row.isBillable != todo.isBillable)
    #expect(row.updatedAt > todo.updatedAt)
    #expect(try await store.fetch(Todo.self, id: todo.id) == row)
    #expect(try queue() == ["update|,isBillable,updatedAt,"])
  }

  @Test func writesNothingWithoutAChange() async throws {
    let store = try await store()
    let todo = try await todo(1, in: store)
    #expect(try await store.update(todo) { $0.title = todo.title } == todo)
    #expect(try queue() == [])
  }

  /// A row that was fetched before others wrote to it undoes nothing.
  @Test func keepsWhatOthersHaveWritten() async throws {
    let store = try await store()
    let old = try await todo(1, in: store)
    try await store.update(old) {
      $0.title = "Newer"
      $0.sortIndex = 7
    }
    var seen: [Double] = []
    let row = try await store.update(old) {
      seen.append($0.sortIndex)
      $0.sortIndex += 1
    }
    #expect(seen == [old.sortIndex, 7])
    #expect(row?.title == "Newer" && row?.sortIndex == 8)
  }

  @Test func countsEveryIncrement() async throws {
    let store = try await store()
    let todo = try await todo(1, in: store)
    try await store.update(todo) { $0.sortIndex = 0 }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<24 {
        group.addTask { try await store.update(todo) { $0.sortIndex += 1 } }
      }
      try await group.waitForAll()
    }
    #expect(try await self.todo(1, in: store).sortIndex == 24)
  }

  /// A date in memory is more precise than a column, so a new row is another value than the stored
  /// one.
  @Test func callsTheClosureOnceForANewRow() async throws {
    let store = try await store()
    let todo = Todo(title: "New", projectID: TrackerIDs.project)
    try await store.insert(todo)
    var calls = 0
    let row = try await store.update(todo) {
      calls += 1
      $0.title = "Named"
    }
    #expect(calls == 1 && row?.title == "Named")
  }

  @Test func returnsNilForARowThatIsGone() async throws {
    let store = try await store()
    let todo = try await todo(1, in: store)
    try await store.delete(Todo.self, id: todo.id)
    #expect(try await store.update(todo) { $0.title = "x" } == nil)
    #expect(
      try await store.transaction { try $0.update(todo) { $0.title = "x" } } == nil)
    #expect(try await store.fetch(Todo.self, id: todo.id) == nil)
  }

  /// A row that was soft-deleted in the meantime is gone; one that the app shows as deleted is not.
  @Test func changesSoftDeletedRows() async throws {
    let store = try await store()
    let ada = try #require(try await store.fetch(Person.self, id: TrackerIDs.ada))
    try await store.delete(Person.self, id: ada.id)
    #expect(try await store.update(ada) { $0.displayName = "x" } == nil)
    let deleted = try #require(
      try await store.fetch(Person.self, id: ada.id, softDeleted: .only))
    let row = try #require(try await store.update(deleted) { $0.displayName = "A. L." })
    #expect(row.displayName == "A. L." && row.deletedAt == deleted.deletedAt)
    #expect(try await store.fetch(Person.self, id: ada.id) == nil)
  }

  @Test func refusesAnotherIdentity() async throws {
    let store = try await store()
    let todo = try await todo(1, in: store)
    let id = UUID()
    let error = await #expect(throws: SyncError.self) {
      try await store.update(todo) { $0.id = id }
    }
    guard case .changedIdentity("Todo", _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try await self.todo(1, in: store) == todo)
  }

  @Test func changesRowsInTransactions() async throws {
    let store = try await store()
    let todo = try await todo(1, in: store)
    let titles = try await store.transaction { transaction in
      try transaction.update(todo) { $0.title = "First" }
      let row = try transaction.update(todo) { $0.title += ", second" }
      return [row?.title, try transaction.fetch(Todo.self, id: todo.id)?.title]
    }
    #expect(titles == ["First, second", "First, second"])
  }
}
