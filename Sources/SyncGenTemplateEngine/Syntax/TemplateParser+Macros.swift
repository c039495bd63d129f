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
      let target = try PathParser(parser.source.bytes).path(range)
      var values: [TemplateExpression] = []
      while !arguments.scanner.isAtEnd { values.append(try arguments.resolvable()) }
      return .call(CallNode(target: target, arguments: values, range: token.range))
    }
  }

  mutating func parseSet(_ token: TemplateToken) -> TemplateNode? {
    let header = attempt { parser throws(SyntaxProblem) -> (String, TemplateExpression?) in
      var arguments = try parser.arguments(token)
      let name = try parser.name("the name of a variable", &arguments)
      if arguments.scanner.isAtEnd { return (name, nil) }
      let value = try arguments.conditional()
      try arguments.expectEnd()
      return (name, value)
    }
    // After a mistake, it is unknown whether there is a body, so none is expected.
    guard let (name, value) = header else { return nil }
    if let value {
      return .set(SetNode(name: .stated(name), value: .expression(value), range: token.range))
    }
    let nodes = body(of: .set, token, until: ["endset"]).nodes
    return .set(SetNode(name: .stated(name), value: .nodes(nodes), range: token.range))
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
