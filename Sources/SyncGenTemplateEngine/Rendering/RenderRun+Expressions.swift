import SyncGenDiagnostics

extension RenderRun {
  /// The value of an expression.
  ///
  /// - Parameter asking: whether an undefined variable is an answer, not a mistake.
  func evaluate(
    _ expression: TemplateExpression, asking: Bool = false
  ) throws(RenderFailure) -> TemplateValue {
    switch expression {
    case .literal(let value): return value
    case .path(let path):
      let value = try resolve(path)
      if !asking, isStrict, value.isUndefined { try reportUndefined(path) }
      return value
    case .filtered(let base, let calls): return try filtered(base, by: calls, asking: asking)
    case .range(let lower, let upper, let range): return try values(from: lower, to: upper, range)
    case .not, .all, .any, .comparison, .contained: return .bool(try isTrue(expression))
    case .conditional(let value, let condition, let other):
      if try isTrue(condition) { return try evaluate(value, asking: asking) }
      guard let other else { return .null }
      return try evaluate(other, asking: asking)
    }
  }

  /// Whether a condition holds. Conditions may ask for undefined variables.
  func isTrue(_ expression: TemplateExpression) throws(RenderFailure) -> Bool {
    switch expression {
    case .not(let operand): return try !isTrue(operand)
    case .all(let terms):
      for term in terms where try !isTrue(term) { return false }
      return true
    case .any(let terms):
      for term in terms where try isTrue(term) { return true }
      return false
    case .comparison(let comparison, let left, let right):
      return compare(
        comparison, try evaluate(left, asking: true), try evaluate(right, asking: true))
    case .contained(let element, let container):
      let value = try evaluate(element, asking: true)
      return value.isContained(in: try evaluate(container, asking: true))
    default: return try evaluate(expression, asking: true).isTrue
    }
  }

  private func compare(
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

  private func values(
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

  private func bound(
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

  // MARK: Paths

  func resolve(_ path: TemplatePath) throws(RenderFailure) -> TemplateValue {
    guard var value = scope.value(path.root) ?? renderedBlock(path) else { return .undefined }
    for component in path.components {
      value = try member(component, of: value)
      if value.isUndefined { return value }
    }
    return value
  }

  private func member(
    _ component: TemplatePath.Component, of value: TemplateValue
  ) throws(RenderFailure) -> TemplateValue {
    switch component {
    case .name(let name, let index, let range):
      if case .object(let object as BlockReference) = value {
        return try member(name, of: object, at: range)
      }
      return value.member(name, index: index)
    case .key(let expression, let range):
      let key = try evaluate(expression, asking: true)
      if key.isNothing {
        throw failure(.templateValue, "the value between the brackets is undefined", at: range)
      }
      if case .int(let index) = key { return value.member(key.text, index: index) }
      return value.member(key.text, index: Int(key.text))
    }
  }

  /// What a loop goes over. An object's members are all known, so a missing one is a mistake there.
  func evaluateSource(_ expression: TemplateExpression) throws(RenderFailure) -> TemplateValue {
    let value = try evaluate(expression, asking: true)
    if isStrict, value.isUndefined, case .path(let path) = expression {
      let gap = try firstGap(in: path)
      if case .object = gap.container { try report(undefined(gap, path)) }
    }
    return value
  }

  // MARK: Undefined variables

  /// The first part of a path that leads nowhere, and where it was looked for.
  private struct Gap {
    let name: String
    let range: Range<Int>
    /// Nil for the path's first name.
    let container: TemplateValue?
  }

  private func reportUndefined(_ path: TemplatePath) throws(RenderFailure) {
    try report(undefined(try firstGap(in: path), path))
  }

  private func undefined(_ gap: Gap, _ path: TemplatePath) -> Diagnostic {
    let name = String(decoding: template.source.bytes[path.range], as: UTF8.self)
    let message =
      gap.container == nil || path.components.isEmpty
      ? "undefined variable '\(name)'"
      : "undefined variable '\(name)': there is no '\(gap.name)'"
    let known = gap.container.map(\.memberNames) ?? scope.names
    return diagnostic(
      .templateUndefinedVariable, message, at: gap.range,
      suggestion: NameSuggestion.nearest(to: gap.name, among: known))
  }

  private func firstGap(in path: TemplatePath) throws(RenderFailure) -> Gap {
    guard var value = scope.value(path.root) ?? renderedBlock(path), !value.isUndefined else {
      return Gap(name: path.root, range: path.rootRange, container: nil)
    }
    for component in path.components {
      let next = try member(component, of: value)
      if next.isUndefined {
        let name: String
        switch component {
        case .name(let text, _, _): name = text
        case .key(let expression, _): name = try evaluate(expression, asking: true).text
        }
        return Gap(name: name, range: component.range, container: value)
      }
      value = next
    }
    return Gap(name: path.root, range: path.rootRange, container: nil)
  }

  // MARK: Filters

  private func filtered(
    _ base: TemplateExpression, by calls: [FilterCall], asking: Bool
  ) throws(RenderFailure) -> TemplateValue {
    let mayBeUndefined = asking || calls.first?.filter.acceptsUndefined == true
    let value = try evaluate(base, asking: mayBeUndefined)
    // What filters make of an undefined value that was reported would only repeat the complaint.
    if isStrict, !mayBeUndefined, value.isUndefined { return value }
    let result = try apply(calls, to: value)
    if isStrict, !asking, result.isUndefined, case .path(let path) = base {
      try reportUndefined(path)
    }
    return result
  }

  func apply(
    _ calls: [FilterCall], to value: TemplateValue
  ) throws(RenderFailure) -> TemplateValue {
    var value = value
    for call in calls {
      var arguments: [TemplateValue] = []
      for argument in call.arguments {
        arguments.append(try evaluate(argument, asking: call.filter.acceptsUndefined))
      }
      value = try apply(call, to: value, arguments)
    }
    return value
  }

  private func apply(
    _ call: FilterCall, to value: TemplateValue, _ arguments: [TemplateValue]
  ) throws(RenderFailure) -> TemplateValue {
    switch call.filter.body {
    case .function(let function):
      do throws(FilterError) {
        return try function(value, arguments)
      } catch {
        throw failure(.templateFilter, "filter '\(call.name)' \(error.message)", at: call.range)
      }
    case .named:
      guard arguments.count == 1, let names = arguments.first else {
        throw failure(
          .templateFilter, "filter '\(call.name)' takes one argument, the filter to apply",
          at: call.range)
      }
      return value.isNothing ? value : try apply(named: names.text, to: value, call)
    }
  }

  /// Applies filters that are given as text: `{{ name|filter:"uppercase" }}`.
  private func apply(
    named text: String, to value: TemplateValue, _ call: FilterCall
  ) throws(RenderFailure) -> TemplateValue {
    let calls: [FilterCall]
    let bytes = Array(text.utf8)
    do throws(SyntaxProblem) {
      let scanner = try TagScanner(bytes, 0..<bytes.count)
      var parser = ExpressionParser(scanner, filters: library.filters)
      calls = [try parser.filterCall()] + (try parser.filterCalls())
      try parser.expectEnd()
    } catch {
      throw failure(
        error.code, "in '\(text)': \(error.message)", at: call.range, suggestion: error.suggestion)
    }
    try checkDepth(at: call.range)
    depth += 1
    defer { depth -= 1 }
    return try apply(calls, to: value)
  }
}

extension TemplateExpression {
  /// Where the expression begins in its template; empty where that does not matter.
  var range: Range<Int> {
    switch self {
    case .path(let path): path.range
    case .filtered(let base, let calls): base.range.isEmpty ? calls[0].range : base.range
    case .range(_, _, let range): range
    case .not(let operand): operand.range
    case .comparison(_, let left, _), .contained(let left, _), .conditional(let left, _, _):
      left.range
    case .all(let terms), .any(let terms): terms.first?.range ?? 0..<0
    case .literal: 0..<0
    }
  }
}
