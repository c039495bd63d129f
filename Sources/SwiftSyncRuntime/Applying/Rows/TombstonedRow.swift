/// Rows that tombstones delete, and that may come back in the same payload.
extension ApplyCall {
  /// What a deleted row was before the call.
  struct TombstonedRow {
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
      state.tombstoned[RowIdentity(node)] = TombstonedRow(
        hash: try originals.originalHash(of: rowID),
        links: links)
    }
    expectDeletions(in: node.plan)
    if node.plan.identity.count == 1 {
      for incoming in node.plan.incoming {
        try restoreDisplaced(incoming, by: node.values[node.plan.identity[0]])
      }
    }
    if node.plan.hasLinks, postponesReleases { try restoreMembers(of: node, rowID) }
    try delete([rowID], of: node.plan)
    try markNestedPresent(in: node)
    if wasSeen { state.seenWithoutRow.insert(RowIdentity(node)) }
    return .tombstoned
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
    if node.plan.keptTombstone == nil { try removeWaitingPlace(ofScoped: node) }
    if node.plan.keptTombstone == nil, node.plan.hasLinks, node.plan.identity.count == 1 {
      expectDeletions(in: node.plan)
      let identity = node.values[node.plan.identity[0]].stored
      try release(Release(entity: node.plan.index, identity: identity, wasStored: false))
    }
    return .tombstoned
  }

  /// Keeps the link that a row had which a list brings back, where the list may become void.
  func noteDisplaced(_ row: TombstonedRow, _ node: RowNode, _ rowID: Int64) {
    guard let column = node.listColumn, postponesReleases,
      let reference = node.plan.references.first(where: { $0.column == column }),
      schema.entities[reference.target].tombstoneColumn != nil, let parent = row.links[column]
    else { return }
    let place = reference.positionColumn.flatMap { row.links[$0] }
    let list = CallState.StatedList(entity: node.plan.index, relation: reference.relation)
    let link = DisplacedLink(parent: parent, place: place, isOwn: false)
    state.displacedLinks.replace(link, of: rowID, list)
  }

  /// Gives a row that comes back the links that it had and does not mention, and the places in lists
  /// that it does not leave.
  func fillReferencesOfTombstoned(_ node: RowNode) throws(SyncError) {
    guard !state.tombstoned.isEmpty, let row = state.tombstoned[RowIdentity(node)] else { return }
    for reference in node.plan.references {
      guard let parent = row.links[reference.column] else { continue }
      let id = BoundValue(parent, in: parser.arena)
      if node.values[reference.column].kind == .missing { node.complete(reference.column, id) }
      guard let column = reference.positionColumn, let place = row.links[column],
        node.values[column].kind == .missing, node.values[reference.column] == id
      else { continue }
      if node.states(reference.column), try isLeftOut(reference, ofReturned: node) { continue }
      node.complete(column, BoundValue(place, in: parser.arena))
    }
  }
}
