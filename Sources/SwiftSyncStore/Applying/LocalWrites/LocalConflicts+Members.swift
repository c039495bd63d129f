@_spi(Generated) import SwiftSyncCoding

/// Membership lists of a payload that conflict with unpushed local writes (A13).
extension LocalConflicts {
  /// The changes of a membership list that do not undo local writes, on either side or to the rows
  /// of a `through:` entity.
  func withoutLocalMembers(
    _ list: [MemberList.Change], _ relation: RelationPlan, of rowID: Int64, in members: MemberList,
    _ plan: EntityPlan
  ) throws(SyncError) -> [MemberList.Change] {
    if list.isEmpty { return list }
    if try call.changes.change(of: rowID, plan)?.names(relation.metadata.name) == true { return [] }
    let list = try withoutLocalRows(list, in: members)
    guard call.options.conflict == .merge, let inverse = relation.metadata.inverse,
      try call.changes.hasAny(of: relation.target)
    else { return list }
    var kept: [MemberList.Change] = []
    for change in list {
      guard let member = try call.tables[relation.target.index].rowID(of: change.id),
        try call.changes.change(of: member, relation.target)?.names(inverse) == true
      else {
        kept.append(change)
        continue
      }
    }
    return kept
  }

  /// The changes that neither delete locally written rows of a `through:` entity nor restore
  /// locally deleted ones.
  private func withoutLocalRows(
    _ list: [MemberList.Change], in members: MemberList
  ) throws(SyncError) -> [MemberList.Change] {
    guard let through = members.side.through, try call.changes.hasAny(of: through) else {
      return list
    }
    var kept: [MemberList.Change] = []
    for change in list {
      switch change {
      case .add(let id, _):
        if try passDeletedMember(id, of: members, through) { continue }
      case .remove(let id):
        let rowIDs = try call.throughRows(members.owner, id, members.side)
        if try withoutLocalRows(rowIDs, of: through).isEmpty { continue }
      case .move:
        break
      }
      kept.append(change)
    }
    return kept
  }

  /// Whether a membership is left out because its row was deleted locally; if the server wins, the
  /// deletion is forgotten. A deleted row is known by its two sides only if they identify it.
  private func passDeletedMember(
    _ id: BoundValue, of members: MemberList, _ through: EntityPlan
  ) throws(SyncError) -> Bool {
    guard let change = try deletion(of: id, in: members, through) else { return false }
    guard call.options.conflict == .serverWins else { return true }
    try call.changes.remove(change)
    return false
  }

  private func deletion(
    of id: BoundValue, in members: MemberList, _ through: EntityPlan
  ) throws(SyncError) -> LocalChange? {
    for rowID in try call.throughRows(members.owner, id, members.side) {
      guard let change = try call.changes.change(of: rowID, through) else { continue }
      if change.operation == .delete { return change }
    }
    let node = RowNode(through)
    for (column, metadata) in through.metadata.columns.enumerated() {
      if metadata.holdsSame(as: members.side.own) { node.values[column] = members.owner }
      if metadata.holdsSame(as: members.side.other) { node.values[column] = id }
    }
    node.settleParts(in: call.parser.arena)
    guard node.hasIdentity, let change = try call.changes.change(named: node),
      change.operation == .delete
    else { return nil }
    return change
  }
}

extension MemberList.Change {
  /// The member's identity.
  fileprivate var id: BoundValue {
    switch self {
    case .add(let id, _), .move(let id, _), .remove(let id): id
    }
  }
}
