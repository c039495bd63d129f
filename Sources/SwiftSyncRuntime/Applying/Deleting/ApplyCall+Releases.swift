/// Links to rows that tombstones have deleted. They are judged when all rows are read: the row may
/// come back, rows may move to others, and what the payload names is not taken along.
extension ApplyCall {
  /// A deleted row whose links are still to be judged.
  struct Release {
    /// Position in `SchemaPlan.entities`.
    let entity: Int
    let identity: StoredValue
    /// Whether the row was there before the call.
    let wasStored: Bool
  }

  /// Judges the links to a deleted row, now or when all rows are read.
  func release(_ release: Release) throws(SyncError) {
    if postponesReleases {
      state.releases.append(release)
      return
    }
    var pending: [PendingDeletion] = []
    try follow(release, cascading: &pending)
    try delete(pending)
  }

  /// Judges the links to rows that tombstones have deleted and that have not come back.
  func carryOutReleases() throws(SyncError) {
    let releases = state.releases
    state.releases = []
    for release in releases {
      let id = BoundValue(release.identity, in: parser.arena)
      guard try tables[release.entity].rowID(of: id) == nil else { continue }
      try self.release(release)
    }
  }

  /// Follows what references to a deleted row say, and takes its memberships along.
  func follow(_ release: Release, cascading pending: inout [PendingDeletion]) throws(SyncError) {
    let plan = schema.entities[release.entity]
    let arena = ByteArena()
    let id = BoundValue(release.identity, in: arena)
    for (position, incoming) in plan.incoming.enumerated() {
      try links.removeAll(incoming.child.linkName(of: incoming.relation), parent: id)
      try follow(incoming, at: position, to: id, release, cascading: &pending)
    }
    for side in plan.memberships { try removeMembers(of: id, side, cascading: &pending) }
    try removeWaitingLinks(of: id, plan)
  }

  /// Takes away what waits for a deleted row in lists that the payload does not state.
  private func removeWaitingLinks(of id: BoundValue, _ plan: EntityPlan) throws(SyncError) {
    for reference in plan.references where reference.hasList {
      let relation = plan.relations[reference.relation]
      let name = plan.linkName(of: relation)
      guard let parent = try links.parent(of: id, name) else { continue }
      let list = relation.target.relations.first { $0.metadata.name == relation.metadata.inverse }
      let parentID = BoundValue(parent, in: parser.arena)
      if let list, let rowID = try tables[reference.target].rowID(of: parentID),
        state.states(list.index, of: rowID, reference.target)
      {
        continue
      }
      try links.remove(name, child: id)
    }
  }

  /// Gives rows back the links that a list of the deleted row has taken from them.
  func restoreDisplaced(
    _ incoming: IncomingReference, by id: BoundValue
  ) throws(SyncError) {
    let (child, reference) = (incoming.child, incoming.reference)
    guard state.statements[child.index][incoming.relation.index].hasLists else { return }
    let list = CallState.StatedList(entity: child.index, relation: incoming.relation.index)
    for rowID in try rows(incoming, to: id) where !isStated(rowID, incoming) {
      guard let link = displacedLink(of: rowID, incoming) else { continue }
      let parent = BoundValue(link.parent, in: parser.arena)
      try noteMove(of: rowID, list, to: parent.kind == .null ? nil : parent)
      try write(parent, to: reference.column, of: rowID, tables[child.index])
      if let column = reference.positionColumn {
        let place = BoundValue(link.place ?? .null, in: parser.arena)
        _ = try tables[child.index].update(rowID, column: column, place)
      }
      state.statements[child.index][list.relation].restore(
        rowID, number: link.number, isListed: link.isListed)
      if link.isOwn { state.statements[child.index][list.relation].restoreOwn(rowID) }
      state.markTouched(rowID, of: child.index)
    }
  }

  /// What a row was linked to before the list; one that the list has brought, to nothing.
  private func displacedLink(of rowID: Int64, _ incoming: IncomingReference) -> DisplacedLink? {
    let (entity, relation) = (incoming.child.index, incoming.relation.index)
    let list = CallState.StatedList(entity: entity, relation: relation)
    if let link = state.displacedLinks.remove(of: rowID, list) { return link }
    guard incoming.reference.isOptional, state.states[entity][rowID] == .inserted,
      state.statements[entity][relation].named.contains(rowID)
    else { return nil }
    return DisplacedLink(parent: .null, place: .null, isOwn: false)
  }

  private func follow(
    _ incoming: IncomingReference, at position: Int, to id: BoundValue, _ release: Release,
    cascading pending: inout [PendingDeletion]
  ) throws(SyncError) {
    switch incoming.relation.metadata.onDelete {
    case .keep:
      return
    case .deny:
      guard release.wasStored else { return }
      state.denials.append(
        CallState.Denial(
          entity: release.entity, identity: release.identity, incoming: position))
    case .cascade:
      for rowID in try rows(incoming, to: id) where try !spare(rowID, incoming) {
        pending.append(PendingDeletion(rowID: rowID, plan: incoming.child))
      }
    case .nullify:
      for rowID in try rows(incoming, to: id) where !isStated(rowID, incoming) {
        try unlink(rowID, incoming)
      }
    }
  }

  /// Takes the links of a deleted row along; those of a `through:` entity are rows of their own.
  private func removeMembers(
    of id: BoundValue, _ side: JoinSide, cascading pending: inout [PendingDeletion]
  ) throws(SyncError) {
    try recording.begin()
    if let list = side.listOfOthers(in: schema), state.isStated(list.relation, list.entity) {
      return try removeUnstatedMembers(of: id, side, list, cascading: &pending)
    }
    let sql = side.through == nil ? side.deleteAllSQL : side.allRowIDsSQL
    let statement = try connection.statement(sql)
    statement.bind(1, id)
    while try statement.step() {
      guard let through = side.through else { continue }
      pending.append(PendingDeletion(rowID: statement.integer(0), plan: through))
    }
    statement.reset()
  }

  /// Leaves the links that the payload itself states from the other side: soft references to a row
  /// that is not there (A16), which the same payload would write again.
  private func removeUnstatedMembers(
    of id: BoundValue, _ side: JoinSide, _ list: CallState.StatedList,
    cascading pending: inout [PendingDeletion]
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
      pending += try throughRows(id, other, side).map { PendingDeletion(rowID: $0, plan: through) }
    }
  }
}
