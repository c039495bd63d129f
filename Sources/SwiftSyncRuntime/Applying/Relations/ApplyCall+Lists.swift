/// To-many relations of the rows of a call (A3, A15, A16).
extension ApplyCall {
  /// Applies what a stored row says of its to-many relations.
  func applyLists(of node: RowNode, _ rowID: Int64) throws(SyncError) {
    for relation in node.plan.relations where node.relations[relation.index].isStated {
      switch relation.kind {
      case .reference: continue
      case .children(let children): try applyChildren(children, relation, of: node, rowID)
      case .members(let side): try applyMembers(side, relation, of: node, rowID)
      }
    }
  }

  /// Applies a list of children: first the nested rows, then the links.
  private func applyChildren(
    _ children: RelationPlan.Children, _ relation: RelationPlan, of node: RowNode, _ rowID: Int64
  ) throws(SyncError) {
    guard node.plan.identity.count == 1 else { return }
    let content = node.relations[relation.index]
    let list = CallState.StatedList(entity: relation.target.index, relation: children.relation)
    let isOrdered = children.reference.positionColumn != nil
    state.statements[list.entity][list.relation].expectLists()
    let start = number(of: node)
    var links = ChildLinks(
      children: children, relation: relation, parent: node.values[node.plan.identity[0]],
      list: list,
      places: content.statesIDs || isOrdered ? content.places(in: relation.target) : nil,
      statement: RestatedIDs.Statement(
        entity: node.plan.index, relation: relation.index, rowID: rowID),
      start: start,
      isParentNew: state.states[node.plan.index][rowID] == .inserted)
    if children.onDelete == .cascade { expectDeletions(in: relation.target) }
    forgetTakenLinks(links)
    try noteMembership(of: rowID, links, node)
    try applyNestedChildren(content, of: node, &links)
    // A tombstone among them may have taken the parent away.
    guard try tables[node.plan.index].isStored(rowID, unless: state.releases.isEmpty) else {
      return try takeBack(links)
    }
    links.dropTombstones()
    try content.forEachDistinctID { id throws(SyncError) in
      links.named.append(ChildLinks.Member(id: id, place: links.place(of: id) ?? 0))
    }
    links.dropRepetitions()
    links.isRepeated =
      state.statements[node.plan.index][relation.index].stateOwn(rowID, number: start)
    try finish(links, of: rowID)
  }

  /// The number of what a row states now; one that has waited keeps the number of its place.
  private func number(of node: RowNode) -> UInt32 {
    attempt == nil ? state.nextStatement() : node.number
  }

  /// Takes back the links of nested rows to a parent that a tombstone among them has deleted.
  private func takeBack(_ links: ChildLinks) throws(SyncError) {
    let (entity, relation) = (links.list.entity, links.list.relation)
    for (child, _) in links.linked {
      state.statements[entity][relation].nameInVoidList(child)
    }
    let incoming = IncomingReference(
      child: links.relation.target, relation: links.relation.target.relations[relation],
      reference: links.children.reference)
    try restoreDisplaced(incoming, by: links.parent)
  }

  private func noteMembership(
    of rowID: Int64, _ links: ChildLinks, _ node: RowNode
  ) throws(SyncError) {
    guard !links.children.isSingle, !links.isParentNew else { return }
    state.memberships.noteList(
      of: rowID, CallState.StatedList(entity: node.plan.index, relation: links.relation.index),
      key: MembershipChanges.key(of: links.parent, links.list))
  }

  /// Applies nested children, and notes which of them are to be linked how.
  private func applyNestedChildren(
    _ content: RelationContent, of node: RowNode, _ links: inout ChildLinks
  ) throws(SyncError) {
    links.isComplete = content.nonObjectElements.isEmpty
    for place in content.nonObjectElements {
      rejectNonObject(at: place, of: links.relation, in: node)
    }
    links.linked.reserveCapacity(content.rows.count)
    for nested in content.rows {
      let child = nested.node
      let id = child.values[links.relation.target.idColumn]
      let place = links.place(of: id)
      let isMember = place != nil || !content.statesIDs || content.isMixed
      let member = ChildLinks.Member(
        id: id, place: place ?? nested.position, position: nested.position)
      let outcome = try applyNested(child, link: isMember ? links.link(at: member.place) : nil)
      if case .left(let rowID?) = outcome { links.exempt.append(rowID) }
      if case .rejected(_, isIdentified: false) = outcome { links.isComplete = false }
      guard isMember else { continue }
      switch outcome {
      case .applied(let rowID):
        // Where the link may not be made, the value is taken out.
        if child.values[links.children.reference.column].kind == .missing {
          links.exempt.append(rowID)
        } else {
          links.linked.append((rowID, member))
        }
      case .waiting:
        links.waiting.append(child)
        links.named.append(member)
      case .passed(_?), .rejected(_, isIdentified: true): links.named.append(member)
      case .tombstoned: links.tombstones[ReferenceKey(id)] = nested.position
      case .passed(nil), .left, .rejected(_, isIdentified: false): break
      }
    }
  }

  /// Links the children and notes the list.
  private func finish(_ links: ChildLinks, of rowID: Int64) throws(SyncError) {
    let number = attempt == nil ? state.nextStatement() : links.start
    let (entity, relation) = (links.list.entity, links.list.relation)
    for child in links.exempt { state.exempt(child, from: links.list) }
    for (child, member) in links.linked {
      forgetTakenLinks(links, child: child)
      // What the rows of the list say of the link themselves comes before the list.
      if state.statements[entity][relation].number(of: child) > links.start {
        try linkChild(member, links, number: number)
      } else {
        state.statements[entity][relation].name(child, number: number)
      }
    }
    for child in links.waiting { child.number = number }
    try keepRestatedIDs(links)
    for member in links.named { try linkChild(member, links, number: number) }
    if links.isComplete, nestedOperations.contains(.delete), !self.links.isEmpty {
      let named = links.named.compactMap { links.waitingID(of: $0.id, in: parser.arena) }
      try self.links.keep(links.children.linkName, parent: links.parent, children: named)
    }
    state.statements[entity][relation].stateList(
      of: rowID, number: number, isComplete: links.isComplete)
    let hasLeft = links.children.onDelete == .cascade || links.children.reference.isOptional
    if !links.isComplete, hasLeft { noteUnprunedList() }
  }

  /// Keeps the ids that an earlier list of the parent has named and that wait for their rows.
  private func keepRestatedIDs(_ links: ChildLinks) throws(SyncError) {
    guard links.isRepeated, links.relation.target.identity.count == 1 else { return }
    try keepListedIDs(of: links.statement, links.parent.stored, links.children.linkName)
  }

  /// Links a child that a list names by its id, or keeps the link until the child arrives.
  private func linkChild(
    _ member: ChildLinks.Member, _ links: ChildLinks, number: UInt32
  ) throws(SyncError) {
    let target = links.relation.target
    let table = tables[target.index]
    guard target.identity.count == 1 else {
      return try listScopedChild(member, links, number: number)
    }
    guard let child = try table.rowID(of: member.id), let row = try table.row(child) else {
      return try wait(for: member, links)
    }
    let column = links.children.reference.column
    let isLinked = row.holds(links.parent, in: column)
    forgetTakenLinks(links, child: child)
    var columns = try linkColumns(of: row, member, links)
    // A link that may not be made leaves the child where it is, in spite of what lists there say.
    let isKept = !isLinked && !columns.contains(column)
    let isMoved = columns.contains(column)
    let waits =
      isMoved ? try waits(child, for: links.parent, links.children, table) : false
    // What the link was is judged before the list names the child.
    if isMoved, !waits { try noteMove(of: child, links.list, to: links.parent) }
    state.statements[links.list.entity][links.list.relation].name(
      child, number: isKept ? LinkStatements.exempt : number)
    if !isLinked, !isMoved || waits { noteUnlinked(child, member, links, number: number) }
    if columns.isEmpty || waits { return }
    if isMoved {
      try write(links.parent, to: column, of: child, table)
      columns.removeAll { $0 == column }
    }
    for column in columns {
      try write(.integer(Int64(member.place)), to: column, of: child, table)
    }
    state.markTouched(child, of: table.plan.index)
  }

  /// Notes that a list names a child whose link stays what it is.
  private func noteUnlinked(
    _ child: Int64, _ member: ChildLinks.Member, _ links: ChildLinks, number: UInt32
  ) {
    let hasPlace = links.children.reference.positionColumn != nil
    let naming = ListNaming(
      parent: links.parent.stored, rowID: links.statement.rowID,
      place: hasPlace ? .integer(Int64(member.place)) : nil, number: number)
    state.namings.add(naming, of: child, links.list)
    state.statements[links.list.entity][links.list.relation].unlist(child)
  }

  /// The columns of a listed child that have to be written and may be (A18).
  private func linkColumns(
    of row: StoredTable.Row, _ member: ChildLinks.Member, _ links: ChildLinks
  ) throws(SyncError) -> [Int] {
    let reference = links.children.reference
    let target = links.relation.target
    var columns: [Int] = []
    var needed = ApplyOptions.Operations.update
    if let column = reference.positionColumn,
      !row.holds(.integer(Int64(member.place)), in: column)
    {
      columns.append(column)
    }
    let rowID = row.rowID
    if !row.holds(links.parent, in: reference.column) {
      if row.holds(.null, in: reference.column) { needed = .insert }
      guard try !keepsReference(target.relations[links.children.relation], of: rowID, target) else {
        return []
      }
      columns.append(reference.column)
    }
    return nestedOperations.contains(needed) ? columns : []
  }

  /// Keeps the link to a child that is not there, as far as it may be made (A16, A18).
  private func wait(
    for member: ChildLinks.Member, _ links: ChildLinks
  ) throws(SyncError) {
    let name = links.children.linkName
    let known = try self.links.parent(of: member.id, name)
    guard nestedOperations.contains(known == nil ? .insert : .update) else { return }
    if let known { try keepWaitingID(member.id.stored, of: known, links) }
    try stateListed(member.id, links)
    if try isHeld(links) { return }
    let hasPlace = links.children.reference.positionColumn != nil
    try self.links.add(
      name, child: member.id, parent: links.parent, position: hasPlace ? member.place : nil)
  }

  /// Whether a one-to-one link stays with a row that no list takes it from.
  private func isHeld(_ links: ChildLinks) throws(SyncError) -> Bool {
    guard links.children.isSingle else { return false }
    let statements = state.statements[links.list.entity][links.list.relation]
    return try tables[links.list.entity].rowIDs(
      where: links.children.reference.column, holds: links.parent
    ).contains { statements.number(of: $0) == LinkStatements.exempt }
  }

  /// Keeps an id that a list of another parent has stated, since what waits will not tell it any more.
  private func keepWaitingID(
    _ id: StoredValue, of parent: StoredValue, _ links: ChildLinks
  ) throws(SyncError) {
    let entity = links.statement.entity
    let other = BoundValue(parent, in: parser.arena)
    guard !(other == links.parent), let rowID = try tables[entity].rowID(of: other),
      state.states(links.relation.index, of: rowID, entity)
    else { return }
    let statement = RestatedIDs.Statement(
      entity: entity, relation: links.relation.index, rowID: rowID)
    try keepListedIDs(of: statement, parent, links.children.linkName)
  }

  /// Counts an id of a list that has no row, once for each list.
  private func stateListed(_ id: BoundValue, _ links: ChildLinks) throws(SyncError) {
    if links.isRepeated || state.restatedIDs.knows(links.statement) {
      guard state.restatedIDs.add(id.stored, of: links.statement) else { return }
    }
    try state(id, of: links.relation.target)
  }

  /// Writes one column of a row that the payload does not hold itself.
  func write(
    _ value: BoundValue, to column: Int, of rowID: Int64, _ table: StoredTable
  ) throws(SyncError) {
    if try table.update(rowID, column: column, value) { return }
    // One-to-one: the link moves, so whoever has it loses it first.
    for other in try table.rowIDs(where: column, holds: value) where other != rowID {
      try unlink(other, column: column, positionColumn: nil, of: table.plan)
    }
    _ = try table.update(rowID, column: column, value)
  }
}
