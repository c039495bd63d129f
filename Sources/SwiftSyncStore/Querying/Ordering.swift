/// A value that rows are sorted by, and the direction: `\.dueOn.descending`. A column or a computed
/// value without a direction is sorted in ascending order.
///
/// Nil is less than every value, so rows with nil come first in ascending order. Strings, URLs,
/// UUIDs and string enums are sorted by the bytes of their stored form, and false comes before
/// true. Decimals are stored as text, so they cannot be sorted by.
public struct SortTerm: Hashable, Sendable {
  let operand: QueryOperand
  let isDescending: Bool
}

/// What an order takes as a term: a column or a computed value, which is sorted in ascending order,
/// or a `SortTerm`, which states the direction.
@_documentation(visibility: internal)
public protocol SortTermConvertible: Sendable {
  /// The value and the direction.
  var sortTerm: SortTerm { get }
}

extension SortTerm: SortTermConvertible {
  /// The term itself.
  @_documentation(visibility: internal)
  public var sortTerm: SortTerm { self }
}

extension QueriedColumn: SortTermConvertible
where Result: ColumnValue, Result.ColumnBase: OrderedValue {}

extension ComputedValue: SortTermConvertible where Result.ColumnBase: OrderedValue {}

extension QueriedValue where Value: OrderedValue {
  /// The value in ascending order.
  @_documentation(visibility: internal)
  public var sortTerm: SortTerm { ascending }

  /// Sorts by the value in ascending order. Rows with nil come first.
  public var ascending: SortTerm { SortTerm(operand: operand, isDescending: false) }

  /// Sorts by the value in descending order. Rows with nil come last.
  public var descending: SortTerm { SortTerm(operand: operand, isDescending: true) }
}

extension SortTerm {
  /// Collects the terms of an order, one per line.
  @resultBuilder public enum Builder {
    /// One term.
    public static func buildExpression(_ term: some SortTermConvertible) -> [SortTerm] {
      [term.sortTerm]
    }

    /// Several terms.
    public static func buildExpression(_ terms: [SortTerm]) -> [SortTerm] { terms }

    /// The terms in order.
    public static func buildBlock(_ terms: [SortTerm]...) -> [SortTerm] { terms.flatMap { $0 } }

    /// Terms that depend on a condition.
    public static func buildOptional(_ terms: [SortTerm]?) -> [SortTerm] { terms ?? [] }

    /// The terms of the first branch.
    public static func buildEither(first terms: [SortTerm]) -> [SortTerm] { terms }

    /// The terms of the second branch.
    public static func buildEither(second terms: [SortTerm]) -> [SortTerm] { terms }
  }
}

extension QueriedMember {
  /// The terms at key paths that start here.
  static func terms<each Term: SortTermConvertible>(
    _ paths: repeat KeyPath<Self, each Term>
  ) -> [SortTerm] {
    let source = Self(.root)
    var terms: [SortTerm] = []
    repeat terms.append(source[keyPath: each paths].sortTerm)
    return terms
  }
}

extension Query {
  /// Returns the query in another order, which replaces the previous one.
  ///
  /// ```swift
  /// let byDay = Todo.order(\.dueOn, \.project.name, \.sortIndex.descending)
  /// ```
  ///
  /// The key paths start at a `QueriedRow`, so they can lead to related rows. Rows that compare as
  /// equal are sorted by identity. For values that a key path cannot compute, and for terms that
  /// depend on a condition, pass a closure.
  public func order<First: SortTermConvertible, each Next: SortTermConvertible>(
    _ first: KeyPath<QueriedRow<Row>, First>, _ next: repeat KeyPath<QueriedRow<Row>, each Next>
  ) -> Query {
    let terms = QueriedRow<Row>.terms(first, repeat each next)
    return changed { $0.terms = terms }
  }

  /// Returns the query in another order, which replaces the previous one.
  ///
  /// ```swift
  /// let query = Todo.order {
  ///   if showsUrgentFirst { $0.priority.descending }
  ///   $0.items.count { $0.isDone }
  ///   $0.title
  /// }
  /// ```
  ///
  /// Rows that compare as equal are sorted by identity.
  public func order(@SortTerm.Builder _ terms: (QueriedRow<Row>) -> [SortTerm]) -> Query {
    let terms = terms(QueriedRow(.root))
    return changed { $0.terms = terms }
  }
}

extension SyncedEntity {
  /// Returns the query for all rows in an order: `Todo.order(\.dueOn, \.title.descending)`. See
  /// `Query.order(_:_:)`.
  public static func order<First: SortTermConvertible, each Next: SortTermConvertible>(
    _ first: KeyPath<QueriedRow<Self>, First>, _ next: repeat KeyPath<QueriedRow<Self>, each Next>
  ) -> Query<Self> {
    all.order(first, repeat each next)
  }

  /// Returns the query for all rows in an order. See `Query.order(_:)`.
  public static func order(
    @SortTerm.Builder _ terms: (QueriedRow<Self>) -> [SortTerm]
  ) -> Query<Self> {
    all.order(terms)
  }
}

extension Query.Groups {
  /// Returns the groups in another order: `.order(\.count.descending)`. Groups that compare as
  /// equal are sorted by their values.
  public func order<First: SortTermConvertible, each Next: SortTermConvertible>(
    _ first: KeyPath<Query<Row>.Group, First>,
    _ next: repeat KeyPath<Query<Row>.Group, each Next>
  ) -> Self {
    ordered(by: Query<Row>.Group.terms(first, repeat each next))
  }

  /// Returns the groups in another order. Groups that compare as equal are sorted by their values.
  public func order(@SortTerm.Builder _ terms: (Query<Row>.Group) -> [SortTerm]) -> Self {
    ordered(by: terms(Query<Row>.Group(.root)))
  }
}
