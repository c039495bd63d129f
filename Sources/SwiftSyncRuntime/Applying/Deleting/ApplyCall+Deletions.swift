/// Deletions of a call: missing rows, tombstones, unlisted children, and what they take along.
extension ApplyCall {
  /// A row to be deleted.
  struct PendingDeletion {
    let rowID: Int64
    let plan: EntityPlan
  }

  /// Deletes the row with an identity, and returns whether there was one.
  func deleteRow(_ identity: [StoredValue]) throws(SyncError) -> Bool {
    guard let rowID = try storedRow(identity)?.rowID else { return false }
    try delete([rowID], of: plan)
    return true
  }

  /// Deletes rows and carries out what the references to them say.
  func delete(_ rowIDs: [Int64], of plan: EntityPlan) throws(SyncError) {
    try delete(rowIDs.map { PendingDeletion(rowID: $0, plan: plan) })
  }

  /// Cascades are worked off from a list, so that a long chain of rows costs no stack.
  func delete(_ rows: [PendingDeletion]) throws(SyncError) {
    var pending = rows
    while let next = pending.popLast() {
      guard let release = try remove(next) else { continue }
      if postponesReleases {
        try self.release(release)
      } else {
        try follow(release, cascading: &pending)
      }
    }
  }

  /// Deletes a row alone, and returns what is to be done about the links to it.
  private func remove(_ row: PendingDeletion) throws(SyncError) -> Release? {
    let plan = row.plan
    let table = tables[plan.index]
    try changes.remove(of: row.rowID, plan)
    let wasStored = state.states[plan.index][row.rowID] != .inserted
    guard plan.hasLinks else {
      if try table.delete(row.rowID) { state.markDeleted(row.rowID, of: plan.index) }
      state.forget(row.rowID, of: plan)
      return nil
    }
    guard let stored = try table.row(row.rowID) else { return nil }
    let identity = stored.value(plan.identity[0]).stored
    try withdrawStatements(of: stored, plan)
    guard try table.delete(row.rowID) else { return nil }
    state.markDeleted(row.rowID, of: plan.index)
    state.forget(row.rowID, of: plan)
    guard plan.identity.count == 1 else { return nil }
    return Release(entity: plan.index, identity: identity, wasStored: wasStored)
  }

  /// Whether the payload itself says that the row refers to what is deleted: a soft reference to a
  /// row that is not there (A16), which the same payload would write again. An enforced reference
  /// cannot stay without its row.
  func isStated(_ rowID: Int64, _ incoming: IncomingReference) -> Bool {
    !incoming.reference.isEnforced
      && state.states(incoming.relation.index, of: rowID, incoming.child.index)
  }

  /// Keeps a row that the payload names from being cascaded away; it only loses its reference.
  func spare(_ rowID: Int64, _ incoming: IncomingReference) throws(SyncError) -> Bool {
    guard state.isNamed(rowID, incoming.child) else { return false }
    let reference = incoming.reference
    guard reference.isOptional || !reference.isEnforced else { return false }
    if !isStated(rowID, incoming), incoming.reference.isOptional {
      try unlink(rowID, incoming)
    }
    return true
  }

  func rows(
    _ incoming: IncomingReference, to id: BoundValue
  ) throws(SyncError) -> [Int64] {
    try tables[incoming.child.index].rowIDs(where: incoming.reference.column, holds: id)
  }

  /// Deletes the rows that a complete list does not name (A8, A9, A10).
  func deleteMissingRows() throws(SyncError) {
    guard deletesMissingRows, !state.hasUnidentifiedRow else { return }
    var missing: [Int64] = []
    for query in try missingRowQueries() {
      while try query.step() {
        let rowID = query.integer(0)
        if state.isUnnamed(rowID, of: plan.index), try !isSoftDeleted(rowID, of: plan) {
          missing.append(rowID)
        }
      }
      query.reset()
      try delete(withoutLocalRows(missing, of: plan), of: plan)
      missing.removeAll(keepingCapacity: true)
    }
  }

  /// Whether stored rows that the payload does not name are to be deleted.
  var deletesMissingRows: Bool {
    !options.isItem && options.missingRows == .delete && options.operations.contains(.delete)
  }

  /// Whether tombstones in the list delete rows.
  var deletesByTombstone: Bool {
    plan.tombstoneColumn != nil && plan.keptTombstone == nil
      && options.operations.contains(.delete)
  }

  /// Makes one query at a time ready that gives the rows for which the payload is complete.
  private func missingRowQueries() throws(SyncError) -> [Statement] {
    let sql = tables[plan.index].sql
    if case .predicate(let condition) = options.scope {
      let query = sql.rowIDs(condition: "(\(condition))")
      return [
        try connection.limited(to: .part) { () throws(SyncError) in
          try connection.statement(query)
        }
      ]
    }
    if let scope {
      let query = try connection.statement(sql.rowIDs(where: scope.column))
      query.bind(1, scope.parent)
      return [query]
    }
    guard let column = plan.parentColumn else {
      return [try connection.statement(sql.rowIDs(condition: nil))]
    }
    var queries: [Statement] = []
    for parent in state.namedParents {
      let query = try Statement(sql.rowIDs(where: column), on: connection)
      query.bind(1, parent)
      queries.append(query)
    }
    return queries
  }

  /// Checks that the scope's condition is one that SQLite takes.
  func checkPredicate() throws(SyncError) {
    guard case .predicate(let condition) = options.scope else { return }
    let sql = tables[plan.index].sql
    do throws(SyncError) {
      try connection.limited(to: .part) { () throws(SyncError) in
        // Without parentheses first: `1) OR (1` is a condition only inside them.
        _ = try connection.statement(sql.rowIDs(condition: condition))
        _ = try connection.statement(sql.rowIDs(condition: "(\(condition))"))
      }
    } catch {
      guard case .database(let failure) = error else { throw error }
      throw .invalidOption(
        "where: SQLite refuses the predicate '\(condition)': \(failure.message) (A9)")
    }
  }

  /// Checks at the end of the call that no one refers to a row that `deny` guards.
  func checkDenials() throws(SyncError) {
    for denial in state.denials where try isUpheld(denial) {
      let entity = schema.entities[denial.entity]
      let refusal = Refusal.denied(
        entity: entity.metadata.name, identity: denial.identity.text,
        by: entity.incoming[denial.incoming].child.metadata.name)
      throw .refused(refusal, report: try refusedReport())
    }
  }

  /// Whether the row is gone and others still refer to it.
  func isUpheld(_ denial: CallState.Denial) throws(SyncError) -> Bool {
    let entity = schema.entities[denial.entity]
    let id = BoundValue(denial.identity, in: parser.arena)
    guard try tables[entity.index].rowID(of: id) == nil else { return false }
    return try !rows(entity.incoming[denial.incoming], to: id).isEmpty
  }
}

extension EntityPlan {
  /// The positions of the entities whose rows can go when rows of this one do, its own included.
  var reachedByCascade: Set<Int> {
    var reached: Set<Int> = []
    var next = [self]
    while let entity = next.popLast() {
      guard reached.insert(entity.index).inserted else { continue }
      next += entity.incoming.filter { $0.relation.metadata.onDelete == .cascade }.map(\.child)
    }
    return reached
  }
}
