extension SyncTransaction {
  /// Runs an SQL statement.
  ///
  /// The statement bypasses the rules of the schema: `on-delete` has no effect, and only SQLite
  /// checks its changes. Observers receive them.
  ///
  /// - Returns: The number of inserted, changed or deleted rows.
  /// - Throws: `SyncError.invalidStatement` if the statement begins or ends a transaction, or
  ///   has another number of parameters; `SyncError.database` if SQLite refuses it.
  @discardableResult
  public func execute(_ sql: String, _ values: [StoredValue] = []) throws(SyncError) -> Int {
    let connection = try session().connection
    if let word = TransactionControl.word(in: sql) {
      throw .invalidStatement(
        sql, reason: "'\(word)' would end or hide the transaction of the closure")
    }
    return try connection.run(sql, values)
  }

  /// Inserts a row. See `SyncStore.insert(_:)`.
  public func insert<Entity: SyncedEntity>(_ row: Entity) throws(SyncError) {
    let name = Entity.metadata.name
    let editor = try call(for: name).editor
    // A statement that fails undoes itself. With a savepoint, SQLite would write each page to a
    // file before changing it.
    guard editor.insertsByOneStatement else {
      return try edit(Entity.self) { (editor) throws(SyncError) in try editor.insert(row) }
    }
    do throws(SyncError) {
      try editor.insert(row)
    } catch {
      throw error.naming(name)
    }
  }

  /// Inserts rows, or none of them if one cannot be inserted.
  public func insert<Entity: SyncedEntity>(_ rows: [Entity]) throws(SyncError) {
    try edit(Entity.self) { (editor) throws(SyncError) in
      for row in rows { try editor.insert(row) }
    }
  }

  /// Applies a patch to a row. See `SyncStore.update(_:id:_:)`.
  ///
  /// - Returns: Whether the row exists.
  @discardableResult
  public func update<Entity: SyncedEntity>(
    _ entity: Entity.Type, id: Entity.Identity, _ patch: Entity.Patch
  ) throws(SyncError) -> Bool {
    try edit(entity) { (editor) throws(SyncError) in try editor.update(entity, id, patch) }
  }

  /// Deletes a row. See `SyncStore.delete(_:id:)`; `on-delete: deny` is checked when the
  /// transaction ends.
  ///
  /// - Returns: Whether the row existed.
  @discardableResult
  public func delete<Entity: SyncedEntity>(
    _ entity: Entity.Type, id: Entity.Identity
  ) throws(SyncError) -> Bool {
    try edit(entity) { (editor) throws(SyncError) in try editor.delete(entity, id) }
  }
}

/// Archiving, restoring and moving rows, as in `SyncStore`.
extension SyncTransaction {
  /// Archives a row. See `SyncStore.archive(_:id:)`.
  @discardableResult
  public func archive<Entity: ArchivableEntity>(
    _ entity: Entity.Type, id: Entity.Identity
  ) throws(SyncError) -> Bool {
    try edit(entity) { (editor) throws(SyncError) in try editor.archive(entity, id) }
  }

  /// Restores an archived or soft-deleted row. See `SyncStore.restore(_:id:)`.
  @discardableResult
  public func restore<Entity: RestorableEntity>(
    _ entity: Entity.Type, id: Entity.Identity
  ) throws(SyncError) -> Bool {
    try edit(entity) { (editor) throws(SyncError) in try editor.restore(entity, id) }
  }

  /// Removes a row permanently. See `SyncStore.purge(_:id:)`; `on-delete: deny` is checked when the
  /// transaction ends.
  @discardableResult
  public func purge<Entity: RestorableEntity>(
    _ entity: Entity.Type, id: Entity.Identity
  ) throws(SyncError) -> Bool {
    try edit(entity) { (editor) throws(SyncError) in try editor.purge(entity, id) }
  }

  /// Moves a row within a list that is ordered by an attribute of its rows. See
  /// `SyncStore.move(_:id:after:in:)`.
  public func move<Entity: SyncedEntity>(
    _ entity: Entity.Type, id: Entity.Identity, after other: Entity.Identity?,
    in list: OrderedList<Entity>
  ) throws(SyncError) {
    try edit(entity) { (editor) throws(SyncError) in
      try editor.move(entity, id, after: other, in: list)
    }
  }
}
