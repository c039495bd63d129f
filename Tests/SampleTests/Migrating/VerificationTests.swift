@_spi(Generated) import SwiftSyncRuntime
import SwiftSyncTestSupport
import Testing
import Tracker

/// The findings of `verify` about the tracker's plan, and about plans with mistakes.
@Suite struct VerificationTests {
  private let plan = TrackerMigrationPlan.plan

  @Test func trackerPlanIsVerified() async throws {
    let verification = try await verify(plan)
    #expect(
      verification.pairs.map { "\($0.version)-\($0.newVersion)" } == [
        "1-2", "1-3", "1-4", "1-5", "1-6", "2-3", "2-4", "2-5", "2-6", "3-4", "3-5", "3-6", "4-5",
        "4-6", "5-6",
      ])
    #expect(verification.pairs.allSatisfy { $0.rows > 150 })
  }

  @Test func detectsFunctionWithoutEffect() async throws {
    try await expect(
      with(stagesOf: 2) { stages in
        stages.map { $0.appFunction == nil ? $0 : .custom("splitProfiles") { _ in } }
      },
      [
        "'splitProfiles' changes nothing in any of the sample databases; implement it, or pass its "
          + "name as 'allowingNoOp'"
      ])
    try await verifyFew(
      with(stagesOf: 2) { stages in
        stages.map { $0.appFunction == nil ? $0 : .custom("splitProfiles") { _ in } }
      }, allowingNoOp: ["splitProfiles"])
  }

  @Test func detectsThrowingFunction() async throws {
    struct Mistake: Error {}
    try await expect(
      with(stagesOf: 2) { stages in
        stages.map {
          $0.appFunction == nil ? $0 : .custom("splitProfiles") { _ in throw Mistake() }
        }
      },
      [
        "version 1 to 3: 'splitProfiles' threw an error: Mistake()",
        "version 2 to 3: 'splitProfiles' threw an error: Mistake()",
      ])
  }

  @Test func detectsChangeOfKeptValues() async throws {
    let plan = adding(toFunctionOf: 2) {
      try $0.execute("UPDATE people SET display_name = 'x'")
    }
    try await expect(
      plan, ["'splitProfiles' changes 'people.display_name', which the plan keeps, in "],
      prefix: true)
    try await verifyFew(plan, mayChange: ["people.display_name"])
  }

  @Test func detectsLostRows() async throws {
    let plan = adding(toFunctionOf: 2) { try $0.execute("DELETE FROM task_labels") }
    try await expect(
      plan, ["'splitProfiles' loses 10 of 10 rows of table 'task_labels'"], prefix: true)
    try await verifyFew(plan, mayChange: ["task_labels"])
  }

  @Test func detectsSkippedRows() async throws {
    let plan = adding(toFunctionOf: 2) { try $0.execute("DELETE FROM profiles WHERE _rowid_ > 5") }
    try await expect(
      plan,
      [
        "'splitProfiles' creates rows of table 'profiles' for rows of 'people', but not for "
      ], prefix: true)
    try await verifyFew(plan, mayChange: ["people.bio", "people.website_url"])
  }

  @Test func detectsUnreadableValues() async throws {
    try await expect(
      adding("UPDATE profiles SET updated_at = 'soon' WHERE _rowid_ = 1", to: 2),
      [
        "version 1 to 3: 'Profile' has a row whose column 'updated_at' should contain a date but contains text; "
          + "another program wrote it",
        "version 2 to 3: 'Profile' has a row whose column 'updated_at' should contain a date but contains text; "
          + "another program wrote it",
      ])
  }

  /// Mistakes in the schema's SQL (`sql:`), with the first message, and the permission for them.
  @Test(arguments: [
    ("DELETE FROM task_labels", "'sql' of version 5 deletes ", "task_labels"),
    ("UPDATE tasks SET details = NULL", "'sql' of version 5 empties ", "tasks.details"),
    ("UPDATE tasks SET title = 'x'", "'sql' of version 5 gives all ", "tasks.title"),
    (
      "DELETE FROM swiftsync_changes",
      "'sql' of version 5 changes table 'swiftsync_changes', which belongs to the runtime",
      "swiftsync_changes"
    ),
    (
      "DELETE FROM swiftsync_watermarks",
      "'sql' of version 5 changes table 'swiftsync_watermarks', which belongs to the runtime",
      "swiftsync_watermarks"
    ),
  ])
  func detectsDamageBySchemaSQL(_ sql: String, _ problem: String, _ name: String) async throws {
    let plan = adding(sql, to: 4)
    try await expect(plan, [problem], prefix: true)
    try await verifyFew(plan, mayChange: [name])
  }

  @Test(arguments: [
    (
      "UPDATE tasks SET created_at = substr(created_at, 1, 10) WHERE _rowid_ = 1",
      "the column 'created_at' of table 'tasks' is not a date, e.g. "
    ),
    (
      "UPDATE tasks SET estimate = '1.50' WHERE _rowid_ = 1",
      "the column 'estimate' of table 'tasks' is not a decimal, e.g. "
    ),
    (
      "UPDATE tasks SET links = '[1 ]' WHERE _rowid_ = 1",
      "the column 'links' of table 'tasks' is not a list, each element a URL, e.g. "
    ),
    (
      "UPDATE tasks SET assignee_id = upper(id) WHERE _rowid_ = 1",
      "the column 'assignee_id' of table 'tasks' is not a UUID, e.g. "
    ),
  ])
  func detectsInvalidStoredForms(_ sql: String, _ words: String) async throws {
    await #expect {
      try await verifyFew(adding(sql, to: 4), mayChange: ["tasks"])
    } throws: { error in
      (error as? MigrationVerification.Problems)?.problems.first?.contains(words) == true
    }
  }

  /// Mistakes that a planner could make, among the statements of the change.
  @Test(arguments: [
    ("DELETE FROM task_labels", " rows of table 'task_labels'"),
    ("DELETE FROM swiftsync_changes WHERE operation = 'insert'", " pending changes of 'Task'"),
    ("UPDATE tasks SET assignee_id = NULL", " references in 'tasks.assignee_id'"),
    ("DELETE FROM people", " rows of table 'people'"),
  ])
  func detectsLossInGeneratedSQL(_ statement: String, _ words: String) async throws {
    let plan = with(stagesOf: 4) { $0 + [.lightweight([MigrationStatement(statement)])] }
    await #expect {
      try await verifyFew(plan)
    } throws: { error in
      (error as? MigrationVerification.Problems)?.problems.contains { $0.contains(words) } == true
    }
  }

  @Test func detectsDanglingReference() async throws {
    try await expect(
      adding("UPDATE tasks SET project_id = 'nowhere' WHERE _rowid_ = 1", to: 4),
      (1...4).map {
        "version \($0) to 5: dangling references after the step: row 1 of table 'tasks' refers to a "
          + "row of 'projects' that does not exist"
      })
  }

  @Test func detectsMissingIndex() async throws {
    try await expect(
      without("CREATE INDEX tasks_parent_id", from: 4),
      (1...5).map {
        "version \($0) to 6: the step does not produce version 6: table 'tasks' lacks index "
          + "tasks_parent_id on parent_id BINARY"
      })
  }

  /// The schema's SQL and functions may only change rows.
  @Test(arguments: [
    ("CREATE TABLE mine (id TEXT)", "CREATE"), ("DROP INDEX tasks_parent_id", "DROP"),
    ("ALTER TABLE tasks ADD COLUMN mine TEXT", "ALTER TABLE"),
  ])
  func rejectsSQLThatChangesTables(_ sql: String, _ word: String) async throws {
    let reason = "'\(word)' is not allowed here, except for temporary tables"
    for plan in [adding(sql, to: 4), adding(toFunctionOf: 2) { try $0.execute(sql) }] {
      await #expect {
        try await verifyFew(plan)
      } throws: { error in
        (error as? MigrationVerification.Problems)?.problems.contains { $0.contains(reason) }
          == true
      }
    }
    try await verifyFew(
      adding("CREATE TEMP TABLE mine (id TEXT); DROP TABLE temp.mine", to: 4))
  }

  @Test func detectsAdditionalTrigger() async throws {
    try await expect(
      with(stagesOf: 4) {
        $0 + [.lightweight(["CREATE TRIGGER mine AFTER DELETE ON tasks BEGIN SELECT 1; END"])]
      },
      (1...5).map {
        "version \($0) to 6: the step does not produce version 6: table 'tasks' has the "
          + "additional trigger 'mine'"
      })
  }

  @Test func detectsLeftoverTable() async throws {
    try await expect(
      without("DROP TABLE reminders", from: 3),
      (1...5).map {
        "version \($0) to 6: the step does not produce version 6: table 'reminders' of version 5 is "
          + "still there"
      })
  }

  @Test func detectsWrongRename() async throws {
    try await expect(
      replacing("RENAME COLUMN name TO title", "RENAME COLUMN name TO titel", in: 1),
      [
        "the steps up to version 5 cannot be run: SQLite error 1: no such column: title (INSERT INTO "
          + "swiftsync_new_tasks ("
      ], prefix: true)
  }

  @Test func detectsChangedDefault() async throws {
    try await expect(
      replacing(
        "is_billable INTEGER NOT NULL DEFAULT 1", "is_billable INTEGER NOT NULL DEFAULT 0", in: 4),
      (1...5).map {
        "version \($0) to 6: the step does not produce version 6: table 'tasks' lacks column "
          + "is_billable INTEGER NOT NULL DEFAULT 1, and has column is_billable INTEGER NOT NULL DEFAULT 0"
      })
  }

  @Test func detectsMissingStep() async throws {
    let steps = plan.steps.filter { $0.version != 2 }
    try await expect(
      plan(of: steps),
      [
        "there is no step from version 2 to version 3, where the next step starts"
      ], prefix: true)
  }

  // MARK: Mistakes

  /// Ten rows of each table are enough to show a mistake, and take a third of the time.
  private func verifyFew(
    _ plan: MigrationPlan, allowingNoOp idle: [String] = [], mayChange changed: [String] = []
  ) async throws {
    try await verify(plan, rows: 10, allowingNoOp: idle, mayChange: changed)
  }

  private func expect(
    _ plan: MigrationPlan, _ problems: [String], prefix: Bool = false
  ) async throws {
    do {
      try await verifyFew(plan)
      Issue.record("no problem was found")
    } catch let error as MigrationVerification.Problems {
      guard prefix, let first = problems.first else { return #expect(error.problems == problems) }
      #expect(error.problems.first?.hasPrefix(first) == true, "\(error)")
    }
  }

  private func with(
    stagesOf version: Int, _ change: ([MigrationStep.Stage]) -> [MigrationStep.Stage]
  ) -> MigrationPlan {
    plan(
      of: plan.steps.map { step in
        guard step.version == version else { return step }
        return MigrationStep(
          from: step.version, to: step.nextVersion, types: step.types, stages: change(step.stages))
      })
  }

  private func plan(of steps: [MigrationStep]) -> MigrationPlan {
    MigrationPlan(
      from: plan.oldestVersion, tables: plan.tables, types: plan.types, steps: steps,
      newest: TrackerSchema.metadata)
  }

  /// The plan with additional work in a function of the app.
  private func adding(
    toFunctionOf version: Int,
    _ more: @escaping @Sendable (MigrationPlan.StageDatabase) throws -> Void
  ) -> MigrationPlan {
    with(stagesOf: version) { stages in
      stages.map { stage in
        guard case .app(let name, let run?) = stage.work else { return stage }
        return .custom(name, open: stage.unmanagedColumns) { databases in
          try run(databases)
          try more(databases.current)
        }
      }
    }
  }

  private func adding(_ sql: String, to version: Int) -> MigrationPlan {
    with(stagesOf: version) { $0 + [.sql(sql)] }
  }

  private func without(_ beginning: String, from version: Int) -> MigrationPlan {
    with(stagesOf: version) { stages in
      stages.map { stage in
        guard case .statements(let statements) = stage.work else { return stage }
        return .custom(statements.filter { !$0.sql.hasPrefix(beginning) })
      }
    }
  }

  private func replacing(_ text: String, _ other: String, in version: Int) -> MigrationPlan {
    with(stagesOf: version) { stages in
      stages.map { stage in
        guard case .statements(let statements) = stage.work else { return stage }
        return .custom(statements.map { MigrationStatement($0.sql.replacing(text, with: other)) })
      }
    }
  }
}
