import SyncGenDiagnostics

/// Parses the tokens of a template to nodes, and collects all mistakes.
struct TemplateParser {
  /// The maximum nesting depth of tags in a file.
  static let maximumDepth = 100
  /// The number of errors after which the rest of the file is not read.
  private static let maximumProblems = 100

  let source: SourceFile
  let filters: FilterTable
  private let range: Range<Int>
  private var trim: TemplateOptions.Trim
  private var tokens: [TemplateToken] = []
  private var index = 0
  private(set) var problems: [SyntaxProblem] = []
  /// The end tags and branches that the open tags wait for, innermost last.
  private var awaited: [Set<String>] = []
  /// The tag at which `parseNodes` stopped, which is then the current token.
  private var endName: String?
  private var unknownTags: Set<String> = []
  var openLoops = 0
  var extendsTag: Range<Int>?

  init(
    _ source: SourceFile, _ range: Range<Int>, filters: FilterTable, trim: TemplateOptions.Trim
  ) {
    self.source = source
    self.range = range
    self.filters = filters
    self.trim = trim
  }

  mutating func parse() -> Template {
    var lexer = TemplateLexer(source.bytes, from: range.lowerBound)
    tokens = lexer.tokens(upTo: range.upperBound)
    if let open = lexer.unterminated {
      report(.templateUnterminatedTag, "the tag is never closed", at: open.prefix(2))
    }
    let directive = range.lowerBound == 0 ? takeDirective() : nil
    trim = directive?.trim ?? trim
    let nodes = parseNodes()
    return Template(source: source, directive: directive, nodes: nodes)
  }

  /// Reads a first-line comment that is a directive, and removes its line.
  private mutating func takeDirective() -> TemplateDirective? {
    var reader = DirectiveReader(source)
    guard let first = tokens.first, first.kind == .comment else {
      if tokens.count > 1, tokens[1].kind == .comment,
        source.bytes[tokens[0].range].allSatisfy({ $0 <= 0x20 })
      {
        reader.checkPosition(of: tokens[1].content)
        problems += reader.problems
      }
      return nil
    }
    let directive = reader.directive(in: first.content)
    problems += reader.problems
    guard let directive else { return nil }
    index = 1
    if tokens.count > 1, tokens[1].kind == .text {
      let rest = TextTrimmer(bytes: source.bytes).kept(
        tokens[1].range, before: .line, after: .nothing)
      let range = rest.first ?? tokens[1].range.suffix(0)
      tokens[1] = TemplateToken(kind: .text, range: range, content: range)
    }
    return directive
  }

  // MARK: Nodes

  /// Parses nodes up to one of the tags that the innermost open tag waits for, or to the end.
  mutating func parseNodes() -> [TemplateNode] {
    var nodes: [TemplateNode] = []
    while index < tokens.count, !isGivenUp {
      let token = tokens[index]
      switch token.kind {
      case .text: nodes += text(token).map { .text($0) }
      case .comment: break
      case .variable:
        if let node = attempt({ parser throws(SyntaxProblem) in try parser.output(token) }) {
          nodes.append(node)
        }
      case .block:
        let name = tagName(of: token)
        if let name, isAwaited(name) {
          endName = name
          return nodes
        }
        index += 1
        if let node = tag(name, token) { nodes.append(node) }
        continue
      }
      index += 1
    }
    endName = nil
    return nodes
  }

  private func text(_ token: TemplateToken) -> [Range<Int>] {
    let before: TextTrimmer.Before =
      switch index > 0 ? whitespace(tokens[index - 1], tokens[index - 1].trailing) : .keep {
      case .unspecified: trim == .smart ? .line : .nothing
      case .trim: .all
      case .keep: .nothing
      }
    let next = index + 1
    let after: TextTrimmer.After =
      switch next < tokens.count ? whitespace(tokens[next], tokens[next].leading) : .keep {
      case .unspecified: trim == .smart ? .blanks : .nothing
      case .trim: .all
      case .keep: .nothing
      }
    return TextTrimmer(bytes: source.bytes).kept(token.range, before: before, after: after)
  }

  /// The treatment of white space next to the token. Only `{% %}` tags affect it.
  private func whitespace(
    _ token: TemplateToken, _ asked: TemplateToken.Whitespace
  ) -> TemplateToken.Whitespace {
    token.kind == .block ? asked : .keep
  }

  private func output(_ token: TemplateToken) throws(SyntaxProblem) -> TemplateNode {
    var parser = ExpressionParser(try TagScanner(source.bytes, token.content), filters: filters)
    if parser.scanner.isAtEnd {
      throw SyntaxProblem(.templateSyntax, "there is nothing to print", at: token.range)
    }
    let expression = try parser.conditional()
    try parser.expectEnd()
    return .output(OutputNode(expression, range: token.range))
  }

  /// The tag's first word; for a labeled tag, the one after the label.
  ///
  /// Also `nil` for text that cannot be scanned: a tag without a name is a separate error.
  private func tagName(of token: TemplateToken) -> String? {
    guard var scanner = try? TagScanner(source.bytes, token.content),
      case .word(let first) = scanner.current
    else { return nil }
    guard (try? scanner.advance()) != nil, case .symbol(.colon, _) = scanner.current,
      (try? scanner.advance()) != nil, case .word(let second) = scanner.current
    else { return scanner.text(first) }
    return scanner.text(second)
  }

  private mutating func tag(_ name: String?, _ token: TemplateToken) -> TemplateNode? {
    guard let name else {
      report(.templateSyntax, "the tag has no name", at: token.range)
      return nil
    }
    guard let tag = TemplateTag(rawValue: name) else {
      reportUnexpected(name, token)
      return nil
    }
    guard awaited.count < Self.maximumDepth else {
      // Bodies must not be read any deeper; further errors would only repeat this one.
      report(.templateSyntax, "tags are nested too deeply", at: token.range)
      index = tokens.count
      return nil
    }
    return parse(tag, token)
  }

  private mutating func reportUnexpected(_ name: String, _ token: TemplateToken) {
    if TemplateTag.inner.contains(name) {
      report(.templateUnexpectedTag, "'\(name)' has no matching tag", at: token.range)
      return
    }
    if name.hasPrefix("end"), unknownTags.contains(String(name.dropFirst(3))) { return }
    unknownTags.insert(name)
    let known = TemplateTag.allCases.map(\.rawValue) + TemplateTag.inner
    problems.append(
      SyntaxProblem(
        .templateUnknownTag, "unknown tag '\(name)'", at: token.range,
        suggestion: Suggestion.nearest(to: name, in: known)))
  }

  // MARK: Bodies

  private func isAwaited(_ name: String) -> Bool {
    TemplateTag.inner.contains(name) && awaited.contains { $0.contains(name) }
  }

  /// Parses a tag's body up to one of `ends`.
  ///
  /// - Returns: The nodes, and the token that ended them, which is nil if it is missing, as
  ///   reported.
  mutating func body(
    of tag: TemplateTag, _ opening: TemplateToken, until ends: Set<String>
  ) -> (nodes: [TemplateNode], end: (name: String, token: TemplateToken)?) {
    awaited.append(ends)
    let nodes = parseNodes()
    awaited.removeLast()
    if let name = endName, ends.contains(name) {
      index += 1
      return (nodes, (name, tokens[index - 1]))
    }
    if isGivenUp { return (nodes, nil) }
    report(
      .templateMissingEndTag, "'\(tag.rawValue)' has no '\(tag.end ?? "")'", at: opening.range)
    return (nodes, nil)
  }

  /// Parses the rest of the file as blocks that override those of another template.
  mutating func rest() -> [TemplateNode] {
    parseNodes()
  }

  var isInsideOfTag: Bool { !awaited.isEmpty }

  private var isGivenUp: Bool { problems.count >= Self.maximumProblems }

  // MARK: Problems

  mutating func report(_ code: DiagnosticCode, _ message: String, at range: Range<Int>) {
    problems.append(SyntaxProblem(code, message, at: range))
  }

  /// The result of `body`, or nil after its mistake was recorded.
  mutating func attempt<Result>(
    _ body: (borrowing TemplateParser) throws(SyntaxProblem) -> Result
  ) -> Result? {
    do throws(SyntaxProblem) {
      return try body(self)
    } catch {
      problems.append(error)
      return nil
    }
  }
}
