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
  private(set) var trim: TemplateOptions.Trim
  private var tokens: [TemplateToken] = []
  private(set) var macros = FileMacros()
  private var index = 0
  private(set) var problems: [SyntaxProblem] = []
  /// The end tags and branches that the open tags wait for, innermost last.
  private var awaited: [Set<String>] = []
  /// The tag at which `parseNodes` stopped, which is then the current token.
  private var endName: String?
  private var unknownTags: Set<String> = []
  /// The variables that `{% set outer.name … %}` changes.
  var changedNames: Set<TemplateName> = []
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
    let (directive, start) = range.lowerBound == 0 ? takeDirective() : (nil, range.lowerBound)
    trim = directive?.trim ?? trim
    var lexer = TemplateLexer(source.bytes, from: start, hasEscapes: hasEscapes)
    tokens = lexer.tokens(upTo: range.upperBound)
    if let open = lexer.unterminated {
      report(.templateUnterminatedTag, "the tag is never closed", at: open.prefix(2))
    }
    if directive == nil, range.lowerBound == 0 { checkDirective() }
    if trim == .lines { StandaloneTags.mark(in: &tokens, of: source.bytes) }
    macros = FileMacros(in: tokens, of: source.bytes)
    let nodes = parseNodes()
    return Template(
      source: source, directive: directive, trim: trim, nodes: nodes, changedNames: changedNames)
  }

  var hasEscapes: Bool { !trim.followsStencil }

  /// Reads a first-line comment that is a directive, and returns the start of the text after its
  /// line.
  private mutating func takeDirective() -> (TemplateDirective?, start: Int) {
    guard source.bytes.starts(with: "{#".utf8),
      let end = TemplateLexer(source.bytes, hasEscapes: hasEscapes)
        .closingDelimiter(from: 2, end: source.bytes.count, kind: .comment)
    else { return (nil, 0) }
    var reader = DirectiveReader(source)
    let directive = reader.directive(in: 2..<end)
    problems += reader.problems
    guard let directive else { return (nil, 0) }
    let rest = TextTrimmer(bytes: source.bytes).kept(
      end + 2..<source.bytes.count, before: .line, after: .nothing)
    return (directive, rest.first?.lowerBound ?? source.bytes.count)
  }

  /// Reports a directive that does not begin the file.
  private mutating func checkDirective() {
    guard tokens.count > 1, tokens[1].kind == .comment,
      source.bytes[tokens[0].range].allSatisfy({ $0 <= 0x20 })
    else { return }
    var reader = DirectiveReader(source)
    reader.checkPosition(of: tokens[1].content)
    problems += reader.problems
  }

  /// A parser for the content of a tag.
  func expressions(_ content: Range<Int>) throws(SyntaxProblem) -> ExpressionParser {
    let scanner = try TagScanner(source.bytes, content, hasEscapes: hasEscapes)
    return ExpressionParser(scanner, filters: filters, macros: macros)
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
        nodes += tag(name, token)
        continue
      }
      index += 1
    }
    endName = nil
    return nodes
  }

  private func text(_ token: TemplateToken) -> [Range<Int>] {
    let next = index + 1
    let before = index > 0 ? before(textAfter: tokens[index - 1]) : .nothing
    let after = next < tokens.count ? after(textBefore: tokens[next]) : .nothing
    return TextTrimmer(bytes: source.bytes).kept(token.range, before: before, after: after)
  }

  private func before(textAfter token: TemplateToken) -> TextTrimmer.Before {
    switch whitespace(token, token.trailing) {
    case .trim: return .all
    case .keep: return .nothing
    case .unspecified: break
    }
    return switch trim {
    case .lines:
      token.dropsLineEnd ? (index + 1 == tokens.count ? .lastLine : .line) : .nothing
    case .smart: .line
    case .nothing: .nothing
    }
  }

  private func after(textBefore token: TemplateToken) -> TextTrimmer.After {
    switch whitespace(token, token.leading) {
    case .trim: return .all
    case .keep: return .nothing
    case .unspecified: break
    }
    return switch trim {
    case .lines: token.dropsMargin ? .margin : .nothing
    case .smart: .blanks
    case .nothing: .nothing
    }
  }

  /// The stated treatment of white space next to the token. Only `{% %}` tags affect it, and
  /// comments on lines of their own.
  private func whitespace(
    _ token: TemplateToken, _ asked: TemplateToken.Whitespace
  ) -> TemplateToken.Whitespace {
    token.kind == .block || token.dropsMargin || token.dropsLineEnd ? asked : .keep
  }

  private func output(_ token: TemplateToken) throws(SyntaxProblem) -> TemplateNode {
    var parser = try expressions(token.content)
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
    guard var scanner = try? TagScanner(source.bytes, token.content, hasEscapes: hasEscapes),
      case .word(let first) = scanner.current
    else { return nil }
    guard (try? scanner.advance()) != nil, case .symbol(.colon, _) = scanner.current,
      (try? scanner.advance()) != nil, case .word(let second) = scanner.current
    else { return scanner.text(first) }
    return scanner.text(second)
  }

  private mutating func tag(_ name: String?, _ token: TemplateToken) -> [TemplateNode] {
    guard let name else {
      report(.templateSyntax, "the tag has no name", at: token.range)
      return []
    }
    guard let tag = TemplateTag(rawValue: name) else {
      reportUnexpected(name, token)
      return []
    }
    guard awaited.count < Self.maximumDepth else {
      // Bodies must not be read any deeper; further errors would only repeat this one.
      report(.templateSyntax, "tags are nested too deeply", at: token.range)
      index = tokens.count
      return []
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
    problems.append(
      SyntaxProblem(
        .templateUnknownTag, "unknown tag '\(name)'", at: token.range,
        suggestion: OtherLanguages.tag(name)))
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

  mutating func report(
    _ code: DiagnosticCode, _ message: String, at range: Range<Int>, suggestion: String? = nil
  ) {
    problems.append(SyntaxProblem(code, message, at: range, suggestion: suggestion))
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
