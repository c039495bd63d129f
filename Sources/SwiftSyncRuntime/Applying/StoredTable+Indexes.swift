/// Indexes during a first fill: rows that come into an empty table are indexed faster all at once.
extension StoredTable {
  /// So many rows make it worth while.
  static let fillSize = 2_000

  /// Whether a first fill is under way that its indexes slow down.
  var isFilling: Bool { insertions == Self.fillSize }

  /// Takes the indexes away that do not guard unique values. Nothing may be read meanwhile.
  func takeIndexes() throws(SyncError) {
    guard try wasEmpty(), takenIndexes.isEmpty else { return }
    let query = try connection.statement(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = ?1 "
        + "AND sql LIKE 'CREATE INDEX%'")
    query.bind(1, plan.metadata.table)
    var names: [String] = []
    var statements: [String] = []
    while try query.step() {
      names.append(query.text(0) ?? "")
      statements.append(query.text(1) ?? "")
    }
    query.reset()
    for name in names { try connection.execute("DROP INDEX \(quoted(name))") }
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
