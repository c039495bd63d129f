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

  // MARK: - Children

  private func applyChildren(
    _ children: RelationPlan.Children, _ relation: RelationPlan, of node: RowNode, _ rowID: Int64
  ) throws(SyncError) {
    guard node.plan.identity.count == 1 else { return }
    let list = CallState.StatedList(entity: relation.target.index, relation: children.relation)
    let content = node.relations[relation.index]
    let parent = node.values[node.plan.identity[0]]
    let isOrdered = children.reference.positionColumn != nil
    let places = content.statesIDs || isOrdered ? content.places(in: relation.target) : nil
    let isRepeated = state.noteStating(relation.index, of: rowID, node.plan.index)
    let statement = RestatedIDs.Statement(
      entity: node.plan.index, relation: relation.index, rowID: rowID)
    let writer = ChildLinks(
      children: children, relation: relation, parent: parent, list: list, places: places,
      statement: statement, isRepeated: isRepeated)
    if children.onDelete == .cascade { expectDeletions(in: relation.target) }
    forgetTakenLinks(writer)
    if isRepeated {
      for id in try links.children(of: parent, children.linkName) {
        state.restatedIDs.keep(id, of: statement)
      }
    }
    try content.forEachDistinctID { id throws(SyncError) in
      try linkChild(id, at: writer.place(of: id) ?? 0, writer)
    }
    try links.keep(children.linkName, parent: parent, children: content.ids)
    let isComplete = try applyNestedChildren(content, of: node, writer)
    guard isComplete else {
      let hasLeft = children.onDelete == .cascade || children.reference.isOptional
      if hasLeft { noteUnprunedList() }
      return
    }
    state.parents[list, default: []].append(rowID)
  }

  /// Applies nested children and returns whether all of them can be told apart.
  private func applyNestedChildren(
    _ content: RelationContent, of node: RowNode, _ writer: ChildLinks
  ) throws(SyncError) -> Bool {
    var isComplete = content.strangers.isEmpty
    for place in content.strangers {
      rejectStranger(at: place, of: writer.relation, in: node)
    }
    for nested in content.rows {
      let place = writer.place(of: nested.node.values[writer.relation.target.idColumn])
      let isMember = place != nil || !content.statesIDs || content.isMixed
      let link = isMember ? writer.link(at: place ?? nested.position) : nil
      switch try apply(nested.node, link: link) {
      case .applied(let child):
        guard isMember else { continue }
        state.listed[writer.list, default: RowIDSet()].insert(child)
        forgetTakenLinks(writer, child: child)
      case .passed(let child), .waiting(let child), .rejected(let child, isIdentified: true):
        if let child { state.listed[writer.list, default: RowIDSet()].insert(child) }
      case .buried:
        break
      case .rejected(_, isIdentified: false):
        isComplete = false
      }
    }
    return isComplete
  }

  /// Links a child that a list of ids names, or keeps the link until the child arrives.
  private func linkChild(
    _ id: BoundValue, at position: Int, _ writer: ChildLinks
  ) throws(SyncError) {
    let target = writer.relation.target
    let table = tables[target.index]
    let children = writer.children
    guard writer.relation.target.identity.count == 1 else {
      return try listScopedChild(id, at: position, writer)
    }
    guard let child = try table.rowID(of: id), let row = try table.row(child) else {
      let place = children.reference.positionColumn == nil ? nil : position
      state.awaited[writer.list, default: []].insert(id.stored)
      let isNew = try links.add(
        children.linkName, child: id, parent: writer.parent, position: place)
      let isStated =
        writer.isRepeated
        && (!isNew || !state.restatedIDs.add(id.stored, of: writer.statement))
      if !isStated { try state(id, of: writer.relation.target) }
      return
    }
    try state(id, of: writer.relation.target)
    state.listed[writer.list, default: RowIDSet()].insert(child)
    forgetTakenLinks(writer, child: child)
    let isLinked = row.holds(.null, in: children.reference.column) == false
    var changes: [(column: Int, value: BoundValue)] = []
    if !row.holds(writer.parent, in: children.reference.column) {
      guard nestedOperations.contains(isLinked ? .update : .insert),
        try !keepsReference(target.relations[children.relation], of: child, target)
      else { return }
      if try waits(child, for: writer.parent, children, table) { return }
      changes.append((children.reference.column, writer.parent))
    }
    if let column = children.reference.positionColumn,
      !row.holds(.integer(Int64(position)), in: column)
    {
      changes.append((column, .integer(Int64(position))))
    }
    guard !changes.isEmpty else { return }
    for change in changes {
      try write(change.value, to: change.column, of: child, table)
    }
    state.markTouched(child, of: table.plan.index)
  }

  /// Lists a new row that a list of this call has named before it arrived.
  func listAwaited(_ node: RowNode, _ rowID: Int64) {
    guard !state.awaited.isEmpty, node.plan.identity.count == 1 else { return }
    let id = node.values[node.plan.identity[0]].stored
    for relation in node.plan.relations {
      let list = CallState.StatedList(entity: node.plan.index, relation: relation.index)
      guard state.awaited[list]?.contains(id) == true else { continue }
      state.listed[list, default: RowIDSet()].insert(rowID)
    }
  }

  /// Lists a child whose identity the parent scopes: if it is there, it is the parent's already.
  private func listScopedChild(
    _ id: BoundValue, at position: Int, _ writer: ChildLinks
  ) throws(SyncError) {
    let target = writer.relation.target
    let table = tables[target.index]
    let node = RowNode(target)
    node.values[writer.children.reference.column] = writer.parent
    node.values[target.idColumn] = id
    guard let row = try table.find(node.values) else { return }
    state.listed[writer.list, default: RowIDSet()].insert(row.rowID)
    let place = BoundValue.integer(Int64(position))
    guard let column = writer.children.reference.positionColumn, !row.holds(place, in: column)
    else { return }
    _ = try table.update(row.rowID, column: column, place)
    state.markTouched(row.rowID, of: target.index)
  }

  /// Writes one column of a row that the payload does not hold itself.
  func write(
    _ value: BoundValue, to column: Int, of rowID: Int64, _ table: StoredTable
  ) throws(SyncError) {
    if try table.update(rowID, column: column, value) { return }
    // One-to-one: the link moves, so whoever has it loses it first.
    for other in try table.rowIDs(where: column, holds: value) where other != rowID {
      _ = try table.update(other, column: column, .null)
      state.markTouched(other, of: table.plan.index)
    }
    _ = try table.update(rowID, column: column, value)
  }

  /// Takes the children that complete lists do not name away from their parents (A15).
  func pruneLists() throws(SyncError) {
    for (list, parents) in state.parents.sorted(by: { $0.key < $1.key }) {
      try prune(list, parents)
    }
    try linkTaken()
  }

  private func prune(_ list: CallState.StatedList, _ parents: [Int64]) throws(SyncError) {
    let child = schema.entities[list.entity]
    let relation = child.relations[list.relation]
    guard case .reference(let reference) = relation.kind else { return }
    let unlisted = try unlistedRows(of: parents, list, in: child, relation.target, reference)
    try remove(unlisted, from: relation, reference, of: child)
  }

  private func remove(
    _ rowIDs: [Int64], from relation: RelationPlan, _ reference: RelationMetadata.Reference,
    of child: EntityPlan
  ) throws(SyncError) {
    guard nestedOperations.contains(.delete) else { return }
    let incoming = IncomingReference(child: child, relation: relation, reference: reference)
    if relation.metadata.onDelete == .cascade {
      var gone: [Int64] = []
      for rowID in try withoutLocalRows(rowIDs, of: child) where try !spare(rowID, incoming) {
        gone.append(rowID)
      }
      try deleteOrMark(gone, of: child, reference)
    } else if reference.isOptional {
      for rowID in rowIDs where try !keepsReference(relation, of: rowID, child) {
        try unlink(rowID, incoming)
      }
    }
  }

  func unlink(_ rowID: Int64, _ incoming: IncomingReference) throws(SyncError) {
    try unlink(
      rowID, column: incoming.reference.column, positionColumn: incoming.reference.positionColumn,
      of: incoming.child)
  }

  /// Takes a row's reference away, and with it its place in the parent's list.
  func unlink(
    _ rowID: Int64, column: Int, positionColumn: Int?, of child: EntityPlan
  ) throws(SyncError) {
    let table = tables[child.index]
    _ = try table.update(rowID, column: column, .null)
    if let positionColumn { _ = try table.update(rowID, column: positionColumn, .null) }
    state.markTouched(rowID, of: child.index)
  }
}
