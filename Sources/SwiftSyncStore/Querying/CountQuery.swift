extension Query {
  /// The number of rows of a query, as a query.
  ///
  /// ```swift
  /// let open = Todo.where { $0.state != .done }
  /// for try await count in store.values(of: open.count) { show(count) }
  /// ```
  public struct Count: Hashable, Sendable {
    let query: Query
  }

  /// The query for the number of rows, ignoring `limit`, `offset` and `after`. `store.count(query)`
  /// fetches it.
  public var count: Count { Count(query: self) }
}

extension Query.Count: StoreQuery {
  @_spi(Generated)
  public var request: QueryRequest<Int> {
    QueryRequest(isLong: false, needsSnapshot: false, zones: query.zones) {
      (schema) throws(SyncError) in
      var whole = query
      whole.start = nil
      return [try QuerySQL(whole, schema).count]
    } isEqual: {
      $0 == $1
    } read: { (connection, schema) throws(SyncError) in
      try query.count(on: connection, schema)
    }
  }
}
