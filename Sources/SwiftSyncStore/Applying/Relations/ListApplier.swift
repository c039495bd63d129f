import SwiftSyncValues
@_spi(Generated) import SwiftSyncCoding

/// Lists of children of the rows of a call (A3, A15, A16).
final class ListApplier {
  let call: CallData
  let base: BaseParts

  init(_ base: BaseParts) {
    call = base.call
    self.base = base
  }

  /// Applies a list of children: first the nested rows, then the links.
  ///
  /// - Parameter rows: Applies the nested rows.
  func apply(
    _ children: RelationPlan.Children, _ relation: RelationPlan, of node: RowNode, _ rowID: Int64,
    rows: RowApplier
  ) throws(SyncError) {
    guard node.plan.isNamed else { return }
    let content = node.relations[relation.index]
    let foreign = try rowsOfOtherParents(
      in: content, node.values[node.plan.keyColumn], children, relation, rows)
    if relation.namesByParts {
      try identify(content, node.values[node.plan.keyColumn], children, relation, rows)
    }
    let refused =
      content.namedRows.isEmpty
      ? [] : try rows.parts.references.identifyNamedRows(in: relation, of: node)
    var links = try links(children, relation, of: node, rowID)
    if children.onDelete == .cascade { base.expected.expectDeletions(in: relation.target) }
    base.taken.forget(links)
    noteMembership(of: rowID, links, node)
    try applyNestedChildren(content, of: node, &links, rows, besides: foreign)
    for named in refused { try refuse(named.node, &links, rows) }
    // A tombstone among them may have deleted the parent.
    guard
      try call.tables[node.plan.index].isStored(
        rowID, unless: !call.state.deletions.hasReleases)
    else { return try takeBack(links) }
    links.dropTombstones()
    links.findLastPositions(in: content)
    try content.forEachDistinctID { id throws(SyncError) in
      if links.isBuried(id) { return }
      links.named.append(ChildLinks.Member(id: id, place: links.place(of: id) ?? 0))
    }
    links.dropRepetitions()
    links.isRepeated =
      call.state.statements[node.plan.index, relation.index].stateOwn(rowID, number: links.start)
    try finish(&links, of: rowID)
  }

  /// Rejects a row or an id that lacks a part, or that belongs to another parent.
  private func refuse(
    _ node: RowNode, _ links: inout ChildLinks, _ rows: RowApplier
  ) throws(SyncError) {
    links.isComplete = false
    guard node.hasIdentity else {
      _ = try rows.rejectUnidentified(node)
      return
    }
    let column = links.children.reference.column
    let rejection = Rejection(
      .badValue, path: node.path(of: column),
      "expected \(links.parent.stored.text), the identity of the enclosing row, "
        + "found \(node.values[column].stored.text)")
    if let rowID = try rows.reject(node, rejection).rowID { links.exempt.append(rowID) }
  }

  /// Completes the identities of nested rows, by which the list refers to them.
  private func identify(
    _ content: RelationContent, _ parent: BoundValue, _ children: RelationPlan.Children,
    _ relation: RelationPlan, _ rows: RowApplier
  ) throws(SyncError) {
    let column = children.reference.column
    let isScoped = relation.target.isIdentity(column)
    for nested in content.rows {
      if isScoped { nested.node.values[column] = parent }
      try rows.parts.references.takeReferences(of: nested.node, link: nil)
    }
  }

  /// The list before its rows are applied. From now on, statements about its links are numbered.
  private func links(
    _ children: RelationPlan.Children, _ relation: RelationPlan, of node: RowNode, _ rowID: Int64
  ) throws(SyncError) -> ChildLinks {
    let content = node.relations[relation.index]
    let list = StatedList(entity: relation.target.index, relation: children.relation)
    call.state.statements[list].expectLists()
    let hasPlaces = content.statesIDs || children.reference.positionColumn != nil
    var links = ChildLinks(
      children: children, relation: relation, parent: node.values[node.plan.keyColumn],
      list: list, places: hasPlaces ? content.places(by: relation.memberColumn) : nil,
      statement: RowStatement(entity: node.plan.index, relation: relation.index, rowID: rowID),
      start: number(of: node), end: call.mode.isAttempt ? node.listNumber : 0,
      isParentNew: call.state.tallies.isInserted(rowID, of: node.plan.index))
    links.isPartial = content.isPartial(relation)
    try continueOrder(&links)
    return links
  }

  /// The number of the row's current statement. A row that has waited keeps the number of its
  /// place.
  private func number(of node: RowNode) -> UInt32 {
    call.mode.isAttempt ? node.number : call.state.statements.next()
  }

  /// Reverts the links of nested rows to a parent that a tombstone among them has deleted.
  private func takeBack(_ links: ChildLinks) throws(SyncError) {
    let (entity, relation) = (links.list.entity, links.list.relation)
    for (child, _) in links.linked {
      call.state.statements[entity, relation].nameInVoidList(child)
    }
    let incoming = IncomingReference(
      child: links.relation.target, relation: links.relation.target.relations[relation],
      reference: links.children.reference)
    try base.writer.restoreDisplaced(incoming, by: links.parent)
    for (child, _) in links.linked { call.state.statements[entity, relation].unlist(child) }
  }

  private func noteMembership(of rowID: Int64, _ links: ChildLinks, _ node: RowNode) {
    guard !links.children.isSingle, !links.isParentNew else { return }
    call.state.history.memberships.noteList(
      of: rowID, StatedList(entity: node.plan.index, relation: links.relation.index),
      key: MembershipChanges.key(of: links.parent, links.list))
  }

  /// Applies nested children, and records how each must be linked.
  private func applyNestedChildren(
    _ content: RelationContent, of node: RowNode, _ links: inout ChildLinks, _ rows: RowApplier,
    besides foreign: [ObjectIdentifier: BoundValue]
  ) throws(SyncError) {
    links.isComplete = content.unreadableElements.isEmpty
    for place in content.unreadableElements {
      call.rejectNonObject(at: place, of: links.relation, in: node)
    }
    links.linked.reserveCapacity(content.rows.count)
    for nested in content.rows {
      let child = nested.node
      if let parent = foreign[ObjectIdentifier(child)] {
        child.values[links.children.reference.column] = parent
        child.settleParts(in: call.parser.arena)
        try refuse(child, &links, rows)
        continue
      }
      let id = child.values[links.relation.memberColumn]
      let place = links.place(of: id)
      let isMember = place != nil || !content.statesIDs || content.isMixed
      let member = ChildLinks.Member(
        id: id, place: place ?? nested.position, position: nested.position)
      let outcome = try rows.applyNested(child, link: isMember ? links.link(at: member.place) : nil)
      if case .left(let rowID?) = outcome { links.exempt.append(rowID) }
      if case .rejected(_, isIdentified: false) = outcome {
        links.isComplete = false
        links.exempt += try rows.possibleRows(of: child)
      }
      if isMember { links.note(outcome, of: child, member) }
    }
  }

  /// Links the children and records the list.
  private func finish(_ links: inout ChildLinks, of rowID: Int64) throws(SyncError) {
    let number = links.end > 0 ? links.end : call.state.statements.next()
    let isMoved = try overtakeInnerList(&links, number)
    for child in links.exempt where !isRestated(child, links) {
      call.state.statements[links.list].exempt(child)
    }
    for (child, member) in links.unlinked {
      try listUnlinked(child, member, links, number: number)
    }
    for (child, member) in links.linked {
      base.taken.forget(links, child: child)
      // The rows' own statements about the link precede the list.
      let isOvertaken = call.state.statements[links.list].number(of: child) > links.start
      let isUnlinked = isOvertaken || isMoved ? true : try hasLostLink(child, links)
      if isUnlinked {
        try linkChild(member, links, number: number)
      } else {
        call.state.statements[links.list].name(child, number: number)
      }
    }
    for child in links.waiting { child.number = number }
    try keepRestatedIDs(links)
    for member in links.named { try linkChild(member, links, number: number) }
    try keepAwaited(links)
    call.state.statements[links.list].stateList(
      of: rowID, number: number, isComplete: links.isComplete && !links.isPartial)
    try keepOrder(links, number)
    let hasLeft = links.children.onDelete == .cascade || links.children.reference.isOptional
    if !links.isComplete, !links.isPartial, hasLeft { call.noteUnprunedList(links.relation) }
  }

  /// Records that a list contains a nested row whose link it may not change.
  private func listUnlinked(
    _ child: Int64, _ member: ChildLinks.Member, _ links: ChildLinks, number: UInt32
  ) throws(SyncError) {
    if isRestated(child, links) { return }
    let row = try call.tables[links.relation.target.index].row(child)
    if let row, row.holds(links.parent, in: links.children.reference.column) {
      call.state.statements[links.list].name(child, number: number)
      try place(row, member, links)
    } else {
      call.state.statements[links.list].mention(child)
    }
  }

  /// Whether the payload states the link of a child again, after the list of a row that has waited.
  private func isRestated(_ child: Int64, _ links: ChildLinks) -> Bool {
    call.mode == .retrying
      && call.state.statements[links.list].isRestated(child, after: links.end)
  }

  /// Whether a nested row is no longer linked: a tombstone among the nested rows has deleted the
  /// parent, which a later one has restored.
  private func hasLostLink(_ child: Int64, _ links: ChildLinks) throws(SyncError) -> Bool {
    guard call.state.deletions.hasReleases else { return false }
    let row = try call.tables[links.relation.target.index].row(child)
    return row.map { !$0.holds(links.parent, in: links.children.reference.column) } ?? false
  }

  /// Forgets the children that earlier lists of the parent have named and this one does not, if
  /// they have not arrived yet.
  private func keepAwaited(_ links: ChildLinks) throws(SyncError) {
    guard !call.links.isEmpty, replacesAwaited(links) else { return }
    let named = (links.named + links.rejected).compactMap {
      links.waitingID(of: $0.id, in: call.parser.arena)
    }
    try call.links.keep(links.children.linkName, parent: links.parent, children: named)
  }

  /// Keeps the ids that an earlier list of the parent named and whose rows are not stored. If the
  /// first list does not replace the unresolved ids of earlier calls, its ids are kept one by one.
  private func keepRestatedIDs(_ links: ChildLinks) throws(SyncError) {
    guard !links.relation.isScoping else { return }
    if links.isRepeated {
      try base.awaited.keepListedIDs(
        of: links.statement, links.parent.stored, links.children.linkName)
    } else if !call.links.isEmpty, !replacesAwaited(links) {
      call.state.references.keep([], of: links.statement)
    }
  }

  /// Whether the list replaces the unresolved ids of the parent's earlier lists.
  private func replacesAwaited(_ links: ChildLinks) -> Bool {
    links.isComplete && !links.isPartial && call.operations(on: links.relation).contains(.delete)
  }
}

// MARK: - Children in lists of ids

extension ListApplier {
  /// Links a child whose id is in a list, or keeps the link until the child arrives.
  private func linkChild(
    _ member: ChildLinks.Member, _ links: ChildLinks, number: UInt32
  ) throws(SyncError) {
    let target = links.relation.target
    let table = call.tables[target.index]
    guard !links.relation.isScoping else {
      return try listScopedChild(member, links, number: number)
    }
    guard let child = try table.rowID(of: member.id), let row = try table.row(child) else {
      return try wait(for: member, links)
    }
    if isRestated(child, links) { return try placeRestated(row, member, links) }
    let column = links.children.reference.column
    let isLinked = row.holds(links.parent, in: column)
    base.taken.forget(links, child: child)
    let columns = try linkColumns(of: row, member, links)
    let isMoved = columns.contains(column)
    let waits =
      isMoved ? try base.taken.waits(child, for: links.parent, links.children, table) : false
    // The former link is determined before the list states the child.
    let place = links.children.reference.positionColumn.map { _ in member.placeValue } ?? .null
    if isMoved, !waits {
      try base.recorder.noteMove(of: child, links.list, to: links.parent, at: place)
    } else if !columns.isEmpty, !isMoved {
      base.recorder.noteDisplacedPlace(of: row, links.list)
      base.recorder.notePlace(of: row, links.list, to: place)
    }
    if isLinked || isMoved {
      call.state.statements[links.list].name(child, number: number)
    } else {
      call.state.statements[links.list].mention(child)
    }
    if !isLinked, !isMoved || waits { noteUnlinked(child, member, links, number: number) }
    if !columns.isEmpty, !waits { try write(columns, of: child, member, links) }
  }

  /// Links a child, and sets its position.
  private func write(
    _ columns: [Int], of child: Int64, _ member: ChildLinks.Member, _ links: ChildLinks
  ) throws(SyncError) {
    let table = call.tables[links.relation.target.index]
    let column = links.children.reference.column
    if columns.contains(column) {
      if links.children.reference.isOneToOne {
        let relation = table.plan.relations[links.children.relation]
        try base.conflicts.giveUpLinks(
          relation, column, to: links.parent, besides: child, table.plan)
      }
      try base.writer.write(links.parent, to: column, of: child, table)
    }
    for place in columns where place != column {
      try base.writer.write(member.placeValue, to: place, of: child, table)
    }
    call.state.tallies.markTouched(child, of: table.plan.index)
  }

  /// Records that a list contains a child whose link does not change.
  private func noteUnlinked(
    _ child: Int64, _ member: ChildLinks.Member, _ links: ChildLinks, number: UInt32
  ) {
    let hasPlace = links.children.reference.positionColumn != nil
    let naming = ListNaming(
      parent: links.parent.stored, rowID: links.statement.rowID,
      place: hasPlace ? member.placeValue.stored : nil, number: number)
    call.state.history.namings.add(naming, of: child, links.list)
    call.state.statements[links.list.entity, links.list.relation].unlist(child)
  }

  /// The columns of a listed child that must be written and may be (A18).
  private func linkColumns(
    of row: StoredTable.Row, _ member: ChildLinks.Member, _ links: ChildLinks
  ) throws(SyncError) -> [Int] {
    let reference = links.children.reference
    let target = links.relation.target
    var columns: [Int] = []
    var needed = ApplyOptions.Operations.update
    if let column = reference.positionColumn,
      !row.holds(member.placeValue, in: column)
    {
      columns.append(column)
    }
    let rowID = row.rowID
    if !row.holds(links.parent, in: reference.column) {
      if row.holds(.null, in: target.linkColumn(of: reference.column)) { needed = .insert }
      let relation = target.relations[links.children.relation]
      if try base.conflicts.keepsReference(relation, of: rowID, target) { return [] }
      if reference.isOneToOne,
        try base.conflicts.keepsLink(
          relation, reference.column, to: links.parent, besides: rowID, target)
      {
        return []
      }
      columns.append(reference.column)
    }
    return call.operations(on: links.relation).contains(needed) ? columns : []
  }

  /// Keeps the link to a child that is not stored, if it is allowed (A16, A18).
  private func wait(
    for member: ChildLinks.Member, _ links: ChildLinks
  ) throws(SyncError) {
    let name = links.children.linkName
    let link = try call.links.link(to: member.id, name)
    let known = link?.parent
    let operations = call.operations(on: links.relation)
    let mayWrite = operations.contains(known == nil ? .insert : .update)
    guard mayWrite || known == links.parent.stored else { return }
    if let known { try keepWaitingID(member.id.stored, of: known, links) }
    try base.unresolved.stateListed(member.id, links)
    if !mayWrite { return }
    if known != links.parent.stored {
      base.awaited.noteChange(of: member.id, from: link, to: links.parent.stored, links.list)
    }
    let hasPlace = links.children.reference.positionColumn != nil
    try call.links.add(
      name, child: member.id, parent: links.parent, position: hasPlace ? member.place : nil)
  }

  /// Keeps an id that a list of another parent has stated, since the waiting link will no longer
  /// show it.
  private func keepWaitingID(
    _ id: StoredValue, of parent: StoredValue, _ links: ChildLinks
  ) throws(SyncError) {
    let entity = links.statement.entity
    let other = BoundValue(parent, in: call.parser.arena)
    guard !(other == links.parent), let rowID = try call.tables[entity].rowID(of: other),
      call.state.statements.states(links.relation.index, of: rowID, entity)
    else { return }
    let statement = RowStatement(
      entity: entity, relation: links.relation.index, rowID: rowID)
    try base.awaited.keepListedIDs(of: statement, parent, links.children.linkName)
  }
}
