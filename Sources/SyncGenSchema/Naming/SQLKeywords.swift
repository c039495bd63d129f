import SyncGenDiagnostics

/// The keywords of SQLite (https://sqlite.org/lang_keywords.html), and the names of the two boolean
/// values.
///
/// SQLite accepts many of them as names; which ones depends on its version, so all are quoted.
enum SQLKeywords {
  private static let all = [
    "ABORT", "ACTION", "ADD", "AFTER", "ALL", "ALTER", "ALWAYS", "ANALYZE", "AND", "AS", "ASC",
    "ATTACH", "AUTOINCREMENT", "BEFORE", "BEGIN", "BETWEEN", "BY", "CASCADE", "CASE", "CAST",
    "CHECK", "COLLATE", "COLUMN", "COMMIT", "CONFLICT", "CONSTRAINT", "CREATE", "CROSS", "CURRENT",
    "CURRENT_DATE", "CURRENT_TIME", "CURRENT_TIMESTAMP", "DATABASE", "DEFAULT", "DEFERRABLE",
    "DEFERRED", "DELETE", "DESC", "DETACH", "DISTINCT", "DO", "DROP", "EACH", "ELSE", "END",
    "ESCAPE", "EXCEPT", "EXCLUDE", "EXCLUSIVE", "EXISTS", "EXPLAIN", "FAIL", "FILTER", "FIRST",
    "FOLLOWING", "FOR", "FOREIGN", "FROM", "FULL", "GENERATED", "GLOB", "GROUP", "GROUPS", "HAVING",
    "IF", "IGNORE", "IMMEDIATE", "IN", "INDEX", "INDEXED", "INITIALLY", "INNER", "INSERT",
    "INSTEAD", "INTERSECT", "INTO", "IS", "ISNULL", "JOIN", "KEY", "LAST", "LEFT", "LIKE", "LIMIT",
    "MATCH", "MATERIALIZED", "NATURAL", "NO", "NOT", "NOTHING", "NOTNULL", "NULL", "NULLS", "OF",
    "OFFSET", "ON", "OR", "ORDER", "OTHERS", "OUTER", "OVER", "PARTITION", "PLAN", "PRAGMA",
    "PRECEDING", "PRIMARY", "QUERY", "RAISE", "RANGE", "RECURSIVE", "REFERENCES", "REGEXP",
    "REINDEX", "RELEASE", "RENAME", "REPLACE", "RESTRICT", "RETURNING", "RIGHT", "ROLLBACK", "ROW",
    "ROWS", "SAVEPOINT", "SELECT", "SET", "TABLE", "TEMP", "TEMPORARY", "THEN", "TIES", "TO",
    "TRANSACTION", "TRIGGER", "UNBOUNDED", "UNION", "UNIQUE", "UPDATE", "USING", "VACUUM", "VALUES",
    "VIEW", "VIRTUAL", "WHEN", "WHERE", "WINDOW", "WITH", "WITHIN", "WITHOUT", "TRUE", "FALSE",
  ]

  /// Whether a name is a keyword, ignoring case.
  static func contains(_ name: String) -> Bool {
    guard name.utf8.count <= longest else { return false }
    // Most names are lowercase and need no lowercase copy.
    let isLowerCase = name.consists { !(65...90).contains($0) }
    return lowerCase.contains(isLowerCase ? name : name.lowercased())
  }

  private static let lowerCase = Set(all.map { $0.lowercased() })
  private static let longest = all.map(\.utf8.count).max() ?? 0
}

extension SQLIdentifier {
  /// The name as written in SQL, in quotation marks if it is a keyword or not a plain name.
  package var quoted: String {
    if isPlain { return name }
    let parts = name.split(separator: "\"", omittingEmptySubsequences: false)
    return "\"" + parts.joined(separator: "\"\"") + "\""
  }

  package static func quoted(_ name: String) -> String {
    SQLIdentifier(name).quoted
  }

  /// Whether a name is not a keyword and contains nothing that SQL would misread.
  static func isPlain(_ name: String) -> Bool {
    NameRule.isTableName(name) && !SQLKeywords.contains(name)
  }
}
