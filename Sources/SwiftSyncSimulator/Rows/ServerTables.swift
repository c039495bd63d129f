@_spi(Generated) import SwiftSyncRuntime
import SwiftSyncValues

/// The tables of the server's rows: what has changed in them, and their content.
struct ServerTables {
  let store: SyncStore
  let schema: SchemaPlan

  /// A row that a statement has inserted, changed or deleted.
  struct Change: Hashable {
    let entity: Int
    let identity: ServerKey
  }

  /// The name of the table in which triggers record changes.
  private static let log = "swiftsync_simulated"

  private var partCount: Int { schema.entities.map(\.identity.count).max() ?? 1 }

  /// Lets the database record changes, whatever makes them.
  func recordChanges() throws {
    let parts = (0..<partCount).map { "k\($0)" }.joined(separator: ", ")
    try store.transactionInPlace { transaction in
      try transaction.execute("CREATE TEMP TABLE \(Self.log) (entity INTEGER, \(parts))")
      for plan in schema.entities {
        let columns = plan.identity.map { plan.metadata.columns[$0].name }
        try record(plan.metadata.table, [(plan, columns)], in: transaction)
      }
      for table in schema.metadata.joinTables {
        let sides = [
          (schema.entity(table.leftEntity), table.leftColumns),
          (schema.entity(table.rightEntity), table.rightColumns),
        ]
        try record(
          table.name,
          sides.compactMap { plan, columns in plan.map { (plan: $0, columns: columns) } },
          in: transaction)
      }
    }
  }

  private func record(
    _ table: String, _ rows: [(plan: EntityPlan, columns: [String])],
    in transaction: SyncTransaction
  ) throws {
    let events = [("INSERT", ["NEW"]), ("UPDATE", ["OLD", "NEW"]), ("DELETE", ["OLD"])]
    for (event, names) in events {
      let statements = names.flatMap { name in
        rows.map { plan, columns in
          let parts = columns.indices.map { "k\($0)" }.joined(separator: ", ")
          let values = columns.map { "\(name).\(quoted($0))" }.joined(separator: ", ")
          return "INSERT INTO \(Self.log) (entity, \(parts)) VALUES (\(plan.index), \(values));"
        }
      }
      // A join table may also be the table of an entity.
      let side = rows.count > 1 ? "_links" : ""
      let trigger = quoted("swiftsync_simulated_\(table)\(side)_\(event)")
      try transaction.execute(
        "CREATE TEMP TRIGGER \(trigger) AFTER \(event) ON main.\(quoted(table)) "
          + "BEGIN \(statements.joined(separator: " ")) END")
    }
  }

  /// The rows that have changed since the last call, in the order of their first changes.
  func takeChanges(_ transaction: SyncTransaction) throws -> [Change] {
    let parts = (0..<partCount).map { "k\($0)" }.joined(separator: ", ")
    var known: Set<Change> = []
    let rows = try transaction.query("SELECT entity, \(parts) FROM \(Self.log) ORDER BY rowid")
    try transaction.execute("DELETE FROM \(Self.log)")
    return rows.compactMap { row in
      guard case .integer(let entity)? = row.values.first else { return nil }
      let plan = schema.entities[Int(entity)]
      let identity = Array(row.values.dropFirst().prefix(plan.identity.count))
      let change = Change(entity: plan.index, identity: identity)
      return known.insert(change).inserted ? change : nil
    }
  }

  // MARK: - Rows

  private func columns(_ plan: EntityPlan) -> [Int] {
    plan.metadata.columns.indices.filter { !plan.metadata.columns[$0].isVirtual }
  }

  /// The values of a stored row by column; `nil` if there is none.
  func values(
    _ identity: ServerKey, _ plan: EntityPlan, in transaction: SyncTransaction
  ) throws -> [StoredValue]? {
    let columns = columns(plan)
    let names = columns.map { quoted(plan.metadata.columns[$0].name) }.joined(separator: ", ")
    let rows = try transaction.query(
      "SELECT \(names) FROM \(quoted(plan.metadata.table)) WHERE \(condition(plan))", identity)
    guard let row = rows.first else { return nil }
    var values = [StoredValue](repeating: .null, count: plan.metadata.columns.count)
    for (column, value) in zip(columns, row.values) { values[column] = value }
    return values
  }

  /// The identities of all stored rows.
  func identities(
    _ plan: EntityPlan, in transaction: SyncTransaction
  ) throws -> [ServerKey] {
    let names = plan.identity.map { quoted(plan.metadata.columns[$0].name) }.joined(separator: ", ")
    return try transaction.query("SELECT \(names) FROM \(quoted(plan.metadata.table))").map(
      \.values)
  }

  func set(
    _ column: Int, to value: StoredValue, _ identity: ServerKey, _ plan: EntityPlan,
    in transaction: SyncTransaction
  ) throws {
    let name = quoted(plan.metadata.columns[column].name)
    try transaction.execute(
      "UPDATE \(quoted(plan.metadata.table)) SET \(name) = ? WHERE \(condition(plan))",
      [value] + identity)
  }

  func remove(
    _ identity: ServerKey, _ plan: EntityPlan, in transaction: SyncTransaction
  ) throws {
    try transaction.execute(
      "DELETE FROM \(quoted(plan.metadata.table)) WHERE \(condition(plan))", identity)
  }

  private func condition(_ plan: EntityPlan) -> String {
    equal(plan.identity.map { plan.metadata.columns[$0].name })
  }

  private func equal(_ columns: [String]) -> String {
    columns.map { "\(quoted($0)) = ?" }.joined(separator: " AND ")
  }

  // MARK: - Links

  /// One side of a many-to-many relationship.
  private struct Links {
    let table: JoinTableMetadata
    let own: [String]
    let other: [String]
    /// The column with the order of this side's list.
    let position: String?
  }

  private func links(_ relation: RelationMetadata) -> Links? {
    guard case .manyToMany(let name, let side, let order) = relation.kind,
      let table = schema.metadata.joinTables.first(where: { $0.name == name })
    else { return nil }
    let isLeft = side == .left
    return Links(
      table: table, own: isLeft ? table.leftColumns : table.rightColumns,
      other: isLeft ? table.rightColumns : table.leftColumns,
      position: order == .position ? table.positionColumn : nil)
  }

  /// The identities of linked rows, by the position of the relationship.
  func lists(
    _ identity: ServerKey, _ plan: EntityPlan, in transaction: SyncTransaction
  ) throws -> [Int: [ServerKey]] {
    var lists: [Int: [ServerKey]] = [:]
    for (index, relation) in plan.metadata.relations.enumerated() {
      guard let links = links(relation) else { continue }
      let names = links.other.map(quoted).joined(separator: ", ")
      let order = links.position.map(quoted) ?? names
      lists[index] = try transaction.query(
        "SELECT \(names) FROM \(quoted(links.table.name)) WHERE \(equal(links.own)) ORDER BY \(order)",
        identity
      ).map(\.values)
    }
    return lists
  }

  /// Replaces the links of a row.
  func write(
    _ list: [ServerKey], of relation: RelationMetadata, _ identity: ServerKey,
    in transaction: SyncTransaction
  ) throws {
    guard let links = links(relation) else { return }
    let table = quoted(links.table.name)
    try transaction.execute("DELETE FROM \(table) WHERE \(equal(links.own))", identity)
    // The order of the other side's list is not known.
    let hasPosition = links.table.positionColumn != nil
    let columns = links.own + links.other + (links.table.positionColumn.map { [$0] } ?? [])
    let names = columns.map(quoted).joined(separator: ", ")
    let parameters = columns.map { _ in "?" }.joined(separator: ", ")
    for (position, other) in list.enumerated() {
      let place: [StoredValue] = hasPosition ? [.integer(Int64(position))] : []
      try transaction.execute(
        "INSERT OR IGNORE INTO \(table) (\(names)) VALUES (\(parameters))",
        identity + other + place)
    }
  }
}
