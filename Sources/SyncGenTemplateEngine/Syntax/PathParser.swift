import SyncGenDiagnostics

/// Splits a word such as `user[key].names.0` into the parts that are looked up one after another.
struct PathParser {
  private static let maximumDepth = 32

  let bytes: [UInt8]
  let depth: Int
  /// The reported place of the path, if `bytes` are not the template's.
  let place: Range<Int>?
  private let hasEscapes: Bool

  init(_ bytes: [UInt8], depth: Int = 0, place: Range<Int>? = nil, hasEscapes: Bool) {
    self.bytes = bytes
    self.hasEscapes = hasEscapes
    self.depth = depth
    self.place = place
  }

  /// A literal or a path.
  func value(_ word: Range<Int>) throws(SyntaxProblem) -> TemplateExpression {
    if let literal = literal(word) { return .literal(literal) }
    return .path(try path(word))
  }

  private func literal(_ word: Range<Int>) -> TemplateValue? {
    guard let first = bytes[word].first else { return nil }
    let isNumeric =
      (0x30...0x39).contains(first) || first == UInt8(ascii: "-") || first == UInt8(ascii: "+")
      || first == UInt8(ascii: ".")
    if isNumeric { return number(word) }
    if bytes[word].elementsEqual("true".utf8) { return .bool(true) }
    if bytes[word].elementsEqual("false".utf8) { return .bool(false) }
    return nil
  }

  private func number(_ word: Range<Int>) -> TemplateValue? {
    let text = self.text(word)
    if let integer = Int(text) { return .int(integer) }
    let isDecimal = bytes[word].allSatisfy {
      (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0)
    }
    guard isDecimal, bytes[word].contains(where: { (0x30...0x39).contains($0) }) else { return nil }
    guard let decimal = Double(text), decimal.isFinite else { return nil }
    return .double(decimal)
  }

  func path(_ word: Range<Int>) throws(SyntaxProblem) -> TemplatePath {
    var components: [TemplatePath.Component] = []
    var index = word.lowerBound
    let rootRange = try name(at: &index, in: word)
    while index < word.upperBound {
      if bytes[index] == UInt8(ascii: "[") {
        components.append(try key(at: &index, in: word))
      } else if bytes[index] == UInt8(ascii: ".") {
        index += 1
        let range = try name(at: &index, in: word)
        components.append(.name(.init(text(range), at: place ?? range)))
      } else {
        throw unexpected(at: index, in: word)
      }
    }
    let root = text(rootRange)
    return TemplatePath(
      text: components.isEmpty ? root : text(word), root: root, rootRange: place ?? rootRange,
      components: components, range: place ?? word)
  }

  private func name(at index: inout Int, in word: Range<Int>) throws(SyntaxProblem) -> Range<Int> {
    let start = index
    while index < word.upperBound, !Self.divides(bytes[index]) { index += 1 }
    guard index > start else { throw unexpected(at: index, in: word) }
    return start..<index
  }

  /// Whether the byte ends a name of a path.
  static func divides(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ".") || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]")
  }

  private func key(
    at index: inout Int, in word: Range<Int>
  ) throws(SyntaxProblem) -> TemplatePath.Component {
    let open = index
    guard depth < Self.maximumDepth else {
      throw SyntaxProblem(.templateSyntax, "brackets are nested too deeply", at: word)
    }
    guard let close = closingBracket(from: open, in: word) else {
      throw SyntaxProblem(
        .templateSyntax, "'[' in '\(text(word))' is never closed", at: open..<open + 1)
    }
    index = close + 1
    let inner = open + 1..<close
    var scanner = try TagScanner(bytes, inner, hasEscapes: hasEscapes)
    let value: TemplateExpression
    switch scanner.current {
    case .word(let range):
      let parser = PathParser(bytes, depth: depth + 1, place: place, hasEscapes: hasEscapes)
      value = try parser.value(range)
    case .string(let range): value = .literal(.string(scanner.string(range)))
    case .symbol, .end: throw unexpected(at: scanner.range.lowerBound, in: word)
    }
    try scanner.advance()
    guard scanner.isAtEnd else { throw unexpected(at: scanner.range.lowerBound, in: word) }
    return .key(.init(value, at: place ?? inner))
  }

  private func closingBracket(from open: Int, in word: Range<Int>) -> Int? {
    var level = 0
    var index = open
    while index < word.upperBound {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        let rest = index + 1..<word.upperBound
        guard let end = StringLiteral.end(byte, in: bytes, rest, hasEscapes: hasEscapes) else {
          return nil
        }
        index = end
      } else if byte == UInt8(ascii: "[") {
        level += 1
      } else if byte == UInt8(ascii: "]") {
        level -= 1
        if level == 0 { return index }
      }
      index += 1
    }
    return nil
  }

  private func unexpected(at index: Int, in word: Range<Int>) -> SyntaxProblem {
    let name = text(word)
    guard index < word.upperBound else {
      return SyntaxProblem(.templateSyntax, "'\(name)' ends where a name is expected", at: word)
    }
    let character = String(decoding: bytes[index..<word.upperBound], as: UTF8.self).prefix(1)
    return SyntaxProblem(
      .templateSyntax, "unexpected '\(character)' in '\(name)'", at: index..<index + 1)
  }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }
}
