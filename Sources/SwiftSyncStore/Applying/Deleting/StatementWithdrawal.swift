@_spi(Generated) import SwiftSyncCoding

/// Withdraws the statements of deleted rows, and keeps those of lists that contain them: as a
/// waiting link and as an unresolved reference, so that the same payload again changes nothing.
final class StatementWithdrawal {
  private let call: CallData
  private let base: BaseParts

  init(_ base: BaseParts) {
    call = base.call
    self.base = base
  }

  /// Withdraws the statements of a row that is about to be deleted, so that only the outcome
  /// counts.
  func withdrawStatements(of stored: StoredTable.Row, _ plan: EntityPlan) throws(SyncError) {
    let rowID = stored.rowID
    for reference in plan.references {
      let id = stored.value(reference.column)
      let list = StatedList(entity: plan.index, relation: reference.relation)
      if reference.hasList, id.kind != .null {
        call.state.history.memberships.note(
          plan.membershipHash(of: stored, reference), joins: false,
          MembershipChanges.key(of: id, list))
      }
      let isStated =
        call.state.statements.states(reference.relation, of: rowID, plan.index)
        && !isScope(id, reference, plan)
      withdraw(isStated ? [id.stored] : [], list, rowID, of: reference.target)
      guard reference.hasList else { continue }
      if !plan.isScoped(by: reference) {
        try stateDeleted(stored, reference, plan)
      } else if id.kind != .null {
        try stateDeletedScoped(stored, reference, plan)
      }
    }
    try withdrawLists(of: stored, plan)
  }

  /// Whether the call's scope has provided a reference, which does not count as an id of the
  /// payload.
  private func isScope(
    _ id: BoundValue, _ reference: ReferencePlan, _ plan: EntityPlan
  ) -> Bool {
    guard let scope = call.scope, plan === call.plan, reference.column == scope.column else {
      return false
    }
    return id == scope.parent
  }

  private func withdrawLists(of stored: StoredTable.Row, _ plan: EntityPlan) throws(SyncError) {
    let rowID = stored.rowID
    for relation in plan.relations
    where call.state.statements.states(relation.index, of: rowID, plan.index) {
      let list = StatedList(entity: plan.index, relation: relation.index)
      var ids: [StoredValue] = []
      switch relation.kind {
      case .reference: continue
      case .children(let children):
        // References of rows that the row scopes are not counted by their ids.
        guard !relation.isScoping else { continue }
        ids = try call.links.children(of: stored.value(plan.keyColumn), children.linkName)
      case .members(let side):
        let query = try call.connection.statement(side.selectSQL)
        query.bind(1, stored.value(plan.keyColumn))
        while try query.step() { ids.append(query.value(0).stored) }
        query.reset()
      }
      withdraw(ids, list, rowID, of: relation.target.index)
    }
  }

  private func withdraw(
    _ ids: [StoredValue], _ relation: StatedList, _ rowID: Int64, of target: Int
  ) {
    let statement = RowStatement(
      entity: relation.entity, relation: relation.relation, rowID: rowID)
    call.state.references.withdraw(statement, stored: ids, of: target, in: call.parser.arena)
  }
}

// MARK: - Lists that name the row

extension StatementWithdrawal {
  /// Counts a row that is about to be deleted for each list that contains it, and lets the latest
  /// of them wait for it.
  private func stateDeleted(
    _ stored: StoredTable.Row, _ reference: ReferencePlan, _ plan: EntityPlan
  ) throws(SyncError) {
    try base.recorder.noteNaming(of: stored, reference, plan)
    let list = StatedList(entity: plan.index, relation: reference.relation)
    let namings = call.state.history.namings.all(of: stored.rowID, list)
    let arrived = call.state.history.arrived.remove(of: stored.rowID, list)
    guard !namings.isEmpty || arrived != nil else { return }
    let id = stored.value(plan.keyColumn).copied(into: call.parser.arena)
    let relation = plan.relations[reference.relation]
    let name = plan.linkName(of: relation)
    var latest: ListNaming?
    for naming in namings {
      guard let statement = try base.awaited.statement(of: naming.parent, relation) else {
        continue
      }
      try base.awaited.keepListedIDs(of: statement, naming.parent, name)
      if call.state.references.restate(id.stored, of: statement) {
        try base.unresolved.state(id, of: plan)
      }
      let number = call.state.statements[list.entity, list.relation].number(ofList: naming.rowID)
      if naming.number >= number { latest = naming }
    }
    if let latest, call.nestedOperations.contains(.insert) {
      if latest.parent != arrived?.parent {
        base.awaited.noteChange(
          of: id, from: arrived.map { ($0.parent, $0.place ?? .null) }, to: latest.parent, list)
      }
      try call.links.add(
        name, child: id, parent: BoundValue(latest.parent, in: call.parser.arena),
        position: latest.place?.integer)
    } else if let arrived {
      // The row was not stored before the call, so its link waits again.
      try call.links.add(
        name, child: id, parent: BoundValue(arrived.parent, in: call.parser.arena),
        position: arrived.place?.integer)
    }
  }

  /// Counts a child of a scoping parent that is deleted after a list has stated it, and lets the
  /// list wait for it.
  private func stateDeletedScoped(
    _ stored: StoredTable.Row, _ reference: ReferencePlan, _ plan: EntityPlan
  ) throws(SyncError) {
    let list = StatedList(entity: plan.index, relation: reference.relation)
    let statements = call.state.statements[list.entity, list.relation]
    guard statements.named.contains(stored.rowID) else { return }
    let parent = stored.value(reference.column)
    call.state.references.note(
      ScopedChild(parent: parent.stored, id: stored.value(plan.idColumn).stored, list: list))
    guard let column = reference.positionColumn, plan.scopingReference != nil,
      call.nestedOperations.contains(.insert),
      let statement = try base.awaited.statement(
        of: parent.stored, plan.relations[reference.relation]),
      // A later list of the parent may have left out the child.
      statements.number(of: stored.rowID) >= statements.number(ofList: statement.rowID),
      let key = plan.waitingID(of: stored, in: call.parser.arena)
    else { return }
    let place = stored.value(column)
    try call.links.add(
      plan.linkName(of: plan.relations[reference.relation]), child: key,
      parent: parent.copied(into: call.parser.arena),
      position: place.kind == .integer ? Int(place.integer) : nil)
  }
}

extension StoredValue {
  fileprivate var integer: Int? {
    if case .integer(let value) = self { Int(value) } else { nil }
  }
}
