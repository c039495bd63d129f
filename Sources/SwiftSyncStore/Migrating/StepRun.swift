import SwiftSyncSQLite
import CSQLite

/// The execution of one step within its transaction.
struct StepRun {
  let migrator: Migrator
  let step: MigrationStep
  let versions: VersionReplay
  /// Objects that another program may have created; `nil` if the database is the store's own.
  let existing: ExistingObjects?

  private var connection: Connection { migrator.connection }

  /// - Parameter checksBefore: Whether the rows of the database have not been checked yet.
  func run(checksBefore: Bool) throws(SyncError) {
    migrator.note(.checking, step, done: 0)
    let own = try OwnObjects(connection)
    try migrator.check(own.note, of: step)
    try checkStart(rows: checksBefore, own.note)
    try RuntimeTables.install(connection, over: own.format)
    // The writes of a step are not local writes, and a trigger blocks changes of tables and columns
    // that it names.
    try own.dropTriggers(on: connection)
    let rebuilt =
      migrator.newest.adopts ? try RebuiltTables(of: step, in: versions, on: connection) : nil
    if let loss = rebuilt?.loss() { throw migrator.failure(of: step, loss) }
    let foreign = try ForeignObjects(connection, isRebuild: !step.rebuiltTables.isEmpty)
    try foreign.takeAway()
    try runStages()
    if let problem = foreign.putBack() ?? foreign.brokenView() {
      throw migrator.failure(of: step, problem)
    }
    if let problem = try rebuilt?.restore() { throw migrator.failure(of: step, problem) }
    migrator.note(.checking, step, done: doneCount(step.stages[...]))
    try checkEnd()
    try installTriggers()
    if !migrator.newest.adopts {
      try connection.execute("PRAGMA user_version = \(step.nextVersion)")
    }
  }

  private var isLast: Bool { step.nextVersion == migrator.newest.version }

  /// Installs the triggers of the store's version after the last step. The triggers of earlier
  /// versions are not known any more, so until then nothing can be written: it would not be
  /// recorded.
  private func installTriggers() throws(SyncError) {
    let own = try OwnObjects(connection)
    if isLast { return try own.install(migrator.newest, on: connection) }
    let tables = try versions.facts(of: step.nextVersion).ordinaryTables
    try own.guardTables(
      tables, version: step.nextVersion, migrator.plan.fingerprint(of: step.nextVersion),
      of: migrator.newest, on: connection)
  }

  // MARK: Checks

  /// Checks that the database matches its version.
  private func checkStart(rows: Bool, _ note: SchemaNote?) throws(SyncError) {
    let expected = try versions.facts(of: step.version)
    let found = try facts(of: expected.tables)
    if rows { try checkSchema(found, expected, note?.name) }
    let difference = try difference(of: found, from: expected) { () throws(SyncError) in
      try versions.shapes(of: step.version)
    }
    if let difference {
      throw migrator.failure(
        of: step,
        "it does not match version \(step.version): \(difference); \(cause(note))")
    }
    if rows { try checkRows("before the step", in: expected) }
  }

  /// Why the tables are not those of the version.
  private func cause(_ note: SchemaNote?) -> String {
    let change = "another program has changed its tables"
    let isThisVersion =
      note?.version == step.version && step.fingerprint != nil
      && note?.fingerprint == step.fingerprint
    return isThisVersion || migrator.newest.adopts
      ? change : "another version \(step.version) created it, or \(change)"
  }

  /// Checks that the database does not belong to another schema, which no step applies to.
  private func checkSchema(
    _ found: DatabaseFacts, _ expected: DatabaseFacts, _ name: String?
  ) throws(SyncError) {
    let missing = expected.tables.subtracting(found.tables).min()
    let schema = migrator.newest.name
    guard let missing, name != schema else { return }
    let cause = "it belongs to another schema" + (name.map { ", '\($0)'" } ?? "")
    throw .unusableDatabase(
      path: migrator.path,
      reason: "it does not match version \(step.version) of '\(schema)': table "
        + "'\(missing)' is missing; \(cause)")
  }

  /// Checks that the database matches a new one of the next version.
  private func checkEnd() throws(SyncError) {
    let expected =
      try isLast
      ? DatabaseFacts(tables: migrator.newest.tables) : versions.facts(of: step.nextVersion)
    let before = try versions.facts(of: step.version).tables
    let found = try facts(of: expected.tables.union(before))
    let difference = try difference(of: found, from: expected, nextShapes)
    if let difference {
      throw migrator.failure(
        of: step, "the step does not produce version \(step.nextVersion): \(difference)")
    }
    if let table = before.subtracting(expected.tables).intersection(found.tables).min() {
      throw migrator.failure(
        of: step,
        "the step does not produce version \(step.nextVersion): table '\(table)' of version "
          + "\(step.version) is still there")
    }
    try checkRows("after the step", in: expected)
    if isLast, let problem = try existing?.firstUnreadableValue(in: migrator.newest) {
      throw migrator.failure(of: step, "\(problem); \(Self.advice(step))")
    }
  }

  /// The tables of the next version, for comparison with databases of other programs.
  private func nextShapes() throws(SyncError) -> TableShapes {
    try isLast ? TableShapes(tables: migrator.newest.tables) : versions.shapes(of: step.nextVersion)
  }

  /// The facts of the database about these tables, and about others that could belong to the
  /// schema.
  private func facts(of tables: Set<String>) throws(SyncError) -> DatabaseFacts {
    try DatabaseFacts(connection, only: migrator.newest.adopts ? tables : nil)
  }

  /// Compares tables of another program only in what a store needs, and all other tables
  /// completely.
  private func difference(
    of found: DatabaseFacts, from expected: DatabaseFacts,
    _ shapes: () throws(SyncError) -> TableShapes
  ) throws(SyncError) -> String? {
    guard migrator.newest.adopts else { return found.difference(from: expected, triggers: false) }
    return try AdoptionCheck(shapes(), on: connection).problems.first
  }

  private func checkRows(_ moment: String, in expected: DatabaseFacts) throws(SyncError) {
    let tables = migrator.newest.adopts ? expected.tables : nil
    if let orphan = try connection.firstOrphan(in: tables) {
      throw migrator.failure(of: step, "dangling references \(moment): \(orphan)")
    }
    if let damage = try connection.firstDamage(in: tables) {
      throw migrator.failure(of: step, "the file is damaged \(moment): \(damage)")
    }
  }

  // MARK: Stages

  private func runStages() throws(SyncError) {
    // The writes of the app's functions are not recorded either.
    try connection.execute("INSERT INTO swiftsync_applying (is_on) VALUES (1)")
    let snapshot = try snapshot()
    defer { snapshot?.close() }
    for (index, stage) in step.stages.enumerated() {
      switch stage.work {
      case .statements(let statements):
        try run(statements, after: doneCount(step.stages[..<index]))
      case .sql(let sql):
        try prepare(doneCount(step.stages[..<index]))
        try run(sql, .rows)
      case .app(let name, let function):
        try prepare(doneCount(step.stages[..<index]))
        try run(name, function, snapshot)
      }
    }
    try connection.execute("DELETE FROM swiftsync_applying")
  }

  private func run(_ statements: [MigrationStatement], after done: Int) throws(SyncError) {
    for (index, statement) in statements.enumerated() {
      try prepare(done + index)
      let finding = try statement.added.flatMap { object throws(SyncError) in
        try existing?.find(object, for: nextShapes)
      }
      switch finding ?? .nothing {
      case .nothing: try run(statement.sql, .part)
      case .usable: break
      case .unusable(let problem):
        throw migrator.failure(of: step, "\(problem); \(Self.advice(step))")
      }
    }
  }

  /// The remedy if the next version does not fit what another program has created.
  private static func advice(_ step: MigrationStep) -> String {
    "change version \(step.nextVersion) of the schema so that it fits, or let the other program "
      + "change this"
  }

  private func run(_ sql: String, _ limits: StatementLimits) throws(SyncError) {
    do throws(SyncError) {
      try connection.limited(to: limits) { () throws(SyncError) in try connection.execute(sql) }
    } catch {
      throw failure(of: sql, error)
    }
  }

  /// SQLite's message about a statement, with the row at which it failed.
  private func failure(of sql: String, _ error: SyncError) -> SyncError {
    guard case .database(let failure) = error else { return error }
    var place = ""
    var reason = failure.reason
    do throws(SyncError) {
      if let row = try FailedRow(failure, of: sql, on: connection) {
        place = " at \(try row.place(of: sql))"
        if row.lacksInteger, let name = row.columnNames.first {
          reason = "the new value of '\(name)' is null or not an integer"
        }
      }
    } catch {
      // Reports the first error, if necessary without its row.
      place = ""
    }
    // The table belongs to no version, so the message keeps its full name.
    let isTaken = failure.message.hasSuffix(" already exists")
    reason = isTaken ? "\(reason); drop it" : reason.withoutTemporaryPrefix
    return migrator.failure(
      of: step, "the statement \"\(sql.abridged(to: 80))\" failed\(place): \(reason)", error)
  }

  /// Reports the progress of the step, and ends it if the waiting task is cancelled.
  private func prepare(_ done: Int) throws(SyncError) {
    try migrator.token.check()
    migrator.note(.running, step, done: done)
  }

  private func run(
    _ name: String, _ function: (@Sendable (StageDatabases) throws -> Void)?,
    _ snapshot: MigrationPlan.StageDatabase?
  ) throws(SyncError) {
    guard let function, let snapshot else { return }
    let current = MigrationPlan.StageDatabase(connection)
    defer { current.close() }
    do {
      try connection.with(.refused) {
        try connection.limited(to: .rows) {
          try function(StageDatabases(old: snapshot, current: current))
        }
      }
    } catch {
      throw migrator.failure(of: step, "'\(name)' threw an error: \(error)", error)
    }
    // SQLite may have rolled back by itself, e.g. on a full disk.
    guard connection.isInTransaction else {
      throw migrator.failure(of: step, "the transaction of the step ended while '\(name)' ran")
    }
    connection.resetStatements()
  }

  /// The rows as they were before the transaction, for the app's functions.
  private func snapshot() throws(SyncError) -> MigrationPlan.StageDatabase? {
    guard step.stages.contains(where: { $0.appFunction != nil }) else { return nil }
    let reader = try Connection(
      path: migrator.path, mode: .readOnly, preparing: connection.preparation)
    // The connection is a reader from its first access to the file.
    try reader.execute("BEGIN")
    _ = try reader.userVersion()
    return MigrationPlan.StageDatabase(reader)
  }

  private func doneCount(_ stages: ArraySlice<MigrationStep.Stage>) -> Int {
    stages.reduce(0) { count, stage in
      if case .statements(let statements) = stage.work { return count + statements.count }
      return count + 1
    }
  }
}
