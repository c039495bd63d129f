/// What happened to a row.
enum RowOutcome {
  case applied(Int64)
  /// It may not be written, but links to it may be made; its stored row, if there is one.
  case passed(Int64?)
  /// Neither the row nor links in it change: it is older, deleted here, or a tombstone that may not
  /// delete; its stored row, if there is one.
  case left(Int64?)
  /// Its object contains only the identity, and the row is not stored. Links to it wait.
  case named
  /// A tombstone has deleted it, or there was nothing to be deleted.
  case tombstoned
  /// Its stored row, if it has one; without a readable identity it is not known which.
  case rejected(Int64?, isIdentified: Bool)
  /// It waits for the end of the call; its stored row, if it has one.
  case waiting(Int64?)
}

extension RowOutcome {
  /// The row that is stored.
  var rowID: Int64? {
    switch self {
    case .applied(let rowID): rowID
    case .passed(let rowID), .left(let rowID), .waiting(let rowID), .rejected(let rowID, _): rowID
    case .tombstoned, .named: nil
    }
  }
}
