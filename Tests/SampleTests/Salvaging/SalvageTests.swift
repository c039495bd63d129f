import Foundation
@_spi(Generated) import SwiftSyncRuntime
import Testing
import Tracker

/// The pending changes of another database of the schema, which a store takes over.
@Suite struct SalvageTests {
  private let old: OldTracker
  private let database: Database

  init() async throws {
    old = try await OldTracker()
    database = try Database()
  }

  private func rows(_ sql: String) throws -> [String] { try OtherProgram(at: database).rows(sql) }

  @Test func restoresPendingChangesWithRowsTheyNeed() async throws {
    let before = try old.rows(OldTracker.queue)
    let store = try await database.open(TrackerSchema.self)
    let report = try await store.salvage(from: old.database.url)
    #expect(
      report.description
        == "3 local changes restored (Todo 3), 0 rejected, 3 rows copied (Person 2, Project 1)")
    #expect(try rows(OldTracker.queue) == before)
    #expect(try await store.fetch(Todo.self, id: old.draft.id) == old.draft)
    let updated = try #require(try await store.fetch(Todo.self, id: TrackerIDs.task(3)))
    #expect(updated.title == "Draw it again")
    #expect(try rows("SELECT count(*) FROM todo_blockers") == ["1"])
    #expect(try rows("SELECT name FROM projects") == ["Website relaunch"])
    #expect(try rows("SELECT display_name FROM people ORDER BY 1") == ["Ada", "Grace"])
  }

  @Test func keepsPulledValuesOfUnwrittenFields() async throws {
    let store = try await database.open(TrackerSchema.self)
    _ = try await store.apply(Sample.payload("tasks"), as: "Todo")
    try OtherProgram(at: database).run(
      "INSERT INTO swiftsync_applying VALUES (1); UPDATE tasks SET details = 'from the server';"
        + "DELETE FROM swiftsync_applying")
    let report = try await store.salvage(from: old.database.url)
    #expect(report.description == "3 local changes restored (Todo 3), 0 rejected")
    let updated = try #require(try await store.fetch(Todo.self, id: TrackerIDs.task(3)))
    #expect(updated.title == "Draw it again")
    #expect(updated.details == "from the server")
    #expect(try await store.fetch(Todo.self, id: TrackerIDs.task(2)) == nil)
    let operations = try rows(
      "SELECT operation, fields FROM swiftsync_changes WHERE operation <> 'touch' "
        + "ORDER BY operation"
    )
    #expect(operations.map { $0.split(separator: "|")[0] } == ["delete", "insert", "update"])
    #expect(operations.last == "update|,title,updatedAt,blockers,")
  }

  /// What the app has written since is newer.
  @Test func keepsLaterEdits() async throws {
    let store = try await database.open(TrackerSchema.self)
    _ = try await store.apply(Sample.payload("tasks"), as: "Todo")
    try await store.update(
      Todo.self, id: TrackerIDs.task(3), Todo.Patch(title: .value("Draw it a third time")))
    try await store.salvage(from: old.database.url)
    let updated = try #require(try await store.fetch(Todo.self, id: TrackerIDs.task(3)))
    #expect(updated.title == "Draw it a third time")
    let blockers = try rows(
      "SELECT blocker_id FROM todo_blockers WHERE todo_id = '\(TrackerIDs.task(3).stored)'")
    #expect(blockers == [TrackerIDs.task(1).stored])
  }

  @Test func canBeRepeated() async throws {
    let store = try await database.open(TrackerSchema.self)
    try await store.salvage(from: old.database.url)
    let before = try rows("SELECT * FROM swiftsync_changes ORDER BY sequence")
    #expect(try await store.salvage(from: old.database.url).restored == ["Todo": 3])
    #expect(try rows("SELECT * FROM swiftsync_changes ORDER BY sequence") == before)
  }

  @Test func rejectsUnusableChangesWithReason() async throws {
    try old.run(
      "UPDATE swiftsync_changes SET entity = 'Chore' WHERE operation = 'delete';"
        + "UPDATE tasks SET due_on = 'soon' WHERE title = 'Call the printer'")
    let store = try await database.open(TrackerSchema.self)
    let report = try await store.salvage(from: old.database.url)
    #expect(
      report.description == """
        1 local change restored (Todo 1), 2 rejected, 3 rows copied (Person 2, Project 1)
          Todo \(old.draft.id.stored): its column 'due_on' contains 'soon', and this version expects a day
          Chore \(TrackerIDs.task(2).stored): this version has no entity 'Chore'
        """)
    #expect(try await store.fetch(Todo.self, id: old.draft.id) == nil)
  }

  /// SQLite would convert them without an error.
  @Test func rejectsValuesThatWouldChange() async throws {
    let create = try #require(
      try old.rows("SELECT sql FROM sqlite_schema WHERE name = 'tasks'").first)
    try old.run(
      "DROP TABLE tasks; \(create.replacingOccurrences(of: "number INTEGER", with: "number TEXT"))")
    let id = old.draft.id.stored
    try old.run(
      "INSERT INTO tasks (id, number, title, created_at, updated_at, project_id) VALUES "
        + "('\(id)', '007', 'Spy', '2026-03-02T09:00:00.000000Z', '2026-03-02T09:00:00.000000Z', "
        + "'\(TrackerIDs.project.stored)')")
    let store = try await database.open(TrackerSchema.self)
    let report = try await store.salvage(from: old.database.url)
    #expect(
      report.rejected.first?.reason
        == "its column 'number' contains '007', which this version would store as '7'")
    #expect(try await store.count(Todo.all) == 0)
  }

  @Test func rejectsRowsWhoseProjectIsMissing() async throws {
    try old.run("DELETE FROM projects")
    let store = try await database.open(TrackerSchema.self)
    let report = try await store.salvage(from: old.database.url)
    #expect(report.restored == ["Todo": 1])
    #expect(
      Set(report.rejected.map(\.reason)) == [
        "it refers to 'Project' \(TrackerIDs.project.stored), which does not exist; fetch it, and "
          + "salvage again"
      ])
    _ = try await store.apply(.data(try OldTracker.projects()), as: "Project")
    #expect(try await store.salvage(from: old.database.url).rejected.isEmpty)
  }

  /// Memberships through an entity whose own changes are not recorded.
  @Test func restoresMembershipsOfNewRow() async throws {
    let store = try await old.database.open(TrackerSchema.self)
    try await store.update(
      Todo.self, id: old.draft.id, Todo.Patch(watcherIDs: .value([TrackerIDs.grace])))
    await store.close()
    let new = try await database.open(TrackerSchema.self)
    try await new.salvage(from: old.database.url)
    #expect(
      try rows("SELECT person_id FROM task_watchers") == [TrackerIDs.grace.stored])
    #expect(try rows(OldTracker.queue) == old.rows(OldTracker.queue))
  }

  @Test func refusesFileWithoutQueue() async throws {
    let store = try await database.open(TrackerSchema.self)
    try old.run("DROP TABLE swiftsync_changes")
    await #expect(
      throws: SyncError.unusableDatabase(
        path: old.database.url.path, reason: "it has no change queue")
    ) { try await store.salvage(from: old.database.url) }
  }
}
