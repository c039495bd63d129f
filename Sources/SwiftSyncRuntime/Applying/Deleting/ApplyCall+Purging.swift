import SwiftSyncFoundation

/// Soft-deleted rows go for good when their retention is over (1-schema, Sync).
extension ApplyCall {
  /// The date as stored before which tombstones are over; `nil` if they are kept for ever.
  func expiry(of plan: EntityPlan) -> StoredValue? {
    guard let mark = plan.keptTombstone, let retention = plan.metadata.sync.retention else {
      return nil
    }
    return now.addingTimeInterval(-Double(retention))
      .stored(in: plan.metadata.columns[mark.dateColumn].storage)
  }

  /// Removes the soft-deleted rows of the applied entity whose retention is over, and counts them.
  ///
  /// They go by the rules of any deletion, except that a row that others refer to under `deny` stays
  /// until they do so no more: it must not undo every call from now on. Rounds are made for rows
  /// that refer to each other.
  func purgeExpiredRows() throws(SyncError) {
    guard options.operations.contains(.delete), let query = try expiredRows() else { return }
    var wasInserted: [Int64: Bool] = [:]
    var isDone = false
    while !isDone {
      let expired = try rowIDs(of: query)
      for rowID in expired where wasInserted[rowID] == nil {
        wasInserted[rowID] = state.states[plan.index][rowID] == .inserted
      }
      isDone = true
      for rowID in expired where try purge(rowID) { isDone = false }
    }
    let table = tables[plan.index]
    // Another purged row may have taken one along, so what is gone is counted at the end.
    for (rowID, wasInserted) in wasInserted where !wasInserted {
      if try table.row(rowID) == nil { state.countAsPurged(plan.index) }
    }
  }

  /// The query for rows that may be purged, if the entity has any such rows at all.
  private func expiredRows() throws(SyncError) -> Statement? {
    guard let mark = plan.keptTombstone, let expiry = expiry(of: plan) else { return nil }
    let table = quoted(plan.metadata.table)
    var conditions = ["\(quoted(plan.metadata.columns[mark.dateColumn].name)) < ?1"]
    for incoming in plan.incoming where incoming.relation.metadata.onDelete == .deny {
      let child = incoming.child.metadata
      let id = quoted(plan.metadata.columns[plan.identity[0]].name)
      // An alias: the child may be of the same table.
      conditions.append(
        "NOT EXISTS (SELECT 1 FROM \(quoted(child.table)) AS swiftsync_child WHERE swiftsync_child."
          + "\(quoted(child.columns[incoming.reference.column].name)) = \(table).\(id))")
    }
    if plan.isQueued { conditions.append(plan.isPushed(entity: "?2")) }
    let query = try connection.statement(
      tables[plan.index].sql.rowIDs(condition: conditions.joined(separator: " AND ")))
    query.bind(1, expiry)
    if plan.isQueued { query.bind(2, plan.metadata.name) }
    return query
  }

  private func rowIDs(of query: Statement) throws(SyncError) -> [Int64] {
    defer { query.reset() }
    var rowIDs: [Int64] = []
    while try query.step() { rowIDs.append(query.integer(0)) }
    return rowIDs
  }

  /// Deletes a row unless `deny` guards something that goes with it, and returns whether it did.
  private func purge(_ rowID: Int64) throws(SyncError) -> Bool {
    guard try tables[plan.index].row(rowID) != nil else { return false }
    let before = state
    // Before the savepoint: what begins inside it would be rolled back with it.
    try recording.begin()
    try connection.execute("SAVEPOINT swiftsync_purge")
    try delete([rowID], of: plan)
    var isDenied = false
    for denial in state.denials[before.denials.count...] where try isUpheld(denial) {
      isDenied = true
    }
    if isDenied {
      for table in tables { table.close() }
      try connection.execute("ROLLBACK TO swiftsync_purge")
      state = before
    }
    try connection.execute("RELEASE swiftsync_purge")
    return !isDenied
  }
}
