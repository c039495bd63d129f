import SwiftSyncValues

/// SQL with each statement on one line and without comments.
enum SQLLines {
  static func text(of sql: String) -> String {
    let bytes = Array(sql.utf8)
    var text: [UInt8] = []
    var last: SQLToken?
    for token in SQLToken.tokens(of: sql) where token.kind != .comment {
      if let last { text += gap(between: last, and: token, in: bytes).utf8 }
      text += bytes[token.range]
      last = token
    }
    if last != nil { text.append(UInt8(ascii: "\n")) }
    return String(decoding: text, as: UTF8.self)
  }

  private static func gap(
    between last: SQLToken, and next: SQLToken, in bytes: [UInt8]
  ) -> String {
    if last.isSign(";") { return "\n" }
    let gap = bytes[last.range.upperBound..<next.range.lowerBound]
    // What was on several lines may be in parentheses.
    let isBreak = gap.contains(UInt8(ascii: "\n"))
    if gap.isEmpty || isBreak && (last.isSign("(") || next.isSign(")")) { return "" }
    return " "
  }
}
