import SyncGenDiagnostics

extension TemplateParser {
  mutating func parseInclude(_ tag: TemplateTag, _ token: TemplateToken) -> TemplateNode? {
    attempt { parser throws(SyntaxProblem) in
      var arguments = try parser.arguments(token)
      let name = try arguments.resolvable()
      let context =
        tag == .include && !arguments.scanner.isAtEnd ? try arguments.resolvable() : nil
      try arguments.expectEnd()
      let node = IncludeNode(name: name, context: context, range: token.range)
      return tag == .include ? .include(node) : .importMacros(node)
    }
  }

  mutating func parseExtends(_ token: TemplateToken) -> TemplateNode? {
    let name = attempt { parser throws(SyntaxProblem) -> TemplateExpression in
      var arguments = try parser.arguments(token)
      let name = try arguments.resolvable()
      try arguments.expectEnd()
      return name
    }
    if isInsideOfTag {
      report(.templateInheritance, "'extends' is inside another tag", at: token.range)
      return nil
    }
    if extendsTag != nil {
      report(.templateInheritance, "the template extends two templates", at: token.range)
      return nil
    }
    extendsTag = token.range
    let blocks = rest().compactMap { node in
      if case .block(let block) = node { block } else { nil }
    }
    guard let name else { return nil }
    return .extends(ExtendsNode(name: name, blocks: blocks, range: token.range))
  }

  mutating func parseBlock(_ token: TemplateToken) -> TemplateNode? {
    let name = attempt { parser throws(SyntaxProblem) -> String in
      var arguments = try parser.arguments(token)
      let name = try parser.name("the name of the block", &arguments)
      try arguments.expectEnd()
      return name
    }
    let nodes = body(of: .block, token, until: ["endblock"]).nodes
    return name.map { .block(BlockNode(name: $0, nodes: nodes, range: token.range)) }
  }
}
