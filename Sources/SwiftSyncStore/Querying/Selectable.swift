@_spi(Generated) import SwiftSyncCoding

/// A source of selected values: a `Query` or its `Query.Groups`.
///
/// Only types of the runtime conform to it.
@_documentation(visibility: internal)
public protocol Selectable<Row>: Sendable {
  /// The type of the rows.
  associatedtype Row: SyncedEntity
  /// The argument of the closure of `select`.
  associatedtype Source: QueriedMember

  /// The rows and their grouping.
  @_spi(Generated)
  var selected: SelectedRows<Row> { get }
}

@_spi(Generated)
extension Selectable where Self: NotGenerated {
  public var selected: SelectedRows<Row> { Self.unavailable }
}

/// Selecting up to six values. Each becomes an element of a tuple.
///
/// ```swift
/// let titles = try await store.fetch(Todo.order(\.dueOn).select { $0.title })
/// let counts = try await store.fetch(Todo.group { $0.state }.select { ($0.state, $0.count) })
/// ```
extension Selectable {
  private func selection<Result>(
    _ operands: [QueryOperand],
    read: @escaping @Sendable (SelectedRow) throws(SyncError) -> Result,
    isEqual: @escaping @Sendable (Result, Result) -> Bool
  ) -> Query<Row>.Selection<Result> {
    Query<Row>.Selection(rows: selected, operands: operands, read: read, isEqual: isEqual)
  }

  /// Returns the query for one value of each row.
  @_documentation(visibility: public)
  public func select<A: QueriedValue>(
    _ values: (Source) -> A
  ) -> Query<Row>.Selection<A.Result> {
    let values = values(Source(.root))
    return selection([values.operand]) { (row) throws(SyncError) in
      try row.value(0, A.self)
    } isEqual: {
      $0 == $1
    }
  }

  /// Returns the query for two values of each row.
  @_documentation(visibility: public)
  public func select<A: QueriedValue, B: QueriedValue>(
    _ values: (Source) -> (A, B)
  ) -> Query<Row>.Selection<(A.Result, B.Result)> {
    let values = values(Source(.root))
    return selection([values.0.operand, values.1.operand]) { (row) throws(SyncError) in
      (try row.value(0, A.self), try row.value(1, B.self))
    } isEqual: {
      $0 == $1
    }
  }

  /// Returns the query for three values of each row.
  @_documentation(visibility: public)
  public func select<A: QueriedValue, B: QueriedValue, C: QueriedValue>(
    _ values: (Source) -> (A, B, C)
  ) -> Query<Row>.Selection<(A.Result, B.Result, C.Result)> {
    let values = values(Source(.root))
    return selection([values.0.operand, values.1.operand, values.2.operand]) {
      (row) throws(SyncError) in
      (try row.value(0, A.self), try row.value(1, B.self), try row.value(2, C.self))
    } isEqual: {
      $0 == $1
    }
  }

  /// Returns the query for four values of each row.
  @_documentation(visibility: public)
  public func select<A: QueriedValue, B: QueriedValue, C: QueriedValue, D: QueriedValue>(
    _ values: (Source) -> (A, B, C, D)
  ) -> Query<Row>.Selection<(A.Result, B.Result, C.Result, D.Result)> {
    let values = values(Source(.root))
    return selection([values.0.operand, values.1.operand, values.2.operand, values.3.operand]) {
      (row) throws(SyncError) in
      (
        try row.value(0, A.self), try row.value(1, B.self), try row.value(2, C.self),
        try row.value(3, D.self)
      )
    } isEqual: {
      $0 == $1
    }
  }

  /// Returns the query for five values of each row.
  @_documentation(visibility: public)
  public func select<
    A: QueriedValue, B: QueriedValue, C: QueriedValue, D: QueriedValue, E: QueriedValue
  >(
    _ values: (Source) -> (A, B, C, D, E)
  ) -> Query<Row>.Selection<(A.Result, B.Result, C.Result, D.Result, E.Result)> {
    let values = values(Source(.root))
    return selection([
      values.0.operand, values.1.operand, values.2.operand, values.3.operand, values.4.operand,
    ]) { (row) throws(SyncError) in
      (
        try row.value(0, A.self), try row.value(1, B.self), try row.value(2, C.self),
        try row.value(3, D.self), try row.value(4, E.self)
      )
    } isEqual: {
      $0 == $1
    }
  }

  /// Returns the query for six values of each row.
  @_documentation(visibility: public)
  public func select<
    A: QueriedValue, B: QueriedValue, C: QueriedValue, D: QueriedValue, E: QueriedValue,
    F: QueriedValue
  >(
    _ values: (Source) -> (A, B, C, D, E, F)
  ) -> Query<Row>.Selection<(A.Result, B.Result, C.Result, D.Result, E.Result, F.Result)> {
    let values = values(Source(.root))
    return selection([
      values.0.operand, values.1.operand, values.2.operand, values.3.operand, values.4.operand,
      values.5.operand,
    ]) { (row) throws(SyncError) in
      (
        try row.value(0, A.self), try row.value(1, B.self), try row.value(2, C.self),
        try row.value(3, D.self), try row.value(4, E.self), try row.value(5, F.self)
      )
    } isEqual: {
      $0 == $1
    }
  }
}
