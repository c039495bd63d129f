import SyncGenDiagnostics

extension RenderRun {
  /// The value of an expression.
  ///
  /// - Parameter asking: Whether an undefined variable is permitted rather than a mistake.
  mutating func evaluate(
    _ expression: TemplateExpression, asking: Bool = false
  ) throws(RenderFailure) -> TemplateValue {
    switch expression {
    case .literal(let value): return value
    case .path(let path):
      let value = try resolve(path)
      if !asking, isStrict, value.isUndefined { try reportUndefined(path) }
      return value
    case .filtered(let base, let calls): return try filtered(base, by: calls, asking: asking)
    case .call(let node): return .string(try text(of: node))
    case .range(let lower, let upper, let range): return try values(from: lower, to: upper, range)
    case .sum(let terms, let range): return try sum(of: terms, asking: asking, at: range)
    case .not, .all, .any, .comparison, .contained: return .bool(try isTrue(expression))
    case .conditional(let value, let condition, let other):
      if try isTrue(condition) { return try evaluate(value, asking: asking) }
      guard let other else { return .null }
      return try evaluate(other, asking: asking)
    }
  }

  /// Whether a condition holds. Conditions may use undefined variables.
  mutating func isTrue(_ expression: TemplateExpression) throws(RenderFailure) -> Bool {
    switch expression {
    case .path(let path): return try resolve(path).isTrue
    case .not(let operand): return try !isTrue(operand)
    case .all(let terms):
      for term in terms where try !isTrue(term) { return false }
      return true
    case .any(let terms):
      for term in terms where try isTrue(term) { return true }
      return false
    case .comparison(let comparison, let left, let right):
      let value = try evaluate(left, asking: true)
      let other = try evaluate(right, asking: true)
      return Self.compare(comparison, value, other)
    case .contained(let element, let container):
      let value = try evaluate(element, asking: true)
      let values = try evaluate(container, asking: true)
      return value.isContained(in: values)
    default: return try evaluate(expression, asking: true).isTrue
    }
  }

  private static func compare(
    _ comparison: TemplateExpression.Comparison, _ left: TemplateValue, _ right: TemplateValue
  ) -> Bool {
    switch comparison {
    case .equal: return left.equals(right)
    case .notEqual: return !left.equals(right)
    default: break
    }
    guard let order = left.numericOrder(to: right) else { return false }
    switch comparison {
    case .less: return order == .less
    case .lessOrEqual: return order != .more
    case .more: return order == .more
    default: return order != .less
    }
  }

  private mutating func values(
    from lower: TemplateExpression, to upper: TemplateExpression, _ range: Range<Int>
  ) throws(RenderFailure) -> TemplateValue {
    let (first, last) = (try bound(lower, range), try bound(upper, range))
    let (distance, overflow) = max(first, last).subtractingReportingOverflow(min(first, last))
    guard !overflow, distance < options.limits.rounds else {
      throw failure(
        .templateTooLarge, "the range has more than \(options.limits.rounds) numbers", at: range)
    }
    let numbers = (min(first, last)...max(first, last)).map(TemplateValue.int)
    return .array(first <= last ? numbers : numbers.reversed())
  }

  private mutating func bound(
    _ expression: TemplateExpression, _ range: Range<Int>
  ) throws(RenderFailure) -> Int {
    let value = try evaluate(expression, asking: true)
    switch value {
    case .int(let number): return number
    case .double(let number):
      if let whole = Int(exactly: number.rounded(.towardZero)) { return whole }
    default: break
    }
    throw failure(
      .templateValue, "a range needs integers, found \(value.kindName)",
      at: expression.range.isEmpty ? range : expression.range)
  }
}

extension TemplateExpression {
  /// The start of the expression in its template; empty if it does not matter.
  var range: Range<Int> {
    switch self {
    case .path(let path): path.range
    case .filtered(let base, let calls): base.range.isEmpty ? calls[0].range : base.range
    case .range(_, _, let range): range
    case .call(let node): node.range
    case .sum(let terms, let range):
      terms.first.flatMap { $0.range.isEmpty ? nil : $0.range } ?? range
    case .not(let operand): operand.range
    case .comparison(_, let left, _), .contained(let left, _), .conditional(let left, _, _):
      left.range
    case .all(let terms), .any(let terms): terms.first?.range ?? 0..<0
    case .literal: 0..<0
    }
  }
}
