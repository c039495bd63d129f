/// Deleting, archiving and moving rows that the app has fetched. They are found by their identities;
/// their other members do not matter.
extension SyncStore {
  /// Deletes a row. See `delete(_:id:)`.
  ///
  /// - Returns: Whether the row existed and was not soft-deleted.
  @discardableResult
  public func delete<Entity: SyncedEntity>(_ row: Entity) async throws(SyncError) -> Bool {
    try await delete(Entity.self, id: row.identity)
  }

  /// Deletes rows, or none of them if one cannot be deleted. See `delete(_:id:)`.
  ///
  /// - Returns: The number of deleted rows.
  @discardableResult
  public func delete<Entity: SyncedEntity>(_ rows: [Entity]) async throws(SyncError) -> Int {
    try await delete(Entity.self, ids: rows.map(\.identity))
  }

  /// Archives a row. See `archive(_:id:)`.
  ///
  /// - Returns: Whether the row exists and was not archived.
  @discardableResult
  public func archive<Entity: ArchivableEntity>(_ row: Entity) async throws(SyncError) -> Bool {
    try await archive(Entity.self, id: row.identity)
  }

  /// Archives rows, or none of them if one cannot be archived. See `archive(_:id:)`.
  ///
  /// - Returns: The number of rows that were not archived before.
  @discardableResult
  public func archive<Entity: ArchivableEntity>(_ rows: [Entity]) async throws(SyncError) -> Int {
    try await edit(Entity.self, long: rows.count > 1) { (editor) throws(SyncError) in
      try rows.count { (row) throws(SyncError) in try editor.archive(Entity.self, row.identity) }
    }
  }

  /// Restores an archived or soft-deleted row. See `restore(_:id:)`.
  ///
  /// - Returns: Whether the row exists and was archived or soft-deleted.
  @discardableResult
  public func restore<Entity: RestorableEntity>(_ row: Entity) async throws(SyncError) -> Bool {
    try await restore(Entity.self, id: row.identity)
  }

  /// Restores rows, or none of them if one cannot be restored. See `restore(_:id:)`.
  ///
  /// - Returns: The number of rows that were archived or soft-deleted.
  @discardableResult
  public func restore<Entity: RestorableEntity>(_ rows: [Entity]) async throws(SyncError) -> Int {
    try await edit(Entity.self, long: rows.count > 1) { (editor) throws(SyncError) in
      try rows.count { (row) throws(SyncError) in try editor.restore(Entity.self, row.identity) }
    }
  }

  /// Removes a row permanently. See `purge(_:id:)`.
  ///
  /// - Returns: Whether the row existed.
  @discardableResult
  public func purge<Entity: RestorableEntity>(_ row: Entity) async throws(SyncError) -> Bool {
    try await purge(Entity.self, id: row.identity)
  }

  /// Removes rows permanently, or none of them if one cannot be removed. See `purge(_:id:)`.
  ///
  /// - Returns: The number of rows that existed.
  @discardableResult
  public func purge<Entity: RestorableEntity>(_ rows: [Entity]) async throws(SyncError) -> Int {
    try await edit(Entity.self, long: rows.count > 1) { (editor) throws(SyncError) in
      try rows.count { (row) throws(SyncError) in try editor.purge(Entity.self, row.identity) }
    }
  }

  /// Moves a row after another one of a list that is ordered by an attribute of its rows, or to the
  /// start of the list. See `move(_:id:after:in:)`.
  public func move<Entity: SyncedEntity>(
    _ row: Entity, after other: Entity?, in list: OrderedList<Entity>
  ) async throws(SyncError) {
    try await move(Entity.self, id: row.identity, after: other?.identity, in: list)
  }
}

/// Deleting, archiving and moving rows, as in `SyncStore`.
extension SyncTransaction {
  /// Deletes a row. See `SyncStore.delete(_:id:)`; `on-delete: deny` is checked when the
  /// transaction ends.
  ///
  /// - Returns: Whether the row existed and was not soft-deleted.
  @discardableResult
  public func delete<Entity: SyncedEntity>(_ row: Entity) throws(SyncError) -> Bool {
    try delete(Entity.self, id: row.identity)
  }

  /// Deletes rows, or none of them if one cannot be deleted. See `SyncStore.delete(_:id:)`.
  ///
  /// - Returns: The number of deleted rows.
  @discardableResult
  public func delete<Entity: SyncedEntity>(_ rows: [Entity]) throws(SyncError) -> Int {
    try delete(Entity.self, ids: rows.map(\.identity))
  }

  /// Deletes the rows with the given identities, or none of them if one cannot be deleted.
  ///
  /// - Returns: The number of deleted rows.
  @discardableResult
  public func delete<Entity: SyncedEntity>(
    _ entity: Entity.Type, ids: [Entity.Identity]
  ) throws(SyncError) -> Int {
    try edit(entity) { (editor) throws(SyncError) in
      try ids.count { (id) throws(SyncError) in try editor.delete(entity, id) }
    }
  }

  /// Archives a row. See `SyncStore.archive(_:id:)`.
  @discardableResult
  public func archive<Entity: ArchivableEntity>(_ row: Entity) throws(SyncError) -> Bool {
    try archive(Entity.self, id: row.identity)
  }

  /// Archives rows, or none of them if one cannot be archived. See `SyncStore.archive(_:id:)`.
  @discardableResult
  public func archive<Entity: ArchivableEntity>(_ rows: [Entity]) throws(SyncError) -> Int {
    try edit(Entity.self) { (editor) throws(SyncError) in
      try rows.count { (row) throws(SyncError) in try editor.archive(Entity.self, row.identity) }
    }
  }

  /// Restores an archived or soft-deleted row. See `SyncStore.restore(_:id:)`.
  @discardableResult
  public func restore<Entity: RestorableEntity>(_ row: Entity) throws(SyncError) -> Bool {
    try restore(Entity.self, id: row.identity)
  }

  /// Restores rows, or none of them if one cannot be restored. See `SyncStore.restore(_:id:)`.
  @discardableResult
  public func restore<Entity: RestorableEntity>(_ rows: [Entity]) throws(SyncError) -> Int {
    try edit(Entity.self) { (editor) throws(SyncError) in
      try rows.count { (row) throws(SyncError) in try editor.restore(Entity.self, row.identity) }
    }
  }

  /// Removes a row permanently. See `SyncStore.purge(_:id:)`; `on-delete: deny` is checked when the
  /// transaction ends.
  @discardableResult
  public func purge<Entity: RestorableEntity>(_ row: Entity) throws(SyncError) -> Bool {
    try purge(Entity.self, id: row.identity)
  }

  /// Removes rows permanently, or none of them if one cannot be removed. See
  /// `SyncStore.purge(_:id:)`.
  @discardableResult
  public func purge<Entity: RestorableEntity>(_ rows: [Entity]) throws(SyncError) -> Int {
    try edit(Entity.self) { (editor) throws(SyncError) in
      try rows.count { (row) throws(SyncError) in try editor.purge(Entity.self, row.identity) }
    }
  }

  /// Moves a row within a list that is ordered by an attribute of its rows. See
  /// `SyncStore.move(_:id:after:in:)`.
  public func move<Entity: SyncedEntity>(
    _ row: Entity, after other: Entity?, in list: OrderedList<Entity>
  ) throws(SyncError) {
    try move(Entity.self, id: row.identity, after: other?.identity, in: list)
  }
}
