/// To-one relations of the rows of a call (A9, A14, A16).
extension ApplyCall {
  /// Fills the references that the payload states by nesting: the parent of a nested row, and the
  /// rows nested under to-one relations. Ids, where there are some, win.
  func takeReferences(of node: RowNode, link: ParentLink?) throws(SyncError) {
    if let link {
      node.values[link.column] = link.parent
      node.listColumn = link.column
      node.hasNewParent = link.isParentNew
      if let column = link.positionColumn {
        node.values[column] = .integer(Int64(link.position))
      }
    }
    guard node.hasLinks else { return }
    for reference in node.plan.references {
      guard node.relations[reference.relation].statesRows,
        node.values[reference.column].kind == .missing
      else { continue }
      node.values[reference.column] =
        try identity(ofObjectIn: node.relations[reference.relation], reference)
    }
  }

  /// The identity of the nested object; null if the payload says null or that the object is gone,
  /// missing if it cannot be read.
  private func identity(
    ofObjectIn content: RelationContent, _ reference: ReferencePlan
  ) throws(SyncError) -> BoundValue {
    guard let child = content.rows.first?.node else { return .null }
    try takeReferences(of: child, link: nil)
    guard child.hasIdentity else { return .missing }
    if reference.isOptional, try isTombstoned(child) { return .null }
    return child.values[child.plan.identity[0]]
  }

  /// Whether a nested row is a tombstone and no row stays for it.
  func isTombstoned(_ node: RowNode) throws(SyncError) -> Bool {
    guard isTombstone(node), nestedOperations.contains(.delete) else { return false }
    guard let stored = try tables[node.plan.index].find(node.values) else { return true }
    if case .stale = try conflict(of: node, stored) { return false }
    return !stays(node)
  }

  /// Makes room for the references among some columns (all, for a new row), and returns why they
  /// cannot be written now; `nil` if they can.
  ///
  /// A row whose reference has no row yet waits, unless the row is nested in it and sure to be
  /// stored.
  func prepareReferences(
    of node: RowNode, columns: [Int]?
  ) throws(SyncError) -> DeferredRow.Reason? {
    for reference in node.plan.references {
      guard columns?.contains(reference.column) ?? true,
        node.values[reference.column].kind != .null
      else { continue }
      guard try releaseLink(reference, of: node) else { return .unique }
      guard reference.isEnforced else { continue }
      guard try prepare(reference, of: node) else {
        return .reference(path: node.path(of: reference.column))
      }
    }
    return nil
  }

  /// Whether making room for a row's references does something that must not be done for a row which
  /// turns out to be known: it may be older, or may not be written.
  func mayLeaveTraces(_ node: RowNode) -> Bool {
    if attempt != nil { return true }
    for reference in node.plan.references where reference.isOneToOne && reference.isOptional {
      let kind = node.values[reference.column].kind
      if kind != .missing, kind != .null { return true }
    }
    return false
  }

  /// Takes a one-to-one link away from the row that has it, so that it can move (1-schema, Relations).
  ///
  /// Returns `false` if the link has to stay for now because the row may still be refused.
  private func releaseLink(
    _ reference: ReferencePlan, of node: RowNode
  ) throws(SyncError) -> Bool {
    guard reference.isOneToOne, reference.isOptional else { return true }
    let table = tables[node.plan.index]
    for rowID in try table.rowIDs(where: reference.column, holds: node.values[reference.column]) {
      guard let row = try table.row(rowID) else { continue }
      let isSame = node.plan.identity.allSatisfy { row.holds(node.values[$0], in: $0) }
      if isSame { continue }
      if attempt == nil, node.plan.canBeRefused(besides: reference) { return false }
      // The row that has the link may go because its parent names this one in its place (A15).
      let onDelete = node.plan.relations[reference.relation].metadata.onDelete
      if attempt == nil, onDelete == .cascade { return false }
      try unlink(
        rowID, column: reference.column, positionColumn: reference.positionColumn, of: node.plan)
    }
    return true
  }

  private func prepare(
    _ reference: ReferencePlan, of node: RowNode
  ) throws(SyncError) -> Bool {
    let id = node.values[reference.column]
    let hasObject = node.hasLinks && !node.relations[reference.relation].rows.isEmpty
    if attempt != nil {
      recordReference(reference, of: node)
      return true
    }
    expectDeletions(by: node)
    if hasObject, let object = node.relations[reference.relation].rows.first?.node {
      return node.plan.hasUniques ? false : try willBeStored(object)
    }
    guard let target = try tables[reference.target].rowID(of: id) else { return false }
    return !mayGo(target, of: reference.target)
  }

  /// Whether an object that is applied after the row around it is sure to be a stored row then.
  private func willBeStored(_ object: RowNode) throws(SyncError) -> Bool {
    guard object.hasIdentity, try !isTombstoned(object) else { return false }
    if try tables[object.plan.index].find(object.values) != nil { return true }
    guard object.problems.isEmpty, !isTombstone(object), nestedOperations.isSuperset(of: .all),
      !object.plan.hasUniques, !object.plan.references.contains(where: \.isEnforced),
      try !changes.hasAny(of: object.plan)
    else { return false }
    defer { object.uncompleteRow() }
    return object.completeNewRow() == nil
  }

  /// Notes an enforced reference that must have its row when the rows that have waited are written.
  func recordReference(_ reference: ReferencePlan, of node: RowNode) {
    attempt?.references.append(
      Attempt.Reference(
        node: node, path: node.path(of: reference.column), target: reference.target,
        id: node.values[reference.column].stored))
  }

  /// Applies the objects nested under to-one relations.
  func applyObjects(of node: RowNode) throws(SyncError) {
    for reference in node.plan.references {
      guard let object = node.relations[reference.relation].rows.first?.node else { continue }
      _ = try applyNested(object, link: nil)
    }
  }

  /// Counts the ids that the row's references state, to see at the end which have no row.
  func stateReferences(
    of node: RowNode, _ rowID: Int64, changed: [Int]?
  ) throws(SyncError) {
    if let column = node.scopedColumn { stateScope(of: node, rowID, column) }
    for reference in node.plan.references {
      let id = node.values[reference.column]
      guard id.kind == .integer || id.kind == .text, node.states(reference.column) else { continue }
      let isWritten = changed?.contains(reference.column) ?? true
      let isFull = state.state(
        id, by: reference, of: rowID, node.plan.index, isWritten: isWritten, number: node.number)
      if isFull { try keepUnresolvedIDs(of: schema.entities[reference.target]) }
    }
  }

  /// Notes that the call's scope states a row's parent, as the row would have done itself.
  private func stateScope(of node: RowNode, _ rowID: Int64, _ column: Int) {
    guard let reference = node.plan.references.first(where: { $0.column == column }),
      node.values[column].kind != .missing
    else { return }
    state.statements[node.plan.index][reference.relation].stateOwn(rowID, number: node.number)
  }

  func state(_ id: BoundValue, of target: EntityPlan) throws(SyncError) {
    state.statedIDs[target.index].add(id)
    guard state.statedIDs[target.index].isFull else { return }
    try keepUnresolvedIDs(of: target)
  }

  /// The number of stated references without a row.
  func countUnresolvedReferences() throws(SyncError) -> Int {
    var count = 0
    for entity in schema.entities where entity.identity.count == 1 {
      let table = tables[entity.index]
      count += try state.statedIDs[entity.index].count(isInteger: entity.hasIntegerIdentity) {
        id throws(SyncError) in try table.rowID(of: id) == nil
      }
    }
    for child in state.unresolvedChildren where try isUnresolved(child) { count += 1 }
    return count
  }

  private func keepUnresolvedIDs(of target: EntityPlan) throws(SyncError) {
    let table = tables[target.index]
    try state.statedIDs[target.index].filter(isInteger: target.hasIntegerIdentity) {
      id throws(SyncError) in try table.rowID(of: id) == nil
    }
  }

  /// Takes out of a new row the links that may not be inserted (A18); required ones are part of it.
  func leaveForbiddenLinks(ofNew node: RowNode) {
    for reference in node.plan.references where reference.isOptional { leave(reference, of: node) }
  }

  /// Takes a link out of a row, and its place in the list with it.
  func leave(_ reference: ReferencePlan, of node: RowNode) {
    node.values[reference.column] = .missing
    if let place = reference.positionColumn { node.values[place] = .missing }
  }

  /// Takes out of a known row the links that `relationOperations` does not allow to write (A18).
  func leaveForbiddenLinks(of node: RowNode, _ stored: StoredTable.Row) {
    guard !nestedOperations.isSuperset(of: .all) else { return }
    for reference in node.plan.references {
      let id = node.values[reference.column]
      guard id.kind != .missing else { continue }
      if stored.holds(id, in: reference.column) {
        // Only the place in the list may be another.
        guard let place = reference.positionColumn, !nestedOperations.contains(.update) else {
          continue
        }
        node.values[place] = .missing
        continue
      }
      guard !node.plan.identity.contains(reference.column) else { continue }
      let isLinked = !stored.holds(.null, in: reference.column)
      let operation: ApplyOptions.Operations =
        id.kind == .null ? .delete : isLinked ? .update : .insert
      if !nestedOperations.contains(operation) { leave(reference, of: node) }
    }
  }
}

extension EntityPlan {
  /// Whether a row may be refused at the end of the call for something else than one reference.
  fileprivate func canBeRefused(besides reference: ReferencePlan) -> Bool {
    metadata.uniques.contains { $0 != [reference.column] }
      || references.contains(where: \.isEnforced)
  }
}
