/// Updates links, and what the payload has stated about them, when rows change.
extension ApplyCall {
  /// Links that a row leaves and takes when it is written.
  struct Moves {
    var left: [UInt64] = []
    var joined: [UInt64] = []
  }

  /// Expects the lists of a row that waits, which then come before what later rows say of themselves.
  func expectLists(of node: RowNode) {
    guard node.hasLinks else { return }
    for relation in node.plan.relations where node.relations[relation.index].isStated {
      if case .children(let children) = relation.kind {
        state.statements[relation.target.index][children.relation].expectLists()
      }
      for nested in node.relations[relation.index].rows { expectLists(of: nested.node) }
    }
  }

  /// Takes the links out of a row that has waited of which lists later in the payload say otherwise.
  func leaveOvertakenLinks(of node: RowNode, _ rowID: Int64) {
    for reference in node.plan.references where reference.column != node.listColumn {
      let number = state.statements[node.plan.index][reference.relation].number(of: rowID)
      guard number > node.number, number != LinkStatements.exempt else { continue }
      leave(reference, of: node)
    }
  }

  /// Keeps the ids that a row has stated and that are about to be replaced.
  func keepStatedIDs(
    of node: RowNode, _ stored: StoredTable.Row, changed: [Int]
  ) throws(SyncError) {
    for reference in node.plan.references where changed.contains(reference.column) {
      noteDisplaced(stored, reference, node.plan, byList: reference.column == node.listColumn)
      try noteNaming(of: stored, reference, node.plan)
      keepStatedID(stored.value(reference.column), reference, of: stored.rowID, node.plan)
      if !node.states(reference.column) {
        state.statements[node.plan.index][reference.relation].withdrawOwn(stored.rowID)
      }
    }
  }

  /// Keeps what a link was where a tombstone may still make what changes it void.
  private func noteDisplaced(
    _ stored: StoredTable.Row, _ reference: ReferencePlan, _ plan: EntityPlan, byList: Bool
  ) {
    let canBeVoid = plan.tombstoneColumn != nil || byList
    guard canBeVoid, postponesReleases else { return }
    let list = CallState.StatedList(entity: plan.index, relation: reference.relation)
    let statements = state.statements[plan.index]
    let link = DisplacedLink(
      parent: stored.value(reference.column).stored,
      place: reference.positionColumn.map { stored.value($0).stored },
      isOwn: state.states(reference.relation, of: stored.rowID, plan.index),
      isListed: statements[reference.relation].isListed(stored.rowID),
      number: statements[reference.relation].number(of: stored.rowID))
    if state.states[plan.index][stored.rowID] != .inserted {
      state.originalLinks.keep(link, of: stored.rowID, list)
    }
    if byList, schema.entities[reference.target].tombstoneColumn != nil {
      state.displacedLinks.replace(link, of: stored.rowID, list)
    }
  }

  /// Keeps what a row has stated itself, since its column will not tell it any more.
  private func keepStatedID(
    _ id: BoundValue, _ reference: ReferencePlan, of rowID: Int64, _ plan: EntityPlan
  ) {
    guard state.states(reference.relation, of: rowID, plan.index), id.kind != .null else { return }
    let statement = RestatedIDs.Statement(
      entity: plan.index, relation: reference.relation, rowID: rowID)
    state.restatedIDs.keep(id.stored, of: statement)
  }

  /// Notes that something else than the row itself is about to change its reference.
  func noteMove(
    of rowID: Int64, _ list: CallState.StatedList, to parent: BoundValue?
  ) throws(SyncError) {
    let plan = schema.entities[list.entity]
    guard let reference = plan.references.first(where: { $0.relation == list.relation }),
      let row = try tables[list.entity].row(rowID)
    else { return }
    let old = row.value(reference.column)
    noteDisplaced(row, reference, plan, byList: parent != nil)
    try noteNaming(of: row, reference, plan)
    keepStatedID(old, reference, of: rowID, plan)
    state.statements[list.entity][list.relation].withdrawOwn(rowID)
    guard reference.hasList else { return }
    let child = plan.membershipHash(of: row)
    if old.kind != .null {
      state.memberships.note(child, joins: false, MembershipChanges.key(of: old, list))
    }
    if let parent {
      state.memberships.note(child, joins: true, MembershipChanges.key(of: parent, list))
    }
  }

  /// What lists lose and gain when a known row is written.
  func moves(of node: RowNode, _ stored: StoredTable.Row, changed: [Int]) -> Moves? {
    var moves: Moves?
    for reference in node.plan.references
    where reference.hasList && changed.contains(reference.column) {
      var next = moves ?? Moves()
      let list = CallState.StatedList(entity: node.plan.index, relation: reference.relation)
      let (old, new) = (stored.value(reference.column), node.values[reference.column])
      if old.kind != .null { next.left.append(MembershipChanges.key(of: old, list)) }
      if new.kind != .null { next.joined.append(MembershipChanges.key(of: new, list)) }
      moves = next
    }
    return moves
  }

  func note(_ moves: Moves?, of node: RowNode) {
    guard let moves else { return }
    let child = node.membershipHash
    for key in moves.left { state.memberships.note(child, joins: false, key) }
    for key in moves.joined { state.memberships.note(child, joins: true, key) }
  }

  /// Notes the links of a new row: it joins lists, and one that has waited for it names it. One that
  /// comes back has its links without a new statement.
  ///
  /// - Parameter awaited: How many of the completed columns links have filled that waited.
  func noteNewLinks(of node: RowNode, _ rowID: Int64, awaited: Int) {
    for reference in node.plan.references {
      let id = node.values[reference.column]
      guard id.kind != .missing, id.kind != .null else { continue }
      let list = CallState.StatedList(entity: node.plan.index, relation: reference.relation)
      if reference.hasList, !(reference.column == node.listColumn && node.hasNewParent) {
        let key = MembershipChanges.key(of: id, list)
        state.memberships.note(node.membershipHash, joins: true, key)
      }
      if state.statements[list.entity][list.relation].hasLists,
        node.completed.prefix(awaited).contains(reference.column)
      {
        let number = state.nextStatement()
        state.statements[list.entity][list.relation].list(rowID, number: number)
      }
    }
  }

  /// The link that has waited for a new row which another list brings, if that list may become void.
  func waitingLink(
    of node: RowNode
  ) throws(SyncError) -> (link: DisplacedLink, list: CallState.StatedList)? {
    guard let column = node.listColumn, node.plan.identity.count == 1, postponesReleases,
      let reference = node.plan.references.first(where: { $0.column == column }),
      schema.entities[reference.target].tombstoneColumn != nil
    else { return nil }
    let name = node.plan.linkName(of: node.plan.relations[reference.relation])
    guard let waiting = try links.link(to: node.values[node.plan.identity[0]], name) else {
      return nil
    }
    let list = CallState.StatedList(entity: node.plan.index, relation: reference.relation)
    return (DisplacedLink(parent: waiting.parent, place: waiting.place, isOwn: false), list)
  }

  /// Keeps the link that has waited for a new row, whose arrival is a statement about it.
  func noteDisplaced(_ link: DisplacedLink, of rowID: Int64, _ list: CallState.StatedList) {
    var link = link
    link.number = state.nextStatement()
    state.displacedLinks.replace(link, of: rowID, list)
    state.statements[list.entity][list.relation].list(rowID, number: link.number)
  }

  /// Takes back what a row has stated that is about to be deleted: it is judged by the outcome.
  func withdrawStatements(of stored: StoredTable.Row, _ plan: EntityPlan) throws(SyncError) {
    let rowID = stored.rowID
    for reference in plan.references {
      let id = stored.value(reference.column)
      let list = CallState.StatedList(entity: plan.index, relation: reference.relation)
      if reference.hasList, id.kind != .null {
        state.memberships.note(
          plan.membershipHash(of: stored), joins: false, MembershipChanges.key(of: id, list))
      }
      let isStated =
        state.states(reference.relation, of: rowID, plan.index) && !isScope(id, reference, plan)
      withdraw(isStated ? [id.stored] : [], list, rowID, of: reference.target)
      guard reference.hasList else { continue }
      if plan.identity.count == 1 {
        try stateDeleted(stored, reference, plan)
      } else if id.kind != .null {
        try stateDeletedScoped(stored, reference, plan)
      }
    }
    try withdrawLists(of: stored, plan)
  }

  /// Whether the call's scope has given a reference, which counts as no id of the payload.
  private func isScope(
    _ id: BoundValue, _ reference: ReferencePlan, _ plan: EntityPlan
  ) -> Bool {
    guard let scope, plan === self.plan, reference.column == scope.column else { return false }
    return id == scope.parent
  }

  private func withdrawLists(of stored: StoredTable.Row, _ plan: EntityPlan) throws(SyncError) {
    let rowID = stored.rowID
    for relation in plan.relations where state.states(relation.index, of: rowID, plan.index) {
      let list = CallState.StatedList(entity: plan.index, relation: relation.index)
      var ids: [StoredValue] = []
      switch relation.kind {
      case .reference: continue
      case .children(let children):
        // Those that the row scopes are not counted by their ids.
        guard relation.target.identity.count == 1 else { continue }
        ids = try links.children(of: stored.value(plan.identity[0]), children.linkName)
      case .members(let side):
        let query = try connection.statement(side.selectSQL)
        query.bind(1, stored.value(plan.identity[0]))
        while try query.step() { ids.append(query.value(0).stored) }
        query.reset()
      }
      withdraw(ids, list, rowID, of: relation.target.index)
    }
  }

  private func withdraw(
    _ ids: [StoredValue], _ relation: CallState.StatedList, _ rowID: Int64, of target: Int
  ) {
    let statement = RestatedIDs.Statement(
      entity: relation.entity, relation: relation.relation, rowID: rowID)
    let restated = state.restatedIDs.remove(statement)
    for id in restated.map(Array.init) ?? ids {
      state.statedIDs[target].remove(BoundValue(id, in: parser.arena))
    }
  }
}

extension EntityPlan {
  fileprivate func membershipHash(of row: StoredTable.Row) -> UInt64 {
    var hasher = Hasher()
    for column in identity { ReferenceKey(row.value(column)).hash(into: &hasher) }
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }
}

extension RowNode {
  fileprivate var membershipHash: UInt64 {
    var hasher = Hasher()
    for column in plan.identity { ReferenceKey(values[column]).hash(into: &hasher) }
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }
}
