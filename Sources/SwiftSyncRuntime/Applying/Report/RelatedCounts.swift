/// What happened to rows of an entity that the payload holds nested, or that a deletion took along.
public struct RelatedCounts: Codable, Hashable, Sendable {
  /// New rows.
  public var inserted = 0
  /// Rows that have other values than before.
  public var updated = 0
  /// Rows that the payload names and that stayed as they were.
  public var unchanged = 0
  /// Rows that are gone.
  public var deleted = 0

  /// No rows.
  public init() {}
}

extension RelatedCounts: CustomStringConvertible {
  /// The four counts in one line for people.
  public var description: String {
    "\(inserted) inserted, \(updated) updated, \(unchanged) unchanged, \(deleted) deleted"
  }
}
