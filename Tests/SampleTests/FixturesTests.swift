import Foundation
import SwiftSyncRuntime
import Testing
import Tracker

/// Sample rows generated from schemas: a store accepts all of them, and they refer to each other.
@Suite struct FixturesTests {
  @Test func rowsReferToEachOther() async throws {
    let store = try await SyncStore.inMemory(with: Fixtures.tracker)
    #expect(try await store.count(Todo.all) == 3)
    #expect(try await store.count(Project.all) == 3)
    let todos = try await store.fetch(Todo.order(\.title))
    #expect(todos.map(\.title) == ["Title 1", "Title 2", "Title 3"])
    #expect(Set(todos.map(\.priority)).count == 3)
    #expect(try await todos[0].project(in: store)?.name == "Name 1")
    #expect(try await todos[2].project(in: store)?.name == "Name 2")
    #expect(try await todos[1].parent(in: store)?.title == "Title 1")
    #expect(todos[0].parentID == nil)
    #expect(try await todos[0].labels(in: store).map(\.slug) == ["label-1", "label-2"])
    #expect(try await store.count(Profile.all) == 3)
    #expect(try await store.fetch(PendingChange.all).isEmpty)
    // Loading them again changes nothing.
    let reports = try await store.load(Fixtures.tracker)
    #expect(reports.allSatisfy { $0.inserted == 0 && $0.updated == 0 && $0.deleted == 0 })
  }

  @Test func readsRowsWithoutStore() throws {
    let todos = try Fixtures.tracker.rows(of: Todo.self)
    #expect(todos.map(\.title) == ["Title 1", "Title 2", "Title 3"])
    #expect(
      try Fixtures.tracker.rows(of: Person.self).map(\.email) == [
        "email1@example.com", "email2@example.com", "email3@example.com",
      ])
  }

  @Test func loadsIntoTemporaryStore() async throws {
    let store = try await SyncStore.temporary(with: Fixtures.tracker)
    #expect(try await store.count(Label.all) == 3)
    await store.close()
  }
}
