@_spi(Generated) import SwiftSyncSession
import SwiftSyncValues
import SwiftSyncVerifying
import SyncGenCommandLine
import SyncGenDiagnostics
import SyncGenMigration
import SyncGenSchema

/// A step with everything that is needed to test it, prepared once.
struct StepVerification: Sendable {
  /// The triggers that a run drops and creates.
  ///
  /// A store drops and installs them itself. They only concern the file for the shell.
  struct Triggers {
    let areThere: Bool
    let areWanted: Bool

    static let none = Triggers(areThere: false, areWanted: false)
  }

  let step: VersionStep
  /// The statements for each stage.
  let statements: [[String]]
  /// The plan's expectations for each row. Tests do without them, to check that the others also
  /// find mistakes of the plan.
  var promises: [TableExpectation]
  let rowExpectations: [RowExpectation]
  /// The expectations for values, which are read by their types and not by the plan's SQL.
  let valueExpectations: [ExpectedValue]
  /// The expectations at the end of the step.
  let finalExpectations: [RowExpectation]
  let audit: ValueAudit
  let names: RuntimeNames
  /// The columns that the plan leaves to SQL of the schema before the structural change, and after
  /// it.
  let unmanagedColumns: (before: Set<String>, after: Set<String>)
  /// The file written by `generate`.
  let file: SourceFile?

  /// - Parameter statements: The statements of the step, for each stage; `nil` for those of the
  ///   plan.
  init(_ step: VersionStep, statements: [[String]]? = nil, file: SourceFile?) {
    self.step = step
    let statements = statements ?? Pipeline.statements(of: step)
    self.statements = statements
    let named = Self.names(in: statements, of: step)
    // No statement changes rows of a table that it does not name: there are no triggers, and
    // references are off.
    promises = TableExpectation.all(of: step).filter { named.contains($0.table.name.lowercased()) }
    rowExpectations = RowExpectation.all(of: step)
    valueExpectations = ExpectedValue.all(of: step)
    finalExpectations = step.needsApp ? [] : RowExpectation.atEnd(of: step)
    audit = ValueAudit(
      SchemaMetadata.entities(json: Pipeline.metadata(of: step.new)), step.new.linkTables,
      only: step.statedSteps.isEmpty ? step.changedColumns : nil)
    names = RuntimeNames(step.new)
    unmanagedColumns = (
      Set(step.unmanagedColumns(before: true)), Set(step.unmanagedColumns(before: false))
    )
    self.file = file
  }

  /// What may name a table in the statements except those about triggers.
  private static func names(in statements: [[String]], of step: VersionStep) -> Set<String> {
    let relevant = zip(step.stages, statements).filter {
      !$0.0.dropsTriggers && !$0.0.createsTriggers
    }
    let tokens = relevant.flatMap(\.1).flatMap(SQLToken.tokens)
    // SQLite accepts a string as the name of a table.
    return Set(tokens.filter { $0.isName || $0.kind == .text }.map { $0.text.lowercased() })
  }

  /// Runs the step, after which the database has the new version.
  ///
  /// - Parameter before: Called with the database that the step really starts from.
  func run(
    on database: ScratchDatabase, _ triggers: Triggers,
    before: (ScratchDatabase) throws(SyncError) -> Void
  ) throws(SyncError) -> StepFailure? {
    try before(database)
    let failure = try attempt(on: database, triggers)
    guard let failure, case .refused = failure, step.mayStop else { return failure }
    // Without the rows at which the step stops, one would be left.
    if hasConstantKey(in: database) { return failure }
    // The plan states so. Its expectations for the other rows must still hold.
    guard try removeObstacles(from: database) else { return failure }
    try before(database)
    return try attempt(on: database, triggers)
  }

  /// Whether the file alone shows the effect of the plan on a new database, because it consists
  /// only of the structural change.
  var fileSuffices: Bool {
    file != nil && !step.needsApp && !step.mayStop && step.statedSteps.isEmpty
  }

  /// Runs the file of the step, which must meet the plan's expectations.
  func run(_ file: SourceFile, on database: ScratchDatabase) throws(SyncError) -> StepFailure? {
    do throws(StepFailure) {
      try StepAttempt(proven: self, database: database).run(file)
      return nil
    } catch {
      try database.rollBack()
      return error
    }
  }

  /// Whether a `backfill` gives all rows the same value of a key.
  private func hasConstantKey(in database: ScratchDatabase) -> Bool {
    step.constantKeyChecks.contains { check in
      do throws(SyncError) {
        return try database.count(check) == 1
      } catch {
        // SQLite cannot compute the values, which is also why the step fails.
        return false
      }
    }
  }

  /// Removes the rows at which the step stops according to the plan; returns `false` if SQLite
  /// cannot determine them, which is also why the step fails.
  private func removeObstacles(from database: ScratchDatabase) throws(SyncError) -> Bool {
    let rows = ProofRows(SchemaMetadata(step.old, forSamples: true))
    // Otherwise the removals would be local writes, and undo those that are to be verified.
    try database.run("BEGIN; INSERT INTO swiftsync_applying (is_on) VALUES (1)")
    do throws(SyncError) {
      try rows.repair(database, removals: step.obstacleRemovals)
    } catch {
      try database.rollBack()
      return false
    }
    try rows.repairEntries(of: database)
    try database.run("DELETE FROM swiftsync_applying; COMMIT")
    return true
  }

  private func attempt(
    on database: ScratchDatabase, _ triggers: Triggers
  ) throws(SyncError) -> StepFailure? {
    do throws(StepFailure) {
      try StepAttempt(proven: self, database: database).run(triggers)
      return nil
    } catch {
      try database.rollBack()
      return error
    }
  }
}

extension Schema {
  /// The join tables for the runtime, without those of entities.
  fileprivate var linkTables: [JoinTableMetadata] {
    joinTables.filter { $0.through == nil }.map { table in
      JoinTableMetadata(
        table.name.name, left: table.left.columns.map(\.name.name),
        of: self[table.left.entity].name.name, right: table.right.columns.map(\.name.name),
        of: self[table.right.entity].name.name)
    }
  }
}
