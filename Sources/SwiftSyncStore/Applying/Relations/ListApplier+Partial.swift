import SwiftSyncValues
@_spi(Generated) import SwiftSyncCoding

/// Ordered lists that leave out rows, that continue other lists of the same parent, or whose
/// children state the same parent themselves.
extension ListApplier {
  /// A child with a place in the list of a parent.
  private enum Child {
    case stored(Int64)
    /// It has not arrived yet.
    case awaited(StoredValue)
  }

  /// The children of one parent that have a place in its list.
  private struct Order {
    let list: StatedList
    let reference: ReferencePlan
    let parent: BoundValue
    /// The name of the relationship in waiting links.
    let linkName: String
  }

  /// Gives a child its place if the child itself, and not a later list, has stated the same parent
  /// after the list of a row that has waited.
  func placeRestated(
    _ row: StoredTable.Row, _ member: ChildLinks.Member, _ links: ChildLinks
  ) throws(SyncError) {
    let statements = call.state.statements[links.list]
    guard row.holds(links.parent, in: links.children.reference.column),
      statements.own.contains(row.rowID), !statements.isListed(row.rowID)
    else { return }
    try place(row, member, links)
  }

  /// Gives a child of a list its place in it.
  func place(
    _ row: StoredTable.Row, _ member: ChildLinks.Member, _ links: ChildLinks
  ) throws(SyncError) {
    guard let column = links.children.reference.positionColumn,
      !row.holds(member.placeValue, in: column),
      call.operations(on: links.relation).contains(.update)
    else { return }
    let table = call.tables[links.relation.target.index]
    base.recorder.noteDisplacedPlace(of: row, links.list)
    base.recorder.notePlace(of: row, links.list, to: member.placeValue)
    try base.writer.write(member.placeValue, to: column, of: row.rowID, table)
    call.state.tallies.markTouched(row.rowID, of: table.plan.index)
  }

  /// Gives a list negative places if the payload has stated an earlier one of the same parent.
  func continueOrder(_ links: inout ChildLinks) throws(SyncError) {
    let parent = links.statement.rowID
    guard links.mayBeContinued, call.state.statements[links.list].order(of: parent).number > 0
    else {
      return
    }
    try setApart(links)
    links.firstPlace = Int(
      ContinuedPlace.first(inList: links.end > 0 ? links.end : links.start))
  }

  /// Moves the children of a list before those of other lists of the same parent that are nested in
  /// it, because these end earlier.
  ///
  /// - Returns: Whether there are such lists.
  func overtakeInnerList(_ links: inout ChildLinks, _ number: UInt32) throws(SyncError) -> Bool {
    guard links.mayBeContinued else { return false }
    let inner = call.state.statements[links.list].order(of: links.statement.rowID).number
    guard inner > links.start, inner < number else { return false }
    try setApart(links)
    links.move(to: Int(ContinuedPlace.first(inList: number)))
    return true
  }

  /// Records the order that a list states. The first list of a parent moves the children that it
  /// leaves out after the others; if more lists follow, they are moved at the end of the call.
  func keepOrder(_ links: ChildLinks, _ number: UInt32) throws(SyncError) {
    guard links.mayBeContinued else { return }
    let parent = links.statement.rowID
    let known = call.state.statements[links.list].order(of: parent)
    let width = known.number > 0 ? known.width : UInt32(links.width)
    call.state.statements[links.list].noteOrder(
      of: parent, number: max(known.number, number), width: width)
    if links.isPartial, links.firstPlace == 0 { try moveOthers(links, number) }
  }

  /// Moves the children that the first list of a parent does not name after the named ones, in
  /// their former order. A child that already comes after them stays, so that applying the list
  /// again moves nothing, even if a child has left the list since.
  private func moveOthers(_ links: ChildLinks, _ number: UInt32) throws(SyncError) {
    let table = call.tables[links.relation.target.index]
    // In a table that was empty, only lists of this call have given places.
    if try table.wasEmpty(), call.links.isEmpty, !call.state.deletions.hasReleases { return }
    guard call.operations(on: links.relation).contains(.update),
      let order = order(links.list, of: links.parent)
    else { return }
    let members = links.linked.map(\.member) + links.named
    var named = Set((links.linked + links.unlinked).map(\.rowID))
    for member in links.named {
      if let rowID = try rowID(of: member, links) { named.insert(rowID) }
    }
    let awaited = Set(
      members.compactMap { links.waitingID(of: $0.id, in: call.parser.arena)?.stored })
    let others = try children(order).filter { child, _ in
      switch child {
      case .stored(let rowID): !named.contains(rowID)
      case .awaited(let id): !awaited.contains(id)
      }
    }
    var next = Int64(links.width)
    for other in others {
      let place = max(next, other.place)
      if place != other.place { try move(other.child, to: place, order) }
      next = place + 1
    }
  }

  private func rowID(
    of member: ChildLinks.Member, _ links: ChildLinks
  ) throws(SyncError) -> Int64? {
    let target = links.relation.target
    guard links.relation.isScoping else {
      return try call.tables[target.index].rowID(of: member.id)
    }
    let node = RowNode(target)
    node.values[links.children.reference.column] = links.parent
    node.values[target.idColumn] = member.id
    return try call.tables[target.index].find(node.values)?.rowID
  }

  /// Gives the children of a parent's first list the places of a list that others may continue.
  private func setApart(_ links: ChildLinks) throws(SyncError) {
    let first = call.state.statements[links.list].order(of: links.statement.rowID)
    guard call.state.continuedLists.insert(links.parent.stored, links.list),
      let order = order(links.list, of: links.parent)
    else { return }
    for (child, place) in try children(order) where (0..<Int64(first.width)).contains(place) {
      if case .stored(let rowID) = child,
        call.state.statements[links.list].number(of: rowID) < first.number
      {
        continue
      }
      try move(child, to: ContinuedPlace.first(inList: first.number) + place, order)
    }
  }
}

// MARK: - The end of the call

extension ListApplier {
  /// Gives the children of continued lists their final places.
  func settleOrders() throws(SyncError) {
    if call.state.continuedLists.isEmpty { return }
    for (list, parents) in call.state.continuedLists.take() {
      for parent in parents {
        let id = BoundValue(parent, in: call.parser.arena)
        guard let order = order(list, of: id) else { continue }
        try settle(order)
        let target = call.schema.entities[list.entity].relations[list.relation].target
        if let rowID = try call.tables[target.index].rowID(of: id) {
          call.state.statements[list].noteOrder(of: rowID, number: 0, width: 0)
        }
      }
    }
  }

  /// Gives the children of the latest list their places in it; those of earlier lists and the
  /// others follow, unless they may not move (A18).
  private func settle(_ order: Order) throws(SyncError) {
    let children = try children(order)
    let relation = call.schema.entities[order.list.entity].relations[order.list.relation]
    let mayMove = call.operations(ofList: relation).contains(.update)
    let latest = children.map { ContinuedPlace.list(of: $0.place) }.max() ?? 0
    func isLatest(_ place: Int64) -> Bool {
      !mayMove || latest > 0 && ContinuedPlace.list(of: place) == latest
    }
    var next =
      children.filter { isLatest($0.place) }
      .map { ContinuedPlace.ownPlace($0.place) + 1 }.max() ?? 0
    for (child, place) in children {
      var final = ContinuedPlace.ownPlace(place)
      if !isLatest(place) {
        final = next
        next += 1
      }
      if final != place { try move(child, to: final, order) }
    }
  }

  private func order(_ list: StatedList, of parent: BoundValue) -> Order? {
    let plan = call.schema.entities[list.entity]
    guard let reference = plan.references.first(where: { $0.relation == list.relation }),
      reference.positionColumn != nil
    else { return nil }
    return Order(
      list: list, reference: reference, parent: parent,
      linkName: plan.linkName(of: plan.relations[list.relation]))
  }

  /// The children with a place, in the order of their places.
  private func children(_ order: Order) throws(SyncError) -> [(child: Child, place: Int64)] {
    guard let column = order.reference.positionColumn else { return [] }
    let stored = try call.tables[order.list.entity].places(
      column, where: order.reference.column, holds: order.parent)
    let awaited = try call.links.places(of: order.parent, order.linkName)
    let children =
      stored.map { (child: Child.stored($0.rowID), place: $0.place) }
      + awaited.map { (child: Child.awaited($0.child), place: $0.place) }
    // Sorting is stable only by a second key.
    let indices = sortedIndices(children.count) {
      (children[$0].place, $0) < (children[$1].place, $1)
    }
    return indices.map { children[$0] }
  }

  private func move(_ child: Child, to place: Int64, _ order: Order) throws(SyncError) {
    switch child {
    case .stored(let rowID):
      let table = call.tables[order.list.entity]
      guard let column = order.reference.positionColumn, let row = try table.row(rowID) else {
        return
      }
      base.recorder.notePlace(of: row, order.list, to: .integer(place))
      try base.writer.write(.integer(place), to: column, of: rowID, table)
      call.state.tallies.markTouched(rowID, of: table.plan.index)
    case .awaited(let id):
      try call.links.add(
        order.linkName, child: BoundValue(id, in: call.parser.arena), parent: order.parent,
        position: Int(place))
    }
  }
}
