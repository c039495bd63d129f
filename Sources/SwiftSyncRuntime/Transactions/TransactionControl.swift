/// Tells statements that begin or end transactions.
enum TransactionControl {
  private static let words: Set<String> = [
    "BEGIN", "COMMIT", "END", "ROLLBACK", "SAVEPOINT", "RELEASE", "ATTACH", "DETACH", "VACUUM",
  ]

  /// The word with which such a statement begins.
  static func word(in sql: String) -> String? {
    var rest = Substring(sql)
    while true {
      rest = rest.drop { $0.isWhitespace || $0 == ";" || $0 == "\u{FEFF}" }
      if rest.hasPrefix("--") {
        rest = rest.drop { !$0.isNewline }
      } else if rest.hasPrefix("/*") {
        rest = rest.dropFirst(2)
        while !rest.isEmpty, !rest.hasPrefix("*/") { rest = rest.dropFirst() }
        rest = rest.dropFirst(2)
      } else {
        break
      }
    }
    let word = rest.prefix { $0.isLetter }.uppercased()
    return words.contains(word) ? word : nil
  }
}
