extension SyncStore {
  /// Puts a row away: sets the flag and the date of the entity's archive.
  ///
  /// - Returns: Whether there was such a row that was not archived yet.
  /// - Throws: `SyncError.database` if SQLite refuses it.
  @discardableResult
  public func archive<Entity: ArchivableEntity>(
    _ entity: Entity.Type, id: Entity.Identity
  ) async throws(SyncError) -> Bool {
    try await edit(entity) { (call) throws(SyncError) in try call.archive(entity, id) }
  }

  /// Takes a row out of the archive again: clears its flag and its date. Where the entity has no
  /// archive and keeps its tombstones, clears the tombstone.
  ///
  /// - Returns: Whether there was such a row that was archived.
  /// - Throws: `SyncError.database` if SQLite refuses it.
  @discardableResult
  public func restore<Entity: RestorableEntity>(
    _ entity: Entity.Type, id: Entity.Identity
  ) async throws(SyncError) -> Bool {
    try await edit(entity) { (call) throws(SyncError) in try call.restore(entity, id) }
  }

  /// Removes a row for good, soft-deleted or not, and carries out the `on-delete` of the
  /// references to it.
  ///
  /// Tombstones whose retention is over go by themselves at the end of calls that apply payloads; what
  /// is archived stays until this is called.
  ///
  /// - Returns: Whether there was such a row.
  /// - Throws: `SyncError.refused` if rows refer to it under `deny`.
  @discardableResult
  public func purge<Entity: RestorableEntity>(
    _ entity: Entity.Type, id: Entity.Identity
  ) async throws(SyncError) -> Bool {
    try await edit(entity) { (call) throws(SyncError) in try call.purge(entity, id) }
  }
}
