import SwiftSyncSQLite
@_spi(Generated) import SwiftSyncSession
import SwiftSyncVerifying
import SyncGenDiagnostics
import SyncGenMigration
import SyncGenSchema

/// One run of a step on a database, observed from its first statement to its last.
struct StepAttempt {
  let proven: StepVerification
  let database: ScratchDatabase

  private var step: VersionStep { proven.step }

  /// Runs the step in a transaction, which remains open if there is a problem.
  func run(_ triggers: StepVerification.Triggers) throws(StepFailure) {
    try run("PRAGMA foreign_keys = OFF")
    try run("BEGIN")
    try runStages(triggers)
    let version = step.needsApp ? step.old.version : step.new.version
    try run(step.settingVersion(version))
    try run("COMMIT")
  }

  /// Runs the file of the step, which contains its transaction and its structural change.
  func run(_ file: SourceFile) throws(StepFailure) {
    try runChange([String(decoding: file.bytes, as: UTF8.self)])
    try checkEnd()
    let version = try ask { () throws(SyncError) in
      try database.count(step.new.versionQuery)
    }
    if version != step.new.version {
      throw .differs("\(step.new.versionName) is \(version), not \(step.new.version)")
    }
  }

  // MARK: Stages

  private func runStages(_ triggers: StepVerification.Triggers) throws(StepFailure) {
    var isAfterApp = false
    var isAfterChange = false
    for (stage, statements) in zip(step.stages, proven.statements) {
      if stage.dropsTriggers, !triggers.areThere { continue }
      if stage.createsTriggers, !triggers.areWanted { continue }
      if case .app = stage.action { isAfterApp = true }
      if stage.isStructural {
        try runChange(statements)
        isAfterChange = true
      } else if !stage.isStated {
        for statement in statements { try run(statement) }
      } else if !isAfterApp {
        let open = isAfterChange ? proven.unmanagedColumns.after : proven.unmanagedColumns.before
        try runStated(
          statements, of: isAfterChange ? step.new : step.old, open: open.union(stage.mayChange))
      } else {
        runWithoutApp(statements)
      }
    }
    try checkEnd()
  }

  /// Checks the conditions on the whole database.
  private func checkEnd() throws(StepFailure) {
    if let problem = try ask({ () throws(SyncError) in try database.firstProblem() }) {
      // The plan may have stated that the step stops at such rows.
      throw .refused(message: problem, statement: nil)
    }
    try checkNames()
    if !step.needsApp { try checkValues() }
  }

  /// Runs the structural change, and checks its expectations.
  private func runChange(_ statements: [String]) throws(StepFailure) {
    for promise in proven.promises { try run(promise.expectation) }
    let promises = proven.rowExpectations + proven.finalExpectations
    for promise in promises where !promise.record.isEmpty { try run(promise.record) }
    for promise in proven.valueExpectations { try run(promise.record) }
    for statement in statements { try run(statement) }
    try compareRows()
    for promise in proven.valueExpectations {
      try check { () throws(SyncError) in try promise.problem(in: database) }
      try run(promise.cleanup)
    }
    for promise in proven.rowExpectations {
      try check { () throws(SyncError) in try promise.problem(in: database) }
    }
    for promise in proven.rowExpectations where !promise.cleanup.isEmpty {
      try run(promise.cleanup)
    }
  }

  /// Runs the SQL under `sql:` of the schema.
  private func runStated(
    _ statements: [String], of schema: Schema, open: Set<String>
  ) throws(StepFailure) {
    let watch = try ask { () throws(SyncError) in
      try StatementWatch(
        database, aside: StatementLimits.aside, marks: schema.deletionMarks, open: open)
    }
    var updated: Set<String> = []
    for statement in statements.flatMap(StatementText.parts) {
      do throws(SyncError) {
        updated.formUnion(try database.runPart(statement))
      } catch {
        throw FailureFinder(step: step, database: database).failure(error, ofStated: statement)
      }
    }
    let damages = try ask { () throws(SyncError) in
      try watch.damages(in: database, updated: updated, onlyFirst: true)
    }
    if let damage = damages.first { throw .differs(damage.text, losesRows: damage.losesRows) }
    try ask { () throws(SyncError) in try watch.end(in: database) }
  }

  /// Runs the SQL of the schema after a function of the app, which may need what the function has
  /// not done here.
  private func runWithoutApp(_ statements: [String]) {
    for statement in statements {
      do throws(SyncError) {
        _ = try database.runPart(statement)
      } catch {
        continue
      }
    }
  }

  // MARK: Rows

  /// Checks the conditions after the step: values of the right form, and no value that a new
  /// database would not accept.
  private func checkValues() throws(StepFailure) {
    let problem = try ask { () throws(SyncError) in try proven.audit.problem(in: database) }
    if let problem {
      throw .differs(problem.text, column: problem.column, advice: problem.advice)
    }
    for promise in proven.finalExpectations {
      try check { () throws(SyncError) in try promise.problem(in: database) }
      if !promise.cleanup.isEmpty { try run(promise.cleanup) }
    }
  }

  private func compareRows() throws(StepFailure) {
    for promise in proven.promises {
      try check { () throws(SyncError) in try promise.difference(in: database) }
      try run("DROP TABLE \(promise.expected)")
    }
  }

  private func checkNames() throws(StepFailure) {
    let entries = try ask { () throws(SyncError) in
      try database.rows("SELECT DISTINCT entity, fields FROM swiftsync_changes")
    }
    for entry in entries {
      if let problem = proven.names.problem(entity: entry[0] ?? "", fields: entry[1] ?? "") {
        throw .differs(problem)
      }
    }
    let links = try ask { () throws(SyncError) in
      try database.rows("SELECT DISTINCT relation FROM swiftsync_links")
    }
    for link in links {
      if let problem = proven.names.problem(link: link[0] ?? "") { throw .differs(problem) }
    }
  }

  // MARK: Statements and questions

  private func run(_ statement: String) throws(StepFailure) {
    do throws(SyncError) {
      try database.run(statement)
    } catch {
      throw FailureFinder(step: step, database: database).failure(error, of: statement)
    }
  }

  private func check(_ question: () throws(SyncError) -> String?) throws(StepFailure) {
    if let problem = try ask(question) { throw .differs(problem) }
  }

  private func ask<Value>(
    _ question: () throws(SyncError) -> Value
  ) throws(StepFailure) -> Value {
    do throws(SyncError) {
      return try question()
    } catch {
      throw StepFailure(error, statement: error.refusedStatement ?? "")
    }
  }
}

extension Schema {
  /// The marks of soft-deleted rows, by their tables.
  fileprivate var deletionMarks: [String: StatementWatch.Mark] {
    let marks = entities.compactMap { entity in
      entity.keptTombstone.map { mark in
        (entity.table.name, StatementWatch.Mark(mark.column.name, isFlag: mark.isFlag))
      }
    }
    return Dictionary(marks, uniquingKeysWith: { first, _ in first })
  }
}

/// The location of the version in a database: the `user_version` of an adopted database belongs to
/// the other program.
extension Schema {
  var versionName: String { adopts ? "the version in 'swiftsync_schema'" : "'user_version'" }

  var versionQuery: String {
    adopts
      ? "SELECT version FROM swiftsync_schema" : "SELECT user_version FROM pragma_user_version"
  }
}

extension VersionStep {
  fileprivate func settingVersion(_ version: Int) -> String {
    guard new.adopts else { return "PRAGMA user_version = \(version)" }
    // As in the file of the step, which does nothing if the app must run a function.
    if needsApp { return "SELECT 1" }
    return "UPDATE swiftsync_schema SET version = \(version), fingerprint = NULL"
  }
}

extension TableExpectation {
  /// A description of what the rows of the new table do not keep; `nil` if they keep everything.
  fileprivate func difference(in database: ScratchDatabase) throws(SyncError) -> String? {
    let strange = try database.count(strangeCount)
    if strange == 0, let sameCount, try database.count(sameCount) == 1 { return nil }
    let missing = try database.count(missingCount)
    if missing == 0, strange == 0 { return nil }
    for column in columns {
      let row = try database.rows(differences(in: column))[0]
      guard let count = row[0].flatMap(Int.init), count > 0 else { continue }
      let rows =
        count == 1
        ? "1 row of table '\(table.name)' differs" : "\(count) rows of table '\(table.name)' differ"
      return
        "\(rows) from the plan in '\(column.name)': \(row[1] ?? "NULL") instead of "
        + "\(row[2] ?? "NULL")"
    }
    return "table '\(table.name)' \(Self.difference(lacking: missing, others: strange))"
  }

  private static func difference(lacking missing: Int, others: Int) -> String {
    let kept = missing == 1 ? "1 expected row" : "\(missing) expected rows"
    if others == 0 { return "lacks \(kept)" }
    let added = others == 1 ? "1 unexpected row" : "\(others) unexpected rows"
    return missing == 0 ? "has \(added)" : "lacks \(kept) and has \(added)"
  }
}

extension RowExpectation {
  /// A description of the rows that break the expectation; `nil` if there are none.
  fileprivate func problem(in database: ScratchDatabase) throws(SyncError) -> String? {
    guard let violations, let row = try database.rows(violations).first,
      let count = row[0].flatMap(Int.init), count > 0
    else { return nil }
    return "\(text(of: count)), e.g. \(row[1] ?? "NULL")"
  }
}

extension ExpectedValue {
  /// A description of the first row that breaks the expectation; `nil` if there is none.
  fileprivate func problem(in database: ScratchDatabase) throws(SyncError) -> String? {
    try database.rows(texts).lazy.compactMap { row in
      row[0].flatMap { problem(from: $0, to: row[1]) }
    }.first
  }
}
