import Foundation
import SwiftSyncRuntime
import Testing
import Tracker

/// Writing through the generated types.
@Suite struct TrackerStoreTests {
  private func store(_ database: Database) async throws -> SyncStore {
    let store = try await database.open(TrackerSchema.self)
    _ = try await store.apply(Sample.payload("tasks"), as: "Todo")
    return store
  }

  @Test func insertsAndFetchesRowWithDefaults() async throws {
    let database = try Database()
    let store = try await store(database)
    let draft = Todo(title: "Call the printer", projectID: TrackerIDs.project)
    try await store.insert(draft)
    let stored = try #require(try await store.fetch(Todo.self, id: draft.id))
    #expect(stored.title == "Call the printer")
    #expect(stored.state == .todo && stored.priority == .normal && stored.isBillable)
    // The store keeps microseconds of dates.
    #expect(abs(stored.createdAt.timeIntervalSince(draft.createdAt)) < 0.000_002)
  }

  @Test func updatesPatchedMembers() async throws {
    let database = try Database()
    let store = try await store(database)
    let id = TrackerIDs.task(1)
    var expected = try #require(try await store.fetch(Todo.self, id: id))
    let patch = Todo.Patch(title: .value("Draw it again"), details: .null)
    #expect(try await store.update(Todo.self, id: id, patch))
    (expected.title, expected.details) = ("Draw it again", nil)
    let updated = try #require(try await store.fetch(Todo.self, id: id))
    #expect(updated.title == expected.title && updated.details == nil)
    #expect(updated.dueOn == expected.dueOn && updated.assigneeID == expected.assigneeID)
    #expect(try await store.update(Todo.self, id: TrackerIDs.task(9), patch) == false)
  }

  @Test func deletesChildrenOfTask() async throws {
    let database = try Database()
    let store = try await store(database)
    #expect(try await store.delete(Todo.self, id: TrackerIDs.task(1)))
    #expect(try await store.fetch(Todo.all).count == 3)
    #expect(try await store.fetch(ChecklistItem.all).map(\.text) == ["Markup"])
    #expect(try await store.fetch(Watch.all).map(\.taskID) == [TrackerIDs.task(4)])
  }

  @Test func patchReplacesListMembers() async throws {
    let database = try Database()
    let store = try await store(database)
    let id = TrackerIDs.task(3)
    let patch = Todo.Patch(
      labelIDs: .value(["ui", "new"]), watcherIDs: .value([TrackerIDs.grace]))
    #expect(try await store.update(Todo.self, id: id, patch))
    let exported = try await store.export(Todo.self, id: id)
    let members = try JSONDecoder().decode(Todo.Patch.self, from: exported)
    #expect(members.labelIDs.map(Set.init) == .value(["ui", "new"]))
    #expect(members.watcherIDs == .value([TrackerIDs.grace]))
    try await store.update(Todo.self, id: id, Todo.Patch(labelIDs: .null))
    let cleared = try await store.export(Todo.self, id: id)
    #expect(try JSONDecoder().decode(Todo.Patch.self, from: cleared).labelIDs == .value([]))
  }

  @Test func rejectsPatchThatChangesIdentity() async throws {
    let database = try Database()
    let store = try await store(database)
    let id = TrackerIDs.task(1)
    await #expect(throws: SyncError.changedIdentity(entity: "Todo", identity: id.text)) {
      try await store.update(Todo.self, id: id, Todo.Patch(id: .value(TrackerIDs.task(9))))
    }
    #expect(try await store.update(Todo.self, id: id, Todo.Patch(id: .value(id))))
  }

  @Test func databaseErrorNamesEntity() async throws {
    let database = try Database()
    let store = try await store(database)
    let task = try #require(try await store.fetch(Todo.self, id: TrackerIDs.task(1)))
    await #expect {
      try await store.insert(task)
    } throws: { error in
      guard case .database(let failure) = error as? SyncError else { return false }
      return failure.entity == "Todo" && failure.code == 2_067
    }
  }

  /// The second store finds tables that did not exist a moment ago.
  @Test func concurrentStoresCreateOneFile() async throws {
    let database = try Database()
    for round in 0..<25 {
      let url = database.url.deletingLastPathComponent().appendingPathComponent("\(round).sqlite")
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<6 {
          group.addTask {
            let store = try await SyncStore(TrackerSchema.self, .init(location: .url(url))).opened()
            try await store.insert(Label(slug: "\(number)", name: "Late"))
            await store.close()
          }
        }
        try await group.waitForAll()
      }
    }
  }
}

extension UUID {
  fileprivate var text: String { uuidString.lowercased() }
}
