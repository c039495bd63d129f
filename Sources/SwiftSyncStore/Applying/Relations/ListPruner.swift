/// Removes the children that complete lists do not name from their parents (A15).
final class ListPruner {
  private let call: CallData
  private let base: BaseParts
  private let softDeletion: SoftDeletion

  init(_ base: BaseParts, _ softDeletion: SoftDeletion) {
    call = base.call
    self.base = base
    self.softDeletion = softDeletion
  }

  /// Removes the children that complete lists do not name from their parents.
  func prune() throws(SyncError) {
    for (entity, plan) in call.schema.entities.enumerated() {
      for relation in plan.relations {
        guard case .reference(let reference) = relation.kind else { continue }
        let parents = call.state.statements[entity, relation.index].statedParents
        guard !parents.isEmpty else { continue }
        let incoming = IncomingReference(child: plan, relation: relation, reference: reference)
        try remove(unlistedRows(of: parents, incoming), incoming)
      }
    }
    try base.taken.moveFree()
  }

  private func remove(_ rowIDs: [Int64], _ incoming: IncomingReference) throws(SyncError) {
    let (child, relation) = (incoming.child, incoming.relation)
    guard call.operations(ofList: relation).contains(.delete) else { return }
    if relation.metadata.onDelete == .cascade {
      var gone: [Int64] = []
      for rowID in try base.conflicts.withoutLocalRows(rowIDs, of: child)
      where try !spareUnlisted(rowID, incoming) {
        gone.append(rowID)
      }
      try softDeletion.deleteOrMark(gone, of: child, incoming.reference)
    } else if incoming.reference.isOptional {
      for rowID in rowIDs where try !base.conflicts.keepsReference(relation, of: rowID, child) {
        try base.writer.unlink(rowID, incoming)
      }
    }
  }

  /// Prevents a row that the payload names from being deleted; it leaves the list if it can.
  private func spareUnlisted(
    _ rowID: Int64, _ incoming: IncomingReference
  ) throws(SyncError) -> Bool {
    guard call.state.isNamed(rowID, incoming.child) else { return false }
    if incoming.reference.isOptional { try base.writer.unlink(rowID, incoming) }
    return true
  }
}

// MARK: - What lists leave out

extension ListPruner {
  /// The stored children of some parents that their lists do not name. Soft-deleted children no
  /// longer belong to a list.
  private func unlistedRows(
    of parents: [Int64], _ incoming: IncomingReference
  ) throws(SyncError) -> [Int64] {
    // If most rows are listed, one pass over all is cheaper than a query for each parent.
    let listed = call.state.statements[incoming.child.index, incoming.relation.index].listedCount
    if try listed > call.tables[incoming.child.index].largestRowID() / 2 {
      return try unlistedRowsOfAny(incoming)
    }
    return try unlistedRowsOfEach(parents, incoming)
  }

  private func unlistedRowsOfEach(
    _ parents: [Int64], _ incoming: IncomingReference
  ) throws(SyncError) -> [Int64] {
    let child = incoming.child
    let query = try call.connection.statement(
      TableSQL.children(of: incoming.relation.target, in: child, incoming.reference))
    var unlisted: [Int64] = []
    for parent in parents {
      query.bind(1, parent)
      while try query.step() {
        let rowID = query.integer(0)
        if try leavesOut(rowID, of: parent, incoming) { unlisted.append(rowID) }
      }
      query.reset()
    }
    return unlisted
  }

  private func unlistedRowsOfAny(_ incoming: IncomingReference) throws(SyncError) -> [Int64] {
    let child = incoming.child
    let all = try call.connection.statement(child.sql.rowIDs(condition: nil))
    let parentOf = try call.connection.statement(
      TableSQL.parent(of: child, in: incoming.relation.target, incoming.reference))
    var unlisted: [Int64] = []
    defer { all.reset() }
    while try all.step() {
      let rowID = all.integer(0)
      if call.state.statements[child.index, incoming.relation.index].isCertain(rowID) { continue }
      parentOf.bind(1, rowID)
      if try parentOf.step(), try leavesOut(rowID, of: parentOf.integer(0), incoming) {
        unlisted.append(rowID)
      }
      parentOf.reset()
    }
    return unlisted
  }

  private func leavesOut(
    _ rowID: Int64, of parent: Int64, _ incoming: IncomingReference
  ) throws(SyncError) -> Bool {
    guard
      call.state.statements[incoming.child.index, incoming.relation.index].leavesOut(
        rowID, of: parent)
    else { return false }
    return try !call.isSoftDeleted(rowID, of: incoming.child)
  }
}
