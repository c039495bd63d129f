import SwiftSyncFoundation

/// Soft deletion: kept tombstones and archives.
extension ApplyCall {
  /// The stored row with an identity; its columns are readable until the next call.
  func storedRow(_ identity: [StoredValue]) throws(SyncError) -> StoredTable.Row? {
    let node = RowNode(plan)
    for (column, value) in zip(plan.identity, identity) {
      node.values[column] = BoundValue(value, in: parser.arena)
    }
    return try tables[plan.index].find(node.values)
  }

  // MARK: - The app's own deletions

  /// Deletes the row with an identity as the app does: it is only soft-deleted where the entity says so,
  /// and nothing that refers to it changes then.
  ///
  /// - Returns: Whether there was such a row, and it was not soft-deleted yet.
  func deleteOrMark(_ identity: [StoredValue]) throws(SyncError) -> Bool {
    guard let mark = plan.deletionMark else { return try deleteRow(identity) }
    return try set(mark, of: identity)
  }

  /// Soft-deletes a row with the current time, and returns whether there is one that was not yet.
  func set(_ mark: RowMark, of identity: [StoredValue]) throws(SyncError) -> Bool {
    guard let row = try storedRow(identity), !mark.isSet(in: row) else { return false }
    try write(mark, of: row.rowID, plan, flag: true, date: now)
    return true
  }

  /// Takes a mark away, and returns whether there is a row that had it.
  func clear(_ mark: RowMark, of identity: [StoredValue]) throws(SyncError) -> Bool {
    guard let row = try storedRow(identity), !mark.isClear(in: row) else { return false }
    try write(mark, of: row.rowID, plan, flag: false, date: nil)
    return true
  }

  /// Deletes children that a list of a patch leaves out as the app does: they are soft-deleted where their
  /// entity says so, unless they would keep a link that only one row can have.
  func deleteOrMark(
    _ rowIDs: [Int64], of child: EntityPlan, _ reference: RelationMetadata.Reference
  ) throws(SyncError) {
    let keepsLink = reference.isOneToOne && !reference.isOptional
    guard let mark = child.deletionMark, !changes.isInbound, !keepsLink else {
      return try delete(rowIDs, of: child)
    }
    for rowID in rowIDs {
      guard let row = try tables[child.index].row(rowID), !mark.isSet(in: row) else { continue }
      try write(mark, of: rowID, child, flag: true, date: now)
    }
  }

  private func write(
    _ mark: RowMark, of rowID: Int64, _ plan: EntityPlan, flag: Bool, date: Date?
  ) throws(SyncError) {
    let node = RowNode(plan)
    let storage = plan.metadata.columns[mark.dateColumn].storage
    let stored = date?.stored(in: storage) ?? .null
    node.values[mark.dateColumn] = BoundValue(stored, in: parser.arena)
    var columns = [mark.dateColumn]
    if let column = mark.flagColumn {
      node.values[column] = .integer(flag ? 1 : 0)
      columns.append(column)
    }
    let table = tables[plan.index]
    guard try table.update(rowID, columns: columns, node.values) else {
      throw connection.failure(sql: table.sql.update(columns))
    }
  }

  // MARK: - Kept tombstones in payloads

  /// Whether a stored row is deleted and only kept here, so that no list is expected to name it.
  func isSoftDeleted(_ rowID: Int64, of plan: EntityPlan) throws(SyncError) -> Bool {
    guard let mark = plan.keptTombstone else { return false }
    return try tables[plan.index].row(rowID).map(mark.isSet) ?? false
  }

  /// Marks a known row whose tombstone arrives, if that is not simply an update of it (A11, A18).
  ///
  /// - Returns: `nil` if the row is to be written like any other.
  func applyMark(
    _ node: RowNode, _ stored: StoredTable.Row, _ mark: RowMark,
    _ operations: ApplyOptions.Operations
  ) throws(SyncError) -> RowOutcome? {
    if mark.isSet(in: stored) { return nil }
    guard operations.contains(.delete) else { return try leave(node, stored.rowID) }
    if operations.contains(.update) { return nil }
    // Only the deletion is allowed: its date, and the clock by which an older row stays stale.
    let columns = [mark.dateColumn, node.plan.clockColumn].compactMap { $0 }.filter {
      let value = node.values[$0]
      return value.kind != .missing && value.kind != .null && !stored.holds(value, in: $0)
    }
    let rowID = stored.rowID
    let table = tables[node.plan.index]
    guard try table.update(rowID, columns: columns, node.values) else {
      return wait(node, rowID, .unique)
    }
    state.markUpdated(rowID, of: node.plan.index)
    return try leave(node, rowID)
  }

  /// Whether a known row stays, soft-deleted, when this tombstone of it is applied.
  func stays(_ node: RowNode) -> Bool {
    guard let mark = node.plan.keptTombstone else { return false }
    guard let expiry = expiry(of: node.plan) else { return true }
    let date = node.values[mark.dateColumn]
    return expiry.withBound { expiry in
      switch (date.kind, expiry.kind) {
      case (.integer, .integer): date.integer >= expiry.integer
      case (.text, .text): !(date.slice < expiry.slice)
      default: true
      }
    }
  }
}
