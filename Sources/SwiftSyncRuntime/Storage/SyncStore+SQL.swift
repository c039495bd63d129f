extension SyncStore {
  /// The rows of an SQL query that gives the entity's columns, by their names and in any order.
  ///
  /// ```swift
  /// let late = try await store.fetch(
  ///   Task.self, sql: "SELECT * FROM tasks WHERE due_on < ?", ["2026-03-01"])
  /// ```
  ///
  /// - Throws: `SyncError.missingColumn` if it leaves a column out; what `query` throws.
  public func fetch<Entity: SyncedEntity>(
    _ entity: Entity.Type, sql: String, _ values: [StoredValue] = []
  ) async throws(SyncError) -> [Entity] {
    try await read { (connection) throws(SyncError) in
      try connection.rows(entity, sql, values)
    }
  }

  /// The rows of an SQL query.
  ///
  /// - Parameter values: What is bound to its parameters, in their order.
  /// - Throws: `SyncError.unsuitableStatement` if it writes or has another number of parameters,
  ///   `SyncError.database` if SQLite refuses it.
  public func query(
    _ sql: String, _ values: [StoredValue] = []
  ) async throws(SyncError) -> [SQLRow] {
    try await read { (connection) throws(SyncError) in try connection.query(sql, values) }
  }
}
