import SwiftSyncValues

/// The tokens of an SQL text in a normalized spelling: names in lower case and without quotation
/// marks, strings and numbers unchanged. Comments and white space are left out.
///
/// SQLite stores the text of a `CREATE` statement and edits it when a column is renamed, so the
/// same constraint may be spelled in more than one way.
struct SQLTokens {
  let tokens: [String]

  init(_ sql: String) {
    let written = Array(sql.utf8)
    tokens = SQLToken.tokens(of: sql).compactMap { token in
      switch token.kind {
      case .comment: nil
      case .text, .blob: String(decoding: written[token.range], as: UTF8.self)
      case .word, .name, .number, .sign: token.text.lowercased()
      }
    }
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
}
