extension SyncStore {
  /// Archives a row by setting the flag and the date of the entity's archive.
  ///
  /// - Returns: Whether the row exists and was not archived.
  /// - Throws: `SyncError.database` if SQLite refuses the change.
  @discardableResult
  public func archive<Entity: ArchivableEntity>(
    _ entity: Entity.Type, id: Entity.Identity
  ) async throws(SyncError) -> Bool {
    try await edit(entity) { (editor) throws(SyncError) in try editor.archive(entity, id) }
  }

  /// Restores an archived row by clearing its flag and its date, or, if the entity has no archive,
  /// a soft-deleted row by clearing its tombstone.
  ///
  /// - Returns: Whether the row exists and was archived or soft-deleted.
  /// - Throws: `SyncError.database` if SQLite refuses the change.
  @discardableResult
  public func restore<Entity: RestorableEntity>(
    _ entity: Entity.Type, id: Entity.Identity
  ) async throws(SyncError) -> Bool {
    try await edit(entity) { (editor) throws(SyncError) in try editor.restore(entity, id) }
  }

  /// Removes a row permanently, whether or not it is soft-deleted, and applies the `on-delete`
  /// rules of the references to it.
  ///
  /// Soft-deleted rows whose retention has passed are purged at the end of calls that apply
  /// payloads. Archived rows are kept until this method is called.
  ///
  /// - Returns: Whether the row existed.
  /// - Throws: `SyncError.refused` if other rows refer to it with `on-delete: deny`.
  @discardableResult
  public func purge<Entity: RestorableEntity>(
    _ entity: Entity.Type, id: Entity.Identity
  ) async throws(SyncError) -> Bool {
    try await edit(entity) { (editor) throws(SyncError) in try editor.purge(entity, id) }
  }
}
