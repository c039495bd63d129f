/// The outcome of a row.
enum RowOutcome {
  case applied(Int64)
  /// The row may not be written, but links to it may be set. The value is its stored row, if there
  /// is one.
  case passed(Int64?)
  /// Neither the row nor its links change: it is older, deleted locally, or a tombstone that may
  /// not delete. The value is its stored row, if there is one.
  case left(Int64?)
  /// The object contains only the identity, and the row is not stored. Links to it wait.
  case named
  /// A tombstone has deleted the row, or there was nothing to delete.
  case tombstoned
  /// The row was rejected. The value is its stored row, if it has one; without a readable identity,
  /// it is not known.
  case rejected(Int64?, isIdentified: Bool)
  /// The row waits for the end of the call. The value is its stored row, if it has one.
  case waiting(Int64?)
}

extension RowOutcome {
  /// The stored row.
  var rowID: Int64? {
    switch self {
    case .applied(let rowID): rowID
    case .passed(let rowID), .left(let rowID), .waiting(let rowID), .rejected(let rowID, _): rowID
    case .tombstoned, .named: nil
    }
  }
}
