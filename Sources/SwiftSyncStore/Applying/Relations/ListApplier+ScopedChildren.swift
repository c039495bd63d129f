import SwiftSyncValues
@_spi(Generated) import SwiftSyncCoding

/// Children whose identity is scoped by their parent, in the lists of that parent.
///
/// A list of ids can contain only the parent's own children, so it never links any; an ordered list
/// gives them positions. The position of a child that is not stored waits (`AwaitedLinks`).
extension ListApplier {
  /// The nested rows that state another parent than the row in which they are nested, each with
  /// that parent. They are other rows than those of the list.
  func rowsOfOtherParents(
    in content: RelationContent, _ parent: BoundValue, _ children: RelationPlan.Children,
    _ relation: RelationPlan, _ rows: RowApplier
  ) throws(SyncError) -> [ObjectIdentifier: BoundValue] {
    let column = children.reference.column
    guard relation.target.isWithinIdentity(column) else { return [:] }
    var foreign: [ObjectIdentifier: BoundValue] = [:]
    for nested in content.rows {
      try rows.parts.references.takeReferences(of: nested.node, link: nil)
      let stated = nested.node.values[column]
      guard stated.kind != .missing, stated.kind != .null, !(stated == parent) else { continue }
      foreign[ObjectIdentifier(nested.node)] = stated
    }
    return foreign
  }

  /// Lists a child whose identity is scoped by the parent: if it is stored, it already belongs to
  /// the parent.
  func listScopedChild(
    _ member: ChildLinks.Member, _ links: ChildLinks, number: UInt32
  ) throws(SyncError) {
    let target = links.relation.target
    let table = call.tables[target.index]
    let node = RowNode(target)
    node.values[links.children.reference.column] = links.parent
    node.values[target.idColumn] = member.id
    guard let row = try table.find(node.values) else {
      call.state.references.note(
        ScopedChild(parent: links.parent.stored, id: member.id.stored, list: links.list))
      return try waitForScopedChild(member, links)
    }
    call.state.statements[links.list.entity, links.list.relation].name(row.rowID, number: number)
    guard let column = links.children.reference.positionColumn,
      !row.holds(member.placeValue, in: column),
      call.operations(on: links.relation).contains(.update)
    else { return }
    let rowID = row.rowID
    base.recorder.notePlace(of: row, links.list, to: member.placeValue)
    _ = try table.update(rowID, column: column, member.placeValue)
    call.state.tallies.markTouched(rowID, of: target.index)
  }

  /// Keeps the position of a child that is not stored, if it may be written (A18).
  private func waitForScopedChild(
    _ member: ChildLinks.Member, _ links: ChildLinks
  ) throws(SyncError) {
    guard links.children.reference.positionColumn != nil,
      let key = links.waitingID(of: member.id, in: call.parser.arena)
    else { return }
    let name = links.children.linkName
    let isKnown = try call.links.link(to: key, name) != nil
    let operation: ApplyOptions.Operations = isKnown ? .update : .insert
    guard call.operations(on: links.relation).contains(operation) else { return }
    try call.links.add(name, child: key, parent: links.parent, position: member.place)
  }
}
