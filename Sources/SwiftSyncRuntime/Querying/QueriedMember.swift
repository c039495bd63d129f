/// What a `QueriedRow` can have: a column, or the row at the other end of a relation.
///
/// The runtime's types conform; there is no need to conform others.
public protocol QueriedMember: Sendable {
  /// The member at a place.
  init(_ place: ColumnPath)
}
