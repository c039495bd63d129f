import CSQLite

/// The text of SQL statements.
package enum StatementText {
  /// Whether the text ends with a statement's semicolon.
  package static func isComplete(_ text: String) -> Bool { sqlite3_complete(text) != 0 }

  /// The statements in a text, each with its semicolon.
  package static func parts(of text: String) -> [String] {
    var (parts, current): ([String], String) = ([], "")
    for piece in text.split(separator: ";") {
      current += piece + ";"
      guard isComplete(current) else { continue }
      parts.append(current)
      current = ""
    }
    // A comment, or what SQLite will refuse.
    return current.isEmpty ? parts : parts + [current]
  }
}
