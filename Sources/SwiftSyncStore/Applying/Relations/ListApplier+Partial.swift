import SwiftSyncValues
@_spi(Generated) import SwiftSyncCoding

/// Ordered lists that leave out rows.
extension ListApplier {
  /// A child that has a position in the list but that the list does not name.
  private enum Other {
    case stored(Int64)
    /// It has not arrived yet.
    case awaited(StoredValue)
  }

  /// Moves the children that a partial list does not name after the named ones, in their former
  /// order.
  func moveOthers(_ links: ChildLinks) throws(SyncError) {
    guard let column = links.children.reference.positionColumn,
      call.operations(on: links.relation).contains(.update)
    else { return }
    let members = links.linked.map(\.member) + links.named
    let named = Set(members.map { ReferenceKey($0.id) })
    let others = try storedOthers(links, by: column, besides: named) + awaitedOthers(links, named)
    // Elements that did not become members have left gaps.
    let start = members.reduce(0) { max($0, Int64($1.place) + 1) }
    // Sorting is stable only by a second key.
    let order = sortedIndices(others.count) { (others[$0].place, $0) < (others[$1].place, $1) }
    for (index, other) in order.enumerated() where others[other].place != start + Int64(index) {
      try move(others[other].child, to: start + Int64(index), links, column)
    }
  }

  private func move(
    _ other: Other, to place: Int64, _ links: ChildLinks, _ column: Int
  ) throws(SyncError) {
    switch other {
    case .stored(let rowID):
      let table = call.tables[links.relation.target.index]
      try writer.write(.integer(place), to: column, of: rowID, table)
      call.state.tallies.markTouched(rowID, of: table.plan.index)
    case .awaited(let child):
      try call.links.add(
        links.children.linkName, child: BoundValue(child, in: call.parser.arena),
        parent: links.parent, position: Int(place))
    }
  }

  private func storedOthers(
    _ links: ChildLinks, by position: Int, besides named: Set<ReferenceKey>
  ) throws(SyncError) -> [(child: Other, place: Int64)] {
    let plan = links.relation.target
    func name(_ column: Int) -> String { quoted(plan.metadata.columns[column].name) }
    let query = try call.connection.statement(
      "SELECT _rowid_, \(name(plan.idColumn)), \(name(position)) "
        + "FROM \(quoted(plan.metadata.table)) "
        + "WHERE \(name(links.children.reference.column)) = ?1 AND \(name(position)) IS NOT NULL "
        + "ORDER BY \(name(position)), _rowid_")
    defer { query.reset() }
    query.bind(1, links.parent)
    var others: [(child: Other, place: Int64)] = []
    while try query.step() {
      if named.contains(ReferenceKey(query.value(1))) { continue }
      others.append((.stored(query.integer(0)), query.integer(2)))
    }
    return others
  }

  private func awaitedOthers(
    _ links: ChildLinks, _ named: Set<ReferenceKey>
  ) throws(SyncError) -> [(child: Other, place: Int64)] {
    let places = try call.links.places(of: links.parent, links.children.linkName)
    guard !places.isEmpty else { return [] }
    let arena = call.parser.arena
    let listed = Set(named.compactMap { links.waitingID(of: $0.id, in: arena) }.map(\.stored))
    return places.filter { !listed.contains($0.child) }.map { (.awaited($0.child), $0.place) }
  }
}
