import CSQLite

extension DatabaseFailure {
  /// What can be done about an error of SQLite's, where the code tells (SQLite documentation,
  /// "Result and Error Codes"); lower case, no full stop.
  static func advice(for code: Int32) -> String? {
    switch code & 0xff {
    case SQLITE_BUSY:
      "another connection held the lock for longer than the busy timeout; try again later"
    case SQLITE_FULL:
      "the disk is full; nothing was changed; free some space and try again"
    case SQLITE_IOERR:
      "the disk may be full or unavailable; nothing was changed"
    case SQLITE_READONLY:
      "writing requires write permission for the file and its folder"
    case SQLITE_CANTOPEN:
      "the path must name a readable file in an existing folder"
    case SQLITE_CORRUPT:
      "the file is damaged; restore a copy, or delete it and fetch the rows again"
    case SQLITE_NOTADB:
      "it is not an SQLite database, or its header is damaged"
    default:
      nil
    }
  }

  /// SQLite's message with its code, and what can be done.
  var reason: String {
    let advice = Self.advice(for: code).map { "; \($0)" } ?? ""
    return "\(message) (SQLite error \(code))\(advice)"
  }
}
