/// Cascades of tombstones, which wait until all rows are read: a row that the payload names, sooner or
/// later, or that moves to another parent, is not taken along.
extension ApplyCall {
  /// Rows that refer to one that a tombstone has deleted.
  struct WaitingCascade {
    let incoming: IncomingReference
    let parent: StoredValue
    let children: [Int64]
  }

  /// Lets a cascade wait if there are rows still to be read.
  ///
  /// - Returns: Whether it waits.
  func postpone(
    _ incoming: IncomingReference, to id: BoundValue
  ) throws(SyncError) -> Bool {
    guard isReadingRows else { return false }
    let children = try tables[incoming.child.index].rowIDs(
      where: incoming.reference.column, holds: id)
    guard !children.isEmpty else { return true }
    state.cascades.append(
      WaitingCascade(incoming: incoming, parent: id.stored, children: children))
    state.perishable.formUnion(incoming.child.reachedByCascade)
    return true
  }

  /// Deletes what still refers to rows that tombstones have deleted.
  func carryOutCascades() throws(SyncError) {
    let cascades = state.cascades
    state.cascades = []
    for cascade in cascades {
      let incoming = cascade.incoming
      let child = incoming.child
      let parent = BoundValue(cascade.parent, in: parser.arena)
      guard try tables[incoming.relation.target.index].rowID(of: parent) == nil
      else { continue }
      var gone: [Int64] = []
      for rowID in cascade.children {
        guard let row = try tables[child.index].row(rowID),
          row.holds(parent, in: incoming.reference.column), try !spare(rowID, incoming)
        else { continue }
        gone.append(rowID)
      }
      try delete(gone, of: child)
    }
  }
}
