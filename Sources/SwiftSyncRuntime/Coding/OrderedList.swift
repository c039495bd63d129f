/// A list of rows that is ordered by an attribute of its rows, named by their relation to their parent.
///
/// Generated code has a constant for each: `OrderedList<Task>.project` for the tasks of a project.
public struct OrderedList<Child: SyncedEntity>: Hashable, Sendable {
  /// The name of the child's to-one relation.
  @_spi(Generated)
  public let relation: String

  /// Generated code makes it; the relation's inverse must be `ordered` by an attribute.
  @_spi(Generated)
  public init(_ relation: String) {
    self.relation = relation
  }
}
