@_spi(Generated) import SwiftSyncCoding

/// Links of a payload that conflict with unpushed local writes of references (A13).
extension LocalConflicts {
  /// Whether a row's reference was written locally, so that no list of a parent moves the row.
  ///
  /// If the server wins, the reference must not be pushed any more.
  func keepsReference(
    _ relation: RelationPlan, of rowID: Int64, _ plan: EntityPlan
  ) throws(SyncError) -> Bool {
    guard let change = try change(of: rowID, plan, holding: relation) else { return false }
    guard call.options.conflict == .serverWins else { return true }
    try giveUp(relation, of: change, plan)
    return false
  }

  /// Leaves out one-to-one links that local writes have given to other rows.
  ///
  /// A new row that requires the link cannot do without it, so it is a conflict of unique values.
  func leaveTakenLinks(of node: RowNode, _ rowID: Int64?) throws(SyncError) {
    let plan = node.plan
    guard call.options.conflict == .merge, try call.changes.hasAny(of: plan) else { return }
    for reference in plan.references
    where reference.isOneToOne && (reference.isOptional || rowID != nil) {
      let relation = plan.relations[reference.relation]
      let target = node.values[reference.column]
      guard try keepsLink(relation, reference.column, to: target, besides: rowID, plan) else {
        continue
      }
      leave(reference, of: node)
    }
  }

  /// Whether a local write has given a one-to-one link to another row, so that it does not move.
  func keepsLink(
    _ relation: RelationPlan, _ column: Int, to target: BoundValue, besides rowID: Int64?,
    _ plan: EntityPlan
  ) throws(SyncError) -> Bool {
    guard call.options.conflict == .merge, try call.changes.hasAny(of: plan),
      target.kind != .missing, target.kind != .null
    else { return false }
    for other in try call.tables[plan.index].rowIDs(where: column, holds: target)
    where other != rowID {
      if try keepsReference(relation, of: other, plan) { return true }
    }
    return false
  }

  /// Forgets the local writes of one-to-one links that move to another row: the null that remains
  /// is not a local write.
  func giveUpLinks(
    _ relation: RelationPlan, _ column: Int, to target: BoundValue, besides rowID: Int64?,
    _ plan: EntityPlan
  ) throws(SyncError) {
    guard try call.changes.hasAny(of: plan) else { return }
    for other in try call.tables[plan.index].rowIDs(where: column, holds: target)
    where other != rowID {
      try giveUpReference(relation, of: other, plan)
    }
  }

  /// Forgets that a row's reference was written locally.
  ///
  /// - Returns: Whether it was, so that the server may have another reference.
  @discardableResult
  func giveUpReference(
    _ relation: RelationPlan, of rowID: Int64, _ plan: EntityPlan
  ) throws(SyncError) -> Bool {
    guard let change = try change(of: rowID, plan, holding: relation) else { return false }
    return try giveUp(relation, of: change, plan)
  }

  @discardableResult
  private func giveUp(
    _ relation: RelationPlan, of change: LocalChange, _ plan: EntityPlan
  ) throws(SyncError) -> Bool {
    // A new row is pushed with all its fields.
    guard change.operation == .update else { return false }
    let names = names(of: relation, plan)
    try call.changes.keep(change.fieldNames.filter { !names.contains($0) }, of: change)
    return true
  }

  /// The entry of a row whose reference was written locally.
  private func change(
    of rowID: Int64, _ plan: EntityPlan, holding relation: RelationPlan
  ) throws(SyncError) -> LocalChange? {
    guard let change = try call.changes.change(of: rowID, plan), change.operation != .touch,
      names(of: relation, plan).contains(where: {
        change.holds($0, relation.metadata.direction)
      })
    else { return nil }
    return change
  }

  private func names(of relation: RelationPlan, _ plan: EntityPlan) -> [String] {
    plan.partNames(of: relation.index) ?? [relation.metadata.name]
  }
}
