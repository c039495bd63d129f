/// The rows of a query in groups of equal values. `select` gives a result for each group.
///
/// ```swift
/// let counts = try await store.fetch(
///   Todo.where { $0.dueOn < .today() }.group { $0.state }.select { ($0.state, $0.count) })
/// ```
///
/// The groups are sorted by their values. Rows with nil form a separate group.
public struct Grouping<Row: SyncedEntity>: Hashable, Selectable, Sendable {
  /// A group, whose values, count and aggregates can be selected.
  public typealias Source = QueriedGroup<Row>

  @_spi(Generated)
  public private(set) var selected: SelectedRows<Row>

  init(_ query: Query<Row>, _ groups: [QueryOperand]) {
    selected = SelectedRows(query: query, groups: groups)
  }

  func ordered(by terms: [SortTerm]) -> Grouping {
    var grouping = self
    grouping.selected.order = terms
    return grouping
  }

  /// Returns at most the given number of groups; `nil` for all.
  public func limit(_ count: Int?) -> Grouping {
    var grouping = self
    grouping.selected.limit = count
    return grouping
  }
}

/// A group of rows in the closure of a grouping's `select` and `order`.
@dynamicMemberLookup
public struct QueriedGroup<Entity: SyncedEntity>: QueriedMember {
  private let row: QueriedRow<Entity>

  @_spi(Generated)
  public init(_ place: ColumnPath) {
    row = QueriedRow(place)
  }

  /// The number of rows in the group.
  public var count: ComputedValue<Int> { ComputedValue(.aggregate("count", nil)) }

  /// A column: its value if the rows are grouped by it, otherwise the operand of an aggregate such
  /// as `$0.estimate.sum`.
  public subscript<Member: QueriedMember>(
    dynamicMember member: KeyPath<Entity.QueriedMembers, Member>
  ) -> Member {
    row[dynamicMember: member]
  }
}

extension Query {
  /// Groups the rows by a value.
  public func group<A: QueriedValue>(by value: (QueriedRow<Row>) -> A) -> Grouping<Row> {
    Grouping(self, [value(QueriedRow(.root)).operand])
  }

  /// Groups the rows by two values.
  public func group<A: QueriedValue, B: QueriedValue>(
    by values: (QueriedRow<Row>) -> (A, B)
  ) -> Grouping<Row> {
    let values = values(QueriedRow(.root))
    return Grouping(self, [values.0.operand, values.1.operand])
  }

  /// Groups the rows by three values.
  public func group<A: QueriedValue, B: QueriedValue, C: QueriedValue>(
    by values: (QueriedRow<Row>) -> (A, B, C)
  ) -> Grouping<Row> {
    let values = values(QueriedRow(.root))
    return Grouping(self, [values.0.operand, values.1.operand, values.2.operand])
  }
}

extension SyncedEntity {
  /// Groups all rows by a value. See `Grouping`.
  public static func group<A: QueriedValue>(
    by value: (QueriedRow<Self>) -> A
  ) -> Grouping<Self> {
    all.group(by: value)
  }

  /// Groups all rows by two values.
  public static func group<A: QueriedValue, B: QueriedValue>(
    by values: (QueriedRow<Self>) -> (A, B)
  ) -> Grouping<Self> {
    all.group(by: values)
  }
}
