extension SyncStore {
  /// Inserts a row. A one-to-one link that it takes moves to it.
  ///
  /// - Throws: `SyncError.database` with SQLite's constraint code if the identity or a unique value
  ///   is taken, `SyncError.unstorableValue` for a value that no column can hold.
  public func insert<Entity: SyncedEntity>(_ row: Entity) async throws(SyncError) {
    try await edit(Entity.self) { (call) throws(SyncError) in try call.insert(row) }
  }

  /// Inserts rows, all of them or none.
  ///
  /// - Throws: What inserting one row throws.
  public func insert<Entity: SyncedEntity>(_ rows: [Entity]) async throws(SyncError) {
    try await edit(Entity.self) { (call) throws(SyncError) in
      for row in rows { try call.insert(row) }
    }
  }

  /// Writes what a patch says into a row: its columns, and the members of its to-many relations.
  ///
  /// Children that a list of the patch leaves out are deleted, unlinked or left where they are, by
  /// the same rules as in a payload (A15).
  ///
  /// - Returns: Whether there is such a row.
  /// - Throws: `SyncError.nullRequired` if the patch takes a required value away,
  ///   `SyncError.changedIdentity` if it names another row, and what `insert` throws.
  @discardableResult
  public func update<Entity: SyncedEntity>(
    _ entity: Entity.Type, id: Entity.Identity, _ patch: Entity.Patch
  ) async throws(SyncError) -> Bool {
    try await edit(entity) { (call) throws(SyncError) in try call.update(entity, id, patch) }
  }

  /// Deletes a row and carries out the `on-delete` of the references to it.
  ///
  /// Where the entity keeps its tombstones, or has an archive, the row stays and is only marked with
  /// the current time (`RestorableEntity`); what refers to it stays as it is.
  ///
  /// - Returns: Whether there was such a row that was not marked yet.
  /// - Throws: `SyncError.refused` if rows refer to it under `deny`.
  @discardableResult
  public func delete<Entity: SyncedEntity>(
    _ entity: Entity.Type, id: Entity.Identity
  ) async throws(SyncError) -> Bool {
    try await edit(entity) { (call) throws(SyncError) in try call.delete(entity, id) }
  }

  /// Deletes rows, all of those that are there or none.
  ///
  /// - Returns: How many there were.
  /// - Throws: `SyncError.refused` if other rows refer to one of them under `deny`.
  @discardableResult
  public func delete<Entity: SyncedEntity>(
    _ entity: Entity.Type, ids: [Entity.Identity]
  ) async throws(SyncError) -> Int {
    try await edit(entity) { (call) throws(SyncError) in
      var count = 0
      for id in ids where try call.delete(entity, id) { count += 1 }
      return count
    }
  }

  /// Runs a write of the app's own in a transaction, with what the applier knows of links.
  func edit<Entity: SyncedEntity, Value: Sendable>(
    operation: String = #function, _ entity: Entity.Type,
    _ body: @escaping @Sendable (ApplyCall) throws(SyncError) -> Value
  ) async throws(SyncError) -> Value {
    let name = Entity.metadata.name
    let token = CancellationToken()
    return try await write(operation: operation, as: token) { (writer) throws(SyncError) in
      do throws(SyncError) {
        return try writer.transaction(token) { (transaction) throws(SyncError) in
          (try body(transaction.call(for: name)), .commit)
        }
      } catch {
        throw error.naming(name)
      }
    }
  }
}

extension SyncError {
  /// The same error with the entity that was worked on.
  func naming(_ entity: String) -> SyncError {
    guard case .database(let failure) = self, failure.entity == nil else { return self }
    return .database(
      DatabaseFailure(
        code: failure.code, message: failure.message, sql: failure.sql, entity: entity))
  }
}
