import Foundation
import SwiftSyncRuntime
import Testing
import Tracker

/// Local writes through the store are recorded, payloads are not (Local changes and push, A13).
@Suite struct TrackerRecordingTests {
  private let queue = """
    SELECT entity, operation, fields FROM swiftsync_changes WHERE operation <> 'touch'
    ORDER BY sequence
    """

  private func store(_ database: Database) async throws -> SyncStore {
    let store = try await database.open(TrackerSchema.self)
    _ = try await store.apply(Sample.payload("tasks"), as: "Todo")
    return store
  }

  @Test func payloadsAreNotRecorded() async throws {
    let database = try Database()
    let store = try await store(database)
    let other = try OtherProgram(at: database)
    #expect(try other.rows("SELECT * FROM swiftsync_changes") == [])
    let emptying = try await store.apply(
      .data(Data("[]".utf8)), as: "Todo", missingRows: .delete)
    #expect(emptying.deleted == 4)
    #expect(try other.rows("SELECT * FROM swiftsync_changes") == [])
    #expect(try other.rows("SELECT * FROM swiftsync_applying") == [])
  }

  @Test func insertsAndPatchesAreRecorded() async throws {
    let database = try Database()
    let store = try await store(database)
    let draft = Todo(title: "Call the printer", projectID: TrackerIDs.project)
    try await store.insert(draft)
    let patch = Todo.Patch(title: .value("Draw it again"), details: .null)
    try await store.update(Todo.self, id: TrackerIDs.task(1), patch)
    let other = try OtherProgram(at: database)
    #expect(
      try other.rows(queue) == ["Todo|insert|,", "Todo|update|,title,details,updatedAt,"])
    let before = try other.rows("SELECT clock FROM swiftsync_changes WHERE operation = 'update'")
    let stored = try #require(try await store.fetch(Todo.self, id: TrackerIDs.task(1)))
    #expect(before.count == 1 && before != ["null"])
    #expect(abs(stored.updatedAt.timeIntervalSinceNow) < 60)
  }

  @Test func listPatchesAreRecorded() async throws {
    let database = try Database()
    let store = try await store(database)
    let patch = Todo.Patch(blockerIDs: .value([TrackerIDs.task(2)]))
    try await store.update(Todo.self, id: TrackerIDs.task(3), patch)
    let other = try OtherProgram(at: database)
    #expect(try other.rows(queue) == ["Todo|update|,blockers,"])
  }

  @Test func deletionIsRecordedWithoutCascadedItems() async throws {
    let database = try Database()
    let store = try await store(database)
    try await store.delete(Todo.self, id: TrackerIDs.task(1))
    let other = try OtherProgram(at: database)
    let deleted = try other.rows("SELECT id FROM swiftsync_changes WHERE operation = 'delete'")
    #expect(deleted.contains(TrackerIDs.task(1).uuidString.lowercased()))
    #expect(
      try other.rows("SELECT count(*) FROM swiftsync_changes WHERE entity = 'ChecklistItem'")
        == ["0"])
    // The row that was deleted here stays deleted, and everything else is as in the payload.
    let report = try await store.apply(Sample.payload("tasks"), as: "Todo")
    #expect(report.inserted == 0)
    #expect(try await store.fetch(Todo.self, id: TrackerIDs.task(1)) == nil)
  }

  /// `deny`: the write is rolled back, including its entries in the queue.
  @Test func deniedDeletionIsNotRecorded() async throws {
    let database = try Database()
    let store = try await store(database)
    await #expect(throws: SyncError.self) {
      try await store.purge(Project.self, id: TrackerIDs.project)
    }
    #expect(try OtherProgram(at: database).rows("SELECT * FROM swiftsync_changes") == [])
  }

  @Test func localEditSurvivesUnlessServerWins() async throws {
    let database = try Database()
    let store = try await store(database)
    let id = TrackerIDs.task(1)
    let before = try #require(try await store.fetch(Todo.self, id: id))
    try await store.update(Todo.self, id: id, Todo.Patch(title: .value("Mine")))
    _ = try await store.apply(Sample.payload("tasks"), as: "Todo")
    #expect(try await store.fetch(Todo.self, id: id)?.title == "Mine")
    let options = ApplyOptions(conflict: .serverWins)
    _ = try await store.apply(Sample.payload("tasks"), as: "Todo", options: options)
    #expect(try await store.fetch(Todo.self, id: id) == before)
    #expect(try OtherProgram(at: database).rows(queue) == [])
  }

  @Test func committedWritesOfOtherProgramsAreRecorded() async throws {
    let database = try Database()
    let store = try await store(database)
    let other = try OtherProgram(at: database)
    try other.run("BEGIN; UPDATE tasks SET title = 'x'; ROLLBACK")
    #expect(try other.rows(queue) == [])
    try other.run("BEGIN; UPDATE tasks SET priority = 2 WHERE title LIKE '%'; COMMIT")
    #expect(try other.rows("SELECT count(*) FROM swiftsync_changes") == ["4"])
    _ = store
  }

  @Test func missingTriggersAreRecreated() async throws {
    let database = try Database()
    try await store(database).close()
    let other = try OtherProgram(at: database)
    try other.run("DROP TRIGGER swiftsync_tasks_delete")
    let store = try await database.open(TrackerSchema.self)
    try other.run("DELETE FROM tasks")
    #expect(try other.rows("SELECT DISTINCT operation FROM swiftsync_changes") == ["delete"])
    await store.close()
  }
}
