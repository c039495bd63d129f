import SyncGenDiagnostics

extension RenderRun {
  mutating func filtered(
    _ base: TemplateExpression, by calls: [FilterCall], asking: Bool
  ) throws(RenderFailure) -> TemplateValue {
    let mayBeUndefined = asking || calls.first?.filter.acceptsUndefined == true
    let value = try evaluate(base, asking: mayBeUndefined)
    // The result of a filter for an undefined value that was already reported would only repeat the
    // diagnostic.
    if isStrict, !mayBeUndefined, value.isUndefined { return value }
    let result = try apply(calls, to: value)
    if isStrict, !asking, result.isUndefined, case .path(let path) = base {
      try reportUndefined(path)
    }
    return result
  }

  mutating func apply(
    _ calls: [FilterCall], to value: TemplateValue
  ) throws(RenderFailure) -> TemplateValue {
    var value = value
    for call in calls {
      var arguments: [TemplateValue] = []
      arguments.reserveCapacity(call.arguments.count)
      for argument in call.arguments {
        arguments.append(try evaluate(argument, asking: call.filter.acceptsUndefined))
      }
      value = try apply(call, to: value, arguments)
    }
    return value
  }

  private mutating func apply(
    _ call: FilterCall, to value: TemplateValue, _ arguments: [TemplateValue]
  ) throws(RenderFailure) -> TemplateValue {
    switch call.filter.body {
    case .function(let function): return try apply(function, call, to: value, arguments)
    case .inLanguage(let function):
      let implied = language.map { [TemplateValue.string($0.rawValue)] } ?? []
      return try apply(function, call, to: value, arguments.isEmpty ? implied : arguments)
    case .macro(let name):
      return .string(try text(ofMacro: name, [value] + arguments, at: call.range))
    case .named:
      guard arguments.count == 1, let names = arguments.first else {
        throw failure(
          .templateFilter, "filter '\(call.name)' takes one argument, the filter to apply",
          at: call.range)
      }
      return value.isNothing ? value : try apply(named: names.text, to: value, call)
    }
  }

  private func apply(
    _ function: TemplateFilter.Function, _ call: FilterCall, to value: TemplateValue,
    _ arguments: [TemplateValue]
  ) throws(RenderFailure) -> TemplateValue {
    do throws(FilterError) {
      return try function(value, arguments)
    } catch {
      throw failure(.templateFilter, "filter '\(call.name)' \(error.message)", at: call.range)
    }
  }

  /// Checks that the macros exist which are used as filters.
  private func requireMacros(of calls: [FilterCall]) throws(SyntaxProblem) {
    for call in calls {
      guard case .macro(let name) = call.filter.body, macro(name) == nil else { continue }
      throw SyntaxProblem(
        .templateUnknownFilter, "unknown filter '\(call.name)'", at: call.range,
        suggestion: suggestion(forFilter: call.name))
    }
  }

  /// Applies filters that are given as text: `{{ name|filter:"uppercase" }}`.
  private mutating func apply(
    named text: String, to value: TemplateValue, _ call: FilterCall
  ) throws(RenderFailure) -> TemplateValue {
    let calls: [FilterCall]
    let bytes = Array(text.utf8)
    do throws(SyntaxProblem) {
      let hasEscapes = !template.trim.followsStencil
      let scanner = try TagScanner(bytes, 0..<bytes.count, hasEscapes: hasEscapes)
      var parser = ExpressionParser(
        scanner, filters: library.filters, macros: .unknown, place: call.range)
      calls = [try parser.filterCall()] + (try parser.filterCalls())
      try parser.expectEnd()
      try requireMacros(of: calls)
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
