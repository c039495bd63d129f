/// Members in join tables as they were before the call (A6, A11).
extension ApplyCall {
  /// Keeps what the members of a row were before its list changes them. Rows of a `through:` entity
  /// have more to them than their two sides, so nothing is restored there.
  func keepOriginalMembers(
    _ members: MemberList, of rowID: Int64, _ list: CallState.StatedList
  ) {
    let isNew = state.states[list.entity][rowID] == .inserted
    let canBeVoid = schema.entities[list.entity].tombstoneColumn != nil
    guard members.side.through == nil, !isNew, canBeVoid || !members.storedPlaces.isEmpty,
      state.originalMembers.places(of: rowID, list) == nil
    else { return }
    let places = members.storedPlaces.map { ($0.key.id.stored, $0.value) }
    state.originalMembers.keep(Dictionary(places) { $1 }, of: rowID, list)
  }

  /// Puts a member that an earlier list of the call has taken away back in its place, where that is
  /// the order of the other side.
  func restorePlace(
    _ change: MemberList.Change, of members: MemberList, _ rowID: Int64,
    _ list: CallState.StatedList
  ) throws(SyncError) {
    guard case .add(let id, _) = change, !members.side.isOrdered,
      members.side.table.positionColumn != nil,
      let place = state.originalMembers.places(of: rowID, list)?[id.stored]
    else { return }
    try carryOut(.move(id, position: place), of: members)
  }

  /// Gives a row that a tombstone deletes the members back that it had before the call: its lists
  /// are void, and it may come back.
  func restoreMembers(of node: RowNode, _ rowID: Int64) throws(SyncError) {
    let plan = node.plan
    guard plan.identity.count == 1 else { return }
    let wasInserted = state.states[plan.index][rowID] == .inserted
    for relation in plan.relations where state.states(relation.index, of: rowID, plan.index) {
      guard case .members(let side) = relation.kind, side.through == nil else { continue }
      let list = CallState.StatedList(entity: plan.index, relation: relation.index)
      let known = state.originalMembers.places(of: rowID, list)
      guard let places = known ?? (wasInserted ? [:] : nil) else { continue }
      let members = MemberList(of: node, side, in: parser.arena)
      let stored = try members.storedIDs(on: connection)
      let statement = RestatedIDs.Statement(
        entity: plan.index, relation: relation.index, rowID: rowID)
      if !state.restatedIDs.knows(statement) { state.restatedIDs.keep(stored, of: statement) }
      try restore(places, instead: stored, of: members)
    }
  }

  private func restore(
    _ places: [StoredValue: Int], instead stored: [StoredValue], of members: MemberList
  ) throws(SyncError) {
    for id in stored where places[id] == nil {
      let member = BoundValue(id, in: parser.arena)
      if try !statesMembers(member, of: members) { try carryOut(.remove(member), of: members) }
    }
    let known = Set(stored)
    for (id, place) in places.sorted(by: { $0.value < $1.value }) {
      let member = BoundValue(id, in: parser.arena)
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
    guard let list = members.side.listOfOthers(in: schema),
      let rowID = try tables[list.entity].rowID(of: id)
    else { return false }
    return state.states(list.relation, of: rowID, list.entity)
  }
}
