/// Deletions of a call: missing rows, tombstones, unlisted children, and what they take along.
extension ApplyCall {
  /// A row to be deleted.
  private struct Doomed {
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
  ///
  /// Cascades are worked off from a list, so that a long chain of rows costs no stack.
  func delete(_ rowIDs: [Int64], of plan: EntityPlan) throws(SyncError) {
    var doomed = rowIDs.map { Doomed(rowID: $0, plan: plan) }
    while let next = doomed.popLast() {
      try delete(next, cascading: &doomed)
    }
  }

  private func delete(_ row: Doomed, cascading doomed: inout [Doomed]) throws(SyncError) {
    let plan = row.plan
    let table = tables[plan.index]
    try changes.remove(of: row.rowID, plan)
    guard !plan.incoming.isEmpty || !plan.memberships.isEmpty, plan.identity.count == 1 else {
      if try table.delete(row.rowID) { state.markDeleted(row.rowID, of: plan.index) }
      return
    }
    guard let stored = try table.row(row.rowID) else { return }
    let identity = stored.value(plan.identity[0]).stored
    guard try table.delete(row.rowID) else { return }
    state.markDeleted(row.rowID, of: plan.index)
    let arena = ByteArena()
    let id = BoundValue(identity, in: arena)
    for (position, incoming) in plan.incoming.enumerated() {
      try links.removeAll(incoming.child.linkName(of: incoming.relation), parent: id)
      try follow(incoming, at: position, to: id, of: plan, cascading: &doomed)
    }
    for side in plan.memberships { try removeMembers(of: id, side, cascading: &doomed) }
  }

  /// Takes the links of a deleted row along; those of a `through:` entity are rows of their own.
  private func removeMembers(
    of id: BoundValue, _ side: JoinSide, cascading doomed: inout [Doomed]
  ) throws(SyncError) {
    try recording.begin()
    if let list = side.listOfOthers(in: schema), state.isStated(list.relation, list.entity) {
      return try removeUnstatedMembers(of: id, side, list, cascading: &doomed)
    }
    let sql = side.through == nil ? side.deleteAllSQL : side.allRowIDsSQL
    let statement = try connection.statement(sql)
    statement.bind(1, id)
    while try statement.step() {
      guard let through = side.through else { continue }
      doomed.append(Doomed(rowID: statement.integer(0), plan: through))
    }
    statement.reset()
  }

  /// Leaves the links that the payload itself states from the other side: soft references to a row
  /// that is not there (A16), which the same payload would write again.
  private func removeUnstatedMembers(
    of id: BoundValue, _ side: JoinSide, _ list: CallState.StatedList,
    cascading doomed: inout [Doomed]
  ) throws(SyncError) {
    let query = try connection.statement(side.selectSQL)
    query.bind(1, id)
    let arena = ByteArena()
    var others: [BoundValue] = []
    while try query.step() { others.append(query.value(0).copied(into: arena)) }
    query.reset()
    for other in others {
      let rowID = try tables[list.entity].rowID(of: other)
      if let rowID, state.states(list.relation, of: rowID, list.entity) { continue }
      guard let through = side.through else {
        try bind(side.deleteSQL, id, other).run()
        continue
      }
      doomed += try throughRows(id, other, side).map { Doomed(rowID: $0, plan: through) }
    }
  }

  private func follow(
    _ incoming: IncomingReference, at position: Int, to id: BoundValue, of plan: EntityPlan,
    cascading doomed: inout [Doomed]
  ) throws(SyncError) {
    let child = incoming.child
    switch incoming.relation.metadata.onDelete {
    case .keep:
      return
    case .deny:
      state.denials.append(
        CallState.Denial(entity: plan.index, identity: id.stored, incoming: position))
    case .cascade where try postpone(incoming, to: id):
      return
    case .cascade:
      for rowID in try rows(incoming, to: id) where try !spare(rowID, incoming) {
        doomed.append(Doomed(rowID: rowID, plan: child))
      }
    case .nullify:
      for rowID in try rows(incoming, to: id) where !isStated(rowID, incoming) {
        try unlink(rowID, incoming)
      }
    }
  }

  /// Whether the payload itself says that the row refers to what is deleted: a soft reference to a
  /// row that is not there (A16), which the same payload would write again. An enforced reference
  /// cannot stay without its row.
  private func isStated(_ rowID: Int64, _ incoming: IncomingReference) -> Bool {
    !incoming.reference.isEnforced
      && state.states(incoming.relation.index, of: rowID, incoming.child.index)
  }

  /// Keeps a row that the payload names from being cascaded away; it only loses its reference.
  func spare(_ rowID: Int64, _ incoming: IncomingReference) throws(SyncError) -> Bool {
    guard !state.isUnnamed(rowID, of: incoming.child.index) else { return false }
    let reference = incoming.reference
    guard reference.isOptional || !reference.isEnforced else { return false }
    if !isStated(rowID, incoming), incoming.reference.isOptional {
      try unlink(rowID, incoming)
    }
    return true
  }

  private func rows(
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
        if state.isUnnamed(rowID, of: plan.index), try !isMarked(rowID, of: plan) {
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
  var buriesRows: Bool {
    plan.tombstoneColumn != nil && plan.keptTombstone == nil
      && options.operations.contains(.delete)
  }

  /// Makes one query at a time ready that gives the rows for which the payload is complete.
  private func missingRowQueries() throws(SyncError) -> [Statement] {
    let sql = tables[plan.index].sql
    if case .predicate(let condition) = options.scope {
      return [try connection.statement(sql.rowIDs(condition: "(\(condition))"))]
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
      // Without parentheses first: `1) OR (1` is a condition only inside of them.
      _ = try connection.statement(sql.rowIDs(condition: condition))
      _ = try connection.statement(sql.rowIDs(condition: "(\(condition))"))
    } catch {
      guard case .database(let failure) = error else { throw error }
      throw .invalidOption(
        "where: SQLite refuses the predicate '\(condition)': \(failure.message) (A9)")
    }
  }

  /// Checks at the end of the call that nobody refers to a row that `deny` guards.
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
