/// Splits Swift code into words and signs, and skips comments and the content of literals.
///
/// It accepts any bytes: anything other than Swift results in some tokens, and the compiler reports
/// what is wrong.
package struct SwiftLexer {
  /// The construct that the current bytes belong to.
  private enum Mode {
    case string(pounds: Int, isMultiline: Bool)
    /// Code inside a string; the count is that of its open parentheses.
    case interpolation(depth: Int)
  }

  private let bytes: ArraySlice<UInt8>
  private var index: Int
  /// Not recursive, since text may be nested at any depth.
  private var modes: [Mode] = []
  private var literalStart = 0
  private var tokens: [SwiftToken] = []

  package static func tokens(of bytes: ArraySlice<UInt8>) -> [SwiftToken] {
    var lexer = SwiftLexer(bytes: bytes)
    while lexer.index < bytes.endIndex { lexer.step() }
    return lexer.tokens
  }

  private init(bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    index = bytes.startIndex
  }

  private mutating func step() {
    switch modes.last {
    case .string(let pounds, let isMultiline): stepInString(pounds, isMultiline)
    case .interpolation(let depth): stepInCode(depth)
    case nil: stepInCode(nil)
    }
  }

  private func byte(_ offset: Int = 0) -> UInt8? {
    index + offset < bytes.endIndex ? bytes[index + offset] : nil
  }

  // MARK: Code

  private mutating func stepInCode(_ depth: Int?) {
    switch bytes[index] {
    case UInt8(ascii: "/"): if skipComment() { return }
    case UInt8(ascii: "\""), UInt8(ascii: "#"): if startString() { return }
    default: break
    }
    guard let depth else { return addToken() }
    if bytes[index] == UInt8(ascii: "(") {
      modes[modes.count - 1] = .interpolation(depth: depth + 1)
    }
    if bytes[index] == UInt8(ascii: ")") {
      modes[modes.count - 1] = .interpolation(depth: depth - 1)
      if depth == 1 { modes.removeLast() }
    }
    index += 1
  }

  private mutating func skipComment() -> Bool {
    if byte(1) == UInt8(ascii: "/") {
      index = bytes[index...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
      return true
    }
    guard byte(1) == UInt8(ascii: "*") else { return false }
    skipBlockComment()
    return true
  }

  private mutating func skipBlockComment() {
    var depth = 0
    repeat {
      let pair = (bytes[index], byte(1))
      if pair == (UInt8(ascii: "/"), UInt8(ascii: "*")) {
        (depth, index) = (depth + 1, index + 2)
      } else if pair == (UInt8(ascii: "*"), UInt8(ascii: "/")) {
        (depth, index) = (depth - 1, index + 2)
      } else {
        index += 1
      }
    } while depth > 0 && index < bytes.endIndex
  }

  private mutating func addToken() {
    let start = index
    switch bytes[index] {
    case UInt8(ascii: " "), 9...13: index += 1
    case UInt8(ascii: "`"): addQuotedWord()
    case UInt8(ascii: "#") where byte(1).map(Self.isLetter) == true:
      index += 1
      skip(while: Self.isPartOfWord)
      add(.directive, from: start)
    case UInt8(ascii: "0")...UInt8(ascii: "9"): addNumber()
    case let first where Self.isLetter(first):
      skip(while: Self.isPartOfWord)
      add(.word, from: start)
    case let sign:
      index += 1
      add(.sign(sign), from: start)
    }
  }

  private mutating func addNumber() {
    let start = index
    repeat {
      skip(while: Self.isPartOfWord)
      guard byte() == UInt8(ascii: "."), byte(1).map(Self.isDigit) == true else { break }
      index += 1
    } while true
    add(.number, from: start)
  }

  private mutating func addQuotedWord() {
    let start = index
    index += 1
    skip { $0 != UInt8(ascii: "`") && $0 != UInt8(ascii: "\n") }
    let text = String(decoding: bytes[start + 1..<index], as: UTF8.self)
    if byte() == UInt8(ascii: "`") { index += 1 }
    tokens.append(SwiftToken(kind: .word, range: start..<index, text: text, isQuoted: true))
  }

  private mutating func add(_ kind: SwiftToken.Kind, from start: Int) {
    let text =
      [.string, .expression].contains(kind)
      ? "" : String(decoding: bytes[start..<index], as: UTF8.self)
    tokens.append(SwiftToken(kind: kind, range: start..<index, text: text, isQuoted: false))
  }

  private mutating func skip(while isWanted: (UInt8) -> Bool) {
    while index < bytes.endIndex, isWanted(bytes[index]) { index += 1 }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
      true
    default: false
    }
  }

  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  // MARK: Literals

  /// Begins `"…"`, `"""…"""` or one of them between number signs; returns `false` if there is no
  /// string here.
  private mutating func startString() -> Bool {
    let pounds = bytes[index...].prefix { $0 == UInt8(ascii: "#") }.count
    if pounds > 0, byte(pounds) == UInt8(ascii: "/") {
      skipRegularExpression(pounds)
      return true
    }
    guard byte(pounds) == UInt8(ascii: "\"") else { return false }
    if modes.isEmpty { literalStart = index }
    let isMultiline = bytes[(index + pounds)...].starts(with: Array("\"\"\"".utf8))
    index += pounds + (isMultiline ? 3 : 1)
    modes.append(.string(pounds: pounds, isMultiline: isMultiline))
    return true
  }

  /// Skips `#/…/#`. A literal between slashes alone is read as signs, because only the grammar
  /// distinguishes it from a division.
  private mutating func skipRegularExpression(_ pounds: Int) {
    let (start, end) = (index, Array("/".utf8) + Array(repeating: UInt8(ascii: "#"), count: pounds))
    index += pounds + 1
    while index < bytes.endIndex, !bytes[index...].starts(with: end) { index += 1 }
    index = min(index + end.count, bytes.endIndex)
    if modes.isEmpty { add(.expression, from: start) }
  }

  private mutating func stepInString(_ pounds: Int, _ isMultiline: Bool) {
    while index < bytes.endIndex, !Self.isSpecialInString(bytes[index]) { index += 1 }
    if index == bytes.endIndex { return endString() }
    let quotes = isMultiline ? 3 : 1
    if isMark(UInt8(ascii: "\\"), 1, pounds) {
      index += 1 + pounds
      if byte() == UInt8(ascii: "(") { modes.append(.interpolation(depth: 0)) } else { index += 1 }
    } else if isMark(UInt8(ascii: "\""), quotes, pounds) {
      index += quotes + pounds
      endString()
    } else if !isMultiline, bytes[index] == UInt8(ascii: "\n") {
      // A string that never ends is a mistake, and the next line is code again.
      endString()
    } else {
      index += 1
    }
  }

  private static func isSpecialInString(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\n")
  }

  private mutating func endString() {
    modes.removeLast()
    if modes.isEmpty { add(.string, from: literalStart) }
  }

  /// Whether there is a number of equal bytes here, followed by number signs.
  private func isMark(_ mark: UInt8, _ count: Int, _ pounds: Int) -> Bool {
    bytes[index] == mark && index + count + pounds <= bytes.endIndex
      && bytes[index..<index + count].allSatisfy { $0 == mark }
      && bytes[(index + count)..<(index + count + pounds)].allSatisfy { $0 == UInt8(ascii: "#") }
  }
}

/// A word, a sign or a literal of Swift code, outside comments.
package struct SwiftToken: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// A name or a keyword; one in backticks is never a keyword.
    case word
    /// `#if`, `#Index` and similar.
    case directive
    case string
    case number
    /// A regular expression.
    case expression
    /// One byte of anything else.
    case sign(UInt8)
  }

  package let kind: Kind
  package let range: Range<Int>
  /// The characters, without backticks; empty for strings and regular expressions, which may be
  /// long.
  package let text: String
  package let isQuoted: Bool
}
