/// Hashes of what rows were, 32 bits for each row.
struct RowHashes {
  private var numbers = RowNumbers<UInt32>()

  /// The hash of a row, 0 if none is kept.
  subscript(rowID: Int64) -> UInt32 {
    get { numbers[rowID] }
    set { numbers[rowID] = newValue }
  }

  /// Keeps a row's hash unless one is kept already.
  mutating func keep(_ hash: UInt32, of rowID: Int64) {
    if self[rowID] == 0 { self[rowID] = hash }
  }

  /// A hash that is never 0.
  static func hash(_ hasher: Hasher) -> UInt32 {
    UInt32(truncatingIfNeeded: hasher.finalize()) | 1
  }
}
