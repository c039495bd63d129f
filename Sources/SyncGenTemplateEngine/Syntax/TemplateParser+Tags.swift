import SyncGenDiagnostics

extension TemplateParser {
  /// Parses a tag and its body. A tag with a mistake still takes its body, so that the rest fits.
  mutating func parse(_ tag: TemplateTag, _ token: TemplateToken) -> TemplateNode? {
    switch tag {
    case .if: parseIf(token)
    case .ifnot: parseIfNot(token)
    case .for: parseFor(token)
    case .break, .continue: parseJump(tag, token)
    case .include, .import: parseInclude(tag, token)
    case .extends: parseExtends(token)
    case .block: parseBlock(token)
    case .filter: parseFilter(token)
    case .macro: parseMacro(token)
    case .call: parseCall(token)
    case .set: parseSet(token)
    case .map: parseMap(token)
    case .now: parseNow(token)
    }
  }

  /// A parser for what follows the tag's name.
  private func arguments(_ token: TemplateToken) throws(SyntaxProblem) -> ExpressionParser {
    var scanner = try TagScanner(source.bytes, token.content)
    try scanner.advance()
    return ExpressionParser(scanner, filters: filters)
  }

  private func condition(_ token: TemplateToken) throws(SyntaxProblem) -> TemplateExpression {
    var parser = try arguments(token)
    return try parser.expressionToEnd()
  }

  /// A plain name, as something that can be assigned.
  private func name(
    _ what: String, _ parser: inout ExpressionParser
  ) throws(SyntaxProblem) -> String {
    guard let (text, range) = try parser.scanner.takeWord() else { throw parser.missing(what) }
    if text.contains(where: { ".[]".contains($0) }) {
      throw SyntaxProblem(.templateSyntax, "'\(text)' is not a plain name", at: range)
    }
    return text
  }

  // MARK: Conditions

  private mutating func parseIf(_ token: TemplateToken) -> TemplateNode? {
    var branches: [Branch] = []
    var condition = attempt { parser throws(SyntaxProblem) in try parser.condition(token) }
    var ends: Set<String> = ["endif", "elif", "else"]
    while true {
      let (nodes, end) = body(of: .if, token, until: ends)
      branches.append(Branch(condition: condition, nodes: nodes))
      guard let end, end.name != "endif" else { return .branches(branches, at: token.range) }
      if end.name == "elif" {
        condition = attempt { parser throws(SyntaxProblem) in try parser.condition(end.token) }
      } else {
        expectNothing(after: end.token)
        condition = nil
        ends = ["endif"]
      }
    }
  }

  private mutating func parseIfNot(_ token: TemplateToken) -> TemplateNode? {
    let condition = attempt { parser throws(SyntaxProblem) in try parser.condition(token) }
    let (nodes, end) = body(of: .ifnot, token, until: ["endif", "else"])
    var branches = [Branch(condition: condition.map(TemplateExpression.not), nodes: nodes)]
    if let end, end.name == "else" {
      expectNothing(after: end.token)
      let nodes = body(of: .ifnot, token, until: ["endif"]).nodes
      branches.append(Branch(condition: nil, nodes: nodes))
    }
    return .branches(branches, at: token.range)
  }

  private mutating func expectNothing(after token: TemplateToken) {
    _ = attempt { parser throws(SyntaxProblem) in try parser.arguments(token).expectEnd() }
  }

  // MARK: Loops

  private mutating func parseFor(_ token: TemplateToken) -> TemplateNode? {
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
    var parser = ExpressionParser(try TagScanner(source.bytes, token.content), filters: filters)
    var header = LoopNode.Header()
    let first = try parser.scanner.takeWord()
    if try parser.scanner.take(.colon) {
      header.label = first?.text
      try parser.scanner.advance()
    }
    repeat {
      header.variables.append(try name("a loop variable", &parser))
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

  private mutating func parseJump(_ tag: TemplateTag, _ token: TemplateToken) -> TemplateNode? {
    let label = attempt { parser throws(SyntaxProblem) -> String? in
      var arguments = try parser.arguments(token)
      let label = try arguments.scanner.takeWord()?.text
      try arguments.expectEnd()
      return label
    }
    guard openLoops > 0 else {
      report(.templateLoop, "'\(tag.rawValue)' is not inside of a loop", at: token.range)
      return nil
    }
    guard let label else { return nil }
    return .jump(JumpNode(isBreak: tag == .break, label: label, range: token.range))
  }

  private mutating func parseMap(_ token: TemplateToken) -> TemplateNode? {
    let header = attempt {
      parser throws(SyntaxProblem) -> (TemplateExpression, String, String?) in
      var arguments = try parser.arguments(token)
      let source = try arguments.resolvable()
      guard arguments.scanner.isWord("into") else { throw arguments.missing("'into'") }
      try arguments.scanner.advance()
      let result = try parser.name("a name for the result", &arguments)
      var variable: String?
      if arguments.scanner.isWord("using") {
        try arguments.scanner.advance()
        variable = try parser.name("a name for the element", &arguments)
      }
      try arguments.expectEnd()
      return (source, result, variable)
    }
    let nodes = body(of: .map, token, until: ["endmap"]).nodes
    guard let (source, result, variable) = header else { return nil }
    return .map(
      MapNode(
        source: source, result: result, variable: variable, nodes: nodes, range: token.range))
  }

  // MARK: Other templates

  private mutating func parseInclude(_ tag: TemplateTag, _ token: TemplateToken) -> TemplateNode? {
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

  private mutating func parseExtends(_ token: TemplateToken) -> TemplateNode? {
    let name = attempt { parser throws(SyntaxProblem) -> TemplateExpression in
      var arguments = try parser.arguments(token)
      let name = try arguments.resolvable()
      try arguments.expectEnd()
      return name
    }
    if isInsideOfTag {
      report(.templateInheritance, "'extends' is inside of another tag", at: token.range)
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

  private mutating func parseBlock(_ token: TemplateToken) -> TemplateNode? {
    let name = attempt { parser throws(SyntaxProblem) -> String in
      var arguments = try parser.arguments(token)
      let name = try parser.name("the name of the block", &arguments)
      try arguments.expectEnd()
      return name
    }
    let nodes = body(of: .block, token, until: ["endblock"]).nodes
    return name.map { .block(BlockNode(name: $0, nodes: nodes, range: token.range)) }
  }

  // MARK: Macros and variables

  private mutating func parseMacro(_ token: TemplateToken) -> TemplateNode? {
    let header = attempt { parser throws(SyntaxProblem) -> (String, [String]) in
      var arguments = try parser.arguments(token)
      let name = try parser.name("the name of the macro", &arguments)
      var parameters: [String] = []
      while !arguments.scanner.isAtEnd {
        parameters.append(try parser.name("a parameter", &arguments))
      }
      return (name, parameters)
    }
    let nodes = body(of: .macro, token, until: ["endmacro"]).nodes
    return header.map { .macro(MacroNode(name: $0.0, parameters: $0.1, nodes: nodes)) }
  }

  private mutating func parseCall(_ token: TemplateToken) -> TemplateNode? {
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

  private mutating func parseSet(_ token: TemplateToken) -> TemplateNode? {
    let header = attempt { parser throws(SyntaxProblem) -> (String, TemplateExpression?) in
      var arguments = try parser.arguments(token)
      let name = try parser.name("the name of a variable", &arguments)
      if arguments.scanner.isAtEnd { return (name, nil) }
      let value = try arguments.conditional()
      try arguments.expectEnd()
      return (name, value)
    }
    // A mistake leaves open whether there is a body, so none is expected.
    guard let (name, value) = header else { return nil }
    if let value {
      return .set(SetNode(name: name, value: .expression(value), range: token.range))
    }
    let nodes = body(of: .set, token, until: ["endset"]).nodes
    return .set(SetNode(name: name, value: .nodes(nodes), range: token.range))
  }

  private mutating func parseFilter(_ token: TemplateToken) -> TemplateNode? {
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

  private mutating func parseNow(_ token: TemplateToken) -> TemplateNode? {
    attempt { parser throws(SyntaxProblem) in
      var arguments = try parser.arguments(token)
      let format = arguments.scanner.isAtEnd ? nil : try arguments.resolvable()
      try arguments.expectEnd()
      return .now(NowNode(format: format, range: token.range))
    }
  }
}
