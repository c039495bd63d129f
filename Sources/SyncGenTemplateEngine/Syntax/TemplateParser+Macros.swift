import SyncGenDiagnostics

extension TemplateParser {
  mutating func parseMacro(_ token: TemplateToken) -> TemplateNode? {
    let header = attempt { parser throws(SyntaxProblem) -> (TemplateName, [TemplateName]) in
      var arguments = try parser.arguments(token)
      let name = try parser.name("the name of the macro", &arguments)
      var parameters: [TemplateName] = []
      while !arguments.scanner.isAtEnd {
        parameters.append(.stated(try parser.name("a parameter", &arguments)))
      }
      return (.stated(name), parameters)
    }
    let nodes = body(of: .macro, token, until: ["endmacro"]).nodes
    return header.map { .macro(MacroNode(name: $0.0, parameters: $0.1, nodes: nodes)) }
  }

  mutating func parseCall(_ token: TemplateToken) -> TemplateNode? {
    attempt { parser throws(SyntaxProblem) in
      var arguments = try parser.arguments(token)
      guard let (_, range) = try arguments.scanner.takeWord() else {
        throw arguments.missing("the name of a macro")
      }
      let target = try PathParser(parser.source.bytes, hasEscapes: parser.hasEscapes).path(range)
      var values: [TemplateExpression] = []
      while !arguments.scanner.isAtEnd { values.append(try arguments.resolvable()) }
      return .call(CallNode(target: target, arguments: values, range: token.range))
    }
  }

  mutating func parseSet(_ token: TemplateToken) -> TemplateNode? {
    let header = attempt { parser throws(SyntaxProblem) -> (SetTarget, TemplateExpression?) in
      var arguments = try parser.arguments(token)
      let target = try parser.setTarget(&arguments)
      let isAssigned = try arguments.scanner.take(.assign)
      if !isAssigned, arguments.scanner.isAtEnd { return (target, nil) }
      let value = try arguments.conditional()
      try arguments.expectEnd()
      return (target, value)
    }
    // After a mistake, it is unknown whether there is a body, so none is expected.
    guard let (target, stated) = header else { return nil }
    if target.isOuter { changedNames.insert(target.name) }
    let value: SetNode.Value =
      stated.map { .expression($0) } ?? .nodes(body(of: .set, token, until: ["endset"]).nodes)
    return .set(
      SetNode(name: target.name, isOuter: target.isOuter, value: value, range: token.range))
  }

  private struct SetTarget {
    let name: TemplateName
    let isOuter: Bool
  }

  /// Parses `name`, or `outer.name`.
  private func setTarget(
    _ parser: inout ExpressionParser
  ) throws(SyntaxProblem) -> SetTarget {
    guard let (text, range) = try parser.scanner.takeWord() else {
      throw parser.missing("the name of a variable")
    }
    let isOuter = text.hasPrefix("outer.")
    let name = isOuter ? String(text.dropFirst("outer.".count)) : text
    guard !name.isEmpty, !name.utf8.contains(where: PathParser.divides) else {
      throw SyntaxProblem(.templateSyntax, "'\(text)' is not a plain name", at: range)
    }
    return SetTarget(name: .stated(name), isOuter: isOuter)
  }

  mutating func parseFilter(_ token: TemplateToken) -> TemplateNode? {
    let filters = attempt { parser throws(SyntaxProblem) -> [FilterCall] in
      var arguments = try parser.arguments(token)
      var calls = [try arguments.filterCall()]
      calls += try arguments.filterCalls()
      try arguments.expectEnd()
      return calls
    }
    let nodes = body(of: .filter, token, until: ["endfilter"]).nodes
    return filters.map { .filter(FilterNode(filters: $0, nodes: nodes, range: token.range)) }
  }

  mutating func parseNow(_ token: TemplateToken) -> TemplateNode? {
    attempt { parser throws(SyntaxProblem) in
      var arguments = try parser.arguments(token)
      let format = arguments.scanner.isAtEnd ? nil : try arguments.resolvable()
      try arguments.expectEnd()
      return .now(NowNode(format: format, range: token.range))
    }
  }
}
