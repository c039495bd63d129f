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
          .uniqueConflict, "a unique value of the row is taken by another row")
      case .reference(let path):
        Rejection(
          .unknownReference, path: path, "the row that it refers to is not there (A16)")
      }
    }
  }

  let node: RowNode
  let reason: Reason
  /// The clock of the row at the top in which it came, if somebody wants to know.
  let topClock: StoredValue
}
