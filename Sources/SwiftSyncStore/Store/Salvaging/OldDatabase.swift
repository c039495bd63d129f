import SwiftSyncValues

/// A database of another version, from which rows and changes are copied.
final class OldDatabase {
  let connection: Connection
  /// The columns of its tables; empty for a table that it does not have.
  private var known: [String: [ColumnDefinition]] = [:]

  init(_ connection: Connection) {
    self.connection = connection
  }

  /// The columns of a table that statements can write: none if the database lacks the table.
  func columns(of table: String) throws(SyncError) -> [ColumnDefinition] {
    if let columns = known[table] { return columns }
    let columns = try connection.columns(of: table).filter { $0.hidden == 0 }
    known[table] = columns
    return columns
  }

  func columnNames(of table: String) throws(SyncError) -> Set<String> {
    Set(try columns(of: table).map(\.name))
  }

  /// The changes of the queue in the order of their first writes.
  func changes() throws(SyncError) -> [SalvagedChange] {
    try connection.query(
      """
      SELECT sequence, entity, id, operation, fields, clock, changed_at, revision, sent_revision,
        sent_operation, sent_fields, attempts
      FROM swiftsync_changes WHERE operation IN ('insert', 'update', 'delete') ORDER BY sequence
      """, []
    ).map(SalvagedChange.init)
  }

  /// The identities of rows of an entity; none if its table has other identities.
  func identities(
    of plan: EntityPlan, where condition: String = "1", _ values: [StoredValue] = []
  ) throws(SyncError) -> [[StoredValue]] {
    let table = plan.metadata.table
    let key = plan.identity.map { plan.metadata.columns[$0].name }
    guard try Set(key).isSubset(of: columnNames(of: table)) else { return [] }
    return try connection.query(
      "SELECT \(key.map(quoted).joined(separator: ", ")) FROM \(quoted(table)) "
        + "WHERE \(condition)", values
    ).map(\.values)
  }

  /// The columns of a row that this version also has.
  func row(_ plan: EntityPlan, _ identity: [StoredValue]) throws(SyncError) -> SQLRow {
    let names = try columnNames(of: plan.metadata.table)
    let shared = plan.metadata.columns.map(\.name).filter(names.contains)
    return try row(plan, identity, shared)
  }

  /// The names of the columns that this version does not have and in which a row has another value
  /// than the default.
  func unknownColumns(
    of plan: EntityPlan, _ identity: [StoredValue]
  ) throws(SyncError) -> [String] {
    let known = Set(plan.metadata.columns.map(\.name))
    let others = try columns(of: plan.metadata.table).filter { !known.contains($0.name) }
    guard !others.isEmpty else { return [] }
    let row = try row(plan, identity, others.map(\.name), as: { "quote(\($0))" })
    return zip(others, row.values).compactMap { column, value in
      value.text == column.defaultSQL || value.text == "NULL" ? nil : column.name
    }
  }

  private func row(
    _ plan: EntityPlan, _ identity: [StoredValue], _ columns: [String],
    as expression: (String) -> String = { $0 }
  ) throws(SyncError) -> SQLRow {
    let table = plan.metadata.table
    let key = plan.identity.map { plan.metadata.columns[$0].name }
    guard !columns.isEmpty, try Set(key).isSubset(of: columnNames(of: table)) else {
      throw .invalidOption("the old database has no table '\(table)' with its identity")
    }
    let list = columns.map { expression(quoted($0)) }.joined(separator: ", ")
    let condition = key.enumerated().map { "\(quoted($1)) = ?\($0 + 1)" }
    let rows = try connection.query(
      "SELECT \(list) FROM \(quoted(table)) WHERE \(condition.joined(separator: " AND "))",
      identity)
    guard let row = rows.first else {
      throw .invalidOption("the row no longer exists in the old database")
    }
    return row
  }
}
