/// Why a call changed nothing although its payload could be read.
public enum Refusal: Hashable, Sendable {
  /// The payload has rows and every one of them was rejected.
  case everyRowRejected
  /// A strict call met a rejected row or an unknown key.
  case strict
  /// A row that others refer to under `deny` would have been deleted.
  case denied(entity: String, identity: String, by: String)
  /// More rows would have been deleted than `deletionLimit` allows.
  case deletionLimit(limit: Int, deletions: Int)
}

extension Refusal: CustomStringConvertible {
  /// Why nothing was changed; lower case, no full stop.
  public var description: String {
    switch self {
    case .everyRowRejected:
      return "every row of the payload was rejected, so nothing was changed"
    case .strict:
      return "strict: rows were rejected or keys are unknown, so nothing was changed (A20)"
    case .denied(let entity, let identity, let other):
      return "'\(entity)' \(identity) would be deleted, but \(other) refers to it under "
        + "on-delete: deny, so nothing was changed"
    case .deletionLimit(let limit, let deletions):
      let rows = deletions == 1 ? "1 row" : "\(deletions) rows"
      return "\(rows) would be deleted and the limit is \(limit), so nothing was changed (A8)"
    }
  }
}
