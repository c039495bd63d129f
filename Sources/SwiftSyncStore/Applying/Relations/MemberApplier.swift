@_spi(Generated) import SwiftSyncCoding

/// Many-to-many relationships of the rows of a call (A3, A15, A16).
final class MemberApplier {
  private let call: CallData
  private let base: BaseParts
  private let deletions: DeletionRun
  /// The lists of the other side that state the same links, by the lists of one side.
  private var otherLists: [StatedList: StatedList?] = [:]

  init(_ base: BaseParts, _ deletions: DeletionRun) {
    call = base.call
    self.base = base
    self.deletions = deletions
  }

  /// Applies a list of members: first the nested rows, then the links.
  ///
  /// - Parameter rows: Applies the nested rows.
  func apply(
    _ side: JoinSide, _ relation: RelationPlan, of node: RowNode, _ rowID: Int64, rows: RowApplier
  ) throws(SyncError) {
    guard node.plan.isNamed else { return }
    var members = try list(side, relation, of: node, rows)
    // A tombstone among them may have deleted the row.
    guard
      try call.tables[node.plan.index].isStored(
        rowID, unless: !call.state.deletions.hasReleases)
    else { return }
    if !members.isComplete, !members.isPartial { call.noteUnprunedList(relation) }
    let list = StatedList(entity: node.plan.index, relation: relation.index)
    let isRepeated = call.state.statements[list].stateOwn(rowID, number: 0)
    // A payload may state such lists of one row any number of times.
    members.readsOnlyListed = isRepeated && members.keepsOthers(call.operations(on: relation))
    try state(members, list, of: rowID, relation, isRepeated: isRepeated)
    try markPresent(members)
    let listed = try members.changes(on: call.connection, call.operations(on: relation))
    if let returned = call.returned, node.location.isTop, !listed.isEmpty {
      try returned.compare(members, relation, of: node, on: call.connection)
    }
    var changes = try base.conflicts.withoutLocalMembers(
      listed, relation, of: rowID, in: members, node.plan)
    if call.state.hasDeferredRows {
      let number = call.mode.isAttempt ? node.listNumber : call.state.statements.next()
      if call.mode.isAttempt { try leaveOvertaken(&changes, members, number) }
      call.state.statements[list].stateList(
        of: rowID, number: number, isComplete: members.replacesStored)
    }
    if changes.isEmpty { return }
    if needsOthers(of: members, rowID, list) { try members.readOthers(on: call.connection) }
    keepOriginalMembers(members, of: rowID, list, isRepeated: isRepeated)
    try call.recordingLists(of: side) { () throws(SyncError) in
      for change in changes {
        try carryOut(change, of: members)
        if isRepeated { try restorePlace(change, of: members, rowID, list) }
      }
    }
    call.state.tallies.markRelinked(rowID, list, from: members.storedHash, isRepeated: isRepeated)
  }

  /// Whether the members that a row had before the call are not yet known, and a list changes them
  /// of which only the listed ones were read.
  private func needsOthers(
    of members: MemberList, _ rowID: Int64, _ list: StatedList
  ) -> Bool {
    guard members.readsOnlyListed, !call.state.tallies.isInserted(rowID, of: list.entity) else {
      return false
    }
    return call.state.tallies.membersBefore(rowID, list) == nil
      || members.side.through == nil
        && call.state.history.members.places(of: rowID, list) == nil
  }

  /// Applies nested members, and collects the members of the list.
  private func list(
    _ side: JoinSide, _ relation: RelationPlan, of node: RowNode, _ rows: RowApplier
  ) throws(SyncError) -> MemberList {
    let content = node.relations[relation.index]
    var members = MemberList(of: node, side, relation, in: call.parser.arena)
    members.isPartial = content.isPartial(relation)
    for (place, id) in content.ids.enumerated() { members.add(id, at: content.idPositions[place]) }
    for place in content.unreadableElements {
      call.rejectNonObject(at: place, of: relation, in: node)
      members.isComplete = false
    }
    for nested in content.rows {
      let outcome = try rows.applyNested(nested.node, link: nil)
      if content.statesIDs, !content.isMixed { continue }
      try note(outcome, of: nested, relation, in: &members)
    }
    return members
  }

  /// Counts the ids that a list states, as far as it may add them.
  private func state(
    _ members: MemberList, _ list: StatedList, of rowID: Int64, _ relation: RelationPlan,
    isRepeated: Bool
  ) throws(SyncError) {
    let statement = RowStatement(entity: list.entity, relation: list.relation, rowID: rowID)
    let operations = call.operations(on: relation)
    let mayInsert = operations.contains(.insert)
    // If a first list keeps other members, the stored members differ from the list.
    let isKept = isRepeated || !members.replacesStored || !operations.contains(.delete)
    if isKept, !call.state.references.knows(statement) {
      let stored = isRepeated ? try members.storedIDs(on: call.connection) : []
      call.state.references.keep(stored, of: statement)
    }
    let onlyListed = members.readsOnlyListed
    let stored = Set(
      mayInsert ? [] : try members.storedIDs(on: call.connection, onlyListed: onlyListed))
    for id in members.distinctIDs where mayInsert || stored.contains(id.stored) {
      if isKept, !call.state.references.restate(id.stored, of: statement) { continue }
      try base.unresolved.state(id, of: relation.target)
    }
  }

  /// Records that lists refer to rows of the applied entity, if these lists are what links them.
  private func markPresent(_ members: MemberList) throws(SyncError) {
    guard let through = members.side.through, call.mayDeleteMissingRows(of: through) else { return }
    for id in members.distinctIDs {
      for rowID in try call.throughRows(members.owner, id, members.side) {
        call.state.tallies.markPresent(rowID, of: through.index)
      }
    }
  }

  /// Removes changes of links that a complete list of the member states later in the payload than
  /// the deferred row.
  private func leaveOvertaken(
    _ changes: inout [MemberList.Change], _ members: MemberList, _ number: UInt32
  ) throws(SyncError) {
    guard let list = others(of: members), call.state.statements.isStated(list) else { return }
    var left: [MemberList.Change] = []
    for change in changes {
      if let id = change.linkedID, let rowID = try call.tables[list.entity].rowID(of: id),
        call.state.statements[list].number(ofList: rowID) > number
      {
        continue
      }
      left.append(change)
    }
    changes = left
  }

  private func note(
    _ outcome: RowOutcome, of nested: RelationContent.NestedRow, _ relation: RelationPlan,
    in members: inout MemberList
  ) throws(SyncError) {
    let id = nested.node.values[relation.target.keyColumn]
    switch outcome {
    case .applied, .waiting, .passed(_?), .left(_?), .rejected(_?, isIdentified: true),
      .named:
      members.add(id, at: nested.position)
    case .passed(nil), .left(nil), .rejected(nil, isIdentified: true):
      members.keep(id)
    case .tombstoned:
      // Its links were deleted with it; a list that does not contain it elsewhere does not affect
      // that.
      members.keep(id)
      try remove(id, from: members)
    case .rejected(_, isIdentified: false):
      members.isComplete = false
    }
  }
}

// MARK: - Changes

extension MemberApplier {
  private func carryOut(
    _ change: MemberList.Change, of members: MemberList
  ) throws(SyncError) {
    let side = members.side
    try noteNetChange(change, of: members)
    try call.recording.begin()
    switch change {
    case .add(let id, let position):
      if try revive(id, at: position, in: members) { return }
      let end = try end(of: id, side)
      if side.isOrdered { forgetEnd(id, members) }
      let statement = try call.bind(side.insertSQL, members.owner, id)
      if side.table.positionColumn != nil { statement.bind(3, end ?? Int64(position)) }
      try statement.run()
      if let through = side.through {
        call.state.tallies.markInserted(call.connection.lastInsertedRowID, of: through.index)
      }
    case .move(let id, let position):
      forgetEnd(id, members)
      let statement = try call.bind(side.moveSQL, members.owner, id)
      statement.bind(3, Int64(position))
      try statement.run()
    case .remove(let id):
      guard let through = side.through else { return try remove(id, from: members) }
      let rowIDs = try call.throughRows(members.owner, id, side)
      try deletions.delete(base.conflicts.withoutLocalRows(rowIDs, of: through), of: through)
    }
  }

  /// The position at the end of a member's list, if that list has the order.
  private func end(of id: BoundValue, _ side: JoinSide) throws(SyncError) -> Int64? {
    guard let sql = side.endSQL else { return nil }
    // Other statements may write the app's rows, and those of a `through:` entity.
    let isKept = call.changes.isInbound && side.through == nil
    if isKept, let known = call.state.listEnds.take(of: id.stored, in: side.table.name) {
      return known
    }
    let query = try call.connection.statement(sql)
    defer { query.reset() }
    query.bind(2, id)
    let end = try query.step() ? query.integer(0) : 0
    if isKept { call.state.listEnds.note(end + 1, of: id.stored, in: side.table.name) }
    return end
  }

  /// Forgets the end of the ordered list that contains a membership, if it is known.
  private func forgetEnd(_ id: BoundValue, _ members: MemberList) {
    if call.state.listEnds.isEmpty { return }
    let owner = members.side.isOrdered ? members.owner : id
    call.state.listEnds.forget(owner.stored, in: members.side.table.name)
  }

  /// Clears the mark of a row of a `through:` entity that shows that the membership was deleted,
  /// and returns whether there is one.
  private func revive(
    _ id: BoundValue, at position: Int, in members: MemberList
  ) throws(SyncError) -> Bool {
    guard let through = members.side.through, let mark = through.keptTombstone else {
      return false
    }
    let query = try call.bind(members.side.rowIDsSQL, members.owner, id)
    let found = try query.step() ? query.integer(0) : nil
    query.reset()
    guard let rowID = found else { return false }
    for column in mark.columns {
      let clear: BoundValue = column == mark.flagColumn ? .integer(0) : .null
      _ = try call.tables[through.index].update(rowID, column: column, clear)
    }
    call.state.tallies.markUpdated(rowID, of: through.index)
    if members.side.isOrdered { try carryOut(.move(id, position: position), of: members) }
    return true
  }

  /// Removes a member. A row of a `through:` entity is deleted by the rules of that entity.
  private func remove(_ id: BoundValue, from members: MemberList) throws(SyncError) {
    forgetEnd(id, members)
    guard let through = members.side.through else {
      return try call.bind(members.side.deleteSQL, members.owner, id).run()
    }
    try deletions.delete(try call.throughRows(members.owner, id, members.side), of: through)
  }
}

// MARK: - Members as they were before the call (A6, A11)

extension MemberApplier {
  /// Whether the members of a row are those that it had before the call.
  func hasMembersAsBefore(_ rowID: Int64, of plan: EntityPlan) throws(SyncError) -> Bool {
    guard let stored = try call.tables[plan.index].row(rowID) else { return false }
    let node = RowNode(plan)
    node.values[plan.keyColumn] = stored.value(plan.keyColumn).copied(into: call.parser.arena)
    for relation in plan.relations {
      guard case .members(let side) = relation.kind else { continue }
      let list = StatedList(entity: plan.index, relation: relation.index)
      guard let before = call.state.tallies.membersBefore(rowID, list) else { continue }
      let members = MemberList(of: node, side, relation, in: call.parser.arena)
      let isStatedTwice = others(of: members).map(call.state.statements.isStated) ?? false
      if isStatedTwice {
        if call.state.history.members.hasNetChange(of: members.owner, list) { return false }
        if !call.state.history.members.isMoved(members.owner, list) { continue }
        // Rows nested in the list may have added members to it before it was read.
        if let places = call.state.history.members.places(of: rowID, list) {
          if try isInOrder(members, places) { continue }
          return false
        }
      }
      if try members.currentHash(on: call.connection) != before { return false }
    }
    return true
  }

  /// Whether the members are in the order of their earlier places.
  private func isInOrder(
    _ members: MemberList, _ places: [StoredValue: Int]
  ) throws(SyncError) -> Bool {
    let ids = try members.storedIDsInOrder(on: call.connection)
    let before = ids.compactMap { places[$0] }
    return before.count == ids.count && zip(before, before.dropFirst()).allSatisfy { $0 < $1 }
  }

  /// The list of the other side that states the same links, if there is one.
  private func others(of members: MemberList) -> StatedList? {
    if let known = otherLists[members.list] { return known }
    let others = members.side.listOfOthers(in: call.schema)
    otherLists[members.list] = .some(others)
    return others
  }

  /// Counts a change of a link for both of its rows, if lists of both can state it. New rows count
  /// as inserted in any case, and in the order of the other side, members are only moved back.
  private func noteNetChange(
    _ change: MemberList.Change, of members: MemberList
  ) throws(SyncError) {
    guard let others = others(of: members) else { return }
    let tables = (call.tables[members.list.entity], call.tables[others.entity])
    if try tables.0.wasEmpty(), try tables.1.wasEmpty() { return }
    switch change {
    case .add(let id, _):
      call.state.history.members.note(members.owner, id, joins: true, members.list, others)
    case .remove(let id):
      call.state.history.members.note(members.owner, id, joins: false, members.list, others)
    case .move where members.side.isOrdered:
      call.state.history.members.noteMove(of: members.owner, members.list)
    case .move: break
    }
  }

  /// Keeps the members of a row before its list changes them. Rows of a `through:` entity contain
  /// more than their two sides, so nothing is restored there.
  private func keepOriginalMembers(
    _ members: MemberList, of rowID: Int64, _ list: StatedList, isRepeated: Bool
  ) {
    let isNew = call.state.tallies.isInserted(rowID, of: list.entity)
    let canBeVoid = call.schema.entities[list.entity].tombstoneColumn != nil
    // Links to a new row are older only before its first list.
    guard members.side.through == nil, !isNew || !isRepeated,
      !isNew && canBeVoid || !members.storedPlaces.isEmpty,
      call.state.history.members.places(of: rowID, list) == nil
    else { return }
    let places = members.storedPlaces.map { ($0.key.id.stored, $0.value) }
    call.state.history.members.keep(Dictionary(places) { $1 }, of: rowID, list)
  }

  /// Moves a member that an earlier list of the call has removed back to its position, if that is
  /// in the order of the other side.
  private func restorePlace(
    _ change: MemberList.Change, of members: MemberList, _ rowID: Int64,
    _ list: StatedList
  ) throws(SyncError) {
    guard case .add(let id, _) = change, !members.side.isOrdered,
      members.side.table.positionColumn != nil,
      let place = call.state.history.members.places(of: rowID, list)?[id.stored]
    else { return }
    try carryOut(.move(id, position: place), of: members)
  }

  /// Restores the members that a row deleted by a tombstone had before the call: its lists are
  /// void, and it may be restored.
  func restoreMembers(of node: RowNode, _ rowID: Int64) throws(SyncError) {
    let plan = node.plan
    guard plan.isNamed else { return }
    let wasInserted = call.state.tallies.isInserted(rowID, of: plan.index)
    for relation in plan.relations
    where call.state.statements.states(relation.index, of: rowID, plan.index) {
      guard case .members(let side) = relation.kind, side.through == nil else { continue }
      let list = StatedList(entity: plan.index, relation: relation.index)
      let known = call.state.history.members.places(of: rowID, list)
      guard let places = known ?? (wasInserted ? [:] : nil) else { continue }
      let members = MemberList(of: node, side, relation, in: call.parser.arena)
      let stored = try members.storedIDs(on: call.connection)
      let statement = RowStatement(
        entity: plan.index, relation: relation.index, rowID: rowID)
      if !call.state.references.knows(statement) {
        call.state.references.keep(stored, of: statement)
      }
      try restore(places, instead: stored, of: members)
    }
  }

  private func restore(
    _ places: [StoredValue: Int], instead stored: [StoredValue], of members: MemberList
  ) throws(SyncError) {
    for id in stored where places[id] == nil {
      let member = BoundValue(id, in: call.parser.arena)
      if try !statesMembers(member, of: members) { try carryOut(.remove(member), of: members) }
    }
    let known = Set(stored)
    for (id, place) in places.compactlySorted(by: { $0.value < $1.value }) {
      let member = BoundValue(id, in: call.parser.arena)
      if try statesMembers(member, of: members) { continue }
      if !known.contains(id) { try carryOut(.add(member, position: place), of: members) }
      guard members.side.table.positionColumn != nil else { continue }
      try carryOut(.move(member, position: place), of: members)
    }
  }

  /// Whether the payload states the list of a member from the other side.
  private func statesMembers(
    _ id: BoundValue, of members: MemberList
  ) throws(SyncError) -> Bool {
    guard let list = others(of: members),
      let rowID = try call.tables[list.entity].rowID(of: id)
    else { return false }
    return call.state.statements.states(list.relation, of: rowID, list.entity)
  }
}
