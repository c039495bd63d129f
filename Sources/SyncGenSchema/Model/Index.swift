package import SyncGenDiagnostics

/// An index on an entity's table.
package struct Index: Hashable, Sendable {
  package let name: SQLIdentifier
  /// Positions in the entity's `columns`.
  package let columns: [Int]
  package let isUnique: Bool
  /// The SQL condition of a partial index.
  package let predicate: String?
  /// Where the schema states the condition.
  package let predicateSpan: SourceSpan?
  package let origin: Origin
  package let span: SourceSpan

  /// Why the index is there.
  package enum Origin: String, CaseIterable, Hashable, Sendable {
    case stated
    /// `index: true` or `unique: true` on an attribute.
    case attribute
    case reference
    case clock
    /// Of rows whose tombstones are kept for a time.
    case tombstone
  }
}
