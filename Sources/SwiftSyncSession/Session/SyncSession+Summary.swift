@_spi(Generated) public import SwiftSyncStore

extension SyncSession {
  /// The result of a session, step by step.
  public struct Summary: Sendable {
    /// The outcome of a step.
    public enum Outcome: Sendable {
      /// Local changes were pushed.
      case pushed(PushSummary)
      /// Rows were fetched.
      case pulled(ApplyReport)
      /// The step failed and was not tried again. For a push, the summary contains the results before
      /// the failure.
      case failed(any Error, PushSummary?)
      /// The step did not run, because an earlier one could not reach the server or was rejected with
      /// status 401.
      case skipped
    }

    /// A step with its outcome.
    public struct Step: Sendable {
      /// The name of the pull, or the endpoint's `source` for a push.
      public let name: String
      /// The number of attempts.
      public let attempts: Int
      /// The outcome.
      public let outcome: Outcome
    }

    /// The steps in order.
    public internal(set) var steps: [Step] = []

    /// Whether all steps succeeded and nothing is wrong with a row.
    public var isComplete: Bool { firstError == nil }

    /// The error of the first step that failed; if none did, the first problem, a `SyncProblem`.
    /// `nil` if there is neither.
    public var firstError: (any Error)? {
      firstStepError ?? problems.first
    }

    /// What is wrong with a row each, in the order of the steps: the problems of all pushes, and the
    /// rows that pulls could not store. At most a thousand.
    public var problems: [SyncProblem] {
      steps.reduce([]) { ProblemList($0).adding($1.outcome.problems) }
    }

    /// The combined results of all pushes.
    public var pushed: PushSummary {
      steps.reduce(PushSummary()) { sum, step in
        switch step.outcome {
        case .pushed(let summary), .failed(_, .some(let summary)): sum + summary
        case .pulled, .failed(_, nil), .skipped: sum
        }
      }
    }
  }
}

extension SyncSession.Summary.Outcome {
  fileprivate var problems: [SyncProblem] {
    switch self {
    case .pushed(let summary), .failed(_, .some(let summary)): summary.problems
    case .pulled(let report): report.rejected.map { SyncProblem(unreadable: $0, of: "") }
    case .failed(_, nil), .skipped: []
    }
  }
}

extension SyncSession {
  /// The progress of a session.
  public enum Progress: Sendable {
    /// A step starts. The values are its name, its position from 0, and the number of steps.
    case began(String, step: Int, of: Int)
    /// A push received a response. The summary contains its results so far.
    case pushed(String, PushSummary)
    /// A step failed and will be tried again after the delay.
    case waits(String, for: Duration, after: any Error)
    /// A step ended: it succeeded, failed after all attempts, or was skipped.
    case ended(Summary.Step)
  }
}

extension SyncSession.Summary: CustomStringConvertible {
  /// The outcome of each step, on separate lines.
  public var description: String { steps.map(\.description).joined(separator: "\n") }
}

extension SyncSession.Summary.Step: CustomStringConvertible {
  /// The step's name and outcome, e.g. `projects: 2 inserted, 0 updated, 1 unchanged, 0 deleted`.
  public var description: String {
    guard attempts > 1, case .failed = outcome else { return "\(name): \(outcome)" }
    return "\(name): \(outcome) (\(attempts) attempts)"
  }
}

extension SyncSession.Summary.Outcome: CustomStringConvertible {
  /// The counts of a push or a pull, or the reason why there are none.
  public var description: String {
    switch self {
    case .pushed(let summary): summary.description
    case .pulled(let report): report.description
    case .failed(let error, nil): "failed: \(error)"
    case .failed(let error, let summary?): "failed after \(summary.line): \(error)"
    case .skipped: "skipped"
    }
  }
}

extension SyncSession.Progress: CustomStringConvertible {
  /// A description, e.g. `step 2 of 3: projects`.
  public var description: String {
    switch self {
    case .began(let name, let step, let count): "step \(step + 1) of \(count): \(name)"
    case .pushed(let name, let summary): "\(name): \(summary.line)"
    case .waits(let name, let delay, let error):
      "\(name): trying again in \(Int((delay / .seconds(1)).rounded(.up))) s: \(error)"
    case .ended(let step): step.description
    }
  }
}
