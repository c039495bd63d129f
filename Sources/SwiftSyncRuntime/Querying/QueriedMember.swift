/// What a `QueriedRow` can have: a column, or the row at the other end of a relation.
///
/// The runtime's types conform; there is no need to conform others.
public protocol QueriedMember: Sendable {
  /// The member at a place.
  @_spi(Generated)
  init(_ place: ColumnPath)
}

@_spi(Generated)
extension QueriedMember where Self: NotGenerated {
  public init(_ place: ColumnPath) { Self.unavailable }
}
