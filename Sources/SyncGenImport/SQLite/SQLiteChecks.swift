import SwiftSyncValues

/// The checks of a table, by their representation in the schema.
struct SQLiteChecks {
  /// The strings that a column may have, by its lowercase name.
  private(set) var allowedTexts: [String: [String]] = [:]
  /// The lowercase names of columns that may only be 0 or 1.
  private(set) var flags: Set<String> = []
  /// The lowercase names of columns that contain JSON.
  private(set) var json: Set<String> = []
  private(set) var others: [SQLiteTableSQL.Check] = []

  init(_ table: SQLiteCatalog.Table) {
    for check in table.sql.checks {
      let tokens = Self.withoutNullCase(check.tokens)
      if let (column, values) = Self.list(tokens), table.column(column) != nil {
        if let texts = Self.texts(values) {
          allowedTexts[column.folded] = texts
          continue
        }
        if values.map(\.text).sorted() == ["0", "1"], values.allSatisfy({ $0.kind == .number }) {
          flags.insert(column.folded)
          continue
        }
      }
      if let column = Self.jsonColumn(tokens), table.column(column) != nil {
        json.insert(column.folded)
        continue
      }
      others.append(check)
    }
  }

  /// The condition after `x IS NULL OR`, because a null passes every check.
  private static func withoutNullCase(_ tokens: [SQLToken]) -> [SQLToken] {
    guard tokens.count > 4, tokens[0].isName, tokens[1].isWord("is"), tokens[2].isWord("null"),
      tokens[3].isWord("or")
    else { return tokens }
    let rest = Array(tokens[4...])
    return rest.contains { $0.isWord("or") || $0.isWord("and") } ? tokens : rest
  }

  /// A condition such as `x IN (a, b)`.
  private static func list(_ tokens: [SQLToken]) -> (column: String, values: [SQLToken])? {
    guard tokens.count >= 5, tokens[0].isName, tokens[1].isWord("in"), tokens[2].isSign("("),
      tokens.end(of: 2) == tokens.count - 1
    else { return nil }
    let parts = SQLiteTableSQL.parts(tokens[3..<(tokens.count - 1)])
    guard parts.allSatisfy({ $0.count == 1 }) else { return nil }
    return (tokens[0].text, parts.compactMap(\.first))
  }

  /// Distinct strings that can be cases of an enum.
  private static func texts(_ values: [SQLToken]) -> [String]? {
    let texts = values.map(\.text)
    guard values.allSatisfy({ $0.kind == .text }), Set(texts.map(\.folded)).count == texts.count,
      texts.allSatisfy({ SQLiteColumnProfile.isEnumValue($0.folded) })
    else { return nil }
    return texts
  }

  /// The column of `json_valid(x)`.
  private static func jsonColumn(_ tokens: [SQLToken]) -> String? {
    guard tokens.count == 4, tokens[0].isWord("json_valid"), tokens[1].isSign("("),
      tokens[2].isName, tokens[3].isSign(")")
    else { return nil }
    return tokens[2].text
  }
}

extension [SQLToken] {
  /// The lowercase names of the columns that a condition compares with anything other than null.
  func comparedColumns(of table: SQLiteCatalog.Table) -> Set<String> {
    var columns: Set<String> = []
    for (index, token) in enumerated() where token.isName && table.column(token.text) != nil {
      let next = index + 1 < count ? self[index + 1] : nil
      let after = index + 2 < count ? self[index + 2] : nil
      let isNullTest =
        next.map { $0.isWord("isnull") || $0.isWord("notnull") } == true
        || next?.isWord("is") == true
          && (after?.isWord("null") == true || after?.isWord("not") == true)
        || next?.isWord("not") == true && after?.isWord("null") == true
      if !isNullTest { columns.insert(token.text.folded) }
    }
    return columns
  }

  /// The lowercase names of all columns in a condition.
  func columns(of table: SQLiteCatalog.Table) -> Set<String> {
    Set(filter { $0.isName && table.column($0.text) != nil }.map(\.text.folded))
  }
}
