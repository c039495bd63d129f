/// Remembers what rows of a table were before a call changed them, to tell at its end which are the
/// same again: a row counts by its net effect.
///
/// It keeps 32 bits of a hash for each changed row. Two different rows with one hash would be
/// counted as unchanged, once in four thousand million rows that a call changes twice.
final class RowOriginals {
  private static let pageBits: Int64 = 10

  private let select: Statement
  private let columnCount: Int32
  private var pages: [Int64: [UInt32]] = [:]
  /// Rows that were changed more than once.
  private(set) var suspects: Set<Int64> = []

  init(of plan: EntityPlan, on connection: Connection) throws(SyncError) {
    // A statement of its own: others may still read a row from the shared one.
    select = try Statement(plan.sql.byRowID, on: connection)
    columnCount = Int32(plan.columnCount)
  }

  /// Notes a row that is about to be changed.
  func note(_ rowID: Int64) throws(SyncError) {
    let (page, place) = Self.place(of: rowID)
    if let known = pages[page]?[place], known != 0 {
      suspects.insert(rowID)
      return
    }
    guard let hash = try hash(of: rowID) else { return }
    pages[page, default: [UInt32](repeating: 0, count: 1 << Self.pageBits)][place] = hash
  }

  /// Whether a row is what it was before its first change.
  func isAsBefore(_ rowID: Int64) throws(SyncError) -> Bool {
    let (page, place) = Self.place(of: rowID)
    return try pages[page]?[place] == hash(of: rowID)
  }

  private static func place(of rowID: Int64) -> (page: Int64, place: Int) {
    (rowID >> pageBits, Int(rowID & (1 << pageBits - 1)))
  }

  /// A hash that is never 0; `nil` if there is no such row.
  private func hash(of rowID: Int64) throws(SyncError) -> UInt32? {
    select.bind(1, rowID)
    defer { select.reset() }
    guard try select.step() else { return nil }
    var hasher = Hasher()
    for column in 1...columnCount { ReferenceKey(select.value(column)).hash(into: &hasher) }
    return UInt32(truncatingIfNeeded: hasher.finalize()) | 1
  }
}
