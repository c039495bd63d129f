/// Children whose identity their parent scopes, in the lists of that parent.
///
/// A list of ids can only name the parent's own children, so it never links any; an ordered one gives
/// them places. The place of a child that is not there waits among the links that wait. Such links are
/// told apart by the id of the child, which several parents can have in use, so that for these children
/// it is the whole identity, as a JSON array in the order of the schema.
extension ApplyCall {
  /// A child that a parent scopes, as a list of the parent names it.
  struct ScopedChild: Hashable {
    let parent: StoredValue
    let id: StoredValue
    /// The child's relation.
    let list: CallState.StatedList
  }

  /// Lists a child whose identity the parent scopes: if it is there, it is the parent's already.
  func listScopedChild(
    _ member: ChildLinks.Member, _ links: ChildLinks, number: UInt32
  ) throws(SyncError) {
    let target = links.relation.target
    let table = tables[target.index]
    let node = RowNode(target)
    node.values[links.children.reference.column] = links.parent
    node.values[target.idColumn] = member.id
    guard let row = try table.find(node.values) else {
      state.unresolvedChildren.insert(
        ScopedChild(parent: links.parent.stored, id: member.id.stored, list: links.list))
      return try waitForScopedChild(member, links)
    }
    state.statements[links.list.entity][links.list.relation].name(row.rowID, number: number)
    let place = BoundValue.integer(Int64(member.place))
    guard let column = links.children.reference.positionColumn, !row.holds(place, in: column),
      nestedOperations.contains(.update)
    else { return }
    let rowID = row.rowID
    _ = try table.update(rowID, column: column, place)
    state.markTouched(rowID, of: target.index)
  }

  /// Keeps the place of a child that is not there, as far as it may be written (A18).
  private func waitForScopedChild(
    _ member: ChildLinks.Member, _ links: ChildLinks
  ) throws(SyncError) {
    guard links.children.reference.positionColumn != nil,
      let key = links.waitingID(of: member.id, in: parser.arena)
    else { return }
    let name = links.children.linkName
    let isKnown = try self.links.link(to: key, name) != nil
    guard nestedOperations.contains(isKnown ? .update : .insert) else { return }
    try self.links.add(name, child: key, parent: links.parent, position: member.place)
  }

  /// Gives a new row that its parent scopes the place that a list has for it.
  func fillPlace(ofScoped node: RowNode) throws(SyncError) {
    guard let (reference, key) = waitingPlace(of: node), let column = reference.positionColumn,
      node.values[column].kind == .missing
    else { return }
    let name = node.plan.linkName(of: node.plan.relations[reference.relation])
    guard let link = try links.link(to: key, name) else { return }
    node.complete(column, BoundValue(link.place, in: parser.arena))
  }

  /// Takes the place away that has waited for a new row; a list of this call still names it.
  func takeWaitingPlace(ofScoped node: RowNode, _ rowID: Int64) throws(SyncError) {
    guard let (reference, key) = waitingPlace(of: node) else { return }
    let relation = node.plan.relations[reference.relation]
    let name = node.plan.linkName(of: relation)
    guard let link = try links.link(to: key, name) else { return }
    if let statement = try statement(of: link.parent, relation) {
      let (entity, index) = (node.plan.index, reference.relation)
      let number = state.statements[entity][index].number(ofList: statement.rowID)
      state.statements[entity][index].name(rowID, number: number)
    }
    try links.remove(name, child: key)
  }

  /// Takes the place away that waits for a row with a tombstone, in a list that the payload does not
  /// state.
  func removeWaitingPlace(ofScoped node: RowNode) throws(SyncError) {
    guard let (reference, key) = waitingPlace(of: node) else { return }
    let relation = node.plan.relations[reference.relation]
    let parent = node.values[reference.column].stored
    guard try statement(of: parent, relation) == nil else { return }
    try links.remove(node.plan.linkName(of: relation), child: key)
  }

  /// The reference to the scoping parent, and what links call a row; `nil` if no place can wait for it.
  private func waitingPlace(of node: RowNode) -> (ReferencePlan, BoundValue)? {
    guard !links.isEmpty, let reference = node.plan.scopingReference,
      let key = node.plan.waitingID(of: node, in: parser.arena)
    else { return nil }
    return (reference, key)
  }

  /// Counts a child of a scoping parent that is deleted after a list has named it, and lets the list
  /// wait for it.
  func stateDeletedScoped(
    _ stored: StoredTable.Row, _ reference: ReferencePlan, _ plan: EntityPlan
  ) throws(SyncError) {
    let list = CallState.StatedList(entity: plan.index, relation: reference.relation)
    let statements = state.statements[list.entity][list.relation]
    guard statements.named.contains(stored.rowID) else { return }
    let parent = stored.value(reference.column)
    state.unresolvedChildren.insert(
      ScopedChild(parent: parent.stored, id: stored.value(plan.idColumn).stored, list: list))
    guard let column = reference.positionColumn, plan.scopingReference != nil,
      nestedOperations.contains(.insert),
      let statement = try statement(of: parent.stored, plan.relations[reference.relation]),
      // A later list of the parent may have left the child out.
      statements.number(of: stored.rowID) >= statements.number(ofList: statement.rowID),
      let key = plan.waitingID(of: stored, in: parser.arena)
    else { return }
    let place = stored.value(column)
    try links.add(
      plan.linkName(of: plan.relations[reference.relation]), child: key,
      parent: parent.copied(into: parser.arena),
      position: place.kind == .integer ? Int(place.integer) : nil)
  }

  func isUnresolved(_ child: ScopedChild) throws(SyncError) -> Bool {
    let plan = schema.entities[child.list.entity]
    guard let reference = plan.references.first(where: { $0.relation == child.list.relation }),
      try tables[reference.target].contains(child.parent)
    else { return false }
    let node = RowNode(plan)
    node.values[reference.column] = BoundValue(child.parent, in: parser.arena)
    node.values[plan.idColumn] = BoundValue(child.id, in: parser.arena)
    return try tables[plan.index].find(node.values) == nil
  }
}

extension EntityPlan {
  /// For an identity of a parent and an id, the reference to that parent; `nil` for any other.
  fileprivate var scopingReference: ReferencePlan? {
    guard identity.count == 2, let parentColumn else { return nil }
    return references.first { $0.column == parentColumn }
  }

  /// What links that wait call a row; `nil` if they cannot name it.
  fileprivate func waitingID(of node: RowNode, in arena: ByteArena) -> BoundValue? {
    waitingID(identity.map { node.values[$0].stored }, in: arena)
  }

  fileprivate func waitingID(of row: StoredTable.Row, in arena: ByteArena) -> BoundValue? {
    waitingID(identity.map { row.value($0).stored }, in: arena)
  }

  private func waitingID(_ identity: [StoredValue], in arena: ByteArena) -> BoundValue? {
    ListText.json(of: identity).map { BoundValue(.text($0), in: arena) }
  }
}

extension ChildLinks {
  /// What links that wait call a child of the list: its id, or for one that the parent scopes its
  /// identity; `nil` if they cannot name it.
  func waitingID(of id: BoundValue, in arena: ByteArena) -> BoundValue? {
    let target = relation.target
    guard target.identity.count > 1 else { return id }
    guard target.scopingReference?.column == children.reference.column else { return nil }
    let node = RowNode(target)
    node.values[children.reference.column] = parent
    node.values[target.idColumn] = id
    return target.waitingID(of: node, in: arena)
  }
}
