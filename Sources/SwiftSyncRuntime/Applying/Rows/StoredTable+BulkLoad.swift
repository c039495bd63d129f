@_spi(Generated) import SwiftSyncREST

/// What large payloads take away from a table while they write to it, in the same transaction.
///
/// Rows that come into an empty table are indexed faster all at once. The triggers that record local
/// writes do nothing while a payload is applied, but asking them costs a third of a fill; and since
/// they may fail, SQLite keeps a journal for each UPDATE, which costs as much again as the write. FTS5 writes what it
/// has collected at the end of each such statement: a first fill with a full-text index takes several times as long as
/// making the index at its end.
extension StoredTable {
  /// From this number of rows on, a first fill is faster without indexes.
  private static let fillSize = 2_000

  /// Whether a first fill is under way that its indexes slow down.
  var isFilling: Bool { insertions == Self.fillSize }

  /// Whether so much is written that triggers slow it down.
  var isSlowedByTriggers: Bool { takenTriggers == nil && isBusy }

  /// Takes the indexes away that do not guard unique values. Nothing may be read meanwhile.
  func takeIndexes() throws(SyncError) {
    guard try wasEmpty(), takenIndexes.isEmpty else { return }
    takenIndexes = try dropTemporarily("type = 'index' AND sql LIKE 'CREATE INDEX%'")
    guard SearchTables(plan.metadata) != nil, takenSearchTriggers.isEmpty else { return }
    takenSearchTriggers = try dropTemporarily(
      "type = 'trigger' AND name IN (\(Self.searchTriggers))")
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

  /// The names of the triggers that keep a full-text index, in SQL.
  private static var searchTriggers: String {
    SearchTables.events.map { "'swiftsync_' || tbl_name || '_search_\($0)'" }
      .joined(separator: ", ")
  }

  /// Takes the triggers away that record local writes, and leaves those that keep a full-text index. Nothing may be
  /// read meanwhile.
  func takeTriggers() throws(SyncError) {
    guard takenTriggers == nil else { return }
    takenTriggers = try dropTemporarily(
      "type = 'trigger' AND name LIKE 'swiftsync\\_%' ESCAPE '\\' "
        + "AND name NOT IN (\(Self.searchTriggers))")
  }

  /// Makes the triggers that were taken away, before anything is to be recorded, and the content of a full-text index
  /// that they did not keep.
  func restoreTriggers() throws(SyncError) {
    for sql in takenTriggers ?? [] { try connection.execute(sql) }
    takenTriggers = nil
    guard let search = SearchTables(plan.metadata), !takenSearchTriggers.isEmpty else { return }
    for sql in takenSearchTriggers { try connection.execute(sql) }
    takenSearchTriggers = []
    try search.fill(connection)
  }

  /// Drops objects of the table, and gives the SQL that makes them.
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
