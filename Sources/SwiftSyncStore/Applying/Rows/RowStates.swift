/// The effect of one call on each stored row of a table, by rowid.
///
/// A page contains the states of 4,096 neighboring rowids, one byte each, so a million rows take
/// one megabyte. Rowids beyond the paged range (an integer identity is a rowid, and servers choose
/// those) are kept in a dictionary.
struct RowStates {
  enum State: UInt8 {
    case untouched
    /// In the payload, but not written: rejected or skipped.
    case present
    /// Older than the stored row (A12).
    case stale
    /// Changed because of another row, and not in the payload itself: it may still be missing.
    case touched
    /// Changed because of another row, and present.
    case moved
    case unchanged
    case inserted
    case updated
  }

  private static let pageBits: Int64 = 12
  private static let pageSize = 1 << 12
  private static let pagedRange: Range<Int64> = 0..<(1 << 26)

  private var pages: [[UInt8]] = []
  private var distant: [Int64: UInt8] = [:]

  subscript(rowID: Int64) -> State {
    @inline(__always)
    get {
      guard Self.pagedRange.contains(rowID) else {
        return State(rawValue: distant[rowID] ?? 0) ?? .untouched
      }
      let page = Int(rowID >> Self.pageBits)
      guard page < pages.count, !pages[page].isEmpty else { return .untouched }
      return State(rawValue: pages[page][Int(rowID) & (Self.pageSize - 1)]) ?? .untouched
    }
    @inline(__always)
    set {
      guard Self.pagedRange.contains(rowID) else {
        distant[rowID] = newValue.rawValue
        return
      }
      let page = Int(rowID >> Self.pageBits)
      if page >= pages.count || pages[page].isEmpty { addPage(page) }
      pages[page][Int(rowID) & (Self.pageSize - 1)] = newValue.rawValue
    }
  }

  /// The rows whose state meets a condition.
  func rowIDs(where condition: (State) -> Bool) -> [Int64] {
    var rowIDs = distant.filter { condition(State(rawValue: $0.value) ?? .untouched) }.map(\.key)
    for (page, states) in pages.enumerated() {
      for (index, state) in states.enumerated()
      where state != 0 && condition(State(rawValue: state) ?? .untouched) {
        rowIDs.append(Int64(page) << Self.pageBits + Int64(index))
      }
    }
    return rowIDs
  }

  private mutating func addPage(_ page: Int) {
    while pages.count <= page { pages.append([]) }
    pages[page] = [UInt8](repeating: 0, count: Self.pageSize)
  }
}

/// Remembers the states of a table's rows before a call changed them, for determining at its end
/// which are the same again: a row counts by its net effect.
///
/// It keeps 32 bits of a hash for each changed row. Two different states with the same hash would
/// be counted as unchanged, which happens once in four thousand million rows that a call changes
/// twice.
final class RowOriginals {
  private let select: Statement
  private let columnCount: Int32
  private var hashes = RowHashes()
  /// Rows that were changed more than once.
  private(set) var suspects: Set<Int64> = []

  init(of plan: EntityPlan, on connection: Connection) throws(SyncError) {
    // A separate statement, because other code may still be reading a row from the shared one.
    select = try Statement(plan.sql.byRowID, on: connection)
    columnCount = Int32(plan.columnCount)
  }

  /// Records a row that is about to be changed.
  func note(_ rowID: Int64) throws(SyncError) {
    guard hashes[rowID] == 0 else {
      suspects.insert(rowID)
      return
    }
    guard let hash = try hash(of: rowID) else { return }
    hashes[rowID] = hash
  }

  /// A hash of a row before its first change; 0 if there is no such row.
  func originalHash(of rowID: Int64) throws(SyncError) -> UInt32 {
    try note(rowID)
    return hashes[rowID]
  }

  /// Records that a new row existed before and was deleted by the call in between.
  func revive(_ rowID: Int64, from hash: UInt32) {
    hashes[rowID] = hash
    suspects.insert(rowID)
  }

  /// Whether a row equals its state before its first change, or has not been changed.
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
