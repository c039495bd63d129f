extension SyncStore {
  /// The row with an identity, or `nil`.
  public func fetch<Entity: SyncedEntity>(
    _ entity: Entity.Type, id: Entity.Identity
  ) async throws(SyncError) -> Entity? {
    try await read { (connection) throws(SyncError) in
      try connection.row(entity, id.storedValues(in: Entity.metadata))
    }
  }

  /// All rows of an entity, in the order of their identities.
  public func fetchAll<Entity: SyncedEntity>(
    _ entity: Entity.Type
  ) async throws(SyncError) -> [Entity] {
    try await read { (connection) throws(SyncError) in try connection.all(entity) }
  }

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

extension Statement {
  /// Binds copies of values from the first parameter on.
  func bind(_ values: [StoredValue]) {
    for (index, value) in values.enumerated() { bind(Int32(index + 1), value) }
  }
}
