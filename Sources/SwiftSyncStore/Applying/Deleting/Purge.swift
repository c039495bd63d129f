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
    guard call.options.operations.contains(.delete), call.connection.purges else { return }
    for plan in call.foundTargets { try run(plan) }
  }

  private func run(_ plan: EntityPlan) throws(SyncError) {
    guard let query = try expiredRows(of: plan) else { return }
    let mayBeProtected = plan.takesProtectedRowsAlong(in: call.schema)
    var wasInserted: [Int64: Bool] = [:]
    var isDone = false
    while !isDone {
      let expired = try rowIDs(of: query)
      for rowID in expired where wasInserted[rowID] == nil {
        wasInserted[rowID] = call.state.tallies.isInserted(rowID, of: plan.index)
      }
      isDone = true
      for rowID in expired {
        if mayBeProtected, try isProtected(rowID, of: plan) { continue }
        try deletions.delete([rowID], of: plan)
        isDone = false
      }
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

  /// Whether `deny` protects a row, or one that is deleted with it, from rows that remain.
  private func isProtected(_ rowID: Int64, of plan: EntityPlan) throws(SyncError) -> Bool {
    var deleted = DeletedRows()
    var referring: [PendingDeletion] = []
    deleted.add(PendingDeletion(rowID: rowID, plan: plan))
    while let next = deleted.next() {
      guard next.plan.isNamed, let row = try call.tables[next.plan.index].row(next.rowID) else {
        continue
      }
      let id = row.value(next.plan.keyColumn).copied(into: call.parser.arena)
      let isNew = call.state.tallies.isInserted(next.rowID, of: next.plan.index)
      for incoming in next.plan.incoming {
        let rule = incoming.relation.metadata.onDelete
        guard rule == .cascade || rule == .deny && !isNew else { continue }
        for other in try call.rows(incoming, to: id) {
          let other = PendingDeletion(rowID: other, plan: incoming.child)
          if rule == .deny { referring.append(other) }
          if rule == .cascade, !deletions.isSpared(other.rowID, incoming) { deleted.add(other) }
        }
      }
      for row in try deletions.throughRows(of: id, next.plan) { deleted.add(row) }
    }
    return referring.contains { !deleted.contains($0) }
  }
}

/// The rows that the deletion of one row deletes.
private struct DeletedRows {
  private var rows: [PendingDeletion] = []
  private var known: [Int: Set<Int64>] = [:]
  private var position = 0

  mutating func add(_ row: PendingDeletion) {
    if known[row.plan.index, default: []].insert(row.rowID).inserted { rows.append(row) }
  }

  /// The next row whose references were not followed yet.
  mutating func next() -> PendingDeletion? {
    guard position < rows.count else { return nil }
    position += 1
    return rows[position - 1]
  }

  func contains(_ row: PendingDeletion) -> Bool {
    known[row.plan.index]?.contains(row.rowID) ?? false
  }
}

extension EntityPlan {
  /// Whether the deletion of a row may delete rows that `deny` protects, besides the row itself.
  fileprivate func takesProtectedRowsAlong(in schema: SchemaPlan) -> Bool {
    var reached: Set<Int> = []
    var next = taken(in: schema)
    while let entity = next.popLast() {
      guard reached.insert(entity.index).inserted else { continue }
      next += entity.taken(in: schema)
    }
    return reached.contains { index in
      schema.entities[index].incoming.contains { $0.relation.metadata.onDelete == .deny }
    }
  }

  /// The entities whose rows are deleted with rows of this one.
  private func taken(in schema: SchemaPlan) -> [EntityPlan] {
    incoming.filter { $0.relation.metadata.onDelete == .cascade }.map(\.child)
      + memberships.compactMap(\.through)
  }
}
