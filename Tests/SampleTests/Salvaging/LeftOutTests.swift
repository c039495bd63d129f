import Foundation
@_spi(Generated) import SwiftSyncRuntime
import Testing
import Tracker

/// What a database that starts over leaves out, says so, and can take over later.
@Suite struct LeftOutTests {
  private let old: OldTracker

  init() async throws { old = try await OldTracker() }

  private var draft: String { old.draft.id.stored }
  private var edited: String { TrackerIDs.task(3).stored }
  private var deleted: String { TrackerIDs.task(2).stored }

  private func summary(_ store: SyncStore) throws -> [String] {
    let report = try #require(store.replacedDatabase?.salvage)
    return report.description.split(separator: "\n").map(String.init)
  }

  /// The newer version has an entity and an attribute that this one does not have.
  @Test func saysWhichEntitiesAndMembersDoNotExist() async throws {
    try old.becomeNewer(
      """
      ALTER TABLE tasks ADD COLUMN mood TEXT;
      ALTER TABLE tasks ADD COLUMN stars INTEGER NOT NULL DEFAULT 0;
      UPDATE tasks SET mood = 'happy' WHERE id IN ('\(draft)', '\(edited)');
      UPDATE swiftsync_changes SET fields = fields || 'mood,' WHERE operation = 'update';
      INSERT INTO swiftsync_changes (entity, id, operation, changed_at) VALUES
        ('Chore', '7', 'insert', '2026-03-02T09:00:00.000Z'),
        ('Person', '8', 'delete', '2026-03-02T09:00:00.000Z')
      """)
    let store = try await old.open(old.everything)
    #expect(
      try summary(store) == [
        "3 local changes restored (Todo 3), 4 rejected, 8 rows copied (ChecklistItem 3, Label 2, "
          + "Person 2, Project 1)",
        "  Todo \(draft): this version has no 'mood'; the rest of the change was copied",
        "  Todo \(edited): this version has no 'mood'; the rest of the change was copied",
        "  Chore 7: this version has no entity 'Chore'",
        "  Person 8: local changes of 'Person' are not recorded in this version",
      ])
    let queue = try old.rows(OldTracker.queue)
    #expect(
      queue == [
        "Todo|\(draft)|insert|,", "Todo|\(edited)|update|,title,updatedAt,blockers,",
        "Todo|\(deleted)|delete|,",
      ])
  }

  @Test func leavesUpdateOfUnknownMembersOnly() async throws {
    try old.becomeNewer(
      "UPDATE swiftsync_changes SET fields = ',mood,stars,' WHERE operation = 'update'")
    let store = try await old.open(old.everything)
    #expect(try summary(store)[1] == "  Todo \(edited): this version has no 'mood', 'stars'")
    let queue = try old.rows(OldTracker.queue)
    #expect(
      queue == [
        "Todo|\(draft)|insert|,", "Todo|\(deleted)|delete|,",
      ])
  }

  /// A case that only the newer version has.
  @Test func neverTakesOverValuesThatNoCaseReads() async throws {
    try old.becomeNewer(
      "UPDATE tasks SET priority = 9 WHERE id = '\(draft)'; "
        + "UPDATE tasks SET remind_at = 'soon' WHERE id = '\(edited)'")
    let store = try await old.open(old.everything)
    let lines = try summary(store)
    #expect(lines[0].hasPrefix("1 local change restored (Todo 1), 2 rejected"))
    #expect(
      lines[1]
        == "  Todo \(draft): its column 'priority' contains '9', and this version expects "
        + "one of 1, 2, 3, 4")
    #expect(lines[2].hasPrefix("  Todo \(edited): "))
    #expect(try await store.count(Todo.all) == 0)
  }

  /// The value that does not fit was not written locally, so the change fits once the row is
  /// pulled.
  @Test func takesOverLeftOutChangesAgain() async throws {
    try old.becomeNewer("UPDATE tasks SET priority = 9 WHERE id = '\(edited)'")
    let store = try await old.open(old.everything)
    let replaced = try #require(store.replacedDatabase)
    #expect(replaced.salvage?.rejected.map(\.identity) == [edited])
    // The server confirms what was taken over, and has the row in another form.
    try old.run("DELETE FROM swiftsync_changes")
    _ = try await store.apply(Sample.payload("tasks"), as: "Todo")
    let report = try await store.salvage(from: replaced.file)
    #expect(report.description == "1 local change restored (Todo 1), 0 rejected")
    let queue = try old.rows(OldTracker.queue)
    #expect(
      queue == ["Todo|\(edited)|update|,title,updatedAt,blockers,"])
    #expect(
      store.replacedDatabase?.salvage?.description
        == "3 local changes restored (Todo 3), 0 rejected, 7 rows copied (ChecklistItem 3, "
        + "Label 2, Person 1, Project 1)")
    // Nothing is left.
    #expect(try await store.salvage(from: replaced.file).restored == [:])
  }

  /// The app with the newer version opens the database of this one, which it migrates.
  @Test func takesOverLeftOutMembersInNewerVersion() async throws {
    try old.run("UPDATE tasks SET device_name = 'Phone' WHERE id IN ('\(draft)', '\(edited)')")
    try old.becomeNewer(
      """
      ALTER TABLE tasks RENAME COLUMN device_name TO device_label;
      UPDATE swiftsync_changes SET fields = fields || 'deviceLabel,' WHERE operation = 'update'
      """)
    let store = try await old.open(old.everything)
    let replaced = try #require(store.replacedDatabase)
    #expect(replaced.salvage?.rejected.map(\.identity) == [draft, edited])
    #expect(try await store.fetch(Todo.self, id: old.draft.id)?.deviceName == nil)
    await store.close()
    // Here, the version is the one that was left: the column has the name that this version reads.
    try OtherProgram(file: replaced.file).run(
      "ALTER TABLE tasks RENAME COLUMN device_label TO device_name")
    try old.run(
      "UPDATE swiftsync_salvaged SET members = 'device_name' WHERE members = 'device_label';"
        + "UPDATE swiftsync_salvaged SET members = 'deviceName' WHERE members = 'deviceLabel';"
        + "DELETE FROM swiftsync_changes")
    let newer = try await old.open(old.everything)
    let report = try await newer.salvage(from: replaced.file)
    #expect(report.description == "2 local changes restored (Todo 2), 0 rejected")
    let queue = try old.rows(OldTracker.queue)
    #expect(
      queue == [
        "Todo|\(draft)|update|,deviceName,updatedAt,",
        "Todo|\(edited)|update|,deviceName,updatedAt,",
      ])
    #expect(try await newer.fetch(Todo.self, id: old.draft.id)?.deviceName == "Phone")
  }

  /// The queue of a newer runtime.
  @Test func startsOverWithoutQueueThatItCanRead() async throws {
    try old.becomeNewer("ALTER TABLE swiftsync_changes RENAME COLUMN clock TO base_clock")
    let log = LogLines()
    let store = try await old.open(old.everything, log: log.log)
    let replaced = try #require(store.replacedDatabase)
    #expect(replaced.salvage == nil && replaced.pendingChanges == 3)
    #expect(replaced.description.hasSuffix("\n3 local changes not restored"))
    #expect(log.lines.first?.contains("no such column: clock") == true)
    #expect(try await store.count(Todo.all) == 0)
    #expect(try old.rows("SELECT count(*) FROM labels") == ["0"])
  }

  /// Rows that do not exist on the server, in a form that this version cannot read.
  @Test func countsLocalRowsThatDoNotFit() async throws {
    try old.becomeNewer("UPDATE checklist SET is_done = 'maybe' WHERE number = 2")
    let store = try await old.open(old.everything)
    #expect(
      try summary(store) == [
        "3 local changes restored (Todo 3), 0 rejected, 7 rows copied (ChecklistItem 2, Label 2, "
          + "Person 2, Project 1), 1 row left out (ChecklistItem 1)"
      ])
  }
}
