import SwiftSyncValues

/// A set of rowids: one bit for each, in pages like those of `RowStates`, so that a million
/// neighboring rows take 128 KiB.
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

/// A number for each of many rows, by rowid, in pages for 32 neighboring rowids: a million
/// neighbors take little more than their numbers, and distant rowids, which servers may choose, do
/// not take a large page each.
struct RowNumbers<Number: FixedWidthInteger> {
  private static var pageBits: Int64 { 5 }

  private var pages: [Int64: [Number]] = [:]

  var isEmpty: Bool { pages.isEmpty }

  /// The number of a row; 0 if none is kept.
  @inline(__always)
  subscript(rowID: Int64) -> Number {
    get { pages[rowID >> Self.pageBits]?[Self.place(of: rowID)] ?? 0 }
    set {
      if newValue == 0, pages[rowID >> Self.pageBits] == nil { return }
      let empty = [Number](repeating: 0, count: 1 << Self.pageBits)
      pages[rowID >> Self.pageBits, default: empty][Self.place(of: rowID)] = newValue
    }
  }

  /// The rows with a number, by rowid.
  var rowIDs: [Int64] {
    var rowIDs: [Int64] = []
    let pages = pages.map { $0 }
    for index in sortedIndices(pages.count, by: { pages[$0].key < pages[$1].key }) {
      let (page, numbers) = pages[index]
      for (place, number) in numbers.enumerated() where number != 0 {
        rowIDs.append(page << Self.pageBits + Int64(place))
      }
    }
    return rowIDs
  }

  @inline(__always)
  private static func place(of rowID: Int64) -> Int {
    Int(rowID & (1 << pageBits - 1))
  }
}

/// Hashes of the former states of rows, with 32 bits for each row.
struct RowHashes {
  private var numbers = RowNumbers<UInt32>()

  /// The hash of a row; 0 if none is kept.
  subscript(rowID: Int64) -> UInt32 {
    get { numbers[rowID] }
    set { numbers[rowID] = newValue }
  }

  /// The rows with a hash, by rowid.
  var rowIDs: [Int64] { numbers.rowIDs }

  /// Keeps a row's hash unless one is already kept.
  mutating func keep(_ hash: UInt32, of rowID: Int64) {
    if self[rowID] == 0 { self[rowID] = hash }
  }

  /// A hash that is never 0.
  static func hash(_ hasher: Hasher) -> UInt32 {
    UInt32(truncatingIfNeeded: hasher.finalize()) | 1
  }
}
