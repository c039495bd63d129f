/// What a session has done, step by step.
public struct SyncSummary: Sendable {
  /// What happened to a step.
  public enum Outcome: Sendable {
    /// Local writes were pushed.
    case pushed(PushSummary)
    /// Rows were fetched.
    case pulled(SyncReport)
    /// It has failed for good; of a push, with what it had done before.
    case failed(any Error, PushSummary?)
    /// A step before it could not reach the server.
    case skipped
  }

  /// A step with its outcome.
  public struct Step: Sendable {
    /// Of a push the endpoint's source, of a pull its name.
    public let name: String
    /// How often it was tried.
    public let attempts: Int
    /// What happened to it.
    public let outcome: Outcome
  }

  /// The steps in their order.
  public internal(set) var steps: [Step] = []

  /// Whether every step was done.
  public var isComplete: Bool { firstError == nil }

  /// The error of the first step that has failed.
  public var firstError: (any Error)? {
    steps.lazy.compactMap { step in
      if case .failed(let error, _) = step.outcome { return error }
      return nil
    }.first
  }

  /// What all pushes have done together.
  public var pushed: PushSummary {
    steps.reduce(PushSummary()) { sum, step in
      switch step.outcome {
      case .pushed(let summary), .failed(_, .some(let summary)): sum + summary
      case .pulled, .failed(_, nil), .skipped: sum
      }
    }
  }
}
