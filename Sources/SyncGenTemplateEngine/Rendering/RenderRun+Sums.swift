import SyncGenDiagnostics

extension RenderRun {
  /// The sum of numbers, or the concatenation of texts or lists.
  ///
  /// A number or a Boolean next to a text is printed into it. A missing value would leave a gap in
  /// the text that is easily overlooked, so it is a mistake.
  mutating func sum(
    of terms: [TemplateExpression], asking: Bool, at range: Range<Int>
  ) throws(RenderFailure) -> TemplateValue {
    var total: TemplateValue?
    for term in terms {
      let value = try evaluate(term, asking: asking)
      // It was reported, or the expression only asks for it.
      if value.isUndefined, isStrict || asking { return .undefined }
      guard let sum = total else {
        total = value
        continue
      }
      total = try self.sum(sum, value, at: range)
    }
    return total ?? .null
  }

  private func sum(
    _ left: TemplateValue, _ right: TemplateValue, at range: Range<Int>
  ) throws(RenderFailure) -> TemplateValue {
    switch (left, right) {
    case (.int(let first), .int(let second)):
      let (total, overflow) = first.addingReportingOverflow(second)
      if !overflow { return .int(total) }
      throw failure(.templateValue, "\(first) + \(second) is too large a number", at: range)
    case (.int(let first), .double(let second)): return .double(Double(first) + second)
    case (.double(let first), .int(let second)): return .double(first + Double(second))
    case (.double(let first), .double(let second)): return .double(first + second)
    case (.array(let first), .array(let second)):
      if first.count + second.count <= options.limits.rounds { return .array(first + second) }
      throw failure(
        .templateTooLarge, "the list has more than \(options.limits.rounds) elements", at: range)
    case (.string(let first), .string(let second)): return try text(first, second, at: range)
    case (.string, _) where right.isScalar, (_, .string) where left.isScalar:
      return try text(left.text, right.text, at: range)
    case (_, _) where !isStrict && left.isUndefined: return right
    case (_, _) where !isStrict && right.isUndefined: return left
    default:
      throw failure(
        .templateValue,
        "'+' adds numbers, texts or lists, found \(left.kindName) and \(right.kindName)",
        at: range)
    }
  }

  private func text(
    _ first: String, _ second: String, at range: Range<Int>
  ) throws(RenderFailure) -> TemplateValue {
    guard first.utf8.count + second.utf8.count <= options.limits.outputBytes else {
      throw failure(
        .templateTooLarge, "the text is larger than \(options.limits.outputBytes) bytes", at: range)
    }
    return .string(first + second)
  }
}

extension TemplateValue {
  fileprivate var isScalar: Bool {
    switch self {
    case .int, .double, .bool: true
    default: false
    }
  }
}
