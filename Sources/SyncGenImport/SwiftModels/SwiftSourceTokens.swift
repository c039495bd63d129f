import SyncGenSchema

/// A word, a sign or a literal of Swift code, outside comments.
struct SwiftSourceToken: Equatable {
  enum Kind: Equatable {
    case word
    /// In quotation marks; nil for one with an interpolation, with number signs or on several lines.
    case string(String?)
    case number
    /// One character, or `->`.
    case sign
  }

  let kind: Kind
  /// The text as written, words without backticks.
  let text: String
  let range: Range<Int>
  let isFirstInLine: Bool

  func isSign(_ sign: String) -> Bool { kind == .sign && text == sign }
  func isWord(_ word: String) -> Bool { kind == .word && text == word }

  /// The tokens of Swift code, which may be any bytes.
  static func tokens(of bytes: [UInt8]) -> [SwiftSourceToken] {
    var (tokens, end): ([SwiftSourceToken], Int) = ([], 0)
    for token in SwiftLexer.tokens(of: bytes[...]) {
      if token.kind == .sign(UInt8(ascii: ">")), end == token.range.lowerBound,
        tokens.last?.isSign("-") == true
      {
        tokens[tokens.count - 1] = tokens[tokens.count - 1].arrow
      } else {
        let isFirst = tokens.isEmpty || bytes[end..<token.range.lowerBound].contains(10)
        tokens.append(SwiftSourceToken(token, in: bytes, isFirstInLine: isFirst))
      }
      end = token.range.upperBound
    }
    return tokens
  }

  private var arrow: SwiftSourceToken {
    SwiftSourceToken(
      kind: .sign, text: "->", range: range.lowerBound..<(range.upperBound + 1),
      isFirstInLine: isFirstInLine)
  }

  private init(kind: Kind, text: String, range: Range<Int>, isFirstInLine: Bool) {
    self.kind = kind
    self.text = text
    self.range = range
    self.isFirstInLine = isFirstInLine
  }

  private init(_ token: SwiftToken, in bytes: [UInt8], isFirstInLine: Bool) {
    let written = bytes[token.range]
    let isLiteral = [.string, .expression].contains(token.kind)
    self.init(
      kind: Self.kind(of: token, written),
      text: isLiteral ? String(decoding: written, as: UTF8.self) : token.text, range: token.range,
      isFirstInLine: isFirstInLine)
  }

  private static func kind(of token: SwiftToken, _ written: ArraySlice<UInt8>) -> Kind {
    switch token.kind {
    case .word, .directive: .word
    case .string: .string(content(of: written))
    case .number: .number
    case .expression, .sign: .sign
    }
  }

  /// The content of a string, if it is known without running the code.
  private static func content(of written: ArraySlice<UInt8>) -> String? {
    let quote = UInt8(ascii: "\"")
    guard written.first == quote, !written.starts(with: "\"\"\"".utf8) else { return nil }
    let isClosed = written.count > 1 && written.last == quote
    var (content, isEscaped): ([UInt8], Bool) = ([], false)
    for byte in isClosed ? written.dropFirst().dropLast() : written.dropFirst() {
      if isEscaped {
        guard let plain = unescaped(byte) else { return nil }
        content.append(plain)
      } else if byte != UInt8(ascii: "\\") {
        content.append(byte)
      }
      isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
    }
    return String(decoding: content, as: UTF8.self)
  }

  private static func unescaped(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "n"): UInt8(ascii: "\n")
    case UInt8(ascii: "t"): UInt8(ascii: "\t")
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "'"): byte
    default: nil
    }
  }
}
