import SyncGenDiagnostics

/// A word, a sign or a literal of Swift code, outside comments.
struct SwiftSourceToken: Equatable {
  enum Kind: Equatable {
    case word
    /// In quotation marks; nil for one with an interpolation or with number signs.
    case string(String?)
    case number
    case sign
  }

  let kind: Kind
  /// The text as written, words without backticks.
  let text: String
  let range: Range<Int>
  let isFirstInLine: Bool

  func isSign(_ sign: String) -> Bool { kind == .sign && text == sign }
  func isWord(_ word: String) -> Bool { kind == .word && text == word }
}

/// Splits Swift code into tokens. It accepts any bytes; signs are one character each, except `->`.
struct SwiftSourceTokens {
  private let bytes: [UInt8]
  private var index = 0
  private var isLineStart = true
  private(set) var tokens: [SwiftSourceToken] = []

  static func tokens(of bytes: [UInt8]) -> [SwiftSourceToken] {
    var source = SwiftSourceTokens(bytes)
    while source.index < bytes.count { source.step() }
    return source.tokens
  }

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  private func byte(_ offset: Int = 0) -> UInt8? {
    index + offset < bytes.count ? bytes[index + offset] : nil
  }

  private mutating func step() {
    switch bytes[index] {
    case UInt8(ascii: "\n"):
      isLineStart = true
      index += 1
    case UInt8(ascii: " "), 9, 11...13: index += 1
    case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"):
      index = bytes[index...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"): skipComment()
    case UInt8(ascii: "\""): addString(pounds: 0)
    case UInt8(ascii: "#"): addAfterPound()
    case UInt8(ascii: "`"): addQuotedWord()
    case UInt8(ascii: "0")...UInt8(ascii: "9"): addNumber()
    case let first where Self.isPartOfWord(first): addWord()
    default: addSign()
    }
  }

  private mutating func skipComment() {
    var depth = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "*") {
        depth += 1
        index += 2
      } else if bytes[index] == UInt8(ascii: "*"), byte(1) == UInt8(ascii: "/") {
        depth -= 1
        index += 2
        if depth == 0 { return }
      } else {
        if bytes[index] == UInt8(ascii: "\n") { isLineStart = true }
        index += 1
      }
    }
    index = bytes.count
  }

  private mutating func add(_ kind: SwiftSourceToken.Kind, from start: Int, _ text: String? = nil) {
    let written = text ?? String(decoding: bytes[start..<index], as: UTF8.self)
    tokens.append(
      SwiftSourceToken(
        kind: kind, text: written, range: start..<index, isFirstInLine: isLineStart))
    isLineStart = false
  }

  private mutating func addAfterPound() {
    let pounds = bytes[index...].prefix { $0 == UInt8(ascii: "#") }.count
    if byte(pounds) == UInt8(ascii: "\"") { return addString(pounds: pounds) }
    let start = index
    index += pounds
    while let next = byte(), Self.isPartOfWord(next) { index += 1 }
    add(.word, from: start)
  }

  private mutating func addQuotedWord() {
    let start = index
    index += 1
    while let next = byte(), next != UInt8(ascii: "`"), next != UInt8(ascii: "\n") { index += 1 }
    let name = String(decoding: bytes[start + 1..<index], as: UTF8.self)
    if byte() == UInt8(ascii: "`") { index += 1 }
    add(.word, from: start, name)
  }

  private mutating func addNumber() {
    let start = index
    while let next = byte() {
      let isPoint =
        next == UInt8(ascii: ".")
        && byte(1).map((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) == true
      guard Self.isPartOfWord(next) || isPoint else { break }
      index += 1
    }
    add(.number, from: start)
  }

  private mutating func addWord() {
    let start = index
    while let next = byte(), Self.isPartOfWord(next) { index += 1 }
    add(.word, from: start)
  }

  private mutating func addSign() {
    let start = index
    let isArrow = bytes[index] == UInt8(ascii: "-") && byte(1) == UInt8(ascii: ">")
    index += isArrow ? 2 : 1
    add(.sign, from: start)
  }

  // MARK: Strings

  /// Adds a string. Its content is known if it has no interpolations and number signs and is on one
  /// line.
  private mutating func addString(pounds: Int) {
    let start = index
    let isLong = bytes[(index + pounds)...].starts(with: Array("\"\"\"".utf8))
    let quotes = isLong ? 3 : 1
    index += pounds + quotes
    var content: [UInt8]? = isLong || pounds > 0 ? nil : []
    while index < bytes.count, !isEnd(quotes, pounds) {
      if !isLong, bytes[index] == UInt8(ascii: "\n") { break }
      if isMark(UInt8(ascii: "\\"), 1, pounds) {
        index += 1 + pounds
        if byte() == UInt8(ascii: "(") {
          content = nil
          skipInterpolation()
        } else {
          content = content.flatMap { plain in byte().flatMap(Self.unescaped).map { plain + [$0] } }
          index = min(index + 1, bytes.count)
        }
      } else {
        content?.append(bytes[index])
        index += 1
      }
    }
    if index < bytes.count, bytes[index] != UInt8(ascii: "\n") { index += quotes + pounds }
    index = min(index, bytes.count)
    add(.string(content.map { String(decoding: $0, as: UTF8.self) }), from: start)
  }

  private static func unescaped(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "n"): UInt8(ascii: "\n")
    case UInt8(ascii: "t"): UInt8(ascii: "\t")
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "'"): byte
    default: nil
    }
  }

  /// Skips to after the closing parenthesis; strings inside may have interpolations themselves.
  private mutating func skipInterpolation() {
    var depth = 0
    // Not recursive, since text may be nested at any depth: strings inside are only scanned for
    // their end.
    while index < bytes.count {
      let next = bytes[index]
      index += 1
      if next == UInt8(ascii: "(") { depth += 1 }
      if next == UInt8(ascii: ")") {
        depth -= 1
        if depth == 0 { return }
      }
      if next == UInt8(ascii: "\"") { skipInnerString() }
    }
  }

  private mutating func skipInnerString() {
    var depth = 0
    while index < bytes.count, bytes[index] != UInt8(ascii: "\n") {
      let next = bytes[index]
      index += 1
      if next == UInt8(ascii: "\\") {
        if byte() == UInt8(ascii: "(") { depth += 1 }
        index = min(index + 1, bytes.count)
      } else if next == UInt8(ascii: "("), depth > 0 {
        depth += 1
      } else if next == UInt8(ascii: ")"), depth > 0 {
        depth -= 1
      } else if next == UInt8(ascii: "\""), depth == 0 {
        return
      }
    }
  }

  private func isEnd(_ quotes: Int, _ pounds: Int) -> Bool {
    isMark(UInt8(ascii: "\""), quotes, pounds)
  }

  private func isMark(_ mark: UInt8, _ count: Int, _ pounds: Int) -> Bool {
    guard index + count + pounds <= bytes.count else { return false }
    return bytes[index..<(index + count)].allSatisfy { $0 == mark }
      && bytes[(index + count)..<(index + count + pounds)].allSatisfy { $0 == UInt8(ascii: "#") }
  }

  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }
}
