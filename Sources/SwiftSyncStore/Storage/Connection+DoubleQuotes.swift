import CSQLite

/// Where SQLite reads an unknown name in double quotes as a string (SQLite documentation,
/// "Double-quoted String Literals Are Accepted").
///
/// With such strings, a misspelled name is not an error, and conditions compare with its letters.
package enum DoubleQuotedStrings {
  case refused
  /// In queries and changes of rows, which include the views and triggers that they use.
  case inStatements
  /// Also in the definitions of tables and indexes.
  case everywhere
}

extension Connection {
  /// Runs `body` while SQLite reads double-quoted strings as stated.
  package func with<Result, Failure: Error>(
    _ strings: DoubleQuotedStrings, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let former = doubleQuotedStrings
    allow(strings)
    defer { allow(former) }
    return try body()
  }

  /// Sets where SQLite reads double-quoted strings. A connection of another library is left as it
  /// is.
  func allow(_ strings: DoubleQuotedStrings) {
    guard !isBorrowed, strings != doubleQuotedStrings else { return }
    doubleQuotedStrings = strings
    applyDoubleQuotedStrings()
  }

  /// Allows double-quoted strings in statements if views or triggers of another program need them.
  ///
  /// SQLite compiles a view or trigger only when a statement uses it, with the settings of the
  /// connection that runs the statement.
  package func allowStringsOfOtherPrograms() throws(SyncError) {
    guard !isBorrowed, doubleQuotedStrings == .refused else { return }
    let refused = try usesOfQuotingObjects().filter { !compiles($0) }
    if refused.isEmpty { return }
    allow(.inStatements)
    if !refused.contains(where: compiles) { allow(.refused) }
  }

  /// Statements that use the views and triggers of other programs with double quotes in their SQL.
  private func usesOfQuotingObjects() throws(SyncError) -> [String] {
    let query = try Statement(
      "SELECT type, tbl_name FROM sqlite_schema WHERE type IN ('view', 'trigger') "
        + "AND name NOT LIKE 'swiftsync\\_%' ESCAPE '\\' AND sql LIKE '%\"%'", on: self)
    var found: [(isView: Bool, table: String)] = []
    while try query.step() { found.append((query.text(0) == "view", query.text(1) ?? "")) }
    var statements: [String] = []
    for (isView, table) in found {
      statements += isView ? ["SELECT * FROM \(quoted(table))"] : try changes(of: table)
    }
    return statements
  }

  /// Statements that fire every trigger of a table.
  private func changes(of table: String) throws(SyncError) -> [String] {
    let settings = try columnNames(of: table).map { "\(quoted($0)) = \(quoted($0))" }
    let name = quoted(table)
    return [
      "DELETE FROM \(name)", "INSERT INTO \(name) DEFAULT VALUES",
      "UPDATE \(name) SET \(settings.joined(separator: ", "))",
    ]
  }

  /// Whether SQLite can compile a statement, which is not run.
  func compiles(_ sql: String) -> Bool {
    do throws(SyncError) {
      _ = try Statement(sql, on: self)
      return true
    } catch {
      return false
    }
  }
}
