import SyncGenDiagnostics
import SyncGenMigration
import SyncGenSchema

/// The outcome of testing the migration from one version to another.
struct PairProof: Sendable {
  enum Outcome: Sendable {
    case proved(rows: Int)
    /// A step of the chain runs code of the app.
    case needsApp(VersionStep)
    case failed(Problem)
    /// The step to this version fails.
    case unreached(Int)
  }

  struct Problem: Sendable {
    let diagnostic: Diagnostic
    /// Whether SQL of the schema loses rows.
    let losesRows: Bool
  }

  let from: Int
  let to: Int
  let outcome: Outcome

  var problem: Problem? {
    if case .failed(let problem) = outcome { problem } else { nil }
  }

  var diagnostic: Diagnostic? { problem?.diagnostic }

  /// The outcome as a line, e.g. `1 to 3: verified with 412 rows`; `nil` if a test of the app must
  /// verify the migration.
  var line: String? { outcome.text.map { "\(from) to \(to): \($0)" } }
}

extension [PairProof] {
  /// What a test of the app must verify, e.g. `7 verified; 8 need your app (step 3 calls
  /// 'splitProfiles'): run verify(TrackerMigrationPlan.plan) in a test`; `nil` if there is nothing.
  func appLine(for schema: Schema) -> String? {
    let steps = compactMap { if case .needsApp(let step) = $0.outcome { step } else { nil } }
    if steps.isEmpty { return nil }
    let verified = count { if case .proved = $0.outcome { true } else { false } }
    var calls: [String] = []
    for step in steps.sorted(by: { $0.new.version < $1.new.version }) {
      let names = step.appFunctions.map { "'\($0)'" }.joined(separator: ", ")
      let call = "step \(step.new.version) calls \(names)"
      if calls.last != call { calls.append(call) }
    }
    return (verified == 0 ? "" : "\(verified) verified; ")
      + "\(steps.count) \(steps.count == 1 ? "needs" : "need") your app "
      + "(\(calls.joined(separator: "; "))): "
      + "run verify(\(schema.name.name)MigrationPlan.plan) in a test"
  }
}

extension PairProof.Outcome {
  /// `nil` for a migration that needs the app.
  fileprivate var text: String? {
    switch self {
    case .proved(let rows): "verified with \(rows) rows"
    case .needsApp: nil
    case .failed(let problem): "failed [\(problem.diagnostic.code.rawValue)]"
    case .unreached(let version): "not reached because the step to version \(version) fails"
    }
  }
}

extension VersionStep {
  /// The names of the app's functions.
  fileprivate var appFunctions: [String] {
    stages.compactMap { if case .app(let name) = $0.action { name } else { nil } }
  }
}
