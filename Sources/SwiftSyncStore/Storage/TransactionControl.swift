import SwiftSyncValues

/// Recognizes statements that begin or end transactions.
enum TransactionControl {
  private static let words: Set<String> = [
    "BEGIN", "COMMIT", "END", "ROLLBACK", "SAVEPOINT", "RELEASE", "ATTACH", "DETACH", "VACUUM",
  ]

  /// The word with which such a statement begins.
  static func word(in sql: String) -> String? {
    let first = SQLToken.tokens(of: sql).first { $0.kind != .comment && !$0.isSign(";") }
    guard let first, first.kind == .word, words.contains(first.text.uppercased()) else {
      return nil
    }
    return first.text.uppercased()
  }
}
