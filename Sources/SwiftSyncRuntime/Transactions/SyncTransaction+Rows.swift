extension SyncTransaction {
  /// As `SyncStore.fetch(_:sql:_:)`.
  public func fetch<Entity: SyncedEntity>(
    _ entity: Entity.Type, sql: String, _ values: [StoredValue] = []
  ) throws(SyncError) -> [Entity] {
    try session().connection.rows(entity, sql, values)
  }

  /// As `SyncStore.query(_:_:)`.
  public func query(_ sql: String, _ values: [StoredValue] = []) throws(SyncError) -> [SQLRow] {
    try session().connection.query(sql, values)
  }

  /// Runs an SQL statement.
  ///
  /// It writes past the rules of the schema: `on-delete` is not carried out, and what it does is not
  /// checked, except by SQLite. Observers see it.
  ///
  /// - Returns: How many rows it has inserted, changed or deleted.
  /// - Throws: `SyncError.unsuitableStatement` if it begins or ends a transaction, or has another
  ///   number of parameters; `SyncError.database` if SQLite refuses it.
  @discardableResult
  public func execute(_ sql: String, _ values: [StoredValue] = []) throws(SyncError) -> Int {
    let connection = try session().connection
    if let word = TransactionControl.word(in: sql) {
      throw .unsuitableStatement(
        sql, reason: "'\(word)' would end or hide the transaction of the closure")
    }
    return try connection.run(sql, values)
  }

  /// Inserts a row. As `SyncStore.insert(_:)`.
  public func insert<Entity: SyncedEntity>(_ row: Entity) throws(SyncError) {
    try edit(Entity.self) { (call) throws(SyncError) in try call.insert(row) }
  }

  /// Inserts rows, all of them or none.
  public func insert<Entity: SyncedEntity>(_ rows: [Entity]) throws(SyncError) {
    try edit(Entity.self) { (call) throws(SyncError) in
      for row in rows { try call.insert(row) }
    }
  }

  /// Writes what a patch says into a row. As `SyncStore.update(_:id:_:)`.
  ///
  /// - Returns: Whether there is such a row.
  @discardableResult
  public func update<Entity: SyncedEntity>(
    _ entity: Entity.Type, id: Entity.Identity, _ patch: Entity.Patch
  ) throws(SyncError) -> Bool {
    try edit(entity) { (call) throws(SyncError) in try call.update(entity, id, patch) }
  }

  /// Deletes a row. As `SyncStore.delete(_:id:)`, but `deny` is judged when the transaction ends.
  ///
  /// - Returns: Whether there was such a row.
  @discardableResult
  public func delete<Entity: SyncedEntity>(
    _ entity: Entity.Type, id: Entity.Identity
  ) throws(SyncError) -> Bool {
    try edit(entity) { (call) throws(SyncError) in try call.delete(entity, id) }
  }
}
