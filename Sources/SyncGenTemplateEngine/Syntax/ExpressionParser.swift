import SyncGenDiagnostics

/// Parses expressions: literals, paths, filters, operators, conditions.
///
/// From lowest to highest precedence: `or`, `and`, `not`, comparisons, `in`, ranges, `+`, filters.
struct ExpressionParser {
  private enum Power: Int, Comparable {
    case lowest, or, and, not, comparison, contained

    static func < (left: Power, right: Power) -> Bool { left.rawValue < right.rawValue }
  }

  private static let maximumDepth = 64
  private static let maximumTerms = 1000

  var scanner: TagScanner
  private let filters: FilterTable
  private let macros: FileMacros
  private let place: Range<Int>?
  private var depth = 0

  /// - Parameter place: The reported place of the expression, if it is not written in the template.
  init(
    _ scanner: TagScanner, filters: FilterTable, macros: FileMacros, place: Range<Int>? = nil
  ) {
    self.scanner = scanner
    self.filters = filters
    self.macros = macros
    self.place = place
  }

  /// Parses an expression that fills the rest of the tag.
  mutating func expressionToEnd() throws(SyntaxProblem) -> TemplateExpression {
    let result = try expression()
    try expectEnd()
    return result
  }

  func expectEnd() throws(SyntaxProblem) {
    guard !scanner.isAtEnd else { return }
    let text = scanner.currentText
    throw SyntaxProblem(
      .templateSyntax, "unexpected '\(text)'", at: scanner.range,
      suggestion: OtherLanguages.operator(text))
  }

  mutating func expression() throws(SyntaxProblem) -> TemplateExpression {
    try expression(above: .lowest)
  }

  /// Parses the content of `{{ }}`: an expression, or `value if condition else other`.
  mutating func conditional() throws(SyntaxProblem) -> TemplateExpression {
    try enter()
    defer { depth -= 1 }
    return try conditionalWithin()
  }

  /// Parses the same without a level of its own, for brackets.
  private mutating func conditionalWithin() throws(SyntaxProblem) -> TemplateExpression {
    let value = try expression()
    guard scanner.isWord("if") else { return value }
    try scanner.advance()
    let condition = try expression()
    guard scanner.isWord("else") else { return .conditional(value, if: condition, else: nil) }
    try scanner.advance()
    return .conditional(value, if: condition, else: try conditional())
  }

  private mutating func enter() throws(SyntaxProblem) {
    depth += 1
    guard depth <= Self.maximumDepth else {
      throw SyntaxProblem(
        .templateSyntax, "the expression is nested too deeply", at: scanner.range)
    }
  }

  private mutating func expression(above power: Power) throws(SyntaxProblem) -> TemplateExpression {
    try enter()
    defer { depth -= 1 }
    var left = try prefixed()
    var links = 0
    while let (infix, infixPower) = infix, infixPower > power {
      try scanner.advance()
      if case .notContained = infix { try scanner.advance() }
      left = infix.join(left, try expression(above: infixPower))
      links += 1
      guard links <= (infix.isFlat ? Self.maximumTerms : Self.maximumDepth) else {
        throw SyntaxProblem(.templateSyntax, "too many operators in a row", at: scanner.range)
      }
    }
    return left
  }

  private mutating func prefixed() throws(SyntaxProblem) -> TemplateExpression {
    if scanner.isWord("not") {
      try scanner.advance()
      return .not(try expression(above: .not))
    }
    return try resolvable()
  }

  private enum Infix {
    case and, or, contained, notContained
    case comparison(TemplateExpression.Comparison)

    /// Whether a chain of the operator is represented as a list rather than nested.
    var isFlat: Bool {
      switch self {
      case .and, .or: true
      case .contained, .notContained, .comparison: false
      }
    }

    func join(_ left: TemplateExpression, _ right: TemplateExpression) -> TemplateExpression {
      switch self {
      case .and:
        if case .all(let terms) = left { return .all(terms + [right]) }
        return .all([left, right])
      case .or:
        if case .any(let terms) = left { return .any(terms + [right]) }
        return .any([left, right])
      case .contained: return .contained(left, in: right)
      case .notContained: return .not(.contained(left, in: right))
      case .comparison(let comparison): return .comparison(comparison, left, right)
      }
    }
  }

  private var infix: (Infix, Power)? {
    if case .symbol(let symbol, _) = scanner.current {
      return Self.comparison(symbol).map { (.comparison($0), .comparison) }
    }
    if scanner.isWord("and") { return (.and, .and) }
    if scanner.isWord("or") { return (.or, .or) }
    if scanner.isWord("in") { return (.contained, .contained) }
    if scanner.isWord("not"), isFollowed(by: "in") { return (.notContained, .contained) }
    return nil
  }

  private func isFollowed(by word: StaticString) -> Bool {
    var next = scanner
    return (try? next.advance()) != nil && next.isWord(word)
  }

  private static func comparison(_ symbol: TagScanner.Symbol) -> TemplateExpression.Comparison? {
    switch symbol {
    case .equal: .equal
    case .notEqual: .notEqual
    case .less: .less
    case .lessOrEqual: .lessOrEqual
    case .more: .more
    case .moreOrEqual: .moreOrEqual
    default: nil
    }
  }

  // MARK: Values and filters

  /// Parses a sum, or a range between two of them.
  mutating func resolvable() throws(SyntaxProblem) -> TemplateExpression {
    let lower = try sum()
    guard case .symbol(.range, let range) = scanner.current else { return lower }
    try scanner.advance()
    return .range(lower, try sum(), at: place ?? range)
  }

  /// Parses a value with its filters, or a sum of them.
  private mutating func sum() throws(SyntaxProblem) -> TemplateExpression {
    let first = try filtered()
    guard case .symbol(.plus, let range) = scanner.current else { return first }
    var terms = [first]
    while try scanner.take(.plus) {
      terms.append(try filtered())
      guard terms.count <= Self.maximumTerms else {
        throw SyntaxProblem(.templateSyntax, "too many operators in a row", at: scanner.range)
      }
    }
    return .sum(terms, at: place ?? range)
  }

  private mutating func filtered() throws(SyntaxProblem) -> TemplateExpression {
    let value = try operand()
    let calls = try filterCalls()
    return calls.isEmpty ? value : .filtered(value, calls)
  }

  private mutating func operand() throws(SyntaxProblem) -> TemplateExpression {
    switch scanner.current {
    case .string(let range):
      try scanner.advance()
      return .literal(.string(scanner.string(range)))
    case .word(let range):
      if scanner.isWord("and") || scanner.isWord("or") || scanner.isWord("in")
        || scanner.isWord("not")
      {
        throw missing("a value")
      }
      try refuseExclamationMark(range)
      try scanner.advance()
      if case .symbol(.open, let open) = scanner.current, open.lowerBound == range.upperBound {
        return .call(try call(range))
      }
      return try paths.value(range)
    case .symbol(.open, _): return try parenthesized()
    case .symbol, .end: throw missing("a value")
    }
  }

  private var paths: PathParser {
    PathParser(scanner.bytes, place: place, hasEscapes: scanner.hasEscapes)
  }

  private mutating func parenthesized() throws(SyntaxProblem) -> TemplateExpression {
    try scanner.advance()
    let inner = try conditionalWithin()
    guard try scanner.take(.close) else { throw missing("')'") }
    return inner
  }

  /// Parses the arguments of a macro: `name(a, b)`.
  private mutating func call(_ name: Range<Int>) throws(SyntaxProblem) -> CallNode {
    let target = try paths.path(name)
    try scanner.advance()
    var arguments: [TemplateExpression] = []
    if try !scanner.take(.close) {
      repeat { arguments.append(try conditionalWithin()) } while try scanner.take(.comma)
      guard try scanner.take(.close) else { throw missing("')'") }
    }
    return CallNode(target: target, arguments: arguments, range: place ?? name)
  }

  /// Other languages write `!` for `not`. Here it would be a part of the name, which no variable
  /// has, so the condition would always be false.
  private func refuseExclamationMark(_ word: Range<Int>) throws(SyntaxProblem) {
    guard scanner.bytes[word.lowerBound] == UInt8(ascii: "!") else { return }
    let operand = scanner.text(word.lowerBound + 1..<word.upperBound)
    throw SyntaxProblem(
      .templateSyntax, "'!' is not an operator; write 'not'", at: place ?? word,
      suggestion: operand.isEmpty ? "not" : "not \(operand)")
  }

  /// Parses any number of filters after pipes.
  mutating func filterCalls() throws(SyntaxProblem) -> [FilterCall] {
    var calls: [FilterCall] = []
    while try scanner.take(.pipe) { calls.append(try filterCall()) }
    return calls
  }

  mutating func filterCall() throws(SyntaxProblem) -> FilterCall {
    let start = scanner.range
    guard let (name, range) = try scanner.takeWord() else { throw missing("the name of a filter") }
    guard let filter = filters[name] ?? macro(name) else {
      throw SyntaxProblem(
        .templateUnknownFilter, "unknown filter '\(name)'", at: range,
        suggestion: OtherLanguages.filter(name, among: filters.names + macros.names.sorted()))
    }
    var arguments: [TemplateExpression] = []
    if try scanner.take(.colon) {
      repeat { arguments.append(try operand()) } while try scanner.take(.comma)
    }
    return FilterCall(name: name, filter: filter, arguments: arguments, range: place ?? start)
  }

  /// A macro as a filter.
  private func macro(_ name: String) -> TemplateFilter? {
    let isName = !name.utf8.contains(where: PathParser.divides)
    return isName && macros.mayContain(name) ? TemplateFilter(.macro(.stated(name))) : nil
  }

  func missing(_ what: String) -> SyntaxProblem {
    let found = scanner.isAtEnd ? "the end of the tag" : "'\(scanner.currentText)'"
    let range =
      scanner.isAtEnd ? scanner.content.upperBound..<scanner.content.upperBound : scanner.range
    return SyntaxProblem(
      .templateSyntax, "expected \(what), found \(found)", at: range,
      suggestion: scanner.isDoublePipe ? OtherLanguages.operator("||") : nil)
  }
}
