/// Objects of a table that large payloads drop while they write to it, in the same transaction.
///
/// Rows inserted into an empty table are indexed faster all at once. The triggers that record local
/// writes do nothing while a payload is applied, but checking them takes a third of a fill; and
/// since they may fail, SQLite keeps a journal for each UPDATE, which takes as long again as the
/// write. FTS5 writes its collected changes at the end of each such statement: a first fill with a
/// full-text index takes several times as long as building the index at its end.
extension StoredTable {
  /// The number of rows from which a first fill is faster without indexes.
  private static let fillSize = 2_000

  /// Whether a first fill is under way that its indexes slow down.
  var isFilling: Bool { insertions == Self.fillSize }

  /// Whether so much is written that triggers slow it down.
  var isSlowedByTriggers: Bool { takenTriggers == nil && isBusy }

  /// Drops the indexes that do not enforce unique values. Nothing may be reading at the same time.
  func takeIndexes() throws(SyncError) {
    guard try wasEmpty(), takenIndexes.isEmpty else { return }
    takenIndexes = try dropTemporarily("type = 'index' AND sql LIKE 'CREATE INDEX%'")
    guard SearchTables(plan.metadata) != nil, takenSearchTriggers.isEmpty else { return }
    takenSearchTriggers = try dropTemporarily(
      "type = 'trigger' AND name IN (\(Self.searchTriggers))")
  }

  /// Creates the dropped indexes again, before anything searches by them.
  ///
  /// SQLite sorts in as much memory as its cache may use, and the process keeps the cache's memory.
  /// The cache is therefore small during the load; larger sorts use a temporary file.
  func restoreIndexes() throws(SyncError) {
    guard !takenIndexes.isEmpty else { return }
    let statements = takenIndexes
    takenIndexes = []
    try DatabaseSetup.useSmallCache(of: connection)
    for sql in statements { try connection.execute(sql) }
    try DatabaseSetup.useLargeCache(of: connection)
  }

  /// The names of the triggers that maintain a full-text index, in SQL.
  private static var searchTriggers: String {
    SearchTables.events.map { "'swiftsync_' || tbl_name || '_search_\($0)'" }
      .joined(separator: ", ")
  }

  /// Drops the triggers that record local writes, but not those that maintain a full-text index.
  /// Nothing may be reading at the same time.
  func takeTriggers() throws(SyncError) {
    guard takenTriggers == nil else { return }
    takenTriggers = try dropTemporarily(
      "type = 'trigger' AND name LIKE 'swiftsync\\_%' ESCAPE '\\' "
        + "AND name NOT IN (\(Self.searchTriggers))")
  }

  /// Creates the dropped triggers again, before anything must be recorded, and rebuilds the content
  /// of a full-text index that they did not maintain.
  func restoreTriggers() throws(SyncError) {
    for sql in takenTriggers ?? [] { try connection.execute(sql) }
    takenTriggers = nil
    guard let search = SearchTables(plan.metadata), !takenSearchTriggers.isEmpty else { return }
    for sql in takenSearchTriggers { try connection.execute(sql) }
    takenSearchTriggers = []
    try search.fill(connection)
  }

  /// Drops objects of the table, and returns the SQL that creates them.
  private func dropTemporarily(_ condition: String) throws(SyncError) -> [String] {
    let query = try connection.statement(
      "SELECT type, name, sql FROM sqlite_schema WHERE tbl_name = ?1 AND \(condition)")
    query.bind(1, plan.metadata.table)
    var objects: [String] = []
    var statements: [String] = []
    while try query.step() {
      objects.append("\(query.text(0) ?? "") \(quoted(query.text(1) ?? ""))")
      statements.append(query.text(2) ?? "")
    }
    query.reset()
    for object in objects { try connection.execute("DROP \(object)") }
    return statements
  }
}
