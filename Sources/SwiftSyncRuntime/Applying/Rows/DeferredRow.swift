/// A row that could not be written when its turn came.
struct DeferredRow {
  enum Reason {
    /// A unique value was taken.
    case unique
    /// An enforced reference had no row.
    case reference(path: String)

    var rejection: Rejection {
      switch self {
      case .unique:
        Rejection(
          .uniqueConflict, "another row already has the same unique value")
      case .reference(let path):
        Rejection(
          .unknownReference, path: path, "the row it refers to does not exist (A16)")
      }
    }
  }

  let node: RowNode
  let reason: Reason
  /// The clock of the row at the top in which it came, if somebody wants to know.
  let topClock: StoredValue
}
