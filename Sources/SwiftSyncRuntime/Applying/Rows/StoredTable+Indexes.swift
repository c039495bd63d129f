/// Indexes during a first fill: rows that come into an empty table are indexed faster all at once.
///
/// The triggers that would record inserted rows go and come back with them, in the same transaction:
/// they do nothing while a payload is applied, and asking them costs a third of a fill.
extension StoredTable {
  /// So many rows make it worth while.
  static let fillSize = 2_000

  /// Whether a first fill is under way that its indexes slow down.
  var isFilling: Bool { insertions == Self.fillSize }

  /// Takes the indexes away that do not guard unique values. Nothing may be read meanwhile.
  func takeIndexes() throws(SyncError) {
    guard try wasEmpty(), takenIndexes.isEmpty else { return }
    let query = try connection.statement(
      "SELECT type, name, sql FROM sqlite_schema WHERE tbl_name = ?1 AND (type = 'index' "
        + "AND sql LIKE 'CREATE INDEX%' OR type = 'trigger' AND name IN (?2, ?3))")
    let table = plan.metadata.table
    query.bind(1, table)
    query.bind(2, "swiftsync_\(table)_insert")
    query.bind(3, "swiftsync_\(table)_replace")
    var objects: [String] = []
    var statements: [String] = []
    while try query.step() {
      objects.append("\(query.text(0) ?? "") \(quoted(query.text(1) ?? ""))")
      statements.append(query.text(2) ?? "")
    }
    query.reset()
    for object in objects { try connection.execute("DROP \(object)") }
    takenIndexes = statements
  }

  /// Makes the indexes that were taken away, before anything searches by them.
  ///
  /// SQLite sorts in as much memory as its cache may have, and the cache's own memory stays with the
  /// process. So it may have little meanwhile; what does not fit is sorted in a temporary file.
  func restoreIndexes() throws(SyncError) {
    guard !takenIndexes.isEmpty else { return }
    let statements = takenIndexes
    takenIndexes = []
    try DatabaseSetup.useSmallCache(of: connection)
    for sql in statements { try connection.execute(sql) }
    try DatabaseSetup.useLargeCache(of: connection)
  }
}
