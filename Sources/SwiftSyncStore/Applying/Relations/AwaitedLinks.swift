import SwiftSyncValues
@_spi(Generated) import SwiftSyncCoding

/// Links and positions that wait for rows which have not arrived yet, and the lists of this call
/// that named those rows (A16).
///
/// Children whose identity is scoped by their parent always belong to that parent, so only
/// positions in an ordered list can wait for them. Waiting links are distinguished by the id of the
/// child, which several parents can use; for these children, the key is therefore the whole
/// identity, as a JSON array in the order of the schema.
final class AwaitedLinks {
  private let call: CallData

  init(_ call: CallData) {
    self.call = call
  }

  /// Removes the links that have waited for a new row; lists of this call still contain it.
  func takeWaitingLinks(to node: RowNode, _ rowID: Int64) throws(SyncError) {
    guard !call.links.isEmpty, node.plan.isNamed else { return }
    let id = node.values[node.plan.keyColumn]
    for reference in node.plan.references where !node.plan.isScoped(by: reference) {
      let relation = node.plan.relations[reference.relation]
      let name = node.plan.linkName(of: relation)
      guard let link = try call.links.link(to: id, name) else { continue }
      if let statement = try statement(of: link.parent, relation) {
        try keepListedIDs(of: statement, link.parent, name)
        let list = StatedList(entity: node.plan.index, relation: reference.relation)
        let number = call.state.statements[list].number(ofList: statement.rowID)
        let naming = ListNaming(
          parent: link.parent, rowID: statement.rowID, place: link.place, number: number)
        call.state.history.namings.add(naming, of: rowID, list)
        // The row has waited while a later list stated it.
        if number > node.number, node.values[reference.column].stored == link.parent {
          call.state.statements[list].name(rowID, number: number)
        }
      } else if node.plan.tombstoneColumn != nil {
        let arrived = DisplacedLink(parent: link.parent, place: link.place, isOwn: false)
        let list = StatedList(entity: node.plan.index, relation: reference.relation)
        call.state.history.arrived.keep(arrived, of: rowID, list)
      }
      try call.links.remove(name, child: id)
    }
  }

  /// Removes links from a new row that has waited if lists later in the payload contradict them, so
  /// that it gets the links of those lists.
  func leaveOvertakenLinks(ofNew node: RowNode) throws(SyncError) {
    guard !call.links.isEmpty, node.plan.isNamed else { return }
    for reference in node.plan.references where !node.plan.isScoped(by: reference) {
      let id = node.values[reference.column]
      let relation = node.plan.relations[reference.relation]
      guard id.kind != .missing,
        let link = try call.links.link(
          to: node.values[node.plan.keyColumn], node.plan.linkName(of: relation)),
        link.parent != id.stored, let statement = try statement(of: link.parent, relation),
        call.state.statements[node.plan.index, reference.relation].number(
          ofList: statement.rowID) > node.number
      else { continue }
      node.values[reference.column] = .missing
      if let place = reference.positionColumn { node.values[place] = .missing }
    }
  }

  /// Removes one-to-one links that wait for other rows than the one that has stated them as its
  /// own: of two statements about a link, the later one wins.
  func removeLinks(takenBy node: RowNode) throws(SyncError) {
    guard !call.links.isEmpty, node.plan.isNamed else { return }
    for reference in node.plan.references where reference.isOneToOne {
      let parent = node.values[reference.column]
      guard parent.kind != .missing, parent.kind != .null, node.states(reference.column) else {
        continue
      }
      let relation = node.plan.relations[reference.relation]
      let name = node.plan.linkName(of: relation)
      let waiting = try call.links.children(of: parent, name)
      guard !waiting.isEmpty else { continue }
      if let statement = try statement(of: parent.stored, relation) {
        let list = StatedList(entity: node.plan.index, relation: reference.relation)
        let number = call.state.statements[list].number(ofList: statement.rowID)
        if number > node.number { continue }
        try keepListedIDs(of: statement, parent.stored, name)
      }
      for child in waiting {
        try call.links.remove(name, child: BoundValue(child, in: call.parser.arena))
      }
    }
  }

  /// The waiting link of a new row that another list brings, if that list may become void.
  func waitingLink(
    of node: RowNode
  ) throws(SyncError) -> (link: DisplacedLink, list: StatedList)? {
    guard let column = node.listColumn, !node.plan.isScoped(by: column),
      call.mode.postponesReleases,
      let reference = node.plan.references.first(where: { $0.column == column }),
      call.schema.entities[reference.target].tombstoneColumn != nil
    else { return nil }
    let relation = node.plan.relations[reference.relation]
    let name = node.plan.linkName(of: relation)
    guard let waiting = try call.links.link(to: node.values[node.plan.keyColumn], name) else {
      return nil
    }
    let isListed = try statement(of: waiting.parent, relation) != nil
    // Lists of one parent become void together.
    if isListed, node.values[column].stored == waiting.parent { return nil }
    let link = DisplacedLink(
      parent: waiting.parent, place: waiting.place, isOwn: false, isListed: isListed)
    return (link, StatedList(entity: node.plan.index, relation: reference.relation))
  }

  /// Removes the links that wait for a deleted row in lists that the payload does not state.
  func removeWaitingLinks(of id: BoundValue, _ plan: EntityPlan) throws(SyncError) {
    for reference in plan.references where reference.hasList {
      let relation = plan.relations[reference.relation]
      let name = plan.linkName(of: relation)
      guard let parent = try call.links.parent(of: id, name) else { continue }
      let list = relation.target.relations.first { $0.metadata.name == relation.metadata.inverse }
      let parentID = BoundValue(parent, in: call.parser.arena)
      if let list, let rowID = try call.tables[reference.target].rowID(of: parentID),
        call.state.statements.states(list.index, of: rowID, reference.target)
      {
        continue
      }
      try call.links.remove(name, child: id)
    }
  }
}

// MARK: - Lists that become void

extension AwaitedLinks {
  /// Records that a list lets a link wait for a child, if a tombstone may make the list void.
  func noteChange(
    of child: BoundValue, from former: (parent: StoredValue, place: StoredValue)?,
    to parent: StoredValue, _ list: StatedList
  ) {
    let target = call.schema.entities[list.entity].relations[list.relation].target
    guard call.mode.postponesReleases, target.tombstoneColumn != nil else { return }
    call.state.history.awaited.add(
      AwaitedChanges.Change(child: child.stored, former: former), to: parent, list)
  }

  /// Removes the links that lists of a deleted row have let wait, and restores what waited before.
  func withdrawLinks(of incoming: IncomingReference, to parent: StoredValue) throws(SyncError) {
    let list = StatedList(entity: incoming.child.index, relation: incoming.relation.index)
    let name = incoming.child.linkName(of: incoming.relation)
    for change in call.state.history.awaited.remove(of: parent, list) {
      let child = BoundValue(change.child, in: call.parser.arena)
      guard try call.links.parent(of: child, name) == parent else { continue }
      try call.links.remove(name, child: child)
      guard let former = change.former else { continue }
      let place: Int? = if case .integer(let place) = former.place { Int(place) } else { nil }
      try call.links.add(
        name, child: child, parent: BoundValue(former.parent, in: call.parser.arena),
        position: place)
    }
  }
}

// MARK: - Lists that name what waits

extension AwaitedLinks {
  /// The list at the other end of a relationship, as this call has stated it for a parent.
  func statement(
    of parent: StoredValue, _ relation: RelationPlan
  ) throws(SyncError) -> RowStatement? {
    let target = relation.target
    guard let list = relation.list,
      let rowID = try call.tables[target.index].rowID(
        of: BoundValue(parent, in: call.parser.arena)),
      call.state.statements.states(list.index, of: rowID, target.index)
    else { return nil }
    return RowStatement(entity: target.index, relation: list.index, rowID: rowID)
  }

  /// Keeps the ids that a list has stated and that wait for their rows, before one of them no
  /// longer waits.
  func keepListedIDs(
    of statement: RowStatement, _ parent: StoredValue, _ name: String
  ) throws(SyncError) {
    guard !call.state.references.knows(statement) else { return }
    let id = BoundValue(parent, in: call.parser.arena)
    call.state.references.keep(try call.links.children(of: id, name), of: statement)
  }
}

// MARK: - Places of children that a parent scopes

extension AwaitedLinks {
  /// Gives a new row that is scoped by its parent its position in a list.
  func fillPlace(ofScoped node: RowNode) throws(SyncError) {
    guard let (reference, key) = waitingPlace(of: node), let column = reference.positionColumn,
      node.values[column].kind == .missing
    else { return }
    let name = node.plan.linkName(of: node.plan.relations[reference.relation])
    guard let link = try call.links.link(to: key, name) else { return }
    node.complete(column, BoundValue(link.place, in: call.parser.arena))
  }

  /// Removes the position that has waited for a new row; a list of this call still contains it.
  func takeWaitingPlace(ofScoped node: RowNode, _ rowID: Int64) throws(SyncError) {
    guard let (reference, key) = waitingPlace(of: node) else { return }
    let relation = node.plan.relations[reference.relation]
    let name = node.plan.linkName(of: relation)
    guard let link = try call.links.link(to: key, name) else { return }
    if let statement = try statement(of: link.parent, relation) {
      let (entity, index) = (node.plan.index, reference.relation)
      let number = call.state.statements[entity, index].number(ofList: statement.rowID)
      call.state.statements[entity, index].name(rowID, number: number)
    }
    try call.links.remove(name, child: key)
  }

  /// The reference to the scoping parent, and the row's name in links; `nil` if no position can
  /// wait for it.
  private func waitingPlace(of node: RowNode) -> (ReferencePlan, BoundValue)? {
    guard !call.links.isEmpty, let reference = node.plan.scopingReference,
      let key = node.plan.waitingID(of: node, in: call.parser.arena)
    else { return nil }
    return (reference, key)
  }
}

extension RelationPlan {
  /// The list at the other end of a to-one relationship.
  var list: RelationPlan? {
    target.relations.first { other in
      guard case .children = other.kind else { return false }
      return other.metadata.name == metadata.inverse
    }
  }
}

extension EntityPlan {
  /// For an identity that consists of a parent and an id, the reference to that parent; `nil` for
  /// any other.
  var scopingReference: ReferencePlan? {
    guard identity.count == 2, let parentColumn else { return nil }
    return references.first { $0.column == parentColumn }
  }

  /// Whether a reference refers to the parent that, together with an own id, identifies the row.
  func isScoped(by reference: ReferencePlan) -> Bool { isScoped(by: reference.column) }

  func isScoped(by column: Int) -> Bool { identity.count > 1 && column == parentColumn }

  /// The row's name in waiting links; `nil` if they cannot refer to it.
  fileprivate func waitingID(of node: RowNode, in arena: ByteArena) -> BoundValue? {
    waitingID(identity.map { node.values[$0].stored }, in: arena)
  }

  func waitingID(of row: StoredTable.Row, in arena: ByteArena) -> BoundValue? {
    waitingID(identity.map { row.value($0).stored }, in: arena)
  }

  private func waitingID(_ identity: [StoredValue], in arena: ByteArena) -> BoundValue? {
    ListText.json(of: identity).map { BoundValue(.text($0), in: arena) }
  }
}

extension ChildLinks {
  /// The name of the list's child in waiting links: its id or, if it is scoped by the parent, its
  /// identity; `nil` if they cannot refer to it.
  func waitingID(of id: BoundValue, in arena: ByteArena) -> BoundValue? {
    let target = relation.target
    guard relation.isScoping else { return id }
    guard target.scopingReference?.column == children.reference.column else { return nil }
    let node = RowNode(target)
    node.values[children.reference.column] = parent
    node.values[target.idColumn] = id
    return target.waitingID(of: node, in: arena)
  }
}
