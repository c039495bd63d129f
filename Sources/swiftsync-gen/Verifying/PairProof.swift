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

  /// The outcome as a line, e.g. `1 to 3: verified with 412 rows`.
  var line: String { "\(from) to \(to): \(outcome.text)" }
}

extension PairProof.Outcome {
  fileprivate var text: String {
    switch self {
    case .proved(let rows): return "verified with \(rows) rows"
    case .needsApp(let step):
      let names = step.appFunctions.map { "'\($0)'" }.joined(separator: ", ")
      let functions = step.appFunctions.count == 1 ? "function" : "functions"
      return "not verified: the step to version \(step.new.version) calls the app's \(functions) "
        + "\(names); test it in the app"
    case .failed(let problem): return "failed [\(problem.diagnostic.code.rawValue)]"
    case .unreached(let version): return "not reached because the step to version \(version) fails"
    }
  }
}

extension VersionStep {
  /// The names of the app's functions.
  fileprivate var appFunctions: [String] {
    stages.compactMap { if case .app(let name) = $0.action { name } else { nil } }
  }
}
