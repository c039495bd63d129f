import SwiftSyncValues
import SyncGenSchema

/// The default of a column as stated in the schema.
enum SQLiteDefault {
  enum Result: Equatable {
    case none
    case value(YAMLValue)
    /// The schema cannot express it.
    case unsaid
  }

  static func read(_ sql: String?, _ typed: SQLiteColumnTyper.Result) -> Result {
    guard let sql else { return .none }
    let tokens = unwrapped(SQLStatement(sql).tokens[...])
    if tokens.count == 1, tokens.first?.isWord("null") == true { return .none }
    if let cases = typed.cases {
      guard tokens.count == 1, let token = tokens.first, token.kind == .text,
        cases.contains(token.text)
      else { return .unsaid }
      return .value(.text(token.text))
    }
    switch typed.type {
    case .scalar(let type): return value(tokens, type).map(Result.value) ?? .unsaid
    case .list: return tokens.map(\.text) == ["[]"] ? .value(.list([])) : .unsaid
    default: return .unsaid
    }
  }

  /// The tokens without enclosing parentheses.
  private static func unwrapped(_ tokens: ArraySlice<SQLToken>) -> ArraySlice<SQLToken> {
    var tokens = tokens
    while tokens.count > 1, tokens.first?.isSign("(") == true {
      let list = Array(tokens)
      guard list.end(of: 0) == list.count - 1 else { return tokens }
      tokens = tokens.dropFirst().dropLast()
    }
    return tokens
  }

  private static func value(_ tokens: ArraySlice<SQLToken>, _ type: ScalarType) -> YAMLValue? {
    switch type {
    case .string:
      guard tokens.count == 1, let token = tokens.first, token.kind == .text else { return nil }
      return .text(token.text)
    case .int: return number(tokens).flatMap { Int($0) }.map { .number($0) }
    case .double:
      return number(tokens, isReal: true).flatMap { Double($0) }.flatMap {
        $0.isFinite ? .word("\($0)") : nil
      }
    case .decimal: return number(tokens).map { .text($0) }
    case .bool:
      guard tokens.count == 1, let word = tokens.first?.text.folded else { return nil }
      return ["0": .flag(false), "1": .flag(true), "false": .flag(false), "true": .flag(true)][word]
    case .date: return isNow(tokens) ? .word("now") : nil
    case .uuid: return tokens.contains { $0.isWord("randomblob") } ? .word("new") : nil
    case .json: return ["{}": .mapping([]), "[]": .list([])][tokens.map(\.text).joined()]
    case .day, .url, .data: return nil
    }
  }

  /// A number that consists of digits, with an optional sign and point, and, if real, an optional
  /// exponent.
  private static func number(
    _ tokens: ArraySlice<SQLToken>, isReal: Bool = false
  ) -> String? {
    let sign = tokens.first?.isSign("-") == true ? "-" : ""
    let rest = sign.isEmpty ? tokens : tokens.dropFirst()
    // SQLite converts strings in a numeric column.
    guard rest.count == 1, let token = rest.first,
      token.kind == .number || token.kind == .text && sign.isEmpty
    else { return nil }
    // SQLite reads hexadecimal numbers as integers only.
    let isHexadecimal = token.text.hasPrefix("0x") || token.text.hasPrefix("0X")
    if isReal, Double(token.text) != nil, !isHexadecimal { return sign + token.text }
    guard
      token.text.utf8.allSatisfy({ (48...57).contains($0) || $0 == UInt8(ascii: ".") }),
      token.text.utf8.first != UInt8(ascii: "."), token.text.utf8.last != UInt8(ascii: ".")
    else { return nil }
    return sign + token.text
  }

  private static func isNow(_ tokens: ArraySlice<SQLToken>) -> Bool {
    if tokens.count == 1 { return tokens.first?.isWord("current_timestamp") == true }
    return tokens.first?.isWord("unixepoch") == true && tokens.count == 3
      || tokens.contains { $0.kind == .text && $0.text == "now" }
  }
}
