/// What one call has done with each stored row of a table, by rowid.
///
/// A page holds the states of 4,096 neighbouring rowids, one byte each, so a million rows cost one
/// megabyte. Rowids beyond the paged range (an integer identity is a rowid, and servers choose
/// those) go into a dictionary.
struct RowStates {
  enum State: UInt8 {
    case untouched
    /// Named by the payload, but not written: rejected or passed over.
    case present
    /// Older than the stored one (A12).
    case stale
    /// Changed because of another row, and not named itself: it may still be missing.
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

  private mutating func addPage(_ page: Int) {
    while pages.count <= page { pages.append([]) }
    pages[page] = [UInt8](repeating: 0, count: Self.pageSize)
  }
}
