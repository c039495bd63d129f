extension ApplyReport {
  /// Counts of an entity's rows that are nested in the payload or deleted by a cascade.
  public struct RelatedCounts: Codable, Hashable, Sendable {
    /// The number of inserted rows.
    public var inserted = 0
    /// The number of updated rows.
    public var updated = 0
    /// The number of rows in the payload that did not change.
    public var unchanged = 0
    /// The number of deleted rows.
    public var deleted = 0

    /// Creates counts of zero.
    public init() {}
  }
}

extension ApplyReport.RelatedCounts: CustomStringConvertible {
  /// The four counts on one line.
  public var description: String {
    "\(inserted) inserted, \(updated) updated, \(unchanged) unchanged, \(deleted) deleted"
  }
}
