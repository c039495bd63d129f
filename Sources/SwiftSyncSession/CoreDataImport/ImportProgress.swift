/// The `swiftsync_imports` table: how far the rows of other stores have been copied.
///
/// It is created by the first call that copies rows. The stores of most apps never have it.
struct ImportProgress {
  private static let table = "swiftsync_imports"

  let connection: Connection
  let storeID: String

  /// The progress of an entity.
  struct Entry {
    /// The key of the last copied row; 0 before the first.
    var last: Int64 = 0
    var isComplete = false
  }

  /// Returns the entry of an entity. A transaction need not be open.
  func entry(of entity: String) throws(SyncError) -> Entry {
    let isThere = try connection.query(
      "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = '\(Self.table)'", [])
    if isThere.isEmpty { return Entry() }
    let rows = try connection.query(
      "SELECT last, is_complete FROM \(Self.table) WHERE source = ?1 AND entity = ?2",
      [.text(storeID), .text(entity)])
    guard let row = rows.first, case .integer(let last) = row.values[0] else { return Entry() }
    return Entry(last: last, isComplete: row.values[1] == .integer(1))
  }

  /// Records an entry. A transaction must be open.
  func note(_ entry: Entry, of entity: String) throws(SyncError) {
    try connection.execute(
      """
      CREATE TABLE IF NOT EXISTS \(Self.table) (
        source TEXT NOT NULL,
        entity TEXT NOT NULL,
        last INTEGER NOT NULL,
        is_complete INTEGER NOT NULL,
        PRIMARY KEY (source, entity)
      ) WITHOUT ROWID
      """)
    _ = try connection.run(
      "INSERT OR REPLACE INTO \(Self.table) (source, entity, last, is_complete) "
        + "VALUES (?1, ?2, ?3, ?4)",
      [.text(storeID), .text(entity), .integer(entry.last), .integer(entry.isComplete ? 1 : 0)])
  }
}
