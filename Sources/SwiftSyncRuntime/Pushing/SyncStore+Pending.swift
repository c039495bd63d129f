@_spi(Generated) public import SwiftSyncStore

/// The public form of the change queue.
extension SyncStore {
  /// Returns the rows of all entities with local changes that have not been pushed, in the order of
  /// their first change.
  ///
  /// - Throws: `SyncError.database` if the database cannot be read.
  public func pendingChanges() async throws(SyncError) -> [PendingRow] {
    if isReadOnly { return [] }
    return try await readPlanned { (connection, schema) throws(SyncError) in
      try PendingRowReader(on: connection).rows(of: schema.entities)
    }
  }

  /// Returns the rows of an entity with local changes that have not been pushed, in the order of
  /// their first change.
  ///
  /// - Throws: `SyncError.database` if the database cannot be read.
  public func pendingChanges<Entity: SyncedEntity>(
    of entity: Entity.Type
  ) async throws(SyncError) -> [PendingRow] {
    if isReadOnly { return [] }
    return try await readPlanned { (connection, schema) throws(SyncError) in
      let plan = schema.entity(Entity.metadata.name)
      return try PendingRowReader(on: connection).rows(of: plan.map { [$0] } ?? [])
    }
  }

  /// Includes a rejected row in the next push, even if it is quarantined, and resets its number of attempts.
  ///
  /// - Returns: Whether the row has local writes.
  @discardableResult
  public func retryPendingChange<Entity: SyncedEntity>(
    of entity: Entity.Type, id: Entity.Identity
  ) async throws(SyncError) -> Bool {
    try await editQueue(entity, id) { (transaction, sequence) throws(SyncError) in
      try transaction.execute(
        "UPDATE swiftsync_changes SET attempts = 0, retry_at = NULL, is_quarantined = 0 "
          + "WHERE sequence = ?1", [.integer(sequence)])
    }
  }

  /// Discards the local changes of a row, so that they are not pushed.
  ///
  /// A new row is deleted. Any other row gets the server's values from the next payload that
  /// contains it. The watermarks of the entity are removed, so the next pull is complete and
  /// contains the row.
  ///
  /// - Returns: Whether the row had local writes.
  /// - Throws: `SyncError.refused` if the row is new and other rows refer to it with
  ///   `on-delete: deny`.
  @discardableResult
  public func discardPendingChange<Entity: SyncedEntity>(
    of entity: Entity.Type, id: Entity.Identity
  ) async throws(SyncError) -> Bool {
    try await editQueue(entity, id) {
      [schema = metadata] (transaction, sequence) throws(SyncError) in
      let name = Entity.metadata.name
      let isNew = try transaction.query(
        "SELECT 1 FROM swiftsync_changes WHERE sequence = ?1 AND operation = 'insert'",
        [.integer(sequence)])
      if isNew.isEmpty {
        let connection = try transaction.session().connection
        try Watermarks(schema, on: connection).reset(Entity.metadata)
      } else {
        _ = try transaction.call(for: name).editor.deleteRow(
          id.storedValues(in: Entity.metadata))
      }
      try transaction.discard(sequence, isNew: !isNew.isEmpty, in: Entity.metadata)
    }
  }

  private func editQueue<Entity: SyncedEntity>(
    operation: String = #function, _ entity: Entity.Type, _ id: Entity.Identity,
    _ body: @escaping @Sendable (SyncTransaction, Int64) throws(SyncError) -> Void
  ) async throws(SyncError) -> Bool {
    try await write(operation: operation) { (writer) throws(SyncError) in
      let plan = try writer.entity(Entity.metadata.name)
      return try writer.transaction { (transaction) throws(SyncError) in
        let key = try transaction.current(id.storedValues(in: Entity.metadata), of: plan)
        let entry = try transaction.query(
          "SELECT sequence FROM swiftsync_changes WHERE entity = ?1 AND operation <> 'touch' "
            + "AND id = \(plan.queuedIDOfParameters)",
          [.text(Entity.metadata.name)] + key)
        guard case .integer(let sequence)? = entry.first?.values.first else {
          return (false, .commit)
        }
        try body(transaction, sequence)
        return (true, .commit)
      }
    }
  }
}

extension SyncTransaction {
  /// The identity that replaced a temporary one, or the identity itself.
  fileprivate func current(_ key: RowKey, of plan: EntityPlan) throws(SyncError) -> RowKey {
    guard plan.mayBeRenamed, plan.isTemporary(key) else { return key }
    let ids = TemporaryIDs(on: try session().connection)
    return try ids.replacement(of: key, in: plan.metadata) ?? key
  }

  /// Removes an entry from the queue. If the row is kept, the entry also keeps the part that keeps
  /// its clock.
  fileprivate func discard(
    _ sequence: Int64, isNew: Bool, in entity: EntityMetadata
  ) throws(SyncError) {
    let hasRow = try query(
      "SELECT 1 FROM swiftsync_changes WHERE sequence = ?1 AND (operation <> 'delete' OR ?2)",
      [.integer(sequence), .integer(entity.sync.keepsTombstones ? 1 : 0)])
    guard !isNew, !hasRow.isEmpty, entity.sync.clock != nil else {
      try execute("DELETE FROM swiftsync_changes WHERE sequence = ?1", [.integer(sequence)])
      return
    }
    try execute(
      "UPDATE swiftsync_changes SET operation = 'touch', fields = ',', sent_revision = NULL, "
        + "sent_operation = NULL, sent_fields = NULL, attempts = 0, last_error = NULL, "
        + "retry_at = NULL, is_quarantined = 0 WHERE sequence = ?1", [.integer(sequence)])
  }
}
