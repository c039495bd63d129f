/// A word or a sign of SQL, outside comments.
struct SQLiteToken: Equatable {
  enum Kind: Equatable {
    /// A keyword or a name without quotation marks.
    case word
    /// A name in quotation marks, backticks or brackets.
    case name
    case text
    case number
    case blob
    case sign
  }

  let kind: Kind
  /// The text without quotation marks; words as written.
  let text: String
  /// The range of bytes in the SQL.
  let range: Range<Int>

  func isWord(_ word: String) -> Bool {
    kind == .word && text.folded == word
  }

  func isSign(_ sign: String) -> Bool {
    kind == .sign && text == sign
  }

  var isName: Bool { kind == .word || kind == .name }
}

/// Splits SQL into tokens. It accepts any text: anything other than SQL results in some tokens.
struct SQLiteTokens {
  let bytes: [UInt8]
  private(set) var tokens: [SQLiteToken] = []
  private var index = 0

  init(_ sql: String) {
    bytes = Array(sql.utf8)
    while index < bytes.count { step() }
  }

  /// The text of several tokens and everything between them, on one line.
  func text(_ part: ArraySlice<SQLiteToken>) -> String {
    guard let first = part.first, let last = part.last else { return "" }
    var text: [UInt8] = []
    var end = first.range.lowerBound
    for token in part {
      // Comments and line ends become a blank.
      if token.range.lowerBound > end { text.append(UInt8(ascii: " ")) }
      text += bytes[token.range]
      end = token.range.upperBound
    }
    assert(end == last.range.upperBound)
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func step() {
    let start = index
    switch bytes[index] {
    case UInt8(ascii: " "), 9...13: index += 1
    case UInt8(ascii: "-") where byte(1) == UInt8(ascii: "-"):
      index = bytes[index...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"): skipComment()
    case UInt8(ascii: "'"): addQuoted(.text, until: UInt8(ascii: "'"), from: start)
    case UInt8(ascii: "\""), UInt8(ascii: "`"):
      addQuoted(.name, until: bytes[index], from: start)
    case UInt8(ascii: "["): addQuoted(.name, until: UInt8(ascii: "]"), from: start)
    case UInt8(ascii: "x"), UInt8(ascii: "X"):
      if byte(1) == UInt8(ascii: "'") {
        index += 1
        addQuoted(.blob, until: UInt8(ascii: "'"), from: start)
      } else {
        addWord(.word, from: start)
      }
    case UInt8(ascii: "0")...UInt8(ascii: "9"): addNumber(from: start)
    case UInt8(ascii: ".") where byte(1).map(Self.isDigit) == true: addNumber(from: start)
    case let first where Self.isPartOfWord(first): addWord(.word, from: start)
    default: addSign(from: start)
    }
  }

  private func byte(_ offset: Int) -> UInt8? {
    index + offset < bytes.count ? bytes[index + offset] : nil
  }

  private mutating func skipComment() {
    index += 2
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "*"), byte(1) == UInt8(ascii: "/") {
        index += 2
        return
      }
      index += 1
    }
  }

  /// Adds a quoted token. A doubled mark is one in the text, except for brackets.
  private mutating func addQuoted(_ kind: SQLiteToken.Kind, until mark: UInt8, from start: Int) {
    index += 1
    var text: [UInt8] = []
    while index < bytes.count {
      if bytes[index] == mark {
        guard byte(1) == mark, mark != UInt8(ascii: "]") else { break }
        index += 1
      }
      text.append(bytes[index])
      index += 1
    }
    index = min(index + 1, bytes.count)
    add(kind, String(decoding: text, as: UTF8.self), from: start)
  }

  private mutating func addNumber(from start: Int) {
    while index < bytes.count, Self.isPartOfWord(bytes[index]) || bytes[index] == UInt8(ascii: ".")
    {
      let isExponent = bytes[index] | 0x20 == UInt8(ascii: "e")
      index += 1
      if isExponent, let sign = byte(0), [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(sign),
        byte(1).map(Self.isDigit) == true
      {
        index += 1
      }
    }
    add(.number, String(decoding: bytes[start..<index], as: UTF8.self), from: start)
  }

  private mutating func addWord(_ kind: SQLiteToken.Kind, from start: Int) {
    while index < bytes.count, Self.isPartOfWord(bytes[index]) { index += 1 }
    add(kind, String(decoding: bytes[start..<index], as: UTF8.self), from: start)
  }

  private static let longSigns = ["->>", "->", "||", "<=", ">=", "<>", "!=", "==", "<<", ">>"]

  private mutating func addSign(from start: Int) {
    let sign = Self.longSigns.first { bytes[start...].starts(with: $0.utf8) }
    index += sign?.utf8.count ?? 1
    add(.sign, sign ?? String(decoding: bytes[start..<index], as: UTF8.self), from: start)
  }

  private mutating func add(_ kind: SQLiteToken.Kind, _ text: String, from start: Int) {
    tokens.append(SQLiteToken(kind: kind, text: text, range: start..<index))
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
      true
    default: isDigit(byte)
    }
  }
}
