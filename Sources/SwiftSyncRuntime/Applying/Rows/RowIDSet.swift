/// A set of rowids: a bit for each, in pages like those of `RowStates`, so that a million neighbouring
/// rows cost 128 KiB.
struct RowIDSet {
  private static let pageBits: Int64 = 15
  private static let pagedRange: Range<Int64> = 0..<(1 << 26)
  private static let wordsPerPage = (1 << 15) / 64

  private var pages: [[UInt64]] = []
  private var distant: Set<Int64> = []
  private(set) var count: Int64 = 0

  var isEmpty: Bool { count == 0 }

  init(_ rowIDs: [Int64] = []) {
    for rowID in rowIDs { insert(rowID) }
  }

  func contains(_ rowID: Int64) -> Bool {
    guard Self.pagedRange.contains(rowID) else { return distant.contains(rowID) }
    let (page, word, bit) = Self.place(of: rowID)
    guard page < pages.count, !pages[page].isEmpty else { return false }
    return pages[page][word] & bit != 0
  }

  /// Adds a rowid and returns whether it is new.
  @discardableResult
  mutating func insert(_ rowID: Int64) -> Bool {
    guard !contains(rowID) else { return false }
    count += 1
    guard Self.pagedRange.contains(rowID) else { return distant.insert(rowID).inserted }
    let (page, word, bit) = Self.place(of: rowID)
    if page >= pages.count || pages[page].isEmpty { addPage(page) }
    pages[page][word] |= bit
    return true
  }

  mutating func remove(_ rowID: Int64) {
    guard contains(rowID) else { return }
    count -= 1
    guard Self.pagedRange.contains(rowID) else {
      distant.remove(rowID)
      return
    }
    let (page, word, bit) = Self.place(of: rowID)
    pages[page][word] &= ~bit
  }

  @inline(__always)
  private static func place(of rowID: Int64) -> (page: Int, word: Int, bit: UInt64) {
    let place = Int(rowID) & (1 << pageBits - 1)
    return (Int(rowID >> pageBits), place >> 6, 1 << UInt64(place & 63))
  }

  private mutating func addPage(_ page: Int) {
    while pages.count <= page { pages.append([]) }
    pages[page] = [UInt64](repeating: 0, count: Self.wordsPerPage)
  }
}
