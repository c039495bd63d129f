import Foundation
@_spi(Generated) import SwiftSyncRuntime
import SwiftSyncTestSupport
import Testing

/// A step with functions before and after the change; the first one writes to the old tables.
@Suite struct LedgerTests {
  @Test func functionsSeeTheirTables() async throws {
    let database = try Database()
    let program = try OtherProgram(at: database)
    let account = "00000000-0000-4000-8000-0000000000a"
    let entry = "00000000-0000-4000-8000-0000000000e"
    try program.run(
      """
      BEGIN; \(try Sample.ddl("ledger-v1")); COMMIT;
      INSERT INTO accounts (id, name, code) VALUES
        ('\(account)1', 'Cash', NULL), ('\(account)2', 'Bank', 'B'), ('\(account)3', 'Till', 'B');
      INSERT INTO entries (id, text, amount, account_id) VALUES
        ('\(entry)1', 'Tea', 3, '\(account)1'), ('\(entry)2', 'Nothing', NULL, '\(account)2');
      """)
    let store = try await database.open(LedgerSchema.self)
    let accounts = try await store.query("SELECT title, code FROM accounts ORDER BY id")
    #expect(
      accounts.map(\.values) == [["Cash", "code 1"], ["Bank", "code 2"], ["Till", "code 3"]])
    let lines = try await store.query(
      "SELECT text, lines.amount FROM lines JOIN entries ON entries.id = entry_id")
    #expect(lines.map(\.values) == [["Tea", 3]])
    await store.close()
  }

  /// The function runs before the step, so an error leaves the database as it was.
  @Test func errorBeforeChangeRollsBackStep() async throws {
    let database = try Database()
    let program = try OtherProgram(at: database)
    try program.run(
      "BEGIN; \(try Sample.ddl("ledger-v1")); COMMIT; "
        + "INSERT INTO accounts (id, name) VALUES ('no uuid', 'Cash')")
    await #expect(throws: SyncError.self) { try await database.open(LedgerSchema.self) }
    #expect(try program.rows("SELECT name, code IS NULL FROM accounts") == ["Cash|1"])
    #expect(try program.rows("SELECT user_version FROM pragma_user_version") == ["1"])
  }

  @Test func planIsVerified() async throws {
    let verification = try await verify(LedgerMigrationPlan.plan)
    #expect(verification.pairs.map { "\($0.version)-\($0.newVersion)" } == ["1-2"])
  }

  @Test func detectsLossInFunctionBeforeChange() async throws {
    let step = try #require(LedgerMigrationPlan.plan.steps.first)
    let stages = step.stages.map { stage -> MigrationStep.Stage in
      guard case .app("giveCodes", let run?) = stage.work else { return stage }
      return .custom("giveCodes", open: stage.unmanagedColumns) { databases in
        try run(databases)
        try databases.current.execute("UPDATE accounts SET name = 'x' WHERE code = 'code 1'")
        try databases.current.execute("DELETE FROM accounts WHERE code = 'code 2'")
      }
    }
    let whole = LedgerMigrationPlan.plan
    let plan = MigrationPlan(
      from: 1, tables: whole.tables, types: whole.types,
      steps: [MigrationStep(from: 1, to: 2, types: step.types, stages: stages)],
      newest: LedgerSchema.metadata)
    do {
      try await verify(plan)
      Issue.record("no problem was found")
    } catch let error as MigrationVerification.Problems {
      #expect(
        error.problems == [
          "'giveCodes' loses 1 of 40 rows of table 'accounts', which the plan keeps, e.g. "
            + "'00000000-0000-4000-8000-000000000020'",
          "'giveCodes' changes 'accounts.name', which the plan keeps, in 1 of 40 rows, e.g. from "
            + "'e\u{301}' to 'x'",
        ])
    }
    try await verify(plan, mayChange: ["accounts"])
  }
}

nonisolated extension LedgerMigrationPlan {
  /// Assigns codes in the order of the identities.
  static func giveCodes(in old: Rows1) throws {
    var number = 0
    for account in try old.accounts.all().sorted(by: { $0.id.uuidString < $1.id.uuidString }) {
      number += 1
      try old.accounts.update(account.id) { $0.code = "code \(number)" }
    }
  }

  static func makeLines(from old: OldRows1, to new: Rows2) throws {
    try old.entries.forEach { entry in
      guard let amount = entry.amount else { return }
      try new.lines.insert(Line(id: entry.id, amount: amount, entryID: entry.id))
    }
  }
}
