@_spi(Generated) public import SwiftSyncStore

/// Changes of the queue that the app decides about.
extension SyncStore {
  /// Includes a rejected row in the next push, even if it is quarantined, and resets its number of attempts.
  ///
  /// - Returns: Whether the row has local writes.
  @discardableResult
  public func retryPendingChange<Entity: SyncedEntity>(
    of entity: Entity.Type, id: Entity.Identity
  ) async throws(SyncError) -> Bool {
    try await retryChange(of: Entity.metadata.name, id.storedValues(in: Entity.metadata))
  }

  func retryChange(of entity: String, _ key: RowKey) async throws(SyncError) -> Bool {
    try await editQueue(entity, key) { (transaction, entry, _) throws(SyncError) in
      // A row that the server no longer has is not sent again before it is to be created.
      guard !entry.isGone else { return true }
      try transaction.execute(
        "UPDATE swiftsync_changes SET \(ChangeQueue.untried) WHERE sequence = ?1",
        [.integer(entry.sequence)])
      return true
    }
  }

  /// Discards the local changes of a row, so that they are not pushed.
  ///
  /// A new row is deleted, and so is a row that the server no longer has. Other rows that refer to
  /// it follow `on-delete`, but only here: nothing is sent, and those that the server has are
  /// fetched again, without their unsent edits. Any other row gets the server's values from the
  /// next payload that contains it. The watermarks of the entity are removed, so the next pull is
  /// complete and contains the row. A new row also counts as another row if a payload with a clock
  /// has contained a row with the same identity.
  ///
  /// - Returns: Whether the row had local writes.
  /// - Throws: `SyncError.refused` if the row is to be deleted and other rows refer to it with
  ///   `on-delete: deny`.
  @discardableResult
  public func discardPendingChange<Entity: SyncedEntity>(
    of entity: Entity.Type, id: Entity.Identity
  ) async throws(SyncError) -> Bool {
    try await discardChange(of: Entity.metadata.name, id.storedValues(in: Entity.metadata))
  }

  func discardChange(of entity: String, _ key: RowKey) async throws(SyncError) -> Bool {
    try await editQueue(entity, key) {
      [schema = metadata] (transaction, entry, plan) throws(SyncError) in
      if entry.isNew || entry.isGone {
        try transaction.deleteAsReceived(entry, of: entity)
      } else {
        let connection = try transaction.session().connection
        try Watermarks(schema, on: connection).reset(plan.metadata)
      }
      try transaction.discard(
        entry.sequence, isNew: entry.isNew || entry.isGone, in: plan.metadata)
      return true
    }
  }

  func editQueue(
    operation: String = #function, _ entity: String, _ key: RowKey,
    _ body: @escaping @Sendable (SyncTransaction, QueueEntry, EntityPlan) throws(SyncError) -> Bool
  ) async throws(SyncError) -> Bool {
    try await write(operation: operation) { (writer) throws(SyncError) in
      let plan = try writer.entity(entity)
      return try writer.transaction { (transaction) throws(SyncError) in
        let key = try transaction.current(key, of: plan)
        let found = try transaction.query(
          "SELECT sequence, operation, problem, clock FROM swiftsync_changes "
            + "WHERE entity = ?1 AND operation <> 'touch' AND id = \(plan.queuedIDOfParameters)",
          [.text(entity)] + key)
        guard let entry = found.first.flatMap({ QueueEntry($0.values, key) }) else {
          return (false, .commit)
        }
        return (try body(transaction, entry, plan), .commit)
      }
    }
  }
}

/// An entry of the queue that the app decides about.
struct QueueEntry {
  let sequence: Int64
  /// Whether the server has never had the row: neither was it confirmed, nor has the server sent a
  /// row with the same identity.
  let isNew: Bool
  /// Whether the server no longer has the row of an update.
  let isGone: Bool
  let key: RowKey

  /// - Parameter values: The sequence, the operation, the problem and the clock.
  fileprivate init?(_ values: [StoredValue], _ key: RowKey) {
    guard case .integer(let sequence)? = values.first else { return nil }
    self.sequence = sequence
    self.key = key
    isNew = values[1] == .text(PendingChange.Operation.insert.rawValue) && values[3] == .null
    isGone =
      values[1] == .text(PendingChange.Operation.update.rawValue)
      && values[2] == .text(SyncProblem.Kind.goneOnServer.rawValue)
  }
}

extension SyncTransaction {
  /// Deletes a row as a payload would: neither this nor what happens to other rows is pushed.
  fileprivate func deleteAsReceived(
    _ entry: QueueEntry, of entity: String
  ) throws(SyncError) {
    try execute("INSERT INTO swiftsync_applying (is_on) VALUES (1)")
    try settleEdits()
    try call(for: entity).editor.deleteAsReceived(entry.key, isNew: entry.isNew)
    try settleEdits()
    try execute("DELETE FROM swiftsync_applying")
  }

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
        + "sent_operation = NULL, sent_fields = NULL, \(ChangeQueue.untried) WHERE sequence = ?1",
      [.integer(sequence)])
  }
}
