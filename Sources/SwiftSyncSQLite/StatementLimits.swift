import CSQLite

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

  /// The name of an attached database in which the tool records what it expects of a step.
  package static let aside = "swiftsync_aside"

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
      let isForeign = self != .script && database == Self.aside
      return isForeign ? "statements cannot use the database '\(Self.aside)'" : nil
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
package final class StatementGuard {
  private let limits: StatementLimits
  package private(set) var refusal: String?
  /// The columns that statements set, as `tasks.title`.
  package private(set) var updatedColumns: Set<String> = []

  package init(_ limits: StatementLimits) {
    self.limits = limits
  }

  /// Installs the guard on a connection, which must retain it.
  package func install(on handle: OpaquePointer) {
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
