import SwiftSyncValues

/// SQL with its tokens, without comments.
struct SQLiteTokens {
  private let bytes: [UInt8]
  let tokens: [SQLToken]

  init(_ sql: String) {
    bytes = Array(sql.utf8)
    tokens = SQLToken.tokens(of: sql).filter { $0.kind != .comment }
  }

  /// The text of several tokens and everything between them, on one line.
  func text(_ part: ArraySlice<SQLToken>) -> String {
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
}
