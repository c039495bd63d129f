/// Whether a query includes soft-deleted rows: those with a kept tombstone
/// (`tombstone: {…, keep: true}`) and archived ones (`archive:`).
///
/// It applies to the rows that are fetched or counted. Rows that a condition or an order reaches
/// through a to-one relation are included in any case.
public enum SoftDeleted: Hashable, Sendable {
  /// Rows that are not soft-deleted.
  case exclude
  /// All rows.
  case include
  /// Only soft-deleted rows.
  case only
}
