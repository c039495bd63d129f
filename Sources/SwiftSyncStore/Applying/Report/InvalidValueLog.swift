/// Values that did not fit but did not reject their rows (`invalid:`).
struct InvalidValueLog {
  private var count = 0
  private var first: [InvalidValue] = []

  mutating func add(_ problems: [ValueProblem], of node: RowNode) {
    count += problems.count
    for problem in problems.prefix(RejectionLog.rowLimit - first.count) {
      first.append(
        InvalidValue(path: "\(node.location.path).\(problem.path)", message: problem.message))
    }
  }

  /// The counts for a report; `nil` if there were no such values.
  var report: InvalidValueCounts? {
    count == 0 ? nil : InvalidValueCounts(count: count, first: first)
  }
}

extension InvalidValueCounts {
  /// The combined values, the first hundred of them with their places.
  func adding(_ other: InvalidValueCounts) -> InvalidValueCounts {
    let added = other.first.prefix(max(0, RejectionLog.rowLimit - first.count))
    return InvalidValueCounts(count: count + other.count, first: first + added)
  }
}
