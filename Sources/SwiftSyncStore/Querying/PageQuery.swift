@_spi(Generated) import SwiftSyncCoding

extension Query {
  /// A query for the rows of a page and the total number of rows, created by `page`.
  public struct Paged: Hashable, Sendable {
    let query: Query
  }

  /// A query for one row, created by `first`.
  public struct First: Hashable, Sendable {
    let query: Query
  }

  /// A page of a query's rows, with the total number of rows.
  public struct Page: Hashable, Sendable {
    /// The rows of the page.
    public let rows: [Row]
    /// The number of rows of the query ignoring `limit`, `offset` and `after`, read from the same
    /// snapshot.
    public let totalCount: Int
  }

  /// The query for the first row. Its result is `nil` if there is none.
  ///
  /// ```swift
  /// let next = try await store.fetch(Todo.order(\.dueOn).first)
  /// ```
  public var first: First { First(query: limit(Swift.min(maximum ?? 1, 1))) }

  /// The query for its rows and the total number of rows (ignoring `limit`, `offset` and `after`),
  /// read from the same snapshot.
  ///
  /// ```swift
  /// let page = try await store.fetch(Todo.order(\.title).limit(20).page)
  /// print(page.rows.count, "of", page.totalCount)
  /// ```
  public var page: Paged { Paged(query: self) }
}

extension Query.Paged: StoreQuery {
  @_spi(Generated)
  public var request: QueryRequest<Query.Page> {
    let (rows, count) = (query.request, query.count.request)
    return QueryRequest(joining: [rows.parts, count.parts]) {
      $0 == $1
    } read: { (connection, schema) throws(SyncError) in
      Query.Page(
        rows: try rows.read(connection, schema), totalCount: try count.read(connection, schema))
    }
  }
}

extension Query.First: StoreQuery {
  @_spi(Generated)
  public var request: QueryRequest<Row?> {
    let rows = query.request
    return QueryRequest(
      isLong: rows.isLong, needsSnapshot: rows.needsSnapshot, zones: rows.zones,
      statements: rows.statements
    ) {
      $0 == $1
    } read: { (connection, schema) throws(SyncError) in
      try rows.read(connection, schema).first
    }
  }
}
