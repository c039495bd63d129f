import SwiftSyncRuntime
import SwiftSyncTestSupport
import Testing
import Tracker

/// What `verify` says of the tracker's plan, and of plans with mistakes in them.
@Suite struct VerificationTests {
  private let plan = TrackerMigrationPlan.plan

  @Test func theTrackerKeepsItsPromises() async throws {
    let verification = try await verify(plan)
    #expect(
      verification.pairs.map { "\($0.version)-\($0.newVersion)" } == [
        "1-2", "1-3", "1-4", "1-5", "2-3", "2-4", "2-5", "3-4", "3-5", "4-5",
      ])
    #expect(verification.pairs.allSatisfy { $0.rows > 150 })
  }

  @Test func aFunctionThatDoesNothingIsFound() async throws {
    try await expect(
      with(stagesOf: 2) { stages in
        stages.map { $0.appFunction == nil ? $0 : .custom("splitProfiles") { _ in } }
      },
      [
        "'splitProfiles' changes nothing in any of the made-up databases; write it, or say that it may"
      ])
    try await verify(
      with(stagesOf: 2) { stages in
        stages.map { $0.appFunction == nil ? $0 : .custom("splitProfiles") { _ in } }
      }, mayChangeNothing: ["splitProfiles"])
  }

  @Test func aFunctionThatThrowsIsFound() async throws {
    struct Mistake: Error {}
    try await expect(
      with(stagesOf: 2) { stages in
        stages.map {
          $0.appFunction == nil ? $0 : .custom("splitProfiles") { _ in throw Mistake() }
        }
      },
      [
        "version 1 to 3: 'splitProfiles' has thrown: Mistake()",
        "version 2 to 3: 'splitProfiles' has thrown: Mistake()",
      ])
  }

  @Test func aFunctionThatChangesWhatThePlanKeepsIsFound() async throws {
    let plan = adding(toFunctionOf: 2) {
      try $0.execute("UPDATE people SET display_name = 'x'")
    }
    try await expect(
      plan, ["'splitProfiles' changes 'people.display_name', which the plan keeps, in "],
      prefix: true)
    try await verify(plan, mayChange: ["people.display_name"])
  }

  @Test func aFunctionThatLosesRowsIsFound() async throws {
    let plan = adding(toFunctionOf: 2) { try $0.execute("DELETE FROM task_labels") }
    try await expect(
      plan, ["'splitProfiles' loses 40 of 40 rows of table 'task_labels'"], prefix: true)
    try await verify(plan, mayChange: ["task_labels"])
  }

  @Test func aFunctionThatForgetsRowsIsFound() async throws {
    let plan = adding(toFunctionOf: 2) { try $0.execute("DELETE FROM profiles WHERE _rowid_ > 5") }
    try await expect(
      plan,
      [
        "'splitProfiles' makes rows of table 'profiles' for rows of 'people', but for "
      ], prefix: true)
    try await verify(plan, mayChange: ["people.bio", "people.website_url"])
  }

  @Test func aFunctionThatWritesWhatNoModelReadsIsFound() async throws {
    try await expect(
      adding("UPDATE profiles SET updated_at = 'soon'", to: 2),
      [
        "version 1 to 3: 'Profile' has a row whose column 'updated_at' should hold a date and holds text; "
          + "another program wrote it",
        "version 2 to 3: 'Profile' has a row whose column 'updated_at' should hold a date and holds text; "
          + "another program wrote it",
      ])
  }

  @Test func aReferenceThatLeadsNowhereIsFound() async throws {
    try await expect(
      adding("UPDATE tasks SET project_id = 'nowhere' WHERE _rowid_ = 1", to: 4),
      (1...4).map {
        "version \($0) to 5: references lead nowhere after the step: row 1 of table 'tasks' refers to a "
          + "row of 'projects' that is not there"
      })
  }

  @Test func aLostIndexIsFound() async throws {
    try await expect(
      without("CREATE INDEX tasks_parent_id", from: 4),
      (1...4).map {
        "version \($0) to 5: the step does not make what version 5 is: table 'tasks' lacks index "
          + "tasks_parent_id on parent_id BINARY"
      })
  }

  @Test func aForgottenTriggerIsFound() async throws {
    try await expect(
      adding("DROP TRIGGER swiftsync_tasks_delete", to: 4),
      (1...4).map {
        "version \($0) to 5: the step does not make what version 5 is: table 'tasks' lacks trigger "
          + "'swiftsync_tasks_delete'"
      })
  }

  @Test func aTableThatIsLeftIsNotTakenForTheApps() async throws {
    try await expect(
      without("DROP TABLE reminders", from: 3),
      (1...3).map {
        "version \($0) to 4: the step does not make what version 4 is: table 'reminders' of version 3 is "
          + "still there"
      })
  }

  @Test func aWrongRenameIsFound() async throws {
    try await expect(
      replacing("RENAME COLUMN name TO title", "RENAME COLUMN name TO titel", in: 1),
      [
        "version 1 to 2: the step does not make what version 2 is: table 'tasks' lacks column title TEXT "
          + "NOT NULL, and has column titel TEXT NOT NULL"
      ])
  }

  @Test func aChangedDefaultIsFound() async throws {
    try await expect(
      replacing(
        "is_billable INTEGER NOT NULL DEFAULT 1", "is_billable INTEGER NOT NULL DEFAULT 0", in: 4),
      (1...4).map {
        "version \($0) to 5: the step does not make what version 5 is: table 'tasks' lacks column "
          + "is_billable INTEGER NOT NULL DEFAULT 1, and has column is_billable INTEGER NOT NULL DEFAULT 0"
      })
  }

  @Test func aGapInTheNumbersIsFound() async throws {
    let steps = plan.steps.filter { $0.version != 2 }
    try await expect(
      MigrationPlan(steps: steps),
      [
        "no step leads from version 2 to 3, where the next one starts"
      ], prefix: true)
  }

  // MARK: Mistakes

  private func expect(
    _ plan: MigrationPlan, _ problems: [String], prefix: Bool = false
  ) async throws {
    do {
      try await verify(plan)
      Issue.record("no problem was found")
    } catch let error as MigrationProblems {
      guard prefix, let first = problems.first else { return #expect(error.problems == problems) }
      #expect(error.problems.first?.hasPrefix(first) == true, "\(error)")
    }
  }

  private func with(
    stagesOf version: Int, _ change: ([MigrationStage]) -> [MigrationStage]
  ) -> MigrationPlan {
    MigrationPlan(
      steps: plan.steps.map { step in
        guard step.version == version else { return step }
        return MigrationStep(
          from: step.version, step.old, to: step.nextVersion, step.new, stages: change(step.stages))
      })
  }

  /// A step whose function of the app does something more.
  private func adding(
    toFunctionOf version: Int, _ more: @escaping @Sendable (StageDatabase) throws -> Void
  ) -> MigrationPlan {
    with(stagesOf: version) { stages in
      stages.map { stage in
        guard case .app(let name, let run?) = stage.work else { return stage }
        return .custom(name, open: stage.openNames) { databases in
          try run(databases)
          try more(databases.current)
        }
      }
    }
  }

  private func adding(_ sql: String, to version: Int) -> MigrationPlan {
    with(stagesOf: version) { $0 + [.custom([sql])] }
  }

  private func without(_ beginning: String, from version: Int) -> MigrationPlan {
    with(stagesOf: version) { stages in
      stages.map { stage in
        guard case .statements(let statements) = stage.work else { return stage }
        return .custom(statements.filter { !$0.hasPrefix(beginning) })
      }
    }
  }

  private func replacing(_ text: String, _ other: String, in version: Int) -> MigrationPlan {
    with(stagesOf: version) { stages in
      stages.map { stage in
        guard case .statements(let statements) = stage.work else { return stage }
        return .custom(statements.map { $0.replacing(text, with: other) })
      }
    }
  }
}
