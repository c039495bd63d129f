import SwiftSyncRuntime
import SyncGenCore
import SyncGenDiagnostics
import SyncGenMigration
import SyncGenSchema

/// A step with all that is needed to try it, worked out once.
struct ProvenStep: Sendable {
  /// Which triggers a run takes away and makes.
  ///
  /// What they are depends on the versions alone, and takes most of the time of a step. So in a chain of
  /// steps they are made at its first stop and at its last one.
  struct Triggers {
    let areThere: Bool
    let areWanted: Bool
  }

  let step: VersionStep
  /// For each stage.
  private let statements: [[String]]
  private let promises: [TablePromise]
  private let names: RuntimeNames
  /// What `generate` has written.
  let file: SourceFile?

  init(_ step: VersionStep, file: SourceFile?) {
    self.step = step
    statements = Pipeline.statements(of: step)
    promises = TablePromise.all(of: step)
    names = RuntimeNames(step.new)
    self.file = file
  }

  /// Runs the step, after which the database is of the new version.
  ///
  /// - Parameter before: Is called with the database that the step really starts from.
  func run(
    on database: ScratchDatabase, _ triggers: Triggers,
    before: (ScratchDatabase) throws(SyncError) -> Void
  ) throws(SyncError) -> StepFailure? {
    try before(database)
    let failure = try attempt(on: database, triggers)
    guard let failure, case .refused = failure, step.mayStop else { return failure }
    // The plan says so. What it says of the other rows still has to be true.
    try removeObstacles(from: database)
    try before(database)
    return try attempt(on: database, triggers)
  }

  private func removeObstacles(from database: ScratchDatabase) throws(SyncError) {
    let removals = "BEGIN;\n" + step.obstacleRemovals.joined(separator: "\n") + "\nCOMMIT"
    var changes = -1
    while true {
      let now = try database.count("SELECT total_changes()")
      if now == changes { return }
      changes = now
      try database.run(removals)
    }
  }

  // MARK: Stages

  private func attempt(
    on database: ScratchDatabase, _ triggers: Triggers
  ) throws(SyncError) -> StepFailure? {
    do throws(StepFailure) {
      try run("PRAGMA foreign_keys = OFF", on: database)
      try run("BEGIN", on: database)
      try runStages(on: database, triggers)
      let version = step.needsApp ? step.old.version : step.new.version
      try run("PRAGMA user_version = \(version)", on: database)
      try run("COMMIT", on: database)
      return nil
    } catch {
      try database.rollBack()
      return error
    }
  }

  private func runStages(
    on database: ScratchDatabase, _ triggers: Triggers
  ) throws(StepFailure) {
    var isBehindApp = false
    for (stage, statements) in zip(step.stages, statements) {
      if stage.dropsTriggers, !triggers.areThere { continue }
      if stage.createsTriggers, !triggers.areWanted { continue }
      if case .app = stage.action { isBehindApp = true }
      if stage.isStructural {
        for promise in promises { try run(promise.expectation, on: database) }
      }
      for statement in statements {
        do throws(StepFailure) {
          try run(statement, on: database)
        } catch {
          // What the schema says may need what the app has not done here. What changes the tables fails at
          // rows at which the plan says that it stops.
          if !isBehindApp || stage.isStructural { throw error }
        }
      }
      if stage.isStructural { try compareRows(in: database) }
    }
    if let problem = try ask({ () throws(SyncError) in try database.firstProblem() }) {
      // The plan may have said that the step stops at such rows.
      throw .refused(message: problem, statement: nil)
    }
    try checkNames(in: database)
  }

  private func run(_ statement: String, on database: ScratchDatabase) throws(StepFailure) {
    do throws(SyncError) {
      try database.run(statement)
    } catch {
      throw StepFailure(error, statement: statement)
    }
  }

  private func ask<Answer>(
    _ question: () throws(SyncError) -> Answer
  ) throws(StepFailure) -> Answer {
    do throws(SyncError) {
      return try question()
    } catch {
      throw StepFailure(error, statement: error.refusedStatement ?? "")
    }
  }

  // MARK: Rows

  private func compareRows(in database: ScratchDatabase) throws(StepFailure) {
    for promise in promises {
      let difference = try ask { () throws(SyncError) in
        try promise.difference(in: database)
      }
      if let difference { throw .differs(difference) }
      try run("DROP TABLE \(promise.expected)", on: database)
    }
  }

  private func checkNames(in database: ScratchDatabase) throws(StepFailure) {
    let entries = try ask { () throws(SyncError) in
      try database.rows("SELECT DISTINCT entity, fields FROM swiftsync_changes")
    }
    for entry in entries {
      if let problem = names.problem(entity: entry[0] ?? "", fields: entry[1] ?? "") {
        throw .differs(problem)
      }
    }
    let links = try ask { () throws(SyncError) in
      try database.rows("SELECT DISTINCT relation FROM swiftsync_links")
    }
    for link in links {
      if let problem = names.problem(link: link[0] ?? "") { throw .differs(problem) }
    }
  }
}

extension TablePromise {
  /// What the rows of the new table do not keep of it, in words.
  fileprivate func difference(in database: ScratchDatabase) throws(SyncError) -> String? {
    let missing = try database.count(missingCount)
    let strange = try database.count(strangeCount)
    if missing == 0, strange == 0 { return nil }
    for column in columns {
      let row = try database.rows(differences(in: column))[0]
      guard let count = row[0].flatMap(Int.init), count > 0 else { continue }
      return "\(count) rows of table '\(table.name)' do not hold in '\(column.name)' what the plan "
        + "says: \(row[1] ?? "NULL") instead of \(row[2] ?? "NULL")"
    }
    return
      "table '\(table.name)' lacks \(missing) rows that the plan keeps, and has \(strange) others"
  }
}
