/// SQLite's own checks of what a database holds.
extension Connection {
  /// A row whose enforced reference is dangling, `nil` if there is none.
  func firstOrphan() throws(SyncError) -> String? {
    let query = try statement(
      #"SELECT "table", rowid, parent FROM pragma_foreign_key_check LIMIT 1"#)
    defer { query.reset() }
    guard try query.step() else { return nil }
    return "row \(query.integer(1)) of table '\(query.text(0) ?? "")' refers to a row of "
      + "'\(query.text(2) ?? "")' that is not there"
  }

  /// What is wrong with the file, `nil` if nothing is.
  func firstDamage() throws(SyncError) -> String? {
    let query = try statement("PRAGMA integrity_check(1)")
    defer { query.reset() }
    guard try query.step(), let result = query.text(0), result != "ok" else { return nil }
    return result
  }
}
