/// Hashes of what rows were, by rowid: 32 bits each, in pages for 1,024 neighbouring rowids.
struct RowHashes {
  private static let pageBits: Int64 = 10

  private var pages: [Int64: [UInt32]] = [:]

  /// The hash of a row, 0 if none is kept.
  subscript(rowID: Int64) -> UInt32 {
    get { pages[rowID >> Self.pageBits]?[Self.place(of: rowID)] ?? 0 }
    set {
      let empty = [UInt32](repeating: 0, count: 1 << Self.pageBits)
      pages[rowID >> Self.pageBits, default: empty][Self.place(of: rowID)] = newValue
    }
  }

  /// Keeps a row's hash unless one is kept already.
  mutating func keep(_ hash: UInt32, of rowID: Int64) {
    if self[rowID] == 0 { self[rowID] = hash }
  }

  private static func place(of rowID: Int64) -> Int {
    Int(rowID & (1 << pageBits - 1))
  }

  /// A hash that is never 0.
  static func hash(_ hasher: Hasher) -> UInt32 {
    UInt32(truncatingIfNeeded: hasher.finalize()) | 1
  }
}
