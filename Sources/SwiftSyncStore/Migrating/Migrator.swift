import CSQLite
import SwiftSyncFoundation

/// Migrates a database of an older version to the newest one.
///
/// Each step is one transaction, which includes the version. A database that is left in the middle
/// of a chain therefore has the version of the last completed step, and the next migrator continues
/// from there.
package struct Migrator {
  let connection: Connection
  let path: String
  let newest: SchemaMetadata
  let plan: MigrationPlan
  /// The folder for a copy of the database; `nil` for none.
  let backupFolder: URL?
  /// Receives the progress, on the thread that migrates.
  let progress: (@Sendable (MigrationPlan.Progress) -> Void)?
  let token: CancellationToken
  /// The versions from which the steps start, in order.
  var versions: [Int] = []

  /// - Throws: `SyncError.olderDatabase` if no steps start at the version;
  ///   `SyncError.otherVersion` if the steps start at another content of that version;
  ///   `SyncError.unusableDatabase` if the app is not available to run one;
  ///   `SyncError.migrationFailed` if a step fails; `SyncError.cancelled`.
  func migrate(from version: Int) throws(SyncError) {
    guard let migrate = plan.migrate else {
      throw .olderDatabase(path: path, version: version, newest: newest.version)
    }
    try migrate(self, version)
  }

  /// Called by the plan.
  func runSteps(from version: Int) throws(SyncError) {
    guard let chain = plan.chain(from: version, to: newest.version) else {
      throw .olderDatabase(path: path, version: version, newest: newest.version)
    }
    var migrator = self
    migrator.versions = chain.map(\.version)
    try migrator.run(chain, from: version)
  }

  private func run(
    _ chain: ArraySlice<MigrationStep>, from version: Int
  ) throws(SyncError) {
    // A backup would replace that of the version which the plan knows.
    if let first = chain.first { try check(OwnObjects(connection).note, of: first) }
    for step in chain { try checkFunctions(of: step) }
    try backUp(chain)
    // Within a transaction, the pragma has no effect (SQLite documentation, "PRAGMA foreign_keys").
    try connection.execute("PRAGMA foreign_keys = OFF")
    // The writer's small cache is sufficient: each pass over the rows is in their order, and SQLite
    // uses the same amount again to sort an index.
    let versions = VersionReplay(plan)
    let existing = newest.adopts ? ExistingObjects(on: connection) : nil
    // The SQL of older versions, and of other programs, runs as it did when it was written. The tool
    // has checked that of the newest version.
    try connection.with(.everywhere) { () throws(SyncError) in
      for step in chain { try run(step, isFirst: step.version == version, versions, existing) }
    }
    try connection.execute("PRAGMA foreign_keys = ON")
  }

  /// Refuses a database that was created with another content of the version that a step starts
  /// from: the step could run and leave values that the next version cannot read.
  func check(_ note: SchemaNote?, of step: MigrationStep) throws(SyncError) {
    let other = note?.otherFingerprint(than: step.fingerprint, of: step.version)
    guard let other else { return }
    // A renamed schema has the name of its older version.
    if let name = note?.name, name != newest.name {
      throw .unusableDatabase(
        path: path,
        reason:
          "it is not version \(step.version) of '\(newest.name)': it belongs to another schema, "
          + "'\(name)'")
    }
    throw .otherVersion(path: path, version: step.version, fingerprint: other, difference: nil)
  }

  /// Refuses a chain with an unavailable function before anything is done.
  private func checkFunctions(of step: MigrationStep) throws(SyncError) {
    for case .app(let name, run: nil) in step.stages.map(\.work) {
      throw .unusableDatabase(
        path: path,
        reason: "the step from version \(step.version) to \(step.nextVersion) calls the "
          + "function '\(name)' of the app; open the database with the app first")
    }
  }

  private func backUp(_ chain: ArraySlice<MigrationStep>) throws(SyncError) {
    guard let folder = backupFolder, let first = chain.first else { return }
    note(.copying, first, done: 0)
    do throws(SyncError) {
      try BackupCopy(of: path, version: first.version, in: folder).make(connection)
    } catch {
      throw failure(of: first, "the backup copy could not be made: \(error.description)", error)
    }
  }

  /// Runs a step in its own transaction; an error undoes it.
  private func run(
    _ step: MigrationStep, isFirst: Bool, _ versions: VersionReplay, _ existing: ExistingObjects?
  ) throws(SyncError) {
    let needsOldRows = step.stages.contains { $0.appFunction != nil }
    do throws(SyncError) {
      // Old rows are read by another connection, as they were before the transaction.
      if needsOldRows { try connection.useLog() }
      try connection.writeTransaction(exclusive: true) { () throws(SyncError) in
        // Another process may have run the step while this one waited.
        guard try connection.version(of: newest) == step.version else { return ((), .rollback) }
        try StepRun(migrator: self, step: step, versions: versions, existing: existing)
          .run(checksBefore: isFirst)
        return ((), .commit)
      }
    } catch {
      switch error {
      case .cancelled, .migrationFailed, .otherVersion, .unusableDatabase: throw error
      default: throw failure(of: step, error.briefDescription, error)
      }
    }
  }

  func failure(
    of step: MigrationStep, _ reason: String, _ cause: (any Error)? = nil
  ) -> SyncError {
    .migrationFailed(
      SyncError.MigrationFailure(
        path: path, schema: newest.name, version: step.version, nextVersion: step.nextVersion,
        reason: reason, cause: cause))
  }

  func note(_ phase: MigrationPlan.Progress.Phase, _ step: MigrationStep, done: Int) {
    progress?(
      MigrationPlan.Progress(
        version: step.version, nextVersion: step.nextVersion, newestVersion: newest.version,
        doneSteps: versions.firstIndex(of: step.version) ?? 0, steps: versions.count,
        phase: phase, doneOperations: done, operations: step.operationCount))
  }
}

extension MigrationStep {
  fileprivate var operationCount: Int {
    stages.reduce(0) { count, stage in
      switch stage.work {
      case .statements(let statements): count + statements.count
      case .sql, .app: count + 1
      }
    }
  }
}

extension SyncError {
  /// The description; only the first line of a statement, since a step may have hundreds of
  /// statements.
  fileprivate var briefDescription: String {
    guard case .database(let failure) = self, let sql = failure.sql else { return description }
    let start = sql.prefix { $0 != "\n" }.prefix(120)
    let brief = SyncError.DatabaseFailure(
      code: failure.code, message: failure.message,
      sql: start.utf8.count == sql.utf8.count ? sql : "\(start)…", entity: failure.entity)
    return brief.description
  }
}

extension Connection {
  /// `PRAGMA user_version`: the schema's version in the database of a store; 0 in a new one.
  func userVersion() throws(SyncError) -> Int {
    Int(try integer("PRAGMA user_version") ?? 0)
  }

  /// The version of a schema in the database; 0 if it has none. The `user_version` of an adopted
  /// database belongs to the other program.
  func version(of schema: SchemaMetadata) throws(SyncError) -> Int {
    guard schema.adopts else { return try userVersion() }
    return try OwnObjects(self).note?.version ?? 0
  }
}
