/// Places in ordered lists of rows that state their parent themselves.
extension ApplyCall {
  /// Takes the place in a list from a row that states its parent without being given one, if it moves
  /// there or if the list leaves it out. It is given back before the row is tried again.
  func leavePlaces(of node: RowNode, _ stored: StoredTable.Row) throws(SyncError) {
    for reference in node.plan.references {
      guard let place = reference.positionColumn, node.values[place].kind == .missing,
        node.values[reference.column].kind != .missing
      else { continue }
      if stored.holds(node.values[reference.column], in: reference.column),
        try !isLeftOut(stored, reference, of: node)
      {
        continue
      }
      node.complete(place, .null)
    }
  }

  /// Whether a complete list of its parent has left a known row out, so that it has no place there:
  /// had the row come with this payload, it would have none either.
  private func isLeftOut(
    _ stored: StoredTable.Row, _ reference: ReferencePlan, of node: RowNode
  ) throws(SyncError) -> Bool {
    let (entity, relation) = (node.plan.index, reference.relation)
    guard let parent = try listedParent(reference, of: node) else { return false }
    let statements = state.statements[entity][relation]
    guard statements.leavesOut(stored.rowID, of: parent) else { return false }
    // Soft-deleted rows no longer belong to a list; they have their places when they come back.
    return statements.named.contains(stored.rowID) || !isMarked(node, stored)
  }

  /// Whether a row that comes back is not in the complete list that its parent has.
  func isLeftOut(_ reference: ReferencePlan, ofReturned node: RowNode) throws(SyncError) -> Bool {
    guard let parent = try listedParent(reference, of: node) else { return false }
    return state.statements[node.plan.index][reference.relation].number(ofList: parent) > 0
  }

  /// The parent that a row states, if lists of the payload may take rows away from it.
  private func listedParent(
    _ reference: ReferencePlan, of node: RowNode
  ) throws(SyncError) -> Int64? {
    guard state.statements[node.plan.index][reference.relation].hasLists,
      nestedOperations.contains(.delete)
    else { return nil }
    return try tables[reference.target].rowID(of: node.values[reference.column])
  }

  /// Whether a known row is marked when its payload is applied.
  private func isMarked(_ node: RowNode, _ stored: StoredTable.Row) -> Bool {
    guard let mark = node.plan.keptTombstone else { return false }
    let kind = node.values[mark.dateColumn].kind
    return kind == .missing ? mark.isSet(in: stored) : kind != .null
  }
}
