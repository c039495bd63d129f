import Foundation
import SwiftSyncRuntime
import Testing
import Tracker

/// Files of earlier versions of the schema, opened by the current app.
@Suite struct EarlierDatabaseTests {
  private static let queue =
    "SELECT substr(id, -2), operation, fields FROM swiftsync_changes WHERE entity IN ('Task', 'Todo') "
    + "ORDER BY id"

  private func copy(_ name: String) throws -> Database {
    let database = try Database()
    try FileManager.default.copyItem(
      at: Sample.url("Tests/SampleTests/Databases/\(name).sqlite"), to: database.url)
    return database
  }

  private func note(in program: OtherProgram) throws -> [String] {
    try program.rows(
      "SELECT format, triggers, name, version, length(fingerprint) FROM swiftsync_schema")
  }

  private func triggers(in program: OtherProgram) throws -> [String] {
    try program.rows("SELECT sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY name")
  }

  private func expectNewTriggers(in program: OtherProgram) throws {
    let database = try Database()
    let fresh = try OtherProgram(at: database)
    try fresh.run("BEGIN; \(TrackerSchema.ddl); COMMIT")
    let expected = try withExtendedLifetime(database) { try triggers(in: fresh) }
    #expect(try triggers(in: program) == expected)
  }

  /// Version 6 renames tasks in Swift only.
  @Test func previousVersionKeepsRowsAndQueue() async throws {
    let database = try copy("tracker-v5")
    let program = try OtherProgram(at: database)
    let rows = try program.rows("SELECT * FROM tasks ORDER BY id")
    let columns = try program.rows("SELECT name FROM pragma_table_info('swiftsync_changes')")
      .joined(separator: ", ")
    let queue = try program.rows("SELECT * FROM swiftsync_changes ORDER BY id")
    #expect(queue.contains { $0.contains("|Task|") })
    let store = try await database.open(TrackerSchema.self)
    #expect(try program.rows("SELECT * FROM tasks ORDER BY id") == rows)
    #expect(
      try program.rows("SELECT \(columns) FROM swiftsync_changes ORDER BY id")
        == queue.map { $0.replacing("|Task|", with: "|Todo|") })
    #expect(
      try program.rows(Self.queue) == [
        "01|update|,title,updatedAt,", "03|update|,labels,", "04|delete|,", "f1|insert|,",
      ])
    #expect(
      try program.rows("SELECT relation, substr(child_id, -2) FROM swiftsync_links")
        == ["Todo.parent|aa"])
    let titles = try await store.fetch(Todo.all).map(\.title).sorted()
    #expect(
      titles == ["Build the start page", "Draw it again", "Made here", "Set up the build"])
    try program.run("UPDATE tasks SET title = 'Set it up' WHERE title = 'Set up the build'")
    #expect(try program.rows(Self.queue)[1] == "02|update|,title,updatedAt,")
    #expect(try note(in: program) == ["2|4|Tracker|6|64"])
    try expectNewTriggers(in: program)
    await store.close()
  }

  @Test func migratesFirstVersionWithQueue() async throws {
    let database = try copy("tracker-v1")
    let program = try OtherProgram(at: database)
    #expect(
      try program.rows(Self.queue) == [
        "b1|update|,name,colour,updatedAt,", "b3|delete|,", "b4|insert|,",
      ])
    let store = try await database.open(TrackerSchema.self)
    #expect(
      try program.rows(Self.queue) == [
        "b1|update|,title,updatedAt,", "b3|delete|,", "b4|insert|,",
      ])
    #expect(
      try program.rows("SELECT relation, substr(child_id, -2) FROM swiftsync_links")
        == ["Todo.parent|ba"])
    #expect(try await store.fetch(Profile.all).map(\.bio) == ["First of all"])
    try program.run("UPDATE tasks SET title = 'Build it' WHERE title = 'Build'")
    #expect(try program.rows(Self.queue)[1] == "b2|update|,title,updatedAt,")
    #expect(try note(in: program) == ["2|4|Tracker|6|64"])
    try expectNewTriggers(in: program)
    await store.close()
  }

  @Test func migratesLedger() async throws {
    let store = try await copy("ledger-v1").open(LedgerSchema.self)
    let accounts = try await store.query("SELECT title, code FROM accounts ORDER BY id")
    #expect(
      accounts.map(\.values) == [["Cash", "code 1"], ["Bank", "code 2"], ["Till", "code 3"]])
    await store.close()
  }

  @Test(arguments: ["tracker-v1", "tracker-v5"])
  func replacesChangedTriggers(name: String) async throws {
    let database = try copy(name)
    let program = try OtherProgram(at: database)
    try program.run(
      """
      DROP TRIGGER swiftsync_tasks_update;
      DROP TRIGGER swiftsync_tasks_delete;
      CREATE TRIGGER swiftsync_tasks_delete AFTER DELETE ON tasks BEGIN SELECT 1; END;
      CREATE TRIGGER swiftsync_tasks_former AFTER DELETE ON tasks BEGIN SELECT 1; END;
      """)
    let store = try await database.open(TrackerSchema.self)
    try expectNewTriggers(in: program)
    try program.run("UPDATE tasks SET title = 'Other' WHERE id IN (SELECT max(id) FROM tasks)")
    await store.close()
  }

  @Test func keepsTriggersOfNewerTool() async throws {
    let database = try copy("tracker-v5")
    let program = try OtherProgram(at: database)
    try await database.open(TrackerSchema.self).close()
    try program.run(
      """
      DROP TRIGGER swiftsync_tasks_delete;
      CREATE TRIGGER swiftsync_tasks_remove AFTER DELETE ON tasks BEGIN SELECT 'new'; END;
      UPDATE swiftsync_schema SET triggers = 5;
      """)
    let before = try triggers(in: program)
    try await database.open(TrackerSchema.self).close()
    #expect(try triggers(in: program) == before)
    #expect(try note(in: program) == ["2|5|Tracker|6|64"])
    // Triggers with the same number were created by an app that was built differently.
    try program.run("UPDATE swiftsync_schema SET triggers = 4")
    try await database.open(TrackerSchema.self).close()
    try expectNewTriggers(in: program)
  }

  @Test(arguments: ["tracker-v1", "tracker-v5"])
  func rejectsNewerFormat(name: String) async throws {
    let database = try copy(name)
    let program = try OtherProgram(at: database)
    try program.run(
      "UPDATE swiftsync_schema SET format = 99")
    let error = await #expect(throws: SyncError.self) {
      try await database.open(TrackerSchema.self)
    }
    guard case .newerDatabase = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(
      error?.description
        == "the database \(database.url.path) cannot be used: an app with a newer version of "
        + "SwiftSyncRuntime has written it; update the app")
    #expect(
      try program.rows("SELECT count(*) FROM swiftsync_changes WHERE entity = 'Task'") != ["0"])
  }

  @Test func opensShellDatabaseUnchanged() async throws {
    let database = try Database()
    let program = try OtherProgram(at: database)
    try program.run(try Sample.text("Generated/Tracker/schema.sql"))
    let schema = try program.rows("SELECT sql FROM sqlite_schema ORDER BY name")
    let cookie = try program.rows("PRAGMA schema_version")
    try await database.open(TrackerSchema.self).close()
    #expect(try program.rows("SELECT sql FROM sqlite_schema ORDER BY name") == schema)
    #expect(try program.rows("PRAGMA schema_version") == cookie)
    #expect(try note(in: program) == ["2|4|Tracker|6|64"])
  }

  /// The scripts for the shell do not update `swiftsync_schema`.
  @Test func recordsMigrationByShell() async throws {
    let database = try Database()
    let program = try OtherProgram(at: database)
    try program.run("BEGIN; \(try Sample.ddl("tracker-v4")); COMMIT")
    try program.run(try Sample.text("Generated/Tracker/migrations/5.sql"))
    try program.run(try Sample.text("Generated/Tracker/migrations/6.sql"))
    #expect(try note(in: program) == ["1|1|Tracker|4|64"])
    try await database.open(TrackerSchema.self).close()
    #expect(try note(in: program) == ["2|4|Tracker|6|64"])
  }

  @Test func upgradesWithinForeignTransaction() async throws {
    let database = try copy("tracker-v5")
    try await database.open(TrackerSchema.self).close()
    let program = try OtherProgram(at: database)
    try program.run("DROP TABLE swiftsync_schema; PRAGMA foreign_keys = ON; BEGIN")
    let count = try SyncStore.transaction(TrackerSchema.self, on: program.handle) { transaction in
      try transaction.fetch(Todo.all).count
    }
    #expect(count == 4)
    #expect(try note(in: program) == ["2|4|Tracker|6|64"])
    try program.run("ROLLBACK")
    #expect(
      try program.rows("SELECT name FROM sqlite_schema WHERE name = 'swiftsync_schema'") == [])
  }
}
