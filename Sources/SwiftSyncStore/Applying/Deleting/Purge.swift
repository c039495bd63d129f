/// Removes soft-deleted rows permanently when their retention has passed.
final class Purge {
  private let call: CallData
  private let deletions: DeletionRun

  init(_ call: CallData, _ deletions: DeletionRun) {
    self.call = call
    self.deletions = deletions
  }

  /// Removes the soft-deleted rows of the applied entities whose retention has passed, and counts
  /// them.
  ///
  /// The rules of every deletion apply, except that a row that others refer to with
  /// `on-delete: deny` is kept while they do: it must not make every later call fail. Several
  /// rounds are made for rows that refer to each other.
  func run() throws(SyncError) {
    guard call.options.operations.contains(.delete) else { return }
    for plan in call.foundTargets { try run(plan) }
  }

  private func run(_ plan: EntityPlan) throws(SyncError) {
    guard let query = try expiredRows(of: plan) else { return }
    var wasInserted: [Int64: Bool] = [:]
    var isDone = false
    while !isDone {
      let expired = try rowIDs(of: query)
      for rowID in expired where wasInserted[rowID] == nil {
        wasInserted[rowID] = call.state.tallies.isInserted(rowID, of: plan.index)
      }
      isDone = true
      for rowID in expired where try purge(rowID, of: plan) { isDone = false }
    }
    let table = call.tables[plan.index]
    // Another purged row may have deleted one by a cascade, so deleted rows are counted at the end.
    for (rowID, wasInserted) in wasInserted where !wasInserted {
      if try table.row(rowID) == nil { call.state.tallies.countAsPurged(plan.index) }
    }
  }

  /// The query for rows that may be purged, if the entity can have such rows at all.
  private func expiredRows(of plan: EntityPlan) throws(SyncError) -> Statement? {
    guard let column = plan.keptTombstone?.dateColumn, let expiry = call.expiry(of: plan) else {
      return nil
    }
    let table = quoted(plan.metadata.table)
    var conditions = ["\(quoted(plan.metadata.columns[column].name)) < ?1"]
    for incoming in plan.incoming where incoming.relation.metadata.onDelete == .deny {
      let child = incoming.child.metadata
      // An alias, because the child may be in the same table.
      let isSame = child.columns[incoming.reference.column].isSame(
        as: plan.keyMetadata, "\(table).", "swiftsync_child.")
      conditions.append(
        "NOT EXISTS (SELECT 1 FROM \(quoted(child.table)) AS swiftsync_child WHERE \(isSame))")
    }
    if plan.isQueued { conditions.append(plan.isPushed(entity: "?2")) }
    let query = try call.connection.statement(
      call.tables[plan.index].sql.rowIDs(condition: conditions.joined(separator: " AND ")))
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

  /// Deletes a row unless `deny` protects a row that is deleted with it, and returns whether it
  /// did.
  private func purge(_ rowID: Int64, of plan: EntityPlan) throws(SyncError) -> Bool {
    guard try call.tables[plan.index].row(rowID) != nil else { return false }
    let before = call.state
    // Before the savepoint: a pause that begins inside it would be rolled back with it.
    try call.recording.begin()
    try call.connection.execute("SAVEPOINT swiftsync_purge")
    try deletions.delete([rowID], of: plan)
    var isDenied = false
    for denial in call.state.deletions.denials[before.deletions.denials.count...]
    where try deletions.isUpheld(denial) {
      isDenied = true
    }
    if isDenied {
      for table in call.tables { table.close() }
      try call.connection.execute("ROLLBACK TO swiftsync_purge")
      call.state = before
    }
    try call.connection.execute("RELEASE swiftsync_purge")
    return !isDenied
  }
}
