@_spi(Generated) import SwiftSyncCoding

/// Applies rows of a payload, each with its nested rows.
final class RowApplier {
  let call: CallData
  let base: BaseParts
  let parts: CallParts

  init(_ parts: CallParts) {
    call = parts.base.call
    base = parts.base
    self.parts = parts
  }

  /// Applies a row and its nested rows.
  func apply(_ node: RowNode, link: ParentLink?) throws(SyncError) -> RowOutcome {
    // The values that an earlier attempt, or the row's turn, has set may no longer apply.
    if call.mode.isAttempt { node.uncompleteRow() }
    if node.number == 0 { node.number = call.state.statements.next() }
    try parts.references.takeReferences(of: node, link: link)
    if node.location.isTop, let scope = call.scope {
      scope.fill(node)
      if !node.plan.sharedParts.isEmpty { node.settleSharedParts(in: call.parser.arena) }
      node.settleParts(in: call.parser.arena)
    }
    guard node.hasIdentity else { return try rejectUnidentified(node) }
    if !node.plan.taggedReferences.isEmpty {
      try node.completeTags { () throws(SyncError) in
        try call.tables[node.plan.index].find(node.values)
      }
    }
    if !node.plan.compositeColumns.isEmpty {
      try node.completeParts { () throws(SyncError) in
        try call.tables[node.plan.index].find(node.values)
      }
    }
    if let rejection = rejection(of: node) { return try reject(node, rejection) }
    if node.hasInvalidValues { node.settleInvalidValues() }
    if let problem = node.firstProblem { return try applyFaulty(node, problem) }
    if call.mode.isAttempt, let failure = base.deferred.failure(of: node) {
      return try reject(node, failure.rejection(of: node))
    }
    return try applySound(node)
  }

  /// Applies a row whose values all fit.
  private func applySound(_ node: RowNode) throws(SyncError) -> RowOutcome {
    guard call.mode == .retrying else { return try attempt(node) }
    base.deferred.borrowLaterValues(of: node)
    var outcome = try attempt(node)
    while case .waiting = outcome, try base.deferred.replaceTakenValue(of: node) {
      outcome = try attempt(node)
    }
    return outcome
  }

  private func attempt(_ node: RowNode) throws(SyncError) -> RowOutcome {
    let table = call.tables[node.plan.index]
    if base.deferred.isBefore(node) {
      return try wait(node, try table.find(node.values)?.rowID, .unique())
    }
    let operations = operations(for: node)
    // In a table that was empty, only this call can have stored the row, so it is tried as a new
    // one.
    if try table.wasEmpty() { return try applyNew(node, table, operations) }
    guard let stored = try table.find(node.values) else {
      return try applyNew(node, table, operations)
    }
    return try applyKnown(node, stored, table, operations)
  }

  /// Applies a nested row, and records whether the payload contained it before (A6).
  func applyNested(_ node: RowNode, link: ParentLink?) throws(SyncError) -> RowOutcome {
    let outcome = try apply(node, link: link)
    if call.mode == .retrying { base.deferred.note(node, outcome) }
    // A resource identifier refers to a row without being one, and so does an object with only an
    // identity.
    if node.plan.metadata.resourceType == nil, !node.isID, !node.isReference {
      call.state.named.note(node, outcome)
    }
    return outcome
  }

  private func operations(for node: RowNode) -> ApplyOptions.Operations {
    node.location.isTop ? call.options.operations : call.operations(ofNested: node)
  }

  /// Rejects a row with a value that does not fit, unless the row may not be written anyway: a row
  /// that is stale or not allowed is not checked.
  private func applyFaulty(
    _ node: RowNode, _ problem: ValueProblem
  ) throws(SyncError) -> RowOutcome {
    let table = call.tables[node.plan.index]
    let operations = operations(for: node)
    if let stored = try table.find(node.values) {
      if !mayWrite(node, stored, operations) { return try passOver(node, stored.rowID) }
      if case .stale = try base.conflicts.conflict(of: node, stored) {
        call.state.tallies.markStale(stored.rowID, of: node.plan.index)
        return try leave(node, stored.rowID)
      }
    } else if !mayWrite(node, nil, operations) {
      return try passOver(node, nil)
    }
    return try reject(node, Rejection(problem))
  }

  /// Leaves a row that may not be written. Links to it may be set, unless it is a tombstone.
  private func passOver(_ node: RowNode, _ rowID: Int64?) throws(SyncError) -> RowOutcome {
    node.isTombstone ? try leave(node, rowID) : try pass(node, rowID)
  }

  /// Whether any operation on a row is allowed (A18).
  private func mayWrite(
    _ node: RowNode, _ stored: StoredTable.Row?, _ operations: ApplyOptions.Operations
  ) -> Bool {
    guard let stored else { return operations.contains(node.isTombstone ? .delete : .insert) }
    // A row that is already soft-deleted is written like any other.
    let isDeletion = node.isTombstone && node.plan.keptTombstone?.isSet(in: stored) != true
    return operations.contains(isDeletion ? .delete : .update)
  }
}

// MARK: - New rows

extension RowApplier {
  private func applyNew(
    _ node: RowNode, _ table: StoredTable, _ operations: ApplyOptions.Operations
  ) throws(SyncError) -> RowOutcome {
    if try base.conflicts.passesDeleted(node) { return try leave(node, nil) }
    let mayInsert = !node.isTombstone && operations.contains(.insert)
    if !mayInsert || !call.nestedOperations.contains(.insert)
      || parts.references.mayLeaveTraces(node),
      let outcome = try applyIfKnown(node, table, operations)
    {
      return outcome
    }
    guard mayInsert else {
      return node.isTombstone
        ? try applyUnknownTombstone(node, operations) : try pass(node, nil)
    }
    let filled = try fillLinks(ofNew: node)
    if let rejection = completeNewRow(node) {
      if let outcome = try applyIfKnown(node, table, operations) { return outcome }
      if node.namesRow { return .named }
      if let rejection = completeNewRow(node, insteadOf: rejection) {
        return try reject(node, rejection)
      }
    }
    if let reason = try parts.references.prepareReferences(of: node, columns: nil) {
      if let outcome = try applyIfKnown(node, table, operations) { return outcome }
      return try wait(node, nil, reason)
    }
    return try insert(node, table, operations, filled: filled)
  }

  /// Removes the links that may not be inserted from a new row, and gives it those that wait for it
  /// or that it had.
  ///
  /// - Returns: The number of columns filled by waiting links.
  private func fillLinks(ofNew node: RowNode) throws(SyncError) -> Int {
    try base.conflicts.leaveTakenLinks(of: node, nil)
    if call.mode.isAttempt { try base.awaited.leaveOvertakenLinks(ofNew: node) }
    if call.schema.hasLimitedRelations || !call.nestedOperations.contains(.insert) {
      base.choice.leaveForbiddenLinks(ofNew: node)
    }
    // A call was allowed to set these links; they work as soon as the row arrives (A16).
    try call.links.fillReferences(of: node, in: call.parser.arena)
    try base.awaited.fillPlace(ofScoped: node)
    let filled = node.completed.count
    try base.choice.fillReferencesOfTombstoned(node)
    node.mergeLinks(ofNew: true, in: call.parser.arena)
    return filled
  }

  private func insert(
    _ node: RowNode, _ table: StoredTable, _ operations: ApplyOptions.Operations, filled: Int
  ) throws(SyncError) -> RowOutcome {
    let waiting = try base.awaited.waitingLink(of: node)
    let inserted: Int64?
    do {
      inserted = try table.insert(node.values)
    } catch {
      guard error.isFailedCheck else { throw error }
      node.uncompleteRow()
      return try wait(node, nil, .check)
    }
    guard let rowID = inserted else {
      node.uncompleteRow()
      guard let stored = try table.find(node.values) else { return try wait(node, nil, .unique()) }
      return try applyKnown(node, stored, table, operations)
    }
    try prepareBulkLoad(table)
    try base.conflicts.forgetDeletion(of: node)
    try base.awaited.takeWaitingLinks(to: node, rowID)
    try base.awaited.takeWaitingPlace(ofScoped: node, rowID)
    base.recorder.noteNewLinks(of: node, rowID, awaited: filled)
    if let waiting { base.recorder.noteDisplaced(waiting.link, of: rowID, waiting.list) }
    if let row = call.state.deletions.takeTombstoned(node) {
      if waiting == nil { base.recorder.noteDisplaced(row, node, rowID) }
      try table.keptOriginals().revive(rowID, from: row.hash)
      call.state.tallies.markRevived(rowID, of: node.plan.index)
    } else {
      call.state.tallies.markInserted(rowID, of: node.plan.index)
    }
    return try finish(node, rowID)
  }

  /// Drops objects that slow down bulk writes. SQLite cannot drop anything while a statement is
  /// reading.
  ///
  /// On the connection of another library, other code may read at the same time. Objects dropped
  /// after a savepoint are restored with it.
  @inline(__always)
  private func prepareBulkLoad(_ table: StoredTable) throws(SyncError) {
    if table.isFilling || table.isSlowedByTriggers { try dropTemporarily(of: table) }
  }

  private func dropTemporarily(of table: StoredTable) throws(SyncError) {
    guard !call.connection.isBorrowed, !call.mode.isAttempt else { return }
    for table in call.tables { table.pause() }
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
}

// MARK: - Known rows

extension RowApplier {
  private func applyKnown(
    _ node: RowNode, _ stored: StoredTable.Row, _ table: StoredTable,
    _ operations: ApplyOptions.Operations
  ) throws(SyncError) -> RowOutcome {
    let rowID = stored.rowID
    // Before the values of locally written fields are left out.
    if let returned = call.returned, node.location.isTop { returned.compare(node, stored) }
    // A row that may not be written is not checked, not even by its clock.
    if !mayWrite(node, stored, operations) {
      return try passOver(node, rowID)
    }
    let conflict = try base.conflicts.conflict(of: node, stored)
    if case .stale = conflict {
      call.state.tallies.markStale(rowID, of: node.plan.index)
      return try leave(node, rowID)
    }
    if node.isTombstone {
      guard let mark = node.plan.keptTombstone else { return try applyTombstone(node, stored) }
      if let outcome = try applyMark(node, stored, mark, operations, conflict) { return outcome }
    }
    if call.mode.isAttempt { base.choice.leaveOvertakenLinks(of: node, rowID) }
    base.conflicts.leaveLocalFields(of: node, conflict)
    try base.conflicts.leaveTakenLinks(of: node, rowID)
    base.choice.leaveForbiddenLinks(of: node, stored)
    try base.choice.leavePlaces(of: node, stored)
    node.mergeLinks(ofNew: false, in: call.parser.arena)
    if let rejection = completeKnownRow(node, stored) {
      return try reject(node, rejection)
    }
    return try write(node, stored, table, conflict)
  }

  private func write(
    _ node: RowNode, _ stored: StoredTable.Row, _ table: StoredTable, _ conflict: RowConflict
  ) throws(SyncError) -> RowOutcome {
    let rowID = stored.rowID
    let changed = node.changedColumns(beside: stored)
    if !changed.isEmpty { try base.recorder.keepStatedIDs(of: node, stored, changed: changed) }
    let moves = base.recorder.moves(of: node, stored, changed: changed)
    if let path = try parts.references.endangeredReference(of: node, changed: changed) {
      return try wait(node, rowID, .reference(path: path))
    }
    if changed.isEmpty {
      if node.isID {
        call.state.tallies.markPresent(rowID, of: node.plan.index)
      } else {
        call.state.tallies.markUnchanged(rowID, of: node.plan.index)
      }
    } else {
      if let reason = try parts.references.prepareReferences(of: node, columns: changed) {
        return try wait(node, rowID, reason)
      }
      do {
        guard try table.update(rowID, columns: changed, node.values) else {
          return try wait(node, rowID, .unique())
        }
      } catch {
        guard error.isFailedCheck else { throw error }
        table.brokenRow = nil
        return try wait(node, rowID, .check)
      }
      try prepareBulkLoad(table)
      base.recorder.note(moves)
      call.state.tallies.markUpdated(rowID, of: node.plan.index)
    }
    try base.conflicts.settle(conflict, of: node)
    return try finish(node, rowID, changed: changed)
  }
}

// MARK: - What is nested

extension RowApplier {
  /// Continues with the links and nested rows of a row.
  ///
  /// - Parameter changed: The written columns; `nil` for a new row.
  private func finish(
    _ node: RowNode, _ rowID: Int64, changed: [Int]? = nil
  ) throws(SyncError) -> RowOutcome {
    noteParent(of: node)
    if !node.toleratedProblems.isEmpty {
      call.state.invalidValues.add(node.toleratedProblems, of: node)
    }
    if node.plan.metadata.sync.hasETags, call.changes.isInbound {
      // The tag belongs to the row's earlier state on the server.
      let key = node.plan.identity.map { node.values[$0].stored }
      try EntityTags(on: call.connection).set(nil, of: key, node.plan)
    }
    try base.unresolved.stateReferences(of: node, rowID, changed: changed)
    try base.awaited.removeLinks(takenBy: node)
    guard node.hasLinks else { return .applied(rowID) }
    try applyObjects(of: node, rowID)
    try applyLists(of: node, rowID)
    return .applied(rowID)
  }

  /// Applies the objects nested under to-one relationships.
  private func applyObjects(of node: RowNode, _ rowID: Int64) throws(SyncError) {
    for reference in node.plan.references {
      guard let object = node.relations[reference.relation].rows.first?.node else { continue }
      _ = try applyNested(object, link: nil)
      if object.hasLinks { try keepLink(reference, of: node, rowID, to: object) }
    }
  }

  /// Keeps a row linked to an object in it whose list is empty: the row is linked after the object
  /// is applied (A14).
  private func keepLink(
    _ reference: ReferencePlan, of node: RowNode, _ rowID: Int64, to object: RowNode
  ) throws(SyncError) {
    guard let list = node.plan.relations[reference.relation].list,
      object.relations[list.index].isEmptyList, node.states(reference.column),
      node.values[reference.column] == object.values[object.plan.keyColumn],
      try call.tables[node.plan.index].isStored(
        rowID, unless: !call.state.deletions.hasReleases)
    else { return }
    let number = call.mode.isAttempt ? object.listNumber : call.state.statements.next()
    call.state.statements[node.plan.index, reference.relation].stateOwn(rowID, number: number)
  }

  /// Applies a stored row's to-many relationships.
  func applyLists(of node: RowNode, _ rowID: Int64) throws(SyncError) {
    for relation in node.plan.relations where node.relations[relation.index].isStated {
      switch relation.kind {
      case .reference: continue
      case .children(let children):
        try parts.lists.apply(children, relation, of: node, rowID, rows: self)
      case .members(let side): try parts.members.apply(side, relation, of: node, rowID, rows: self)
      }
    }
  }
}
