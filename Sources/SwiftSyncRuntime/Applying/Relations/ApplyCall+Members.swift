/// Many-to-many relations of the rows of a call (A3, A15, A16).
extension ApplyCall {
  func applyMembers(
    _ side: JoinSide, _ relation: RelationPlan, of node: RowNode, _ rowID: Int64
  ) throws(SyncError) {
    guard node.plan.identity.count == 1 else { return }
    let content = node.relations[relation.index]
    var members = MemberList(of: node, side, in: parser.arena)
    for (place, id) in content.ids.enumerated() { members.add(id, at: content.idPositions[place]) }
    for place in content.nonObjectElements {
      rejectNonObject(at: place, of: relation, in: node)
      members.isComplete = false
    }
    for nested in content.rows {
      let outcome = try applyNested(nested.node, link: nil)
      if content.statesIDs, !content.isMixed { continue }
      try note(outcome, of: nested, relation, in: &members)
    }
    // A tombstone among them may have taken the row away.
    guard try tables[node.plan.index].isStored(rowID, unless: state.releases.isEmpty) else {
      return
    }
    if !members.isComplete { noteUnprunedList() }
    let isRepeated = state.statements[node.plan.index][relation.index].stateOwn(rowID, number: 0)
    let statement = RestatedIDs.Statement(
      entity: node.plan.index, relation: relation.index, rowID: rowID)
    let mayInsert = nestedOperations.contains(.insert)
    let stored = Set(
      isRepeated || !mayInsert ? try members.storedIDs(on: connection) : [])
    if isRepeated, !state.restatedIDs.knows(statement) {
      state.restatedIDs.keep(Array(stored), of: statement)
    }
    for id in members.distinctIDs where mayInsert || stored.contains(id.stored) {
      if isRepeated, !state.restatedIDs.add(id.stored, of: statement) { continue }
      try state(id, of: relation.target)
    }
    try markPresent(members)
    let changes = try withoutLocalMembers(
      members.changes(on: connection, nestedOperations), relation, of: rowID, in: members,
      node.plan)
    if changes.isEmpty { return }
    let list = CallState.StatedList(entity: node.plan.index, relation: relation.index)
    keepOriginalMembers(members, of: rowID, list)
    for change in changes {
      try carryOut(change, of: members)
      if isRepeated { try restorePlace(change, of: members, rowID, list) }
    }
    state.markRelinked(rowID, list, from: members.storedHash, isRepeated: isRepeated)
  }

  /// Notes that members name rows of the applied entity, if those are what links them.
  private func markPresent(_ members: MemberList) throws(SyncError) {
    guard let through = members.side.through, through === plan, deletesMissingRows else { return }
    for id in members.distinctIDs {
      for rowID in try throughRows(members.owner, id, members.side) {
        state.markPresent(rowID, of: through.index)
      }
    }
  }

  /// Whether the members of a row are those that it had before the call.
  func hasMembersAsBefore(_ rowID: Int64, of plan: EntityPlan) throws(SyncError) -> Bool {
    guard let stored = try tables[plan.index].row(rowID) else { return false }
    let node = RowNode(plan)
    node.values[plan.identity[0]] = stored.value(plan.identity[0]).copied(into: parser.arena)
    for relation in plan.relations {
      guard case .members(let side) = relation.kind else { continue }
      let list = CallState.StatedList(entity: plan.index, relation: relation.index)
      guard let before = state.membersBefore(rowID, list) else { continue }
      let members = MemberList(of: node, side, in: parser.arena)
      if try members.currentHash(on: connection) != before { return false }
    }
    return true
  }

  private func note(
    _ outcome: RowOutcome, of nested: RelationContent.NestedRow, _ relation: RelationPlan,
    in members: inout MemberList
  ) throws(SyncError) {
    let id = nested.node.values[relation.target.identity[0]]
    switch outcome {
    case .applied, .waiting, .passed(_?), .left(_?), .rejected(_, isIdentified: true):
      members.add(id, at: nested.position)
    case .passed(nil), .left(nil):
      members.keep(id)
    case .tombstoned:
      // Its links have gone with it; a list that names it nowhere else has no say in that.
      members.keep(id)
      try remove(id, from: members)
    case .rejected(_, isIdentified: false):
      members.isComplete = false
    }
  }

  func carryOut(
    _ change: MemberList.Change, of members: MemberList
  ) throws(SyncError) {
    let side = members.side
    try recording.begin()
    switch change {
    case .add(let id, let position):
      if try revive(id, at: position, in: members) { return }
      let statement = try bind(side.insertSQL, members.owner, id)
      if side.isOrdered { statement.bind(3, Int64(position)) }
      try statement.run()
      if let through = side.through {
        state.markInserted(connection.lastInsertedRowID, of: through.index)
      }
    case .move(let id, let position):
      let statement = try bind(side.moveSQL, members.owner, id)
      statement.bind(3, Int64(position))
      try statement.run()
    case .remove(let id):
      guard let through = side.through else { return try remove(id, from: members) }
      let rowIDs = try throughRows(members.owner, id, side)
      try delete(withoutLocalRows(rowIDs, of: through), of: through)
    }
  }

  /// Takes the mark from a row of a `through:` entity that says that the membership was deleted, and
  /// returns whether there is one.
  private func revive(
    _ id: BoundValue, at position: Int, in members: MemberList
  ) throws(SyncError) -> Bool {
    guard let through = members.side.through, let mark = through.keptTombstone else {
      return false
    }
    let query = try bind(members.side.rowIDsSQL, members.owner, id)
    let found = try query.step() ? query.integer(0) : nil
    query.reset()
    guard let rowID = found else { return false }
    _ = try tables[through.index].update(rowID, column: mark.dateColumn, .null)
    state.markUpdated(rowID, of: through.index)
    if members.side.isOrdered { try carryOut(.move(id, position: position), of: members) }
    return true
  }

  /// Takes a member away; a row of a `through:` entity is deleted by the rules of that entity.
  private func remove(_ id: BoundValue, from members: MemberList) throws(SyncError) {
    guard let through = members.side.through else {
      return try bind(members.side.deleteSQL, members.owner, id).run()
    }
    try delete(try throughRows(members.owner, id, members.side), of: through)
  }

  /// The rows of a `through:` entity that link two rows.
  func throughRows(
    _ owner: BoundValue, _ id: BoundValue, _ side: JoinSide
  ) throws(SyncError) -> [Int64] {
    let query = try bind(side.rowIDsSQL, owner, id)
    var rowIDs: [Int64] = []
    while try query.step() { rowIDs.append(query.integer(0)) }
    query.reset()
    return rowIDs
  }

  func bind(
    _ sql: String, _ owner: BoundValue, _ id: BoundValue
  ) throws(SyncError) -> Statement {
    let statement = try connection.statement(sql)
    statement.bind(1, owner)
    statement.bind(2, id)
    return statement
  }
}
