/// A number for each of many rows, by rowid, in pages for 32 neighbouring rowids: a million
/// neighbours cost little more than their numbers, and distant rowids, which servers may choose,
/// not a large page each.
struct RowNumbers<Number: FixedWidthInteger> {
  private static var pageBits: Int64 { 5 }

  private var pages: [Int64: [Number]] = [:]

  var isEmpty: Bool { pages.isEmpty }

  /// The number of a row, 0 if none is kept.
  @inline(__always)
  subscript(rowID: Int64) -> Number {
    get { pages[rowID >> Self.pageBits]?[Self.place(of: rowID)] ?? 0 }
    set {
      if newValue == 0, pages[rowID >> Self.pageBits] == nil { return }
      let empty = [Number](repeating: 0, count: 1 << Self.pageBits)
      pages[rowID >> Self.pageBits, default: empty][Self.place(of: rowID)] = newValue
    }
  }

  /// The rows that have a number, in the order of their rowids.
  var rowIDs: [Int64] {
    var rowIDs: [Int64] = []
    for (page, numbers) in pages.sorted(by: { $0.key < $1.key }) {
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
