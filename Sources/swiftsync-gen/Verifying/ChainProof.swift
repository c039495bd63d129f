import SwiftSyncRuntime
import SyncGenDiagnostics
import SyncGenMigration
import SyncGenSchema

/// Tries the way from one version to each later one.
struct ChainProof: Sendable {
  /// By position: the version that a step starts from, and at the end the newest one.
  let versions: [FreshVersion]
  let steps: [ProvenStep]

  /// The pairs that begin with a version, by its position.
  func pairs(from start: Int) throws(SyncError) -> [PairProof] {
    let database = try versions[start].filled()
    let count = try versions[start].rowCount(of: database)
    var pairs: [PairProof] = []
    var end: PairProof.Outcome?
    for index in start..<steps.count {
      var outcome = end ?? .proved(rows: count)
      if end == nil {
        if steps[index].step.needsApp { end = .needsApp(steps[index].step) }
        let failures = try failures(of: index, from: start, on: database)
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

  /// If the rows were made for the version that the step starts from, the file of the step is tried,
  /// too, and what is not the app's of a step that needs it.
  private func failures(
    of index: Int, from start: Int, on database: ScratchDatabase
  ) throws(SyncError) -> (step: Diagnostic?, file: Diagnostic?) {
    let (step, isOwn) = (steps[index], index == start)
    if step.step.needsApp, !isOwn { return (nil, nil) }
    let isLast = index + 1 == steps.count || steps[index + 1].step.needsApp
    let triggers = ProvenStep.Triggers(
      areThere: index <= start + 1, areWanted: isOwn || isLast)
    var original: ScratchDatabase?
    let failure = try step.run(on: database, triggers) { (database) throws(SyncError) in
      original = isOwn && step.file != nil ? try database.copy() : nil
    }
    if let failure { return (failure.diagnostic(of: step.step), nil) }
    let difference = try versions[index + 1].difference(
      of: database, triggers: triggers.areWanted)
    if let difference {
      return (StepFailure.differs(difference).diagnostic(of: step.step), nil)
    }
    guard let original, let file = step.file else { return (nil, nil) }
    let proof = FileProof(file: file, planned: database)
    return (nil, try proof.failure(on: original)?.diagnostic(of: step.step, in: file))
  }
}
