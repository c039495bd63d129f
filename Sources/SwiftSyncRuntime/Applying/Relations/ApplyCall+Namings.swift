/// Lists that name rows which are deleted later in the call: what a list states stays, as a link that
/// waits and as an unresolved reference, so that the same payload again changes nothing.
extension ApplyCall {
  /// Keeps that a list has named a row, now that the row's link becomes another.
  func noteNaming(
    of row: StoredTable.Row, _ reference: ReferencePlan, _ plan: EntityPlan
  ) throws(SyncError) {
    let relation = reference.relation
    guard plan.identity.count == 1, state.statements[plan.index][relation].hasLists,
      state.statements[plan.index][relation].isListed(row.rowID)
    else { return }
    state.statements[plan.index][relation].unlist(row.rowID)
    guard let parent = try tables[reference.target].rowID(of: row.value(reference.column)) else {
      return
    }
    let naming = ListNaming(
      parent: row.value(reference.column).stored, rowID: parent,
      place: reference.positionColumn.map { row.value($0).stored },
      number: state.statements[plan.index][relation].number(of: row.rowID))
    let list = CallState.StatedList(entity: plan.index, relation: relation)
    state.namings.add(naming, of: row.rowID, list)
  }

  /// Takes the links that have waited for a new row away; lists of this call still name it.
  func takeWaitingLinks(to node: RowNode, _ rowID: Int64) throws(SyncError) {
    guard !links.isEmpty, node.plan.identity.count == 1 else { return }
    let id = node.values[node.plan.identity[0]]
    for reference in node.plan.references {
      let relation = node.plan.relations[reference.relation]
      let name = node.plan.linkName(of: relation)
      guard let link = try links.link(to: id, name) else { continue }
      if let statement = try statement(of: link.parent, relation) {
        try keepListedIDs(of: statement, link.parent, name)
        let list = CallState.StatedList(entity: node.plan.index, relation: reference.relation)
        let naming = ListNaming(
          parent: link.parent, rowID: statement.rowID, place: link.place,
          number: state.statements[list.entity][list.relation].number(ofList: statement.rowID))
        state.namings.add(naming, of: rowID, list)
      }
      try links.remove(name, child: id)
    }
  }

  /// The list at the other end of a relation, as this call has stated it for a parent.
  func statement(
    of parent: StoredValue, _ relation: RelationPlan
  ) throws(SyncError) -> RestatedIDs.Statement? {
    let target = relation.target
    guard let list = relation.list,
      let rowID = try tables[target.index].rowID(of: BoundValue(parent, in: parser.arena)),
      state.states(list.index, of: rowID, target.index)
    else { return nil }
    return RestatedIDs.Statement(entity: target.index, relation: list.index, rowID: rowID)
  }

  /// Keeps the ids that a list has stated and that wait for their rows, before one of them waits no
  /// more.
  func keepListedIDs(
    of statement: RestatedIDs.Statement, _ parent: StoredValue, _ name: String
  ) throws(SyncError) {
    guard !state.restatedIDs.knows(statement) else { return }
    let id = BoundValue(parent, in: parser.arena)
    state.restatedIDs.keep(try links.children(of: id, name), of: statement)
  }

  /// Counts a row that is about to be deleted for each list that names it, and lets the latest of
  /// them wait for it.
  func stateDeleted(
    _ stored: StoredTable.Row, _ reference: ReferencePlan, _ plan: EntityPlan
  ) throws(SyncError) {
    try noteNaming(of: stored, reference, plan)
    let list = CallState.StatedList(entity: plan.index, relation: reference.relation)
    let namings = state.namings.all(of: stored.rowID, list)
    guard !namings.isEmpty else { return }
    let id = stored.value(plan.identity[0]).copied(into: parser.arena)
    let relation = plan.relations[reference.relation]
    let name = plan.linkName(of: relation)
    var latest: ListNaming?
    for naming in namings {
      guard let statement = try statement(of: naming.parent, relation) else { continue }
      try keepListedIDs(of: statement, naming.parent, name)
      if state.restatedIDs.add(id.stored, of: statement) { try state(id, of: plan) }
      let number = state.statements[list.entity][list.relation].number(ofList: naming.rowID)
      if naming.number >= number { latest = naming }
    }
    guard let latest, nestedOperations.contains(.insert) else { return }
    try links.add(
      name, child: id, parent: BoundValue(latest.parent, in: parser.arena),
      position: latest.place?.integer)
  }
}

extension RelationPlan {
  /// The list at the other end of a to-one relation.
  var list: RelationPlan? {
    target.relations.first { other in
      guard case .children = other.kind else { return false }
      return other.metadata.name == metadata.inverse
    }
  }
}

extension StoredValue {
  fileprivate var integer: Int? {
    if case .integer(let value) = self { Int(value) } else { nil }
  }
}
