import SwiftSyncValues
@_spi(Generated) import SwiftSyncCoding

/// The addition of one row to a to-many relationship, or its removal.
package struct ListLink: Hashable, Sendable {
  /// The position in the entity's relationships; -1 for a list of another row.
  package let relation: Int
  /// The identity of the row in the list.
  let member: RowKey
  let isAdded: Bool

  /// Whether both change the same member of the same list.
  package func isSame(as other: ListLink) -> Bool {
    relation == other.relation && member == other.member
  }
}

/// Adds and removes single members of lists. The other members need not be known.
extension RowEditor {
  /// Changes a list, and returns whether it differs now.
  package func link(_ link: ListLink, of identity: RowKey) throws(SyncError) -> Bool {
    guard link.relation >= 0 else {
      throw .invalidOption(
        "the list is not one of '\(plan.metadata.name)'; pass the row that the list belongs to")
    }
    let identity = try current(identity)
    let relation = plan.relations[link.relation]
    guard let row = try call.storedRow(identity) else {
      throw .unknownRow(identity.map(\.text).joined(separator: "/"), entity: plan.metadata.name)
    }
    guard !relation.isScoping else {
      throw .invalidOption(
        "'\(plan.metadata.name).\(relation.metadata.name)': its rows are identified by their "
          + "parent, so they cannot be linked or unlinked; insert or delete them")
    }
    let member = try self.member(link.member, of: relation.target)
    let node = self.node(identity)
    let list = try ids(of: relation, node, row.rowID)
    guard list.contains(member) != link.isAdded else { return false }
    if link.isAdded {
      let isOrdered = relation.isOrderedHere
      try applyList(
        isOrdered ? list + [member] : [member], of: link.relation, to: node, row.rowID,
        isAddition: true)
    } else {
      try checkMayLeave(relation)
      try applyList(
        list.filter { $0 != member }, of: link.relation, to: node, row.rowID, isAddition: false)
    }
    return true
  }

  private func node(_ identity: RowKey) -> RowNode {
    let node = RowNode(plan)
    for (column, value) in zip(plan.identity, identity) {
      node.values[column] = BoundValue(value, in: call.parser.arena)
    }
    node.settleParts(in: call.parser.arena)
    return node
  }

  /// The value by which lists refer to a row.
  private func member(_ identity: RowKey, of target: EntityPlan) throws(SyncError) -> StoredValue {
    guard !identity.contains(.null) else {
      throw .unstorable(
        identity.map(\.text).joined(separator: "/"),
        in: target.metadata.columns[target.idColumn].name, of: target.metadata.name)
    }
    guard target.isTemporary(identity),
      let current = try temporaryIDs.replacement(of: identity, in: target.metadata)
    else { return .key(identity) }
    return .key(current)
  }

  /// Throws if a row in the list cannot be without a parent.
  private func checkMayLeave(_ relation: RelationPlan) throws(SyncError) {
    guard case .children(let children) = relation.kind, children.onDelete != .cascade,
      !children.reference.isOptional
    else { return }
    let target = relation.target
    throw .nullRequired(
      entity: target.metadata.name, member: target.relations[children.relation].metadata.name)
  }

  /// The members of a list in its order, including those whose rows are not stored.
  private func ids(
    of relation: RelationPlan, _ node: RowNode, _ rowID: Int64
  ) throws(SyncError) -> [StoredValue] {
    switch relation.kind {
    case .reference: return []
    case .members(let side):
      return try MemberList(of: node, side, relation, in: call.parser.arena)
        .storedIDsInOrder(on: call.connection)
    case .children(let children):
      let stored = try self.children(children, relation, of: rowID)
      let awaited = try call.links.children(
        of: node.values[plan.keyColumn], children.linkName)
      guard children.reference.positionColumn != nil else { return stored.map(\.id) + awaited }
      let places = try call.links.places(of: node.values[plan.keyColumn], children.linkName)
      let all = stored + places.map { (id: $0.child, place: $0.place) }
      return sortedIndices(all.count) { (all[$0].place, $0) < (all[$1].place, $1) }
        .map { all[$0].id }
    }
  }

  /// The stored children of a row that are not soft-deleted. A child without a position comes last.
  private func children(
    _ children: RelationPlan.Children, _ relation: RelationPlan, of rowID: Int64
  ) throws(SyncError) -> [(id: StoredValue, place: Int64)] {
    let target = relation.target
    let query = try call.connection.statement(
      TableSQL.children(of: plan, in: target, children.reference))
    query.bind(1, rowID)
    var rowIDs: [Int64] = []
    while try query.step() { rowIDs.append(query.integer(0)) }
    query.reset()
    var found: [(id: StoredValue, place: Int64)] = []
    for rowID in rowIDs {
      guard try !call.isSoftDeleted(rowID, of: target),
        let row = try call.tables[target.index].row(rowID)
      else { continue }
      var place = Int64.max
      if let column = children.reference.positionColumn,
        case .integer(let stored) = row.value(column).stored
      {
        place = stored
      }
      found.append((row.value(relation.memberColumn).stored, place))
    }
    return found
  }
}

extension RelationPlan {
  /// Whether the list of this side stores an order of its own.
  fileprivate var isOrderedHere: Bool {
    switch kind {
    case .reference: false
    case .children(let children): children.reference.positionColumn != nil
    case .members(let side): side.isOrdered
    }
  }
}
