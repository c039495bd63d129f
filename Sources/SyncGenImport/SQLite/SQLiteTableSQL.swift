import SwiftSyncValues

/// The parts of a `CREATE TABLE` statement that SQLite does not report: checks, conflict clauses.
struct SQLiteTableSQL {
  struct Check: Equatable {
    /// The condition on one line.
    let sql: String
    let tokens: [SQLToken]
    /// The column whose definition contains it, if any.
    let column: String?
  }

  private(set) var checks: [Check] = []
  private(set) var hasAutoincrement = false
  /// Conflict clauses, in capitals.
  private(set) var conflictClauses: [String] = []

  private let source: SQLStatement

  init(_ sql: String) {
    source = SQLStatement(sql)
    guard let open = source.tokens.firstIndex(where: { $0.isSign("(") }) else { return }
    let end = source.tokens.end(of: open)
    for part in Self.parts(source.tokens[(open + 1)..<max(open + 1, end)]) { read(part) }
  }

  /// The parts between commas outside nested parentheses.
  static func parts(_ tokens: ArraySlice<SQLToken>) -> [ArraySlice<SQLToken>] {
    var parts: [ArraySlice<SQLToken>] = []
    var (start, depth) = (tokens.startIndex, 0)
    for index in tokens.indices {
      if tokens[index].isSign("(") { depth += 1 }
      if tokens[index].isSign(")") { depth -= 1 }
      guard depth == 0, tokens[index].isSign(",") else { continue }
      parts.append(tokens[start..<index])
      start = index + 1
    }
    if start < tokens.endIndex { parts.append(tokens[start...]) }
    return parts
  }

  private static let constraints: Set = ["constraint", "primary", "unique", "check", "foreign"]

  private mutating func read(_ part: ArraySlice<SQLToken>) {
    guard let first = part.first else { return }
    let isConstraint = first.kind == .word && Self.constraints.contains(first.text.folded)
    let column = isConstraint ? nil : first.text
    var index = part.startIndex + (isConstraint ? 0 : 1)
    while index < part.endIndex {
      let token = part[index]
      if token.isWord("check"), index + 1 < part.endIndex, part[index + 1].isSign("(") {
        let end = min(source.tokens.end(of: index + 1), part.endIndex)
        addCheck(part[(index + 2)..<max(index + 2, end)], column)
        index = end
      } else if token.isWord("autoincrement") {
        hasAutoincrement = true
      } else if token.isWord("conflict"), index + 1 < part.endIndex {
        let clause = part[index + 1].text.utf8.map(Self.raised)
        conflictClauses.append(String(decoding: clause, as: UTF8.self))
      } else if token.isSign("(") {
        // Defaults, references and generated values may use the same words.
        index = min(source.tokens.end(of: index), part.endIndex)
      }
      index += 1
    }
  }

  private static func raised(_ byte: UInt8) -> UInt8 {
    (97...122).contains(byte) ? byte - 32 : byte
  }

  private mutating func addCheck(_ tokens: ArraySlice<SQLToken>, _ column: String?) {
    guard !tokens.isEmpty else { return }
    checks.append(Check(sql: source.text(tokens), tokens: Array(tokens), column: column))
  }
}
