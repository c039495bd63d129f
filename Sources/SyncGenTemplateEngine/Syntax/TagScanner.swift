import SyncGenDiagnostics

/// Reads the words, strings and symbols inside a tag, in order.
struct TagScanner {
  enum Symbol: Equatable {
    case pipe, colon, comma, open, close, range, plus, assign
    case equal, notEqual, less, lessOrEqual, more, moreOrEqual
  }

  enum Token: Equatable {
    /// A name, path, number or keyword.
    case word(Range<Int>)
    /// The content between the quotes.
    case string(Range<Int>)
    case symbol(Symbol, Range<Int>)
    case end
  }

  let bytes: [UInt8]
  let content: Range<Int>
  /// Whether strings may contain escapes such as `\n`.
  let hasEscapes: Bool
  private var position: Int
  private(set) var current = Token.end

  init(_ bytes: [UInt8], _ content: Range<Int>, hasEscapes: Bool) throws(SyntaxProblem) {
    self.bytes = bytes
    self.content = content
    self.hasEscapes = hasEscapes
    position = content.lowerBound
    try advance()
  }

  /// The range of the current token; at the end, after the tag's content.
  var range: Range<Int> {
    switch current {
    case .word(let range), .symbol(_, let range): range
    case .string(let range): range.lowerBound - 1..<range.upperBound + 1
    case .end: content.upperBound..<content.upperBound
    }
  }

  /// Whether the current token is the second half of `||`.
  var isDoublePipe: Bool {
    guard case .symbol(.pipe, let range) = current, range.lowerBound > content.lowerBound else {
      return false
    }
    return bytes[range.lowerBound - 1] == UInt8(ascii: "|")
  }

  var isAtEnd: Bool { current == .end }

  func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  /// The value of a string, by the range of its content.
  func string(_ range: Range<Int>) -> String {
    StringLiteral.text(of: bytes[range], hasEscapes: hasEscapes)
  }

  /// The current token as written.
  var currentText: String { text(range) }

  /// Whether the current token is the word.
  func isWord(_ keyword: StaticString) -> Bool {
    guard case .word(let range) = current, range.count == keyword.utf8CodeUnitCount else {
      return false
    }
    return keyword.withUTF8Buffer { bytes[range].elementsEqual($0) }
  }

  /// Returns and consumes the word at the current token.
  mutating func takeWord() throws(SyntaxProblem) -> (text: String, range: Range<Int>)? {
    guard case .word(let range) = current else { return nil }
    try advance()
    return (text(range), range)
  }

  mutating func take(_ symbol: Symbol) throws(SyntaxProblem) -> Bool {
    guard case .symbol(symbol, _) = current else { return false }
    try advance()
    return true
  }

  mutating func advance() throws(SyntaxProblem) {
    while position < content.upperBound, bytes[position] <= 0x20 { position += 1 }
    guard position < content.upperBound else {
      current = .end
      return
    }
    let byte = bytes[position]
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
      try scanString(quote: byte)
    } else if !isSign(at: position), let (symbol, width) = symbol(at: position) {
      current = .symbol(symbol, position..<position + width)
      position += width
    } else {
      try scanWord()
    }
  }

  private mutating func scanString(quote: UInt8) throws(SyntaxProblem) {
    let start = position + 1
    let rest = start..<content.upperBound
    guard let end = StringLiteral.end(quote, in: bytes, rest, hasEscapes: hasEscapes) else {
      throw SyntaxProblem(
        .templateSyntax, "the string has no closing quote", at: position..<content.upperBound)
    }
    current = .string(start..<end)
    position = end + 1
  }

  private func symbol(at index: Int) -> (Symbol, Int)? {
    let next = index + 1 < content.upperBound ? bytes[index + 1] : 0
    let isFollowedByEqual = next == UInt8(ascii: "=")
    switch bytes[index] {
    case UInt8(ascii: "|"): return (.pipe, 1)
    case UInt8(ascii: ":"): return (.colon, 1)
    case UInt8(ascii: ","): return (.comma, 1)
    case UInt8(ascii: "("): return (.open, 1)
    case UInt8(ascii: ")"): return (.close, 1)
    case UInt8(ascii: "+"): return (.plus, 1)
    case UInt8(ascii: "="): return isFollowedByEqual ? (.equal, 2) : (.assign, 1)
    case UInt8(ascii: "!"): return isFollowedByEqual ? (.notEqual, 2) : nil
    case UInt8(ascii: "<"): return isFollowedByEqual ? (.lessOrEqual, 2) : (.less, 1)
    case UInt8(ascii: ">"): return isFollowedByEqual ? (.moreOrEqual, 2) : (.more, 1)
    case UInt8(ascii: "."): return isRange(at: index) ? (.range, 3) : nil
    default: return nil
    }
  }

  /// Whether the byte is the sign of a number: as in Swift, it has a blank or a symbol before it and
  /// none after it.
  private func isSign(at index: Int) -> Bool {
    guard bytes[index] == UInt8(ascii: "+"), index + 1 < content.upperBound,
      Self.isDigit(bytes[index + 1]) || bytes[index + 1] == UInt8(ascii: ".")
    else { return false }
    guard index > content.lowerBound else { return true }
    let previous = bytes[index - 1]
    return previous <= 0x20 || "(,:=<>.".utf8.contains(previous)
  }

  /// Whether the byte is in the exponent of a number that began at `start`, as in `1e+20`.
  private func isInExponent(at index: Int, of start: Int) -> Bool {
    guard bytes[index] == UInt8(ascii: "+"), index > start else { return false }
    let isAfterE = bytes[index - 1] == UInt8(ascii: "e") || bytes[index - 1] == UInt8(ascii: "E")
    let digits = bytes[start..<index - 1]
    return isAfterE && digits.contains(where: Self.isDigit)
      && digits.allSatisfy { Self.isDigit($0) || "+-.".utf8.contains($0) }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  private func isRange(at index: Int) -> Bool {
    index + 2 < content.upperBound && bytes[index] == UInt8(ascii: ".")
      && bytes[index + 1] == UInt8(ascii: ".") && bytes[index + 2] == UInt8(ascii: ".")
  }

  /// Whether the byte is a letter, a digit or `_`, like nearly all bytes of words.
  private static func isPartOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// Scans a word, which ends at white space, a quote or a symbol, except inside its brackets.
  private mutating func scanWord() throws(SyntaxProblem) {
    let start = position
    var depth = 0
    while position < content.upperBound {
      let byte = bytes[position]
      if Self.isPartOfName(byte) {
        position += 1
        continue
      }
      if byte == UInt8(ascii: "[") {
        depth += 1
      } else if byte == UInt8(ascii: "]") {
        depth = max(0, depth - 1)
      } else if depth == 0 {
        if byte <= 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { break }
        if position > start, symbol(at: position) != nil, !isInExponent(at: position, of: start) {
          break
        }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        let rest = position + 1..<content.upperBound
        position =
          StringLiteral.end(byte, in: bytes, rest, hasEscapes: hasEscapes) ?? position
      }
      position += 1
    }
    // An unclosed bracket extends to the end; its diagnostic should not begin or end with blanks.
    while bytes[position - 1] <= 0x20 { position -= 1 }
    current = .word(start..<position)
  }
}
