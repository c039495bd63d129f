import Foundation
@_spi(Generated) import SwiftSyncRuntime
import Testing
import Tracker

/// Views and triggers of the app or of another program, in a database that is migrated.
@Suite struct ForeignObjectsTests {
  private func old(_ statements: String) throws -> (Database, OtherProgram) {
    let database = try Database()
    let program = try OtherProgram(at: database)
    try program.run("BEGIN; \(try Sample.ddl("tracker-v4")); COMMIT; \(statements)")
    return (database, program)
  }

  private func reason(of database: Database) async throws -> String? {
    do {
      try await database.open(TrackerSchema.self).close()
      return nil
    } catch SyncError.migrationFailed(let failure) {
      return failure.reason
    }
  }

  /// The step rebuilds the table of tasks.
  @Test func keepsForeignViewsAndTriggers() async throws {
    let (database, program) = try old(
      """
      CREATE TABLE my_log (text TEXT);
      CREATE VIEW my_tasks AS SELECT id, title FROM tasks WHERE deleted_at IS NULL;
      CREATE VIEW my_broken AS SELECT * FROM absent;
      CREATE TRIGGER my_trigger AFTER INSERT ON my_log BEGIN UPDATE tasks SET title = 'x' WHERE id = NEW.text; END;
      CREATE TRIGGER my_other INSTEAD OF DELETE ON my_tasks BEGIN DELETE FROM tasks WHERE id = OLD.id; END;
      """)
    let sql = "SELECT type, name, sql FROM sqlite_schema WHERE name LIKE 'my%' ORDER BY name"
    let before = try program.rows(sql)
    #expect(try await reason(of: database) == nil)
    #expect(try program.rows(sql) == before)
    #expect(try program.rows("SELECT * FROM my_tasks") == [])
    #expect(try program.rows("SELECT user_version FROM pragma_user_version") == ["6"])
  }

  @Test func namesViewOfRemovedColumn() async throws {
    let database = try Database()
    let program = try OtherProgram(at: database)
    let plan = MigrationPlan(
      from: 1, tables: "CREATE TABLE notes (id INTEGER PRIMARY KEY, a TEXT);",
      steps: [
        MigrationStep(
          from: 1, to: 2, rebuilding: ["notes"],
          stages: [
            .lightweight([
              "CREATE TABLE swiftsync_new_notes (id INTEGER PRIMARY KEY, b TEXT);",
              "INSERT INTO swiftsync_new_notes (id, b) SELECT id, a FROM notes;",
              "DROP TABLE notes;", "ALTER TABLE swiftsync_new_notes RENAME TO notes;",
            ])
          ])
      ])
    let (first, second) = (
      Self.schema(1, "id INTEGER PRIMARY KEY, a TEXT"),
      Self.schema(2, "id INTEGER PRIMARY KEY, b TEXT")
    )
    try await SyncStore.open(first, at: database.url.path).close()
    try program.run("CREATE VIEW mine AS SELECT a FROM notes")
    do {
      try await SyncStore.open(second, at: database.url.path, plan: plan).close()
      Issue.record("it opens")
    } catch SyncError.migrationFailed(let failure) {
      #expect(
        failure.reason
          == "the view 'mine' reads something that no longer exists: no such column: a; drop the view before the "
          + "database is opened and create it again afterwards")
    }
    #expect(try program.rows("SELECT user_version FROM pragma_user_version") == ["1"])
    #expect(try program.rows("SELECT * FROM mine") == [])
  }

  private static func schema(_ version: Int, _ columns: String) -> SchemaMetadata {
    SchemaMetadata(
      name: "Notes", version: version, fingerprint: "\(version)", entities: [],
      tables: "CREATE TABLE notes (\(columns));")
  }

  /// Rebuilding the table would drop them, so the step does not begin.
  @Test(arguments: [
    (
      "CREATE INDEX mine ON tasks (title) WHERE number > 1",
      "has index mine on title BINARY WHERE number > 1"
    ),
    ("ALTER TABLE tasks ADD COLUMN mine AS (title || 'x')", "has column mine"),
    (
      "CREATE TRIGGER mine AFTER INSERT ON tasks BEGIN SELECT 1; END",
      "has the additional "
        + "trigger 'mine'"
    ),
  ])
  func reportsForeignChangesToTables(sql: String, words: String) async throws {
    let (database, program) = try old(sql)
    let reason = try await reason(of: database)
    #expect(reason?.contains(words) == true, "\(reason ?? "it opens")")
    #expect(try program.rows("SELECT user_version FROM pragma_user_version") == ["4"])
  }
}
