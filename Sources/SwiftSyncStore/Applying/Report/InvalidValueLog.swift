/// Values that did not fit but did not reject their rows (`invalid:`).
struct InvalidValueLog {
  private var count = 0
  private var first: [ApplyReport.InvalidValue] = []

  mutating func add(_ problems: [ValueProblem], of node: RowNode) {
    count += problems.count
    for problem in problems.prefix(RejectionLog.rowLimit - first.count) {
      first.append(
        ApplyReport.InvalidValue(
          path: "\(node.location.path).\(problem.path)", message: problem.message))
    }
  }

  /// The counts for a report; `nil` if there were no such values.
  var report: ApplyReport.InvalidValues? {
    count == 0 ? nil : ApplyReport.InvalidValues(count: count, first: first)
  }
}

extension ApplyReport.InvalidValues {
  /// The combined values, the first hundred of them with their places.
  func adding(_ other: ApplyReport.InvalidValues) -> ApplyReport.InvalidValues {
    let added = other.first.prefix(max(0, RejectionLog.rowLimit - first.count))
    return ApplyReport.InvalidValues(count: count + other.count, first: first + added)
  }
}
