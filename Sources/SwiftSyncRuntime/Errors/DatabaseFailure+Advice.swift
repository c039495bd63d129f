import CSQLite

extension DatabaseFailure {
  /// What can be done about an error of SQLite's, where the code tells (SQLite documentation,
  /// "Result and Error Codes"); lower case, no full stop.
  static func advice(for code: Int32) -> String? {
    switch code & 0xff {
    case SQLITE_BUSY:
      "another connection has kept it longer than a write waits; try again when that one is done"
    case SQLITE_FULL:
      "there is no room left on the disk; nothing has changed, make room and try again"
    case SQLITE_IOERR:
      "the disk may be full or out of reach; nothing has changed"
    case SQLITE_READONLY:
      "writing needs the permission for the file and for its folder"
    case SQLITE_CANTOPEN:
      "it must be a file that may be opened, in a folder that is there"
    case SQLITE_CORRUPT:
      "the file is damaged; restore a copy, or delete it and fetch the rows again"
    case SQLITE_NOTADB:
      "it is a file of another kind, or its start is damaged"
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
