/// Rows that tombstones delete, and that may come back in the same payload.
extension ApplyCall {
  /// What a deleted row was before the call.
  struct BuriedRow {
    let hash: UInt32
    /// Its references and its places in lists, by column: a row that comes back keeps the links that
    /// its payload does not mention.
    let links: [Int: StoredValue]
  }

  func applyTombstone(_ node: RowNode, _ stored: StoredTable.Row) throws(SyncError) -> RowOutcome {
    let rowID = stored.rowID
    noteParent(of: node)
    let wasSeen = state.seen[node.plan.index].contains(rowID)
    // A row that this call has brought was not there before it.
    if state.states[node.plan.index][rowID] != .inserted {
      let links = originalLinks(of: stored, node.plan)
      let originals = try tables[node.plan.index].keptOriginals()
      state.buried[RowIdentity(node)] = BuriedRow(
        hash: try originals.originalHash(of: rowID),
        links: links)
    }
    expectDeletions(in: node.plan)
    if node.plan.identity.count == 1 {
      for incoming in node.plan.incoming {
        try restoreDisplaced(incoming, by: node.values[node.plan.identity[0]])
      }
    }
    try delete([rowID], of: node.plan)
    try markNestedPresent(in: node)
    if wasSeen { state.seenWithoutRow.insert(RowIdentity(node)) }
    return .buried
  }

  /// What a stored row was linked to before the call, by column.
  private func originalLinks(of stored: StoredTable.Row, _ plan: EntityPlan) -> [Int: StoredValue] {
    var links: [Int: StoredValue] = [:]
    for reference in plan.references {
      let list = CallState.StatedList(entity: plan.index, relation: reference.relation)
      let original = state.originalLinks.remove(of: stored.rowID, list)
      links[reference.column] = original?.parent ?? stored.value(reference.column).stored
      guard let place = reference.positionColumn else { continue }
      links[place] = original?.place ?? stored.value(place).stored
    }
    return links
  }

  /// A tombstone for a row that is not there: only the links to it go.
  func applyUnknownTombstone(
    _ node: RowNode, _ operations: ApplyOptions.Operations
  ) throws(SyncError) -> RowOutcome {
    try markNestedPresent(in: node)
    guard operations.contains(.delete) else { return .left(nil) }
    if node.plan.keptTombstone == nil, node.plan.hasLinks, node.plan.identity.count == 1 {
      expectDeletions(in: node.plan)
      let identity = node.values[node.plan.identity[0]].stored
      try release(Release(entity: node.plan.index, identity: identity, wasStored: false))
    }
    return .buried
  }

  /// Gives a row that comes back the links that it had and does not mention.
  func fillReferencesOfBuried(_ node: RowNode) {
    guard !state.buried.isEmpty, let row = state.buried[RowIdentity(node)] else { return }
    for reference in node.plan.references
    where node.values[reference.column].kind == .missing {
      for column in [reference.column, reference.positionColumn].compactMap({ $0 }) {
        guard let value = row.links[column] else { continue }
        node.complete(column, BoundValue(value, in: parser.arena))
      }
    }
  }
}
