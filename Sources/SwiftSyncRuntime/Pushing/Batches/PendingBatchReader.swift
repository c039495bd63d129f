/// Reads the rows of queued changes as a batch of models, and notes that they are on their way.
struct PendingBatchReader<Entity: SyncedEntity> {
  /// A batch with the entries that it is made of.
  struct Lease: Sendable {
    let batch: PendingBatch<Entity>
    let changes: [Entity.Identity: QueuedChange]
  }

  private let plan: EntityPlan
  private let queue: ChangeQueue
  private let rows: ChangedRowsReader<Entity>
  private let positions: [String: Int]

  init(_ plan: EntityPlan, on connection: Connection) {
    self.plan = plan
    queue = ChangeQueue(on: connection)
    rows = ChangedRowsReader(plan, on: connection)
    let names = plan.metadata.fieldNames
    positions = Dictionary(zip(names, names.indices)) { first, _ in first }
  }

  /// Hands out changes, which are in the order in which they are to be pushed.
  func lease(_ changes: some Sequence<QueuedChange>) throws(SyncError) -> Lease {
    var inserted: [Entity] = []
    var updated: [PendingBatch<Entity>.Update] = []
    var deleted: [Entity.Identity] = []
    var handed: [Entity.Identity: QueuedChange] = [:]
    for change in changes {
      let id = try Entity.identity(change.key)
      guard change.operation != .delete else {
        deleted.append(id)
        handed[id] = change
        try queue.lease(change)
        continue
      }
      guard let patch = try patch(of: change) else {
        try queue.drop(change)
        continue
      }
      if change.operation == .insert, let row = try rows.entity(change.key) { inserted.append(row) }
      if change.operation == .update || !lists(of: change).isEmpty {
        updated.append(.init(id: id, patch: patch))
      }
      handed[id] = change
      try queue.lease(change)
    }
    return Lease(
      batch: PendingBatch(inserted: inserted, updated: updated, deleted: deleted), changes: handed)
  }

  /// What a row holds in the fields of a change; of a new row in its lists, as the row itself has the others.
  private func patch(of change: QueuedChange) throws(SyncError) -> Entity.Patch? {
    let fields =
      change.operation == .insert
      ? lists(of: change) : Set(change.fields.names.compactMap { positions[$0] })
    return try rows.patch(of: change.key, fields)
  }

  private func lists(of change: QueuedChange) -> Set<Int> {
    Set(change.fields.names.compactMap { positions[$0] }.filter { Entity.coding.columns[$0] < 0 })
  }
}
