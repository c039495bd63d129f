import CSQLite
import SwiftSyncValues

/// Limits on the statements that a schema may state.
///
/// `sql:`, `backfill:`, conditions of indexes and predicates are meant for the rows of one
/// database. Anything beyond it (other files, extensions, settings of the connection) is refused
/// when SQLite compiles them.
package enum StatementLimits: Sendable {
  /// A whole script, which begins and ends its transactions and sets `user_version`.
  case script
  /// A part of a script within its transaction.
  case part
  /// A part that changes rows and leaves tables unchanged, except temporary ones.
  case rows

  /// The settings that a script changes. SQLite ignores unknown settings.
  private static let settings: Set<String> = ["foreign_keys", "user_version", "legacy_alter_table"]

  /// The settings and descriptions of a database that any statement may read.
  private static let readable: Set<String> = [
    "table_info", "table_xinfo", "table_list", "index_list", "index_info", "index_xinfo",
    "foreign_key_list", "foreign_key_check", "integrity_check", "quick_check", "collation_list",
    "function_list", "page_count", "data_version", "encoding",
  ]

  /// The functions that access files or load code, in SQLite itself and in its shell.
  private static let functions: Set<String> = [
    "load_extension", "readfile", "writefile", "edit", "lsmode", "fts3_tokenizer", "zipfile",
  ]

  /// The reason why an action is refused, for messages; `nil` if it is allowed.
  ///
  /// - Parameters:
  ///   - first: The third argument as listed in SQLite's documentation of `sqlite3_set_authorizer`.
  ///   - second: The fourth argument.
  ///   - database: The name of the database that the action concerns.
  fileprivate func refusal(
    of action: Int32, _ first: String?, _ second: String?, database: String?
  ) -> String? {
    if self == .rows, let refusal = refusal(ofDefinition: action, database: first) {
      return refusal
    }
    switch action {
    case SQLITE_ATTACH: return "'ATTACH' is not allowed"
    case SQLITE_DETACH: return "'DETACH' is not allowed"
    case SQLITE_CREATE_VTABLE, SQLITE_DROP_VTABLE:
      // The full-text indexes of a schema.
      let isSearch = self != .rows && second == "fts5" && first?.hasSuffix("_search") == true
      return isSearch ? nil : "virtual tables are not allowed"
    case SQLITE_CREATE_TEMP_TRIGGER: return "temporary triggers are not allowed"
    case SQLITE_PRAGMA: return refusal(ofPragma: (first ?? "").lowercased(), value: second)
    case SQLITE_FUNCTION:
      let name = (second ?? "").lowercased()
      return Self.functions.contains(name) ? "the function '\(name)' is not allowed" : nil
    case SQLITE_TRANSACTION, SQLITE_SAVEPOINT:
      return self == .script ? nil : "'\(first ?? "SAVEPOINT")' is not allowed within a step"
    default:
      let isForeign = self != .script && database == ScratchDatabase.aside
      return isForeign ? "statements cannot use the database '\(ScratchDatabase.aside)'" : nil
    }
  }

  /// The reason why a change of tables, indexes, views or triggers is refused.
  private func refusal(ofDefinition action: Int32, database: String?) -> String? {
    switch action {
    case SQLITE_CREATE_TABLE, SQLITE_CREATE_INDEX, SQLITE_CREATE_VIEW, SQLITE_CREATE_TRIGGER:
      return "'CREATE' is not allowed here, except for temporary tables"
    case SQLITE_DROP_TABLE, SQLITE_DROP_INDEX, SQLITE_DROP_VIEW, SQLITE_DROP_TRIGGER:
      return "'DROP' is not allowed here, except for temporary tables"
    case SQLITE_ALTER_TABLE where database != "temp":
      return "'ALTER TABLE' is not allowed here, except for temporary tables"
    default: return nil
    }
  }

  private func refusal(ofPragma name: String, value: String?) -> String? {
    if Self.readable.contains(name) { return nil }
    if Self.settings.contains(name), value == nil || self == .script { return nil }
    return "'PRAGMA \(name)' is not allowed"
  }
}

/// Applies limits when SQLite asks, and remembers what was refused, because SQLite only reports
/// "not authorized".
final class StatementGuard {
  private let limits: StatementLimits
  private(set) var refusal: String?
  /// The columns that statements set, as `tasks.title`.
  private(set) var updatedColumns: Set<String> = []

  init(_ limits: StatementLimits) {
    self.limits = limits
  }

  /// Installs the guard on a connection, which must retain it.
  func install(on handle: OpaquePointer) {
    sqlite3_set_authorizer(
      handle,
      { context, action, first, second, database, _ in
        guard let context else { return SQLITE_DENY }
        func text(_ characters: UnsafePointer<CChar>?) -> String? {
          characters.map { String(cString: $0) }
        }
        return Unmanaged<StatementGuard>.fromOpaque(context).takeUnretainedValue()
          .check(action, text(first), text(second), text(database))
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private func check(
    _ action: Int32, _ first: String?, _ second: String?, _ database: String?
  ) -> Int32 {
    if action == SQLITE_UPDATE { updatedColumns.insert("\(first ?? "").\(second ?? "")") }
    guard let refusal = limits.refusal(of: action, first, second, database: database) else {
      return SQLITE_OK
    }
    self.refusal = refusal
    return SQLITE_DENY
  }
}

/// Checks statements with SQLite, in an in-memory database.
package final class StatementCheck {
  private let connection: Connection

  package init() throws(SyncError) {
    connection = try Connection(path: Connection.memoryPath, mode: .readWrite)
    connection.limit(to: .part)
  }

  /// Runs one statement, which ends in a semicolon, and returns SQLite's message if it is refused.
  ///
  /// Text with more than one statement is refused, and nothing of it is run.
  ///
  /// - Parameter allowsConstraints: Whether a row that breaks a constraint does not count as a
  ///   refusal.
  package func refusal(of sql: String, allowsConstraints: Bool = false) -> String? {
    // A comment at the end would swallow the semicolon, and therefore the statement after it.
    guard sqlite3_complete(sql) != 0 else { return "incomplete input" }
    do throws(SyncError) {
      try Statement(sql, on: connection).run()
      return nil
    } catch {
      guard case .database(let failure) = error else { return error.description }
      if allowsConstraints, failure.code & 0xFF == SQLITE_CONSTRAINT { return nil }
      return failure.message
    }
  }
}

/// Recognizes statements that begin or end transactions.
enum TransactionControl {
  private static let words: Set<String> = [
    "BEGIN", "COMMIT", "END", "ROLLBACK", "SAVEPOINT", "RELEASE", "ATTACH", "DETACH", "VACUUM",
  ]

  /// The word with which such a statement begins.
  static func word(in sql: String) -> String? {
    let first = SQLToken.tokens(of: sql).first { $0.kind != .comment && !$0.isSign(";") }
    guard let first, first.kind == .word, words.contains(first.text.uppercased()) else {
      return nil
    }
    return first.text.uppercased()
  }
}
