extension SyncSummary: CustomStringConvertible {
  /// What each step has done, one after the other.
  public var description: String { steps.map(\.description).joined(separator: "\n") }
}

extension SyncSummary.Step: CustomStringConvertible {
  /// The step's name and outcome, e.g. `projects: 2 inserted, 0 updated, 1 unchanged, 0 deleted`.
  public var description: String {
    guard attempts > 1, case .failed = outcome else { return "\(name): \(outcome)" }
    return "\(name): \(outcome) (\(attempts) attempts)"
  }
}

extension SyncSummary.Outcome: CustomStringConvertible {
  /// The counts of a push or a pull, or why there are none.
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

extension SessionProgress: CustomStringConvertible {
  /// One line, e.g. `step 2 of 3: projects`; the end of a step has as many as its outcome.
  public var description: String {
    switch self {
    case .began(let name, let step, let count): "step \(step + 1) of \(count): \(name)"
    case .pushed(let name, let summary): "\(name): \(summary.line)"
    case .waits(let name, let seconds, let error):
      "\(name): trying again in \(Int(seconds.rounded(.up))) s: \(error)"
    case .ended(let step): step.description
    }
  }
}
