extension SyncTransaction {
  /// Replaces the temporary id of a row. See `SyncStore.replaceTemporaryID(of:_:with:)`.
  ///
  /// - Returns: Whether the id was temporary.
  @discardableResult
  public func replaceTemporaryID<Entity: SyncedEntity>(
    of entity: Entity.Type, _ old: Entity.Identity, with new: Entity.Identity
  ) throws(SyncError) -> Bool {
    let writer = try session()
    let plan = try writer.entity(Entity.metadata.name)
    let key = new.storedValues(in: Entity.metadata)
    do throws(SyncError) {
      try settleEdits()
      return try writer.connection.savepoint("swiftsync_edit") { () throws(SyncError) in
        let old = old.storedValues(in: Entity.metadata)
        guard try replaceTemporaryID(old, with: key, of: plan) else { return false }
        try QueuedIdentities(plan, on: writer.connection).noteCreated(key)
        return true
      }
    } catch {
      throw error.naming(Entity.metadata.name)
    }
  }

  /// Works like `replaceTemporaryID(of:_:with:)`, but does not confirm the pending creation. The
  /// caller has the response to that creation and confirms it.
  package func replaceTemporaryID(
    _ old: RowKey, with new: RowKey, of plan: EntityPlan
  ) throws(SyncError) -> Bool {
    let writer = try session()
    hasForeignRows = true
    try settleEdits()
    let run = IdentityReplacement(writer.plan, on: writer.connection) {
      plan, key throws(SyncError) in
      _ = try self.call(for: plan.metadata.name).editor.deleteRow(key, isRefetched: true)
      try self.settleEdits()
    }
    guard try run.replace(old, with: new, of: plan) else { return false }
    writer.recorder.note(run.renamings)
    for (plan, key) in run.deletions {
      _ = try call(for: plan.metadata.name).editor.deleteOrMark(key)
      try settleEdits()
    }
    return true
  }
}

extension SyncStore {
  /// Replaces the temporary id of a row with the server's id, in one transaction.
  ///
  /// ```swift
  /// try await store.withPendingChanges(of: Note.self) { batch in
  ///   for note in batch.inserted {
  ///     let created = try await api.createNote(note)
  ///     try await store.replaceTemporaryID(of: Note.self, note.id, with: created.id)
  ///   }
  ///   return []
  /// }
  /// ```
  ///
  /// The new id replaces the old one in references, join tables, unresolved links, pending changes
  /// and identities that contain it. The row can still be found by its old id. `push(to:)` calls
  /// this itself.
  ///
  /// If the store already has a row with the new id, because a pull was faster, the two are merged,
  /// and unconfirmed fields keep their values. If two rows would then have the same unique
  /// reference to the result, the one that referred to the device's row keeps it; the other loses
  /// it, or is deleted here if it is required, and is fetched again. If the row was deleted here,
  /// so is the server's, and the deletion is pending.
  ///
  /// - Parameters:
  ///   - entity: The type of the row, which has an identity with `default: temporary`.
  ///   - old: The temporary id.
  ///   - new: The id of the server.
  /// - Returns: Whether `old` is temporary and identifies the row; also `true` if `new` has already
  ///   replaced it.
  @discardableResult
  public func replaceTemporaryID<Entity: SyncedEntity>(
    of entity: Entity.Type, _ old: Entity.Identity, with new: Entity.Identity
  ) async throws(SyncError) -> Bool {
    try await write { (writer) throws(SyncError) in
      try writer.transaction { (transaction) throws(SyncError) in
        (try transaction.replaceTemporaryID(of: entity, old, with: new), .commit)
      }
    }
  }
}
