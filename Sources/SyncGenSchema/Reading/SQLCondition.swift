import SwiftSyncValues

/// Checks a condition, or another expression, that becomes part of an SQL statement.
enum SQLCondition {
  /// A description of anything that would reach beyond the condition, for messages; `nil` if there
  /// is none.
  ///
  /// It does not check whether SQLite can compile the condition.
  static func flaw(of condition: String) -> String? {
    var depth = 0
    for token in SQLToken.tokens(of: condition) {
      if token.kind == .comment { return "a comment" }
      if !token.isClosed { return "an unclosed quotation" }
      if token.isSign(";") { return "a ';'" }
      if token.isSign("(") { depth += 1 }
      if token.isSign(")") { depth -= 1 }
      if depth < 0 { return "a ')' without a '('" }
    }
    return depth > 0 ? "an unclosed '('" : nil
  }
}
