/// Cascades of tombstones, which wait until all rows are read: a row that the payload names, sooner
/// or later, or that moves to another parent, is not taken along.
extension ApplyCall {
  /// Rows that refer to one that a tombstone has deleted.
  struct WaitingCascade {
    let incoming: IncomingReference
    let parent: StoredValue
    /// Rowids of those that did when the tombstone was read. Who came to refer to it later is named.
    let children: [Int64]
  }

  /// Lets a cascade wait if there are rows still to be read.
  ///
  /// - Parameter id: Of the row that is deleted.
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
    expectDeletions(in: incoming.child)
    return true
  }

  /// Deletes what still refers to rows that tombstones have deleted and that have not come back.
  func carryOutCascades() throws(SyncError) {
    let cascades = state.cascades
    state.cascades = []
    for cascade in cascades {
      let target = cascade.incoming.relation.target
      let parent = BoundValue(cascade.parent, in: parser.arena)
      guard try tables[target.index].rowID(of: parent) == nil else { continue }
      try delete(orphans(of: cascade, parent), of: cascade.incoming.child)
    }
  }

  private func orphans(
    of cascade: WaitingCascade, _ parent: BoundValue
  ) throws(SyncError) -> [Int64] {
    let incoming = cascade.incoming
    var orphans: [Int64] = []
    for rowID in cascade.children {
      guard let row = try tables[incoming.child.index].row(rowID),
        row.holds(parent, in: incoming.reference.column), try !spare(rowID, incoming)
      else { continue }
      orphans.append(rowID)
    }
    return orphans
  }

  // MARK: - Rows that may go

  /// Notes that rows of an entity may be deleted, and with them those that cascades reach, so that
  /// enforced references to them are judged at the end (Outcome).
  func expectDeletions(in entity: EntityPlan) {
    guard !perishable[entity.index] else { return }
    for index in entity.reachedByCascade { perishable[index] = true }
  }

  /// Notes what the lists of a row may delete, before the row's own references are judged.
  func expectDeletions(by node: RowNode) {
    guard node.hasLinks else { return }
    for relation in node.plan.relations where node.relations[relation.index].isStated {
      guard case .children(let children) = relation.kind, children.onDelete == .cascade else {
        continue
      }
      expectDeletions(in: relation.target)
    }
  }

  /// Whether a row may still be deleted, which only the end of the call tells.
  func mayGo(_ rowID: Int64, of entity: Int) -> Bool {
    perishable[entity] && state.isUnnamed(rowID, of: entity)
  }

  /// The path of an enforced reference that a known row keeps and whose target may still go, so that
  /// the row has to wait; `nil` if there is none. A row that has waited is judged after all of them.
  func endangeredReference(
    of node: RowNode, changed: [Int]
  ) throws(SyncError) -> String? {
    for reference in node.plan.references where reference.isEnforced {
      let id = node.values[reference.column]
      guard id.kind != .missing, id.kind != .null, !changed.contains(reference.column) else {
        continue
      }
      if attempt != nil {
        noteReference(reference, of: node)
      } else if try isEndangered(reference, of: node) {
        return node.path(of: reference.column)
      }
    }
    return nil
  }

  private func isEndangered(
    _ reference: ReferencePlan, of node: RowNode
  ) throws(SyncError) -> Bool {
    if node.hasLinks, let object = node.relations[reference.relation].rows.first?.node,
      try isBuried(object)
    {
      return true
    }
    expectDeletions(by: node)
    guard perishable[reference.target],
      let target = try tables[reference.target].rowID(of: node.values[reference.column])
    else { return false }
    return mayGo(target, of: reference.target)
  }
}
