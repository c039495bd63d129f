import Foundation
@_spi(Generated) import SwiftSyncRuntime
import Testing
import Tracker

/// A store that is open while others change the tables or triggers of its file.
@Suite struct OpenStoreTests {
  private let triggers =
    "SELECT count(*) FROM sqlite_schema WHERE type = 'trigger' AND name LIKE 'swiftsync%'"

  @Test(arguments: [
    "DROP TRIGGER swiftsync_tasks_insert",
    """
    DROP TRIGGER swiftsync_tasks_insert;
    CREATE TRIGGER swiftsync_tasks_insert AFTER INSERT ON tasks BEGIN SELECT 1; END
    """,
  ])
  func reinstallsMissingOrAlteredTriggers(_ statements: String) async throws {
    let database = try Database()
    let store = try await database.open(TrackerSchema.self)
    let program = try OtherProgram(at: database)
    let before = try program.rows(triggers)
    let project = Project(name: "P", code: "P", ownerID: UUID())
    try await store.insert(project)
    try program.run(statements)
    try await store.insert(Todo(title: "T", projectID: project.id))
    #expect(try await store.fetch(PendingChange.all).map(\.operation) == [.insert])
    #expect(try program.rows(triggers) == before)
    await store.close()
  }

  @Test func rejectsWritesAfterForeignMigration() async throws {
    let database = try Database()
    let store = try await database.open(TrackerSchema.self)
    let program = try OtherProgram(at: database)
    try program.run("ALTER TABLE labels ADD COLUMN note TEXT; PRAGMA user_version = 7")
    let error = await #expect(throws: SyncError.self) {
      try await store.insert(Project(name: "P", code: "P", ownerID: UUID()))
    }
    guard case .newerDatabase(_, version: 7, newest: 6)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try program.rows("SELECT count(*) FROM projects") == ["0"])
    await store.close()
  }

  @Test func interruptedMigrationBlocksForeignWrites() async throws {
    let database = try Database()
    let program = try OtherProgram(at: database)
    try program.run("BEGIN; \(try Sample.ddl("tracker-v1")); COMMIT")
    let plan = TrackerMigrationPlan.plan
    // The second step fails, so the database stays at the version of the first one.
    let steps = plan.steps.map { step in
      step.version != 2
        ? step
        : MigrationStep(
          from: 2, to: 3, stages: [.lightweight(["INSERT INTO absent VALUES (1);"])])
    }
    let broken = MigrationPlan(from: 1, tables: plan.tables, steps: steps)
    await #expect(throws: SyncError.self) {
      try await SyncStore.open(TrackerSchema.metadata, at: database.url.path, plan: broken)
    }
    #expect(try program.rows("SELECT user_version FROM pragma_user_version") == ["2"])
    let insert = "INSERT INTO labels (slug, name) VALUES ('a', 'A')"
    #expect {
      try program.run(insert)
    } throws: { error in
      "\(error)".contains("a migration was interrupted: open the database with its app first")
    }
    try await database.open(TrackerSchema.self).close()
    try program.run(insert)
    #expect(try program.rows("SELECT slug FROM labels") == ["a"])
  }
}
