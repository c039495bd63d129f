import SwiftSyncValues

/// Checks statements that become part of a transaction.
enum SQLScript {
  /// The first words of statements that are not permitted inside a transaction.
  private static let forbidden: Set<String> = [
    "BEGIN", "COMMIT", "END", "ROLLBACK", "SAVEPOINT", "RELEASE", "ATTACH", "DETACH", "VACUUM",
    "PRAGMA",
  ]

  /// A description of anything that would leave the transaction or end in the middle, for messages;
  /// `nil` if there is none.
  ///
  /// It does not check whether SQLite can compile the statements.
  static func flaw(of script: String) -> String? {
    // The first words of the statement, as many as are needed to recognize a trigger.
    var words: [String] = []
    // Whether there has been a trigger, to which its statements and 'END' belong.
    var hasTrigger = false
    for token in SQLToken.tokens(of: script) where token.kind != .comment {
      if !token.isClosed { return "an unclosed quotation" }
      if token.isSign(";") { words = [] }
      guard token.kind == .word else { continue }
      let word = token.text.uppercased()
      let isFirst = words.isEmpty
      if words.count < 4 { words.append(word) }
      if words.first == "CREATE", word == "TRIGGER", words.count < 4 { hasTrigger = true }
      let isOfTrigger = hasTrigger && word == "END"
      if isFirst, forbidden.contains(word), !isOfTrigger { return "'\(word)'" }
    }
    return nil
  }
}
