/// Remembers what rows of a table were before a call changed them, to tell at its end which are the
/// same again: a row counts by its net effect.
///
/// It keeps 32 bits of a hash for each changed row. Two different rows with one hash would be
/// counted as unchanged, once in four thousand million rows that a call changes twice.
final class RowOriginals {
  private let select: Statement
  private let columnCount: Int32
  private var hashes = RowHashes()
  /// Rows that were changed more than once.
  private(set) var suspects: Set<Int64> = []

  init(of plan: EntityPlan, on connection: Connection) throws(SyncError) {
    // A statement of its own: others may still read a row from the shared one.
    select = try Statement(plan.sql.byRowID, on: connection)
    columnCount = Int32(plan.columnCount)
  }

  /// Notes a row that is about to be changed.
  func note(_ rowID: Int64) throws(SyncError) {
    guard hashes[rowID] == 0 else {
      suspects.insert(rowID)
      return
    }
    guard let hash = try hash(of: rowID) else { return }
    hashes[rowID] = hash
  }

  /// Tells what a row was before its first change; 0 if there is no such row.
  func originalHash(of rowID: Int64) throws(SyncError) -> UInt32 {
    try note(rowID)
    return hashes[rowID]
  }

  /// Notes that a new row was there before, deleted by the call in between.
  func revive(_ rowID: Int64, from hash: UInt32) {
    hashes[rowID] = hash
    suspects.insert(rowID)
  }

  /// Whether a row is what it was before its first change, or has not been changed.
  func isAsBefore(_ rowID: Int64) throws(SyncError) -> Bool {
    let before = hashes[rowID]
    if before == 0 { return true }
    return try hash(of: rowID) == before
  }

  /// A hash that is never 0; `nil` if there is no such row.
  private func hash(of rowID: Int64) throws(SyncError) -> UInt32? {
    select.bind(1, rowID)
    defer { select.reset() }
    guard try select.step() else { return nil }
    var hasher = Hasher()
    for column in 1...columnCount { ReferenceKey(select.value(column)).hash(into: &hasher) }
    return RowHashes.hash(hasher)
  }
}
