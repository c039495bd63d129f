/// A statement with its tokens, without comments.
package struct SQLStatement {
  private let bytes: [UInt8]
  package let tokens: [SQLToken]

  package init(_ sql: String) {
    bytes = Array(sql.utf8)
    tokens = SQLToken.tokens(of: sql).filter { $0.kind != .comment }
  }

  /// The text of several tokens and everything between them, on one line.
  package func text(_ part: ArraySlice<SQLToken>) -> String {
    guard let first = part.first else { return "" }
    var text: [UInt8] = []
    var end = first.range.lowerBound
    for token in part {
      // Comments and line ends become a blank.
      if token.range.lowerBound > end { text.append(UInt8(ascii: " ")) }
      text += bytes[token.range]
      end = token.range.upperBound
    }
    return String(decoding: text, as: UTF8.self)
  }

  // MARK: CREATE INDEX

  package var createsUniqueIndex: Bool {
    tokens.count > 3 && zip(tokens, ["create", "unique", "index"]).allSatisfy { $0.isWord($1) }
  }

  /// The condition of a partial index.
  package var indexCondition: ArraySlice<SQLToken>? {
    guard let open = tokens.firstIndex(where: { $0.isSign("(") }) else { return nil }
    let end = tokens.end(of: open)
    guard end + 1 < tokens.count, tokens[end + 1].isWord("where") else { return nil }
    let condition = tokens[(end + 2)...].prefix { !$0.isSign(";") }
    return condition.isEmpty ? nil : condition
  }
}

extension [SQLToken] {
  /// The index of the parenthesis that closes the one at `open`, or the end.
  package func end(of open: Int) -> Int {
    var depth = 0
    for index in self[open...].indices {
      if self[index].isSign("(") { depth += 1 }
      if self[index].isSign(")") {
        depth -= 1
        if depth == 0 { return index }
      }
    }
    return count
  }
}
