import SwiftSyncValues
@_spi(Generated) import SwiftSyncREST

/// Ordered lists that leave out rows.
extension ListApplier {
  /// Moves the children that a partial list does not name after the named ones, in their former
  /// order.
  func moveOthers(_ links: ChildLinks) throws(SyncError) {
    guard let column = links.children.reference.positionColumn,
      call.operations(on: links.relation).contains(.update)
    else { return }
    let others = try placedRows(links, by: column)
    var place = named(links).count
    let table = call.tables[links.relation.target.index]
    for rowID in others {
      guard let row = try table.row(rowID) else { continue }
      let position = BoundValue.integer(Int64(place))
      place += 1
      if row.holds(position, in: column) { continue }
      try writer.write(position, to: column, of: rowID, table)
      call.state.tallies.markTouched(rowID, of: table.plan.index)
    }
  }

  /// The identities of the children that the list names.
  private func named(_ links: ChildLinks) -> Set<ReferenceKey> {
    Set((links.linked.map(\.member) + links.named).map { ReferenceKey($0.id) })
  }

  /// The children that have a position in the list but that it does not name, by position.
  private func placedRows(
    _ links: ChildLinks, by position: Int
  ) throws(SyncError) -> [Int64] {
    let plan = links.relation.target
    func name(_ column: Int) -> String { quoted(plan.metadata.columns[column].name) }
    let query = try call.connection.statement(
      "SELECT _rowid_, \(name(plan.idColumn)) FROM \(quoted(plan.metadata.table)) "
        + "WHERE \(name(links.children.reference.column)) = ?1 AND \(name(position)) IS NOT NULL "
        + "ORDER BY \(name(position)), _rowid_")
    defer { query.reset() }
    query.bind(1, links.parent)
    let named = named(links)
    var rowIDs: [Int64] = []
    while try query.step() {
      if !named.contains(ReferenceKey(query.value(1))) { rowIDs.append(query.integer(0)) }
    }
    return rowIDs
  }
}
