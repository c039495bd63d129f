/// Finds the children that complete lists do not name (A15).
extension ApplyCall {
  /// The stored children of some parents that their lists do not name. Those that are only kept,
  /// marked, are no list's any more.
  func unlistedRows(
    of parents: [Int64], _ list: CallState.StatedList, in child: EntityPlan, _ parent: EntityPlan,
    _ reference: RelationMetadata.Reference
  ) throws(SyncError) -> [Int64] {
    let listed = state.listed[list] ?? RowIDSet()
    // Where most rows are listed, one pass over all costs less than a query for each parent.
    if try listed.count > tables[child.index].largestRowID() / 2 {
      return try unlistedRows(listed, ofAny: parents, in: child, parent, reference)
    }
    return try unlistedRows(listed, ofEach: parents, in: child, parent, reference)
  }

  private func unlistedRows(
    _ listed: RowIDSet, ofEach parents: [Int64], in child: EntityPlan, _ parent: EntityPlan,
    _ reference: RelationMetadata.Reference
  ) throws(SyncError) -> [Int64] {
    let query = try connection.statement(TableSQL.children(of: parent, in: child, reference))
    var unlisted: [Int64] = []
    for rowID in parents {
      query.bind(1, rowID)
      while try query.step() {
        let rowID = query.integer(0)
        if !listed.contains(rowID), try !isMarked(rowID, of: child) { unlisted.append(rowID) }
      }
      query.reset()
    }
    return unlisted
  }

  private func unlistedRows(
    _ listed: RowIDSet, ofAny parents: [Int64], in child: EntityPlan, _ parent: EntityPlan,
    _ reference: RelationMetadata.Reference
  ) throws(SyncError) -> [Int64] {
    let all = try connection.statement(child.sql.rowIDs(condition: nil))
    let parentOf = try connection.statement(TableSQL.parent(of: child, in: parent, reference))
    let parents = RowIDSet(parents)
    var unlisted: [Int64] = []
    defer { all.reset() }
    while try all.step() {
      let rowID = all.integer(0)
      if listed.contains(rowID) { continue }
      if try isMarked(rowID, of: child) { continue }
      parentOf.bind(1, rowID)
      if try parentOf.step(), parents.contains(parentOf.integer(0)) { unlisted.append(rowID) }
      parentOf.reset()
    }
    return unlisted
  }
}
