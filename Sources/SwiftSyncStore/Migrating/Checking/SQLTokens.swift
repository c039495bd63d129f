/// The tokens of an SQL text in a normalized spelling: names in lower case and without quotation
/// marks, strings and numbers unchanged. Comments and white space are left out.
///
/// SQLite stores the text of a `CREATE` statement and edits it when a column is renamed, so the
/// same constraint may be spelled in more than one way.
struct SQLTokens {
  private(set) var tokens: [String] = []
  private let bytes: [UInt8]
  private var offset = 0

  init(_ sql: String) {
    bytes = Array(sql.utf8)
    while let token = next() { tokens.append(token) }
  }

  /// The conditions of all `CHECK` constraints of a `CREATE TABLE` statement.
  var checks: [String] {
    tokens.indices.filter { tokens[$0] == "check" }.compactMap { group(after: $0) }
      .compactlySorted()
  }

  /// The text in the first parentheses after a token.
  func group(after place: Int) -> String? {
    guard let start = tokens[place...].firstIndex(of: "(") else { return nil }
    var depth = 0
    for end in start..<tokens.count {
      if tokens[end] == "(" { depth += 1 }
      if tokens[end] == ")" { depth -= 1 }
      if depth == 0 { return tokens[(start + 1)..<end].joined(separator: " ") }
    }
    return nil
  }

  /// The conditions joined by `AND`, without the parentheses around them.
  var conditions: [String] { Self.conditions(tokens[...]) }

  private static func conditions(_ tokens: ArraySlice<String>) -> [String] {
    let tokens = unwrapped(tokens)
    var parts: [ArraySlice<String>] = []
    var start = tokens.startIndex
    var (depth, cases, betweens) = (0, 0, 0)
    for index in tokens.indices {
      switch tokens[index] {
      case "(": depth += 1
      case ")": depth -= 1
      case "case": cases += 1
      case "end" where cases > 0: cases -= 1
      case _ where depth > 0 || cases > 0: break
      case "or": return [tokens.joined(separator: " ")]
      case "between": betweens += 1
      case "and" where betweens > 0: betweens -= 1
      case "and":
        parts.append(tokens[start..<index])
        start = index + 1
      default: break
      }
    }
    guard !parts.isEmpty else { return [tokens.joined(separator: " ")] }
    return (parts + [tokens[start...]]).flatMap(conditions)
  }

  private static func unwrapped(_ tokens: ArraySlice<String>) -> ArraySlice<String> {
    guard tokens.first == "(" else { return tokens }
    var depth = 0
    for index in tokens.indices {
      if tokens[index] == "(" { depth += 1 }
      if tokens[index] == ")" { depth -= 1 }
      guard depth == 0 else { continue }
      return index == tokens.endIndex - 1 ? unwrapped(tokens.dropFirst().dropLast()) : tokens
    }
    return tokens
  }

  private mutating func next() -> String? {
    passBlanks()
    guard offset < bytes.count else { return nil }
    let start = offset
    switch bytes[offset] {
    case UInt8(ascii: "'"): return quoted(upTo: bytes[offset], keepsMarks: true)
    case UInt8(ascii: "\""), UInt8(ascii: "`"):
      return quoted(upTo: bytes[offset], keepsMarks: false)
    case UInt8(ascii: "["): return quoted(upTo: UInt8(ascii: "]"), keepsMarks: false)
    case let byte where Self.isPart(byte):
      while offset < bytes.count, Self.isPart(bytes[offset]) { offset += 1 }
      return text(start..<offset).lowercased()
    default:
      offset += 1
      return text(start..<offset)
    }
  }

  private mutating func quoted(upTo end: UInt8, keepsMarks: Bool) -> String {
    let start = offset
    offset += 1
    while offset < bytes.count {
      let isEnd = bytes[offset] == end
      offset += 1
      guard isEnd else { continue }
      // A doubled quotation mark is one within the text.
      guard offset < bytes.count, bytes[offset] == end else { break }
      offset += 1
    }
    if keepsMarks { return text(start..<offset) }
    return text((start + 1)..<max(start + 1, offset - 1)).lowercased()
  }

  private mutating func passBlanks() {
    while offset < bytes.count {
      if bytes[offset] <= UInt8(ascii: " ") {
        offset += 1
      } else if starts("--") {
        while offset < bytes.count, bytes[offset] != UInt8(ascii: "\n") { offset += 1 }
      } else if starts("/*") {
        offset += 2
        while offset < bytes.count, !starts("*/") { offset += 1 }
        offset = min(offset + 2, bytes.count)
      } else {
        return
      }
    }
  }

  private func starts(_ mark: String) -> Bool {
    bytes[offset...].starts(with: mark.utf8)
  }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  /// Whether a byte can be part of a name or number. Non-ASCII bytes can.
  private static func isPart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
      true
    default:
      false
    }
  }
}
