import SyncGenDiagnostics

extension TemplateParser {
  mutating func parseFor(_ token: TemplateToken) -> TemplateNode? {
    let header = attempt { parser throws(SyntaxProblem) in try parser.loopHeader(token) }
    openLoops += 1
    let (nodes, end) = body(of: .for, token, until: ["endfor", "empty"])
    openLoops -= 1
    var emptyNodes: [TemplateNode] = []
    if let end, end.name == "empty" {
      expectNothing(after: end.token)
      emptyNodes = body(of: .for, token, until: ["endfor"]).nodes
    }
    guard let header else { return nil }
    return .loop(
      LoopNode(header: header, nodes: nodes, emptyNodes: emptyNodes, range: token.range))
  }

  private func loopHeader(_ token: TemplateToken) throws(SyntaxProblem) -> LoopNode.Header {
    var parser = try expressions(token.content)
    var header = LoopNode.Header()
    let first = try parser.scanner.takeWord()
    if try parser.scanner.take(.colon) {
      header.label = first.map { .stated($0.text) }
      try parser.scanner.advance()
    }
    repeat {
      let variable = try name("a loop variable", &parser)
      header.variables.append(variable == "_" ? nil : .stated(variable))
    } while try parser.scanner.take(.comma)
    guard parser.scanner.isWord("in") else { throw parser.missing("'in'") }
    try parser.scanner.advance()
    header.source = try parser.resolvable()
    if parser.scanner.isWord("where") {
      try parser.scanner.advance()
      header.condition = try parser.expression()
    }
    try parser.expectEnd()
    return header
  }

  mutating func parseJump(_ tag: TemplateTag, _ token: TemplateToken) -> TemplateNode? {
    let label = attempt { parser throws(SyntaxProblem) -> String? in
      var arguments = try parser.arguments(token)
      let label = try arguments.scanner.takeWord()?.text
      try arguments.expectEnd()
      return label
    }
    guard openLoops > 0 else {
      report(.templateLoop, "'\(tag.rawValue)' is not inside a loop", at: token.range)
      return nil
    }
    guard let label else { return nil }
    return .jump(
      JumpNode(isBreak: tag == .break, label: label.map(TemplateName.stated), range: token.range))
  }

  mutating func parseMap(_ token: TemplateToken) -> TemplateNode? {
    let header = attempt {
      parser throws(SyntaxProblem) -> (TemplateExpression, TemplateName, TemplateName?) in
      var arguments = try parser.arguments(token)
      let source = try arguments.resolvable()
      guard arguments.scanner.isWord("into") else { throw arguments.missing("'into'") }
      try arguments.scanner.advance()
      let result = TemplateName.stated(try parser.name("a name for the result", &arguments))
      var variable: TemplateName?
      if arguments.scanner.isWord("using") {
        try arguments.scanner.advance()
        variable = .stated(try parser.name("a name for the element", &arguments))
      }
      try arguments.expectEnd()
      return (source, result, variable)
    }
    let nodes = body(of: .map, token, until: ["endmap"]).nodes
    guard let (source, result, variable) = header else { return nil }
    let definesEmptyList = !trim.followsStencil
    return .map(
      MapNode(
        source: source, result: result, variable: variable, nodes: nodes,
        definesEmptyList: definesEmptyList, range: token.range))
  }
}
