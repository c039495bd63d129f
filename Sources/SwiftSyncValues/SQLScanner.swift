/// Splits SQL into tokens, as SQLite does.
///
/// It accepts any bytes: anything other than SQL results in some tokens.
package struct SQLScanner {
  /// The place of a token and what it is.
  package struct Token {
    package let kind: SQLToken.Kind
    package let range: Range<Int>
    /// Whether a quotation mark or a comment that it opens is closed.
    package let isClosed: Bool
    /// The range without the quotation marks.
    package let content: Range<Int>
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private var index = 0

  package init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  /// The next token, which may be a comment.
  package mutating func next() -> Token? {
    skipBlanks()
    guard index < bytes.count else { return nil }
    let start = index
    switch bytes[index] {
    case UInt8(ascii: "-") where byte(1) == UInt8(ascii: "-"):
      skip { $0 != UInt8(ascii: "\n") }
      return token(.comment, from: start)
    case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"): return comment()
    case UInt8(ascii: "'"): return quoted(.text, until: UInt8(ascii: "'"), from: start)
    case UInt8(ascii: "\""), UInt8(ascii: "`"):
      return quoted(.name, until: bytes[index], from: start)
    case UInt8(ascii: "["): return quoted(.name, until: UInt8(ascii: "]"), from: start)
    case UInt8(ascii: "x"), UInt8(ascii: "X"):
      guard byte(1) == UInt8(ascii: "'") else { return word() }
      index += 1
      return quoted(.blob, until: UInt8(ascii: "'"), from: start)
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return number()
    case UInt8(ascii: ".") where byte(1).map(Self.isDigit) == true: return number()
    case let first where Self.isPartOfWord(first): return word()
    default: return sign()
    }
  }

  private func byte(_ offset: Int) -> UInt8? {
    index + offset < bytes.count ? bytes[index + offset] : nil
  }

  private mutating func skip(while isWanted: (UInt8) -> Bool) {
    while index < bytes.count, isWanted(bytes[index]) { index += 1 }
  }

  /// Skips white space and byte order marks.
  private mutating func skipBlanks() {
    while index < bytes.count {
      if bytes[index] <= UInt8(ascii: " ") {
        index += 1
      } else if bytes[index] == 0xEF, byte(1) == 0xBB, byte(2) == 0xBF {
        index += 3
      } else {
        return
      }
    }
  }

  private func token(
    _ kind: SQLToken.Kind, from start: Int, isClosed: Bool = true, content: Range<Int>? = nil
  ) -> Token {
    Token(
      kind: kind, range: start..<index, isClosed: isClosed, content: content ?? start..<index)
  }

  private mutating func comment() -> Token {
    let start = index
    index += 2
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "*"), byte(1) == UInt8(ascii: "/") {
        index += 2
        return token(.comment, from: start)
      }
      index += 1
    }
    return token(.comment, from: start, isClosed: false)
  }

  /// Reads up to the closing mark. A doubled mark is one in the text, except for brackets.
  private mutating func quoted(
    _ kind: SQLToken.Kind, until mark: UInt8, from start: Int
  ) -> Token {
    index += 1
    let content = index
    while index < bytes.count {
      if bytes[index] == mark {
        guard byte(1) == mark, mark != UInt8(ascii: "]") else {
          index += 1
          return token(kind, from: start, content: content..<(index - 1))
        }
        index += 1
      }
      index += 1
    }
    return token(kind, from: start, isClosed: false, content: content..<index)
  }

  private mutating func number() -> Token {
    let start = index
    while index < bytes.count, Self.isPartOfWord(bytes[index]) || bytes[index] == UInt8(ascii: ".")
    {
      let isExponent = bytes[index] | 0x20 == UInt8(ascii: "e")
      index += 1
      if isExponent, let sign = byte(0), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
        byte(1).map(Self.isDigit) == true
      {
        index += 1
      }
    }
    return token(.number, from: start)
  }

  private mutating func word() -> Token {
    let start = index
    skip(while: Self.isPartOfWord)
    return token(.word, from: start)
  }

  /// Reads one character, or an operator of two or three.
  private mutating func sign() -> Token {
    let start = index
    index += 1
    switch (bytes[start], byte(0)) {
    case (UInt8(ascii: "-"), UInt8(ascii: ">")): index += byte(1) == UInt8(ascii: ">") ? 2 : 1
    case (UInt8(ascii: "|"), UInt8(ascii: "|")), (UInt8(ascii: "<"), UInt8(ascii: "<")),
      (UInt8(ascii: ">"), UInt8(ascii: ">")), (UInt8(ascii: "<"), UInt8(ascii: ">")),
      (UInt8(ascii: "<"), UInt8(ascii: "=")), (UInt8(ascii: ">"), UInt8(ascii: "=")),
      (UInt8(ascii: "!"), UInt8(ascii: "=")), (UInt8(ascii: "="), UInt8(ascii: "=")):
      index += 1
    default: break
    }
    return token(.sign, from: start)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// Whether a byte can be part of a name. Non-ASCII bytes can.
  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
      true
    default: isDigit(byte)
    }
  }
}

/// A word, a sign, a literal or a comment of SQL.
package struct SQLToken: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    /// A keyword or a name without quotation marks.
    case word
    /// A name in quotation marks, backticks or brackets.
    case name
    case text
    case number
    case blob
    case sign
    case comment
  }

  package let kind: Kind
  /// The text without quotation marks; words as written.
  package let text: String
  /// The range of bytes in the SQL.
  package let range: Range<Int>
  /// Whether a quotation mark or a comment that it opens is closed.
  package let isClosed: Bool

  /// Whether it is a keyword, which is given in lower case.
  package func isWord(_ word: String) -> Bool { kind == .word && text.lowercased() == word }

  package func isSign(_ sign: String) -> Bool { kind == .sign && text == sign }

  /// Whether it may name something, with or without quotation marks.
  package var isName: Bool { kind == .word || kind == .name }

  /// All tokens of SQL, with its comments.
  package static func tokens(of sql: String) -> [SQLToken] {
    var sql = sql
    return sql.withUTF8 { bytes in
      var scanner = SQLScanner(bytes)
      var tokens: [SQLToken] = []
      while let token = scanner.next() { tokens.append(SQLToken(token, in: bytes)) }
      return tokens
    }
  }

  /// The names and keywords in SQL, in lower case and without quotation marks.
  package static func names(in sql: String) -> Set<String> {
    Set(tokens(of: sql).filter(\.isName).map { $0.text.lowercased() })
  }

  private init(_ token: SQLScanner.Token, in bytes: UnsafeBufferPointer<UInt8>) {
    kind = token.kind
    range = token.range
    isClosed = token.isClosed
    let written = bytes[token.content]
    guard [.text, .name].contains(kind), bytes[range.lowerBound] != UInt8(ascii: "[") else {
      text = String(decoding: written, as: UTF8.self)
      return
    }
    // A doubled mark is one mark.
    var (content, isFirst): ([UInt8], Bool) = ([], false)
    for byte in written {
      isFirst = byte == bytes[range.lowerBound] && !isFirst
      if !isFirst { content.append(byte) }
    }
    text = String(decoding: content, as: UTF8.self)
  }
}
