extension ApplyCall {
  /// Applies a row and what is nested in it.
  func apply(_ node: RowNode, link: ParentLink?) throws(SyncError) -> RowOutcome {
    let isTop = node.location.isTop
    // What an earlier try has given it, or its turn, need not be so now.
    if attempt != nil { node.uncompleteRow() }
    if node.number == 0 { node.number = state.nextStatement() }
    try takeReferences(of: node, link: link)
    if isTop { scope?.fill(node) }
    guard node.hasIdentity else { return try rejectUnidentified(node) }
    if isTop, let scope, !scope.holds(node) { return try reject(node, scope.rejection(of: node)) }
    if let problem = node.firstProblem { return try applyFaulty(node, problem) }
    if let failure = attempt?.failures[ObjectIdentifier(node)] {
      return try reject(node, failure.rejection)
    }
    let table = tables[node.plan.index]
    if isAfterDeferred(node) {
      return wait(node, try table.find(node.values)?.rowID, .unique)
    }
    let operations = operations(for: node)
    // In a table that was empty only this call can have stored the row, so it is tried as a new one.
    if try table.wasEmpty() { return try applyNew(node, table, operations) }
    guard let stored = try table.find(node.values) else {
      return try applyNew(node, table, operations)
    }
    return try applyKnown(node, stored, table, operations)
  }

  /// Applies a nested row, and notes whether the payload has named it before (A6).
  func applyNested(_ node: RowNode, link: ParentLink?) throws(SyncError) -> RowOutcome {
    let outcome = try apply(node, link: link)
    noteOccurrence(of: node, outcome)
    return outcome
  }

  private func operations(for node: RowNode) -> ApplyOptions.Operations {
    node.location.isTop ? options.operations : nestedOperations
  }

  /// Rejects a row of which a value does not fit, unless it may not be written anyway: what is older
  /// than the stored row, or not allowed, is not judged.
  private func applyFaulty(
    _ node: RowNode, _ problem: ValueProblem
  ) throws(SyncError) -> RowOutcome {
    let table = tables[node.plan.index]
    let operations = operations(for: node)
    if let stored = try table.find(node.values) {
      if !mayWrite(node, stored, operations) { return try pass(node, stored.rowID) }
      if case .stale = try conflict(of: node, stored) {
        state.markStale(stored.rowID, of: node.plan.index)
        return try leave(node, stored.rowID)
      }
    } else if !mayWrite(node, nil, operations) {
      return try pass(node, nil)
    }
    return try reject(node, Rejection(problem))
  }

  /// Whether something may be done with a row at all (A18).
  private func mayWrite(
    _ node: RowNode, _ stored: StoredTable.Row?, _ operations: ApplyOptions.Operations
  ) -> Bool {
    guard let stored else { return operations.contains(.insert) }
    // A row that is kept and soft-deleted already is written like any other.
    let isDeletion = isTombstone(node) && node.plan.keptTombstone?.isSet(in: stored) != true
    return operations.contains(isDeletion ? .delete : .update)
  }

  /// What may be done to nested rows and to links.
  var nestedOperations: ApplyOptions.Operations {
    options.operations.intersection(options.relationOperations)
  }

  // MARK: - New rows

  private func applyNew(
    _ node: RowNode, _ table: StoredTable, _ operations: ApplyOptions.Operations
  ) throws(SyncError) -> RowOutcome {
    if let outcome = try passDeleted(node) { return outcome }
    if mayLeaveTraces(node), let outcome = try applyIfKnown(node, table, operations) {
      return outcome
    }
    if isTombstone(node) || !operations.contains(.insert) {
      if let outcome = try applyIfKnown(node, table, operations) { return outcome }
      return isTombstone(node)
        ? try applyUnknownTombstone(node, operations) : try pass(node, nil)
    }
    if !nestedOperations.contains(.insert) {
      if let outcome = try applyIfKnown(node, table, operations) { return outcome }
      leaveForbiddenLinks(ofNew: node)
    } else {
      try links.fillReferences(of: node, in: parser.arena)
      try fillPlace(ofScoped: node)
    }
    let awaited = node.completed.count
    try fillReferencesOfTombstoned(node)
    if let rejection = node.completeNewRow() {
      if let outcome = try applyIfKnown(node, table, operations) { return outcome }
      return try reject(node, rejection)
    }
    if let reason = try prepareReferences(of: node, columns: nil) {
      if let outcome = try applyIfKnown(node, table, operations) { return outcome }
      return wait(node, nil, reason)
    }
    let waiting = try waitingLink(of: node)
    guard let rowID = try table.insert(node.values) else {
      node.uncompleteRow()
      guard let stored = try table.find(node.values) else { return wait(node, nil, .unique) }
      return try applyKnown(node, stored, table, operations)
    }
    try prepareBulkLoad(table)
    try forgetDeletion(of: node)
    try takeWaitingLinks(to: node, rowID)
    try takeWaitingPlace(ofScoped: node, rowID)
    noteNewLinks(of: node, rowID, awaited: awaited)
    if let waiting { noteDisplaced(waiting.link, of: rowID, waiting.list) }
    if !state.tombstoned.isEmpty, let row = state.tombstoned.removeValue(forKey: RowIdentity(node))
    {
      if waiting == nil { noteDisplaced(row, node, rowID) }
      try table.keptOriginals().revive(rowID, from: row.hash)
      state.markRevived(rowID, of: node.plan.index)
    } else {
      state.markInserted(rowID, of: node.plan.index)
    }
    return try finish(node, rowID)
  }

  /// Lets much be written without what slows it down. SQLite drops nothing while a statement reads.
  ///
  /// On a borrowed connection others may read meanwhile; what is dropped after a savepoint comes
  /// back with it.
  @inline(__always)
  private func prepareBulkLoad(_ table: StoredTable) throws(SyncError) {
    if table.isFilling || table.isSlowedByTriggers { try dropTemporarily(of: table) }
  }

  private func dropTemporarily(of table: StoredTable) throws(SyncError) {
    guard !connection.isBorrowed, attempt == nil else { return }
    for table in tables { table.pause() }
    try table.takeTriggers()
    if table.isFilling { try table.takeIndexes() }
  }

  /// Applies a row that this call may have stored, although the table was empty before.
  private func applyIfKnown(
    _ node: RowNode, _ table: StoredTable, _ operations: ApplyOptions.Operations
  ) throws(SyncError) -> RowOutcome? {
    guard try table.wasEmpty() else { return nil }
    node.uncompleteRow()
    guard let stored = try table.find(node.values) else { return nil }
    return try applyKnown(node, stored, table, operations)
  }

  // MARK: - Known rows

  private func applyKnown(
    _ node: RowNode, _ stored: StoredTable.Row, _ table: StoredTable,
    _ operations: ApplyOptions.Operations
  ) throws(SyncError) -> RowOutcome {
    let rowID = stored.rowID
    // What may not be written is not judged, by its clock neither.
    if !mayWrite(node, stored, operations) {
      return isTombstone(node) ? try leave(node, rowID) : try pass(node, rowID)
    }
    let conflict = try conflict(of: node, stored)
    if case .stale = conflict {
      state.markStale(rowID, of: node.plan.index)
      return try leave(node, rowID)
    }
    if isTombstone(node) {
      guard let mark = node.plan.keptTombstone else {
        return try applyTombstone(node, stored)
      }
      if let outcome = try applyMark(node, stored, mark, operations) { return outcome }
    }
    if attempt != nil { leaveOvertakenLinks(of: node, rowID) }
    leaveLocalFields(of: node, conflict)
    leaveForbiddenLinks(of: node, stored)
    try leavePlaces(of: node, stored)
    if let rejection = node.resolveNulls() ?? node.halfAmount(beside: stored) {
      return try reject(node, rejection)
    }
    let changed = changedColumns(of: node, stored)
    if !changed.isEmpty { try keepStatedIDs(of: node, stored, changed: changed) }
    let moves = moves(of: node, stored, changed: changed)
    if let path = try endangeredReference(of: node, changed: changed) {
      return wait(node, rowID, .reference(path: path))
    }
    if changed.isEmpty {
      state.markUnchanged(rowID, of: node.plan.index)
      try settle(conflict, of: node)
      return try finish(node, rowID, changed: [])
    }
    if let reason = try prepareReferences(of: node, columns: changed) {
      return wait(node, rowID, reason)
    }
    guard try table.update(rowID, columns: changed, node.values) else {
      return wait(node, rowID, .unique)
    }
    try prepareBulkLoad(table)
    note(moves, of: node)
    state.markUpdated(rowID, of: node.plan.index)
    try settle(conflict, of: node)
    return try finish(node, rowID, changed: changed)
  }

  func changedColumns(of node: RowNode, _ stored: StoredTable.Row) -> [Int] {
    var changed: [Int] = []
    for column in 0..<node.plan.columnCount where node.values[column].kind != .missing {
      if !stored.holds(node.values[column], in: column) { changed.append(column) }
    }
    return changed
  }

  /// Whether the stored row is newer by the clock (A12).
  func isStale(_ node: RowNode, _ stored: StoredTable.Row) -> Bool {
    guard let clock = node.plan.clockColumn else { return false }
    return isOlder(node.values[clock], than: stored.value(clock))
  }

  /// Compares two clocks; one that is missing or null is neither older nor newer.
  func isOlder(_ incoming: BoundValue, than known: BoundValue) -> Bool {
    guard incoming.kind == known.kind else { return false }
    switch incoming.kind {
    case .integer: return incoming.integer < known.integer
    case .text: return incoming.slice < known.slice
    case .missing, .null, .real, .blob: return false
    }
  }

  // MARK: - Tombstones

  func isTombstone(_ node: RowNode) -> Bool {
    guard let column = node.plan.tombstoneColumn else { return false }
    let kind = node.values[column].kind
    return kind != .missing && kind != .null
  }

  // MARK: - What is nested

  /// Goes on with what a row links to and nests.
  ///
  /// - Parameter changed: The columns that were written; `nil` for a new row.
  private func finish(
    _ node: RowNode, _ rowID: Int64, changed: [Int]? = nil
  ) throws(SyncError) -> RowOutcome {
    noteParent(of: node)
    try stateReferences(of: node, rowID, changed: changed)
    guard node.hasLinks else { return .applied(rowID) }
    try applyObjects(of: node)
    try applyLists(of: node, rowID)
    return .applied(rowID)
  }

  func noteParent(of node: RowNode) {
    guard node.plan === plan, let column = plan.parentColumn else { return }
    state.namedParents.insert(node.values[column].stored)
  }

  /// Leaves a row as it is stored, with all that is nested in it.
  func pass(_ node: RowNode, _ rowID: Int64?) throws(SyncError) -> RowOutcome {
    if let rowID { state.markPresent(rowID, of: node.plan.index) }
    noteParent(of: node)
    try markNestedPresent(in: node)
    return .passed(rowID)
  }

  /// As `pass`, for a row of which not even links are made: an older one, or one that was deleted here.
  func leave(_ node: RowNode, _ rowID: Int64?) throws(SyncError) -> RowOutcome {
    _ = try pass(node, rowID)
    return .left(rowID)
  }

  /// Stored rows inside a row that is not applied count as present: none of them is missing (A8),
  /// and no other parent's list takes them for gone (A15).
  func markNestedPresent(in node: RowNode) throws(SyncError) {
    guard node.hasLinks else { return }
    for relation in node.plan.relations {
      for nested in node.relations[relation.index].rows {
        try markPresent(nested.node, in: relation)
        try markNestedPresent(in: nested.node)
      }
    }
  }

  private func markPresent(_ child: RowNode, in relation: RelationPlan) throws(SyncError) {
    guard child.hasIdentity,
      let rowID = try tables[child.plan.index].find(child.values)?.rowID
    else { return }
    state.markPresent(rowID, of: child.plan.index)
    if case .children(let children) = relation.kind {
      state.exempt(
        rowID,
        from: CallState.StatedList(entity: child.plan.index, relation: children.relation))
    }
  }

  /// Lets a row wait for the end of the call; its stored row is not missing.
  func wait(
    _ node: RowNode, _ rowID: Int64?, _ reason: DeferredRow.Reason
  ) -> RowOutcome {
    if let rowID { state.markPresent(rowID, of: node.plan.index) }
    if attempt != nil {
      attempt?.failures[ObjectIdentifier(node)] = reason
      attempt?.hasNewFailures = true
    } else {
      node.detach()
      expectLists(of: node)
      deferredRows.append(DeferredRow(node: node, reason: reason, topClock: topClock))
      waitingIdentities.insert(RowIdentity(node))
      waitingLinks.formUnion(OneToOneLink.all(of: node))
    }
    return .waiting(rowID)
  }

  /// Whether an earlier occurrence of the row waits, or an earlier row that takes the same link: it
  /// must be applied before this one (A6).
  private func isAfterDeferred(_ node: RowNode) -> Bool {
    guard attempt == nil, !deferredRows.isEmpty else { return false }
    if waitingIdentities.contains(RowIdentity(node)) { return true }
    return !waitingLinks.isEmpty && !waitingLinks.isDisjoint(with: OneToOneLink.all(of: node))
  }
}
