@_spi(Generated) import SwiftSyncCoding

/// Updates the payload's statements about links, and their earlier states, when rows change.
final class LinkRecorder {
  /// The links that a row leaves and takes when it is written.
  struct Moves {
    /// The keys of the parents, and the hashes of the row in their lists.
    var left: [(key: UInt64, child: UInt64)] = []
    var joined: [(key: UInt64, child: UInt64)] = []
  }

  private let call: CallData

  init(_ call: CallData) {
    self.call = call
  }

  /// Expects the lists of a waiting row, which then precede what later rows state about themselves.
  func expectLists(of node: RowNode) {
    guard node.hasLinks else { return }
    for relation in node.plan.relations where node.relations[relation.index].isStated {
      if case .children(let children) = relation.kind {
        call.state.statements[relation.target.index, children.relation].expectLists()
      }
      for nested in node.relations[relation.index].rows { expectLists(of: nested.node) }
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
        call.state.statements[node.plan.index, reference.relation].withdrawOwn(stored.rowID)
      }
    }
    guard let column = node.listColumn, !changed.contains(column),
      let reference = node.plan.references.first(where: { $0.column == column }),
      let place = reference.positionColumn, changed.contains(place)
    else { return }
    let list = StatedList(entity: node.plan.index, relation: reference.relation)
    noteDisplacedPlace(of: stored, list)
  }

  /// Keeps a row's position in a list that is about to give it another one and may become void.
  func noteDisplacedPlace(of stored: StoredTable.Row, _ list: StatedList) {
    let plan = call.schema.entities[list.entity]
    guard call.mode.postponesReleases,
      let reference = plan.references.first(where: { $0.relation == list.relation }),
      call.schema.entities[reference.target].tombstoneColumn != nil,
      !call.state.statements.states(list.relation, of: stored.rowID, list.entity)
    else { return }
    call.state.history.displaced.keep(
      displacedLink(stored, reference, list), of: stored.rowID, list)
  }

  private func displacedLink(
    _ stored: StoredTable.Row, _ reference: ReferencePlan, _ list: StatedList
  ) -> DisplacedLink {
    let statements = call.state.statements[list]
    return DisplacedLink(
      parent: stored.value(reference.column).stored,
      place: reference.positionColumn.map { stored.value($0).stored },
      isOwn: call.state.statements.states(reference.relation, of: stored.rowID, list.entity),
      isListed: statements.isListed(stored.rowID),
      number: statements.number(of: stored.rowID))
  }

  /// Records that something other than the row itself is about to change its reference.
  ///
  /// - Parameters:
  ///   - parent: The row to which it will refer.
  ///   - place: The position in its list.
  func noteMove(
    of rowID: Int64, _ list: StatedList, to parent: BoundValue?, at place: BoundValue = .null
  ) throws(SyncError) {
    let plan = call.schema.entities[list.entity]
    guard let reference = plan.references.first(where: { $0.relation == list.relation }),
      let row = try call.tables[list.entity].row(rowID)
    else { return }
    let old = row.value(reference.column)
    noteDisplaced(row, reference, plan, byList: parent != nil)
    try noteNaming(of: row, reference, plan)
    keepStatedID(old, reference, of: rowID, plan)
    call.state.statements[list.entity, list.relation].withdrawOwn(rowID)
    guard reference.hasList else { return }
    if old.kind != .null {
      call.state.history.memberships.note(
        plan.membershipHash(of: row, reference), joins: false,
        MembershipChanges.key(of: old, list))
    }
    if let parent {
      call.state.history.memberships.note(
        plan.membershipHash(of: row, reference, at: place), joins: true,
        MembershipChanges.key(of: parent, list))
      noteOtherTargets(of: row, list, plan)
    }
  }

  /// Records that a row is about to get another position in the list of its parent: a list in
  /// another order has changed.
  func notePlace(of row: StoredTable.Row, _ list: StatedList, to place: BoundValue) {
    let plan = call.schema.entities[list.entity]
    guard let reference = plan.references.first(where: { $0.relation == list.relation }),
      reference.hasList, reference.positionColumn != nil
    else { return }
    let key = MembershipChanges.key(of: row.value(reference.column), list)
    call.state.history.memberships.note(
      plan.membershipHash(of: row, reference), joins: false, key)
    call.state.history.memberships.note(
      plan.membershipHash(of: row, reference, at: place), joins: true, key)
  }

  /// Records that the row leaves the list of a row of another target: a tagged reference refers to
  /// one row, so a new one replaces it.
  private func noteOtherTargets(
    of row: StoredTable.Row, _ list: StatedList, _ plan: EntityPlan
  ) {
    for part in plan.taggedReference(of: list.relation)?.parts ?? []
    where part.relation != list.relation {
      let other = row.value(part.column)
      guard other.kind != .null,
        let reference = plan.references.first(where: { $0.relation == part.relation })
      else { continue }
      let left = StatedList(entity: list.entity, relation: part.relation)
      call.state.history.memberships.note(
        plan.membershipHash(of: row, reference), joins: false,
        MembershipChanges.key(of: other, left))
    }
  }

  /// Keeps the former state of a link if a tombstone may still make its change void.
  private func noteDisplaced(
    _ stored: StoredTable.Row, _ reference: ReferencePlan, _ plan: EntityPlan, byList: Bool
  ) {
    let canBeVoid = plan.tombstoneColumn != nil || byList
    guard canBeVoid, call.mode.postponesReleases else { return }
    let list = StatedList(entity: plan.index, relation: reference.relation)
    let link = displacedLink(stored, reference, list)
    if !call.state.tallies.isInserted(stored.rowID, of: plan.index) {
      call.state.history.original.keep(link, of: stored.rowID, list)
    }
    if byList, call.schema.entities[reference.target].tombstoneColumn != nil {
      call.state.history.displaced.replace(link, of: stored.rowID, list)
    }
  }

  /// Keeps what a row has stated itself, since its column will no longer show it.
  private func keepStatedID(
    _ id: BoundValue, _ reference: ReferencePlan, of rowID: Int64, _ plan: EntityPlan
  ) {
    guard call.state.statements.states(reference.relation, of: rowID, plan.index), id.kind != .null
    else { return }
    let statement = RowStatement(
      entity: plan.index, relation: reference.relation, rowID: rowID)
    call.state.references.keep(id.stored, of: statement)
  }

  /// Keeps the fact that a list contained a row, now that the row's link changes.
  func noteNaming(
    of row: StoredTable.Row, _ reference: ReferencePlan, _ plan: EntityPlan
  ) throws(SyncError) {
    let relation = reference.relation
    guard !plan.isScoped(by: reference), call.state.statements[plan.index, relation].hasLists,
      call.state.statements[plan.index, relation].isListed(row.rowID)
    else { return }
    call.state.statements[plan.index, relation].unlist(row.rowID)
    guard let parent = try call.tables[reference.target].rowID(of: row.value(reference.column))
    else {
      return
    }
    let naming = ListNaming(
      parent: row.value(reference.column).stored, rowID: parent,
      place: reference.positionColumn.map { row.value($0).stored },
      number: call.state.statements[plan.index, relation].number(of: row.rowID))
    let list = StatedList(entity: plan.index, relation: relation)
    call.state.history.namings.add(naming, of: row.rowID, list)
  }
}

// MARK: - Known rows

extension LinkRecorder {
  /// The losses and gains of lists when a known row is written.
  func moves(of node: RowNode, _ stored: StoredTable.Row, changed: [Int]) -> Moves? {
    var moves: Moves?
    for reference in node.plan.references
    where reference.hasList && reference.isChanged(by: changed) {
      var next = moves ?? Moves()
      let list = StatedList(entity: node.plan.index, relation: reference.relation)
      let old = stored.value(reference.column)
      let new = node.value(reference.column, beside: stored)
      if old.kind != .null {
        let child = node.plan.membershipHash(of: stored, reference)
        next.left.append((MembershipChanges.key(of: old, list), child))
      }
      if new.kind != .null {
        let place = reference.positionColumn.map { node.value($0, beside: stored) } ?? .null
        let child = node.plan.membershipHash(of: stored, reference, at: place)
        next.joined.append((MembershipChanges.key(of: new, list), child))
      }
      moves = next
    }
    return moves
  }

  func note(_ moves: Moves?) {
    guard let moves else { return }
    for (key, child) in moves.left {
      call.state.history.memberships.note(child, joins: false, key)
    }
    for (key, child) in moves.joined {
      call.state.history.memberships.note(child, joins: true, key)
    }
  }
}

// MARK: - New rows

extension LinkRecorder {
  /// Records the links of a new row: it joins lists, and a link that has waited for it refers to
  /// it. A restored row keeps its links without a new statement.
  ///
  /// - Parameter awaited: The number of completed columns that waiting links have filled.
  func noteNewLinks(of node: RowNode, _ rowID: Int64, awaited: Int) {
    for reference in node.plan.references {
      let id = node.values[reference.column]
      guard id.kind != .missing, id.kind != .null else { continue }
      let list = StatedList(entity: node.plan.index, relation: reference.relation)
      if reference.hasList, !(reference.column == node.listColumn && node.hasNewParent) {
        let key = MembershipChanges.key(of: id, list)
        call.state.history.memberships.note(
          node.membershipHash(reference), joins: true, key)
      }
      if node.completed.prefix(awaited).contains(reference.column) {
        noteArrival(of: node, rowID, reference, list)
      }
    }
  }

  /// Records that a row has arrived with a link that has waited for it. If a list of this call
  /// states the link, that list contains the row; a link from an earlier call is kept, since lists
  /// of this call may be void.
  private func noteArrival(
    of node: RowNode, _ rowID: Int64, _ reference: ReferencePlan, _ list: StatedList
  ) {
    let isListed = call.state.history.namings.hasAny(of: rowID, list)
    var number: UInt32 = 0
    if call.state.statements[list].hasLists {
      // A row that has waited arrives at its place in the payload.
      number =
        call.mode == .retrying
        ? max(node.number, call.state.statements[list].number(of: rowID))
        : call.state.statements.next()
      call.state.statements[list].arrive(rowID, number: number, isListed: isListed)
    }
    guard !isListed, call.mode.postponesReleases,
      call.schema.entities[reference.target].tombstoneColumn != nil
    else { return }
    let link = DisplacedLink(
      parent: node.values[reference.column].stored,
      place: reference.positionColumn.map { node.values[$0].stored }, isOwn: false, number: number)
    call.state.history.displaced.keep(link, of: rowID, list)
  }

  /// Keeps the waiting link of a new row, whose arrival is a statement about it.
  func noteDisplaced(_ link: DisplacedLink, of rowID: Int64, _ list: StatedList) {
    var link = link
    link.number = call.state.statements.next()
    call.state.history.displaced.replace(link, of: rowID, list)
    call.state.statements[list.entity, list.relation].list(rowID, number: link.number)
  }

  /// Keeps the former link of a row that a list restores, if the list may become void.
  func noteDisplaced(_ row: TombstonedRow, _ node: RowNode, _ rowID: Int64) {
    guard let column = node.listColumn, call.mode.postponesReleases,
      let reference = node.plan.references.first(where: { $0.column == column }),
      call.schema.entities[reference.target].tombstoneColumn != nil, let parent = row.links[column]
    else { return }
    let place = reference.positionColumn.flatMap { row.links[$0] }
    let list = StatedList(entity: node.plan.index, relation: reference.relation)
    let link = DisplacedLink(parent: parent, place: place, isOwn: false)
    call.state.history.displaced.replace(link, of: rowID, list)
  }
}

// MARK: - Deleted rows

extension LinkRecorder {
  /// The links of a stored row before the call, by column.
  func originalLinks(of stored: StoredTable.Row, _ plan: EntityPlan) -> [Int: StoredValue] {
    var links: [Int: StoredValue] = [:]
    for reference in plan.references {
      let list = StatedList(entity: plan.index, relation: reference.relation)
      let original = call.state.history.original.remove(of: stored.rowID, list)
      links[reference.column] = original?.parent ?? stored.value(reference.column).stored
      guard let place = reference.positionColumn else { continue }
      links[place] = original?.place ?? stored.value(place).stored
    }
    return links
  }
}

extension EntityPlan {
  /// A hash that identifies a child and its position in the list of its parent.
  func membershipHash(of row: StoredTable.Row, _ reference: ReferencePlan) -> UInt64 {
    membershipHash(of: row, reference, at: reference.positionColumn.map(row.value) ?? .null)
  }

  /// - Parameter place: The position that the row will have.
  func membershipHash(
    of row: StoredTable.Row, _ reference: ReferencePlan, at place: BoundValue
  ) -> UInt64 {
    var hasher = Hasher()
    for column in identity { ReferenceKey(row.value(column)).hash(into: &hasher) }
    if reference.positionColumn != nil { ReferenceKey(place).hash(into: &hasher) }
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }
}

extension RowNode {
  fileprivate func membershipHash(_ reference: ReferencePlan) -> UInt64 {
    var hasher = Hasher()
    for column in plan.identity { ReferenceKey(values[column]).hash(into: &hasher) }
    if let column = reference.positionColumn {
      let place = values[column]
      ReferenceKey(place.kind == .missing ? .null : place).hash(into: &hasher)
    }
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }

  /// The value of a column when the row is written.
  fileprivate func value(_ column: Int, beside stored: StoredTable.Row) -> BoundValue {
    values[column].kind == .missing ? stored.value(column) : values[column]
  }
}

extension ReferencePlan {
  /// Whether a row gets another parent, or another position in its list.
  fileprivate func isChanged(by columns: [Int]) -> Bool {
    columns.contains(column) || positionColumn.map(columns.contains) ?? false
  }
}
