import SyncGenDiagnostics

extension TemplateParser {
  /// Parses a tag and its body. A tag with a mistake still consumes its body, so that the rest
  /// matches.
  mutating func parse(_ tag: TemplateTag, _ token: TemplateToken) -> [TemplateNode] {
    let node: TemplateNode?
    switch tag {
    case .if: node = parseIf(token)
    case .ifnot: node = parseIfNot(token)
    case .for: node = parseFor(token)
    case .break, .continue: node = parseJump(tag, token)
    case .include, .import: node = parseInclude(tag, token)
    case .extends: node = parseExtends(token)
    case .block: node = parseBlock(token)
    case .filter: node = parseFilter(token)
    case .macro: node = parseMacro(token)
    case .call: node = parseCall(token)
    case .set: node = parseSet(token)
    case .map: node = parseMap(token)
    case .now: node = parseNow(token)
    case .verbatim: return parseVerbatim(token)
    }
    return node.map { [$0] } ?? []
  }

  /// A parser for the text after the tag's name.
  func arguments(_ token: TemplateToken) throws(SyntaxProblem) -> ExpressionParser {
    var parser = try expressions(token.content)
    try parser.scanner.advance()
    return parser
  }

  /// Parses text that is printed as it is written. The lexer has read no tags in it.
  private mutating func parseVerbatim(_ token: TemplateToken) -> [TemplateNode] {
    expectNothing(after: token)
    return body(of: .verbatim, token, until: ["endverbatim"]).nodes
  }

  private func condition(_ token: TemplateToken) throws(SyntaxProblem) -> TemplateExpression {
    var parser = try arguments(token)
    return try parser.expressionToEnd()
  }

  /// Parses a plain name, as the target of an assignment.
  func name(
    _ what: String, _ parser: inout ExpressionParser
  ) throws(SyntaxProblem) -> String {
    guard let (text, range) = try parser.scanner.takeWord() else { throw parser.missing(what) }
    if text.utf8.contains(where: PathParser.divides) {
      throw SyntaxProblem(.templateSyntax, "'\(text)' is not a plain name", at: range)
    }
    return text
  }

  // MARK: Conditions

  private mutating func parseIf(_ token: TemplateToken) -> TemplateNode? {
    var condition = attempt { parser throws(SyntaxProblem) in try parser.condition(token) }
    var ends: Set<String> = ["endif", "elif", "else"]
    var (nodes, end) = body(of: .if, token, until: ends)
    let first = Branch(condition: condition, nodes: nodes)
    var others: [Branch] = []
    while let tag = end, tag.name != "endif" {
      if tag.name == "elif" {
        condition = attempt { parser throws(SyntaxProblem) in try parser.condition(tag.token) }
      } else {
        condition = nil
        if !isElseIf(tag.token) { ends = ["endif"] }
      }
      (nodes, end) = body(of: .if, token, until: ends)
      others.append(Branch(condition: condition, nodes: nodes))
    }
    return .branches(BranchesNode(first, others, range: token.range))
  }

  private mutating func parseIfNot(_ token: TemplateToken) -> TemplateNode? {
    let condition = attempt { parser throws(SyntaxProblem) in try parser.condition(token) }
    let (nodes, end) = body(of: .ifnot, token, until: ["endif", "else"])
    let first = Branch(condition: condition.map(TemplateExpression.not), nodes: nodes)
    var others: [Branch] = []
    if let end, end.name == "else" {
      expectNothing(after: end.token)
      let nodes = body(of: .ifnot, token, until: ["endif"]).nodes
      others.append(Branch(condition: nil, nodes: nodes))
    }
    return .branches(BranchesNode(first, others, range: token.range))
  }

  /// Reports what follows `else`. Other languages write `else if` for `elif`, so that the branch may
  /// be followed by others.
  private mutating func isElseIf(_ token: TemplateToken) -> Bool {
    let scanner = attempt { parser throws(SyntaxProblem) in try parser.arguments(token).scanner }
    guard let scanner else { return false }
    guard scanner.isWord("if") else {
      expectNothing(after: token)
      return false
    }
    let condition = scanner.text(scanner.range.upperBound..<token.content.upperBound)
      .split { $0.isWhitespace }
    report(
      .templateSyntax, "'else if' is not a tag; write 'elif'", at: scanner.range,
      suggestion: (["elif"] + condition).joined(separator: " "))
    return true
  }

  mutating func expectNothing(after token: TemplateToken) {
    _ = attempt { parser throws(SyntaxProblem) in try parser.arguments(token).expectEnd() }
  }
}

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
