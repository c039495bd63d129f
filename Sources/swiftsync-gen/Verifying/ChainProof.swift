@_spi(Generated) import SwiftSyncSession
import SwiftSyncValues
import SwiftSyncVerifying
import SyncGenDiagnostics
import SyncGenMigration
import SyncGenSchema

/// Tests the migrations from versions to later ones.
///
/// A long history has many pairs of versions, and SQLite reads all tables again for each
/// `ALTER TABLE`. Each step is therefore tested twice first: on a new database of the previous
/// version, and on one that began as version 1 and receives the rows of each version on its way.
/// The latter tests for the rows of all older versions at once what separate databases would, and
/// its columns are in another order than in a new one. On the new database, the step's file runs,
/// if there is one, since it has the same effect as the plan. If there is any problem, or if a
/// statement of the schema could depend on the order of columns, each pair of versions is tested
/// separately.
struct ChainProof: Sendable {
  /// By position: the version that each step starts from, followed by the newest one.
  let versions: [FreshVersion]
  let steps: [StepVerification]

  /// The pairs that start from a version, by its position.
  ///
  /// - Parameter isJoined: Whether `joinedProof` has tested all steps except the first one.
  func pairs(from start: Int, isJoined: Bool) throws(SyncError) -> [PairProof] {
    let database = try versions[start].filled()
    let count = try versions[start].rowCount(of: database)
    var pairs: [PairProof] = []
    var end: PairProof.Outcome?
    for index in start..<steps.count {
      var outcome = end ?? .proved(rows: count)
      if end == nil {
        if steps[index].step.needsApp { end = .needsApp(steps[index].step) }
        var failures: (step: PairProof.Problem?, file: PairProof.Problem?) = (nil, nil)
        if isJoined, index == start, steps[index].fileSuffices {
          failures = try fileFailures(of: index, on: database)
        } else if !isJoined || index == start {
          failures = try self.failures(of: index, from: start, on: database)
        }
        outcome = (failures.step ?? failures.file).map { .failed($0) } ?? end ?? outcome
        if failures.step != nil { end = .unreached(steps[index].step.new.version) }
      }
      pairs.append(
        PairProof(
          from: versions[start].schema.version, to: steps[index].step.new.version,
          outcome: outcome))
    }
    return pairs
  }

  /// Migrates rows of all versions to the newest one in one database; returns `false` if there is a
  /// problem.
  ///
  /// At a step that needs the app, another database begins.
  func joinedProof() throws(SyncError) -> Bool {
    var database: ScratchDatabase?
    var start = 0
    for index in steps.indices {
      if steps[index].step.needsApp {
        database = nil
        continue
      }
      let current: ScratchDatabase
      if let database {
        current = database
        try versions[index].fill(current)
      } else {
        current = try versions[index].filled()
        start = index
      }
      database = current
      // Its first step is that of a new database, which is tested separately.
      let failures = try failures(of: index, from: start, on: current, hasFile: false)
      if failures.step != nil { return false }
    }
    return true
  }

  /// If the rows were created for the version that the step starts from, the file of the step is
  /// also tested, as are the parts of a step that do not need the app.
  private func failures(
    of index: Int, from start: Int, on database: ScratchDatabase, hasFile: Bool = true
  ) throws(SyncError) -> (step: PairProof.Problem?, file: PairProof.Problem?) {
    let (step, isOwn) = (steps[index], index == start)
    if step.step.needsApp, !isOwn { return (nil, nil) }
    let file = hasFile && isOwn ? step.file : nil
    var original: ScratchDatabase?
    let failure = try step.run(on: database, .none) { (database) throws(SyncError) in
      original = file == nil ? nil : try database.copy()
    }
    if let failure { return (failure.problem(of: step.step), nil) }
    let difference = try versions[index + 1].difference(of: database, triggers: false)
    if let difference {
      return (StepFailure.differs(difference).problem(of: step.step), nil)
    }
    if isOwn, hasFile, let failure = try sparseFailure(of: index) { return (failure, nil) }
    guard let original, let file, !step.step.hasStatementsOfChance else { return (nil, nil) }
    // Where the shell runs the file, triggers exist.
    try versions[index].addTriggers(to: original)
    let proof = FileProof(
      file: file, schema: versions[index + 1].schema,
      entities: versions[index + 1].entities, planned: database,
      expected: versions[index + 1].facts,
      chance: step.step.columnsOfChance)
    return (nil, try proof.failure(on: original)?.problem(of: step.step, in: file))
  }

  /// Runs the step's file on a new database instead of the plan.
  private func fileFailures(
    of index: Int, on database: ScratchDatabase
  ) throws(SyncError) -> (step: PairProof.Problem?, file: PairProof.Problem?) {
    let step = steps[index]
    guard let file = step.file else { return (nil, nil) }
    // Where the shell runs the file, triggers exist.
    try versions[index].addTriggers(to: database)
    if let failure = try step.run(file, on: database) {
      return (nil, failure.problem(of: step.step, in: file))
    }
    var difference = try versions[index + 1].difference(of: database, triggers: true)
    if difference == nil {
      difference = try SearchTables.problem(in: database, of: versions[index + 1].entities)
    }
    if let difference {
      return (nil, StepFailure.differs(difference).problem(of: step.step, in: file))
    }
    return (try sparseFailure(of: index), nil)
  }

  /// Tests SQL of the schema with other tables empty, where e.g. a maximum is null.
  private func sparseFailure(of index: Int) throws(SyncError) -> PairProof.Problem? {
    var step = steps[index]
    // The effect of the plan on each row has already been compared.
    step.promises = []
    let backfilled = Set(step.step.backfills.map(\.table))
    if step.step.needsApp { return nil }
    let mayRead =
      !step.step.statedSteps.isEmpty || step.step.backfills.contains { $0.readsOtherTables }
    guard mayRead else { return nil }
    for tables in backfilled.isEmpty ? [[]] : [backfilled, []] {
      let database = try versions[index].filled(only: tables)
      let failure = try step.run(on: database, .none) { _ in }
      if let failure { return failure.problem(of: step.step) }
    }
    return nil
  }
}

extension VersionStep.StatedExpression {
  /// Whether it may read rows of other tables, which may be empty. If in doubt, `true`.
  fileprivate var readsOtherTables: Bool {
    // `x IN other` reads a table without a query.
    !SQLToken.names(in: expression).isDisjoint(with: ["select", "in"])
  }
}
