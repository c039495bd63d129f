/// Splits a template's bytes into text and tags, in one pass.
struct TemplateLexer {
  private let bytes: [UInt8]
  private let hasEscapes: Bool
  private var position: Int
  private var tokens: [TemplateToken] = []
  /// The start of an unterminated tag.
  private(set) var unterminated: Range<Int>?

  /// - Parameter hasEscapes: Whether a backslash in a string may precede a quote that does not end
  ///   the string.
  init(_ bytes: [UInt8], from start: Int = 0, hasEscapes: Bool) {
    self.bytes = bytes
    self.hasEscapes = hasEscapes
    position = start
  }

  mutating func tokens(upTo end: Int) -> [TemplateToken] {
    var textStart = position
    while position + 1 < end {
      guard bytes[position] == UInt8(ascii: "{"), let kind = Self.kind(of: bytes[position + 1])
      else {
        position += 1
        continue
      }
      addText(textStart..<position)
      let start = position
      guard let close = closingDelimiter(from: start + 2, end: end, kind: kind) else {
        unterminated = start..<end
        return tokens
      }
      let token = token(kind, start: start, close: close)
      tokens.append(token)
      position = close + 2
      textStart = position
      if kind == .block, isVerbatim(token) { position = verbatimEnd(from: position, to: end) }
    }
    addText(textStart..<end)
    return tokens
  }

  static func kind(of byte: UInt8) -> TemplateToken.Kind? {
    switch byte {
    case UInt8(ascii: "{"): .variable
    case UInt8(ascii: "%"): .block
    case UInt8(ascii: "#"): .comment
    default: nil
    }
  }

  // MARK: Verbatim text

  private static let verbatim = Array("verbatim".utf8)
  private static let verbatimEnd = Array("endverbatim".utf8)

  private func isVerbatim(_ token: TemplateToken) -> Bool {
    let word = bytes[token.content].drop { $0 <= 0x20 }.prefix { $0 > 0x20 }
    return word == Self.verbatim[...]
  }

  /// The start of the tag that ends verbatim text.
  private func verbatimEnd(from start: Int, to end: Int) -> Int {
    var index = start
    while index + 1 < end {
      if bytes[index] == UInt8(ascii: "{"), bytes[index + 1] == UInt8(ascii: "%") {
        let rest = bytes[(index + 2)..<end].drop {
          $0 <= 0x20 || Self.whitespace($0) != .unspecified
        }
        if rest.starts(with: Self.verbatimEnd) { return index }
      }
      index += 1
    }
    return end
  }

  // MARK: Tags

  private mutating func addText(_ range: Range<Int>) {
    if range.isEmpty { return }
    tokens.append(TemplateToken(kind: .text, range: range, content: range))
  }

  /// The start of the delimiter that ends the tag. String literals may contain delimiters.
  func closingDelimiter(from start: Int, end: Int, kind: TemplateToken.Kind) -> Int? {
    let mark: UInt8 =
      switch kind {
      case .variable: UInt8(ascii: "}")
      case .block: UInt8(ascii: "%")
      case .comment, .text: UInt8(ascii: "#")
      }
    var index = start
    while index + 1 < end {
      let byte = bytes[index]
      if byte == mark, bytes[index + 1] == UInt8(ascii: "}") { return index }
      if kind != .comment, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'"),
        let quote = closingQuote(byte, from: index + 1, end: end)
      {
        index = quote
      }
      index += 1
    }
    return nil
  }

  /// The matching quote on the same line. A quote without a match is reported by the parser.
  private func closingQuote(_ quote: UInt8, from start: Int, end: Int) -> Int? {
    let line = bytes[start..<end].prefix { $0 != UInt8(ascii: "\n") }
    return StringLiteral.end(quote, in: bytes, line.indices, hasEscapes: hasEscapes)
  }

  private func token(_ kind: TemplateToken.Kind, start: Int, close: Int) -> TemplateToken {
    var content = start + 2..<close
    guard kind == .block, let first = content.first else {
      return TemplateToken(kind: kind, range: start..<close + 2, content: content)
    }
    let leading = Self.whitespace(bytes[first])
    if leading != .unspecified { content = content.dropFirst() }
    var trailing = TemplateToken.Whitespace.unspecified
    if let last = content.last {
      trailing = Self.whitespace(bytes[last])
      if trailing != .unspecified { content = content.dropLast() }
    } else {
      trailing = leading
    }
    return TemplateToken(
      kind: kind, range: start..<close + 2, content: content, leading: leading, trailing: trailing)
  }

  private static func whitespace(_ byte: UInt8) -> TemplateToken.Whitespace {
    switch byte {
    case UInt8(ascii: "-"): .trim
    case UInt8(ascii: "+"): .keep
    default: .unspecified
    }
  }
}
