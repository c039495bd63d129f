import SwiftSyncValues
@_spi(Generated) import SwiftSyncCoding

/// The table of links to children that a parent's list has named and that have not arrived yet
/// (A16).
final class WaitingLinks {
  private static let table = "swiftsync_links"

  private let connection: Connection
  private(set) var isEmpty: Bool

  init(on connection: Connection) throws(SyncError) {
    self.connection = connection
    isEmpty = try connection.integer("SELECT 1 FROM \(Self.table) LIMIT 1") == nil
  }

  /// Sets the parents that wait for a new row, if its payload does not state them, and its
  /// positions in their lists.
  func fillReferences(of node: RowNode, in arena: ByteArena) throws(SyncError) {
    guard !isEmpty, node.plan.isNamed else { return }
    for relation in node.plan.relations {
      guard case .reference(let reference) = relation.kind,
        !node.plan.isScoped(by: reference.column)
      else { continue }
      let isMissing = node.values[reference.column].kind == .missing
      guard isMissing || reference.positionColumn != nil else { continue }
      let query = try connection.statement(
        "SELECT parent_id, position FROM \(Self.table) WHERE relation = ?1 AND child_id = ?2")
      defer { query.reset() }
      query.bind(1, node.plan.linkName(of: relation))
      query.bind(2, node.values[node.plan.keyColumn])
      guard try query.step() else { continue }
      if isMissing { node.complete(reference.column, query.value(0).copied(into: arena)) }
      if let position = reference.positionColumn, node.values[position].kind == .missing,
        query.holds(node.values[reference.column], in: 0)
      {
        node.complete(position, query.value(1))
      }
    }
  }

  /// The parent whose list waits for a child.
  func parent(of child: BoundValue, _ name: String) throws(SyncError) -> StoredValue? {
    try link(to: child, name)?.parent
  }

  /// The parent whose list waits for a child, and the child's position there.
  func link(
    to child: BoundValue, _ name: String
  ) throws(SyncError) -> (parent: StoredValue, place: StoredValue)? {
    guard !isEmpty else { return nil }
    let query = try connection.statement(
      "SELECT parent_id, position FROM \(Self.table) WHERE relation = ?1 AND child_id = ?2")
    defer { query.reset() }
    query.bind(1, name)
    query.bind(2, child)
    return try query.step() ? (query.value(0).stored, query.value(1).stored) : nil
  }

  /// Records that a list contains a child that is not stored.
  func add(
    _ name: String, child: BoundValue, parent: BoundValue, position: Int?
  ) throws(SyncError) {
    let statement = try connection.statement(
      "INSERT OR REPLACE INTO \(Self.table) (relation, child_id, parent_id, position) "
        + "SELECT ?1, ?2, ?3, ?4 WHERE NOT EXISTS (SELECT 1 FROM \(Self.table) "
        + "WHERE relation = ?1 AND child_id = ?2 AND parent_id = ?3 AND position IS ?4)")
    statement.bind(1, name)
    statement.bind(2, child)
    statement.bind(3, parent)
    statement.bind(4, position.map { BoundValue.integer(Int64($0)) } ?? .null)
    try statement.run()
    isEmpty = false
  }

  /// Forgets the link to a child that now has its parent.
  func remove(_ name: String, child: BoundValue) throws(SyncError) {
    guard !isEmpty else { return }
    let statement = try connection.statement(
      "DELETE FROM \(Self.table) WHERE relation = ?1 AND child_id = ?2")
    statement.bind(1, name)
    statement.bind(2, child)
    try statement.run()
  }

  /// The children of a parent's list that have not arrived yet.
  func children(of parent: BoundValue, _ name: String) throws(SyncError) -> [StoredValue] {
    guard !isEmpty else { return [] }
    let query = try connection.statement(
      "SELECT child_id FROM \(Self.table) WHERE relation = ?1 AND parent_id = ?2")
    defer { query.reset() }
    query.bind(1, name)
    query.bind(2, parent)
    var children: [StoredValue] = []
    while try query.step() { children.append(query.value(0).stored) }
    return children
  }

  /// The children of a parent's list that have not arrived yet and have a position in it.
  func places(
    of parent: BoundValue, _ name: String
  ) throws(SyncError) -> [(child: StoredValue, place: Int64)] {
    guard !isEmpty else { return [] }
    // The inner query finds the children by the index of parents. SQLite would not use it for the
    // whole query, since it lacks the positions.
    let query = try connection.statement(
      "SELECT child_id, position FROM \(Self.table) WHERE relation = ?1 AND child_id IN "
        + "(SELECT child_id FROM \(Self.table) WHERE relation = ?1 AND parent_id = ?2) "
        + "AND position IS NOT NULL")
    defer { query.reset() }
    query.bind(1, name)
    query.bind(2, parent)
    var places: [(child: StoredValue, place: Int64)] = []
    while try query.step() { places.append((query.value(0).stored, query.integer(1))) }
    return places
  }

  /// Forgets the links of a parent's list to children that it no longer names.
  func keep(
    _ name: String, parent: BoundValue, children: [BoundValue]
  ) throws(SyncError) {
    guard !isEmpty else { return }
    let named = Set(children.map(ReferenceKey.init))
    let arena = ByteArena()
    for child in try self.children(of: parent, name) {
      let id = BoundValue(child, in: arena)
      if !named.contains(ReferenceKey(id)) { try remove(name, child: id) }
    }
  }

  /// Forgets all links of a deleted parent.
  func removeAll(_ name: String, parent: BoundValue) throws(SyncError) {
    guard !isEmpty else { return }
    let statement = try connection.statement(
      "DELETE FROM \(Self.table) WHERE relation = ?1 AND parent_id = ?2")
    statement.bind(1, name)
    statement.bind(2, parent)
    try statement.run()
  }
}

extension EntityPlan {
  /// The name of a reference of this entity in the table of waiting links.
  func linkName(of relation: RelationPlan) -> String {
    "\(metadata.name).\(relation.metadata.name)"
  }
}
