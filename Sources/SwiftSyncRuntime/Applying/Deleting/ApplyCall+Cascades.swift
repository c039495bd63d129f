/// Rows that may still be deleted, which only the end of the call tells.
extension ApplyCall {
  /// Notes that rows of an entity may be deleted, and with them those that cascades reach, so that
  /// enforced references to them are judged at the end (Outcome).
  func expectDeletions(in entity: EntityPlan) {
    guard !deletable[entity.index] else { return }
    for index in entity.reachedByCascade { deletable[index] = true }
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
    deletable[entity] && state.isUnnamed(rowID, of: entity)
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
        recordReference(reference, of: node)
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
      try isTombstoned(object)
    {
      return true
    }
    expectDeletions(by: node)
    guard deletable[reference.target],
      let target = try tables[reference.target].rowID(of: node.values[reference.column])
    else { return false }
    return mayGo(target, of: reference.target)
  }
}
