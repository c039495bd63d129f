/// The rows of a to-many relationship in a query's closures, e.g. `$0.labels`, without soft-deleted
/// rows.
public struct QueriedRows<Entity: SyncedEntity>: QueriedMember {
  @_spi(Generated)
  public let place: ColumnPath

  @_spi(Generated)
  public init(_ place: ColumnPath) {
    self.place = place
  }

  /// The condition that the relationship has no rows.
  public var isEmpty: Condition { !contains { _ in Condition.always } }

  /// The number of rows.
  public var count: ComputedValue<Int> { count { _ in Condition.always } }

  /// Returns the condition that at least one of the rows meets a condition.
  ///
  /// ```swift
  /// let urgent = Todo.where { $0.labels.contains { $0.slug == "urgent" } }
  /// ```
  public func contains<Met: ConditionConvertible>(
    where condition: (QueriedRow<Entity>) -> Met
  ) -> Condition {
    Condition(.anyRelated(place.relations, condition(QueriedRow(.root)).condition.node))
  }

  /// Returns the number of rows that meet a condition.
  public func count<Met: ConditionConvertible>(
    where condition: (QueriedRow<Entity>) -> Met
  ) -> ComputedValue<Int> {
    let related = RelatedCondition(node: condition(QueriedRow(.root)).condition.node)
    return ComputedValue(.count(place.relations, related))
  }
}
