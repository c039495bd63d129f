@_spi(Generated) import SwiftSyncCoding

/// The rows of a query, as part of other statements.
package struct RowSelection: Sendable {
  /// The query for their rowids.
  let sql: String
  /// The values of its parameters, starting with `?1`.
  let parameters: [StoredValue]
}

/// The app's own writes to all rows of a query. The effect on rows, the change queue and observers
/// is that of writing each row separately; one statement does it wherever no other row can change
/// with them.
extension RowEditor {
  /// Applies a patch to rows, and returns their number.
  package func update(
    _ rows: RowSelection, _ settings: [RowWriter.Setting], _ lists: [StatedIDList]
  ) throws(SyncError) -> Int {
    let settings = try withReplacedReferences(settings, besides: plan.identity)
    try checkScalars(settings)
    guard updatesByOneStatement(settings, lists) else {
      return try updateEach(of: rows, settings, lists)
    }
    let count = try call.connection.integer(
      "SELECT count(*) FROM (\(rows.sql))", rows.parameters)
    if !settings.isEmpty, count != 0 {
      let (first, names) = (rows.parameters.count + 1, plan.metadata.columns)
      let places = settings.indices.map { "?\($0 + first)" }
      let columns = settings.map { quoted(names[$0.column].name) }
      let assignments = zip(columns, places).map { "\($0) = \($1)" }
      // A row that the patch does not change is not written, so that its touched dates are kept.
      let differences = zip(columns, places).map { "\($0) COLLATE BINARY IS NOT \($1)" }
      _ = try write(
        "SET \(assignments.joined(separator: ", "))", to: rows,
        where: differences.joined(separator: " OR "), settings.map(\.value))
    }
    return Int(count ?? 0)
  }

  /// Whether a patch changes only the rows themselves: neither lists nor links that only one row
  /// can have.
  private func updatesByOneStatement(
    _ settings: [RowWriter.Setting], _ lists: [StatedIDList]
  ) -> Bool {
    guard lists.isEmpty, !hasStatedLists else { return false }
    var others = plan.identity
    for reference in plan.references where reference.isOneToOne && reference.isOptional {
      others += reference.storedColumns + [reference.column]
    }
    return settings.allSatisfy { $0.column < plan.sql.storedCount && !others.contains($0.column) }
  }

  private func updateEach(
    of rows: RowSelection, _ settings: [RowWriter.Setting], _ lists: [StatedIDList]
  ) throws(SyncError) -> Int {
    var count = 0
    for rowID in try rowIDs(of: rows) {
      guard let row = try call.tables[plan.index].row(rowID) else { continue }
      let identity = plan.identity.map { row.value($0).stored }
      if try update(identity, settings, lists) { count += 1 }
    }
    return count
  }

  /// Deletes rows, or soft-deletes them if the entity has a kept tombstone or an archive. Returns
  /// their number.
  func delete(_ rows: RowSelection) throws(SyncError) -> Int {
    if let mark = plan.deletionMark { return try set(mark, of: rows) }
    guard plan.hasLinks else {
      let table = quoted(plan.metadata.table)
      return try run(
        "DELETE FROM \(table) WHERE _rowid_ IN (\(rows.sql))", rows.parameters)
    }
    let rowIDs = try rowIDs(of: rows)
    for rowID in rowIDs { try deletions.delete([rowID], of: plan) }
    return rowIDs.count
  }

  private func set(_ mark: RowMark, of rows: RowSelection) throws(SyncError) -> Int {
    var parameters = rows.parameters
    var assignments: [String] = []
    var condition = ""
    if let column = mark.dateColumn {
      let metadata = plan.metadata.columns[column]
      parameters.append(call.now.stored(in: metadata.storage) ?? .null)
      assignments.append("\(quoted(metadata.name)) = ?\(parameters.count)")
      condition = "\(quoted(metadata.name)) IS NULL"
    }
    if let column = mark.flagColumn {
      let name = quoted(plan.metadata.columns[column].name)
      assignments.append("\(name) = 1")
      condition = "\(name) IS NOT 1"
    }
    return try write(
      "SET \(assignments.joined(separator: ", "))", to: rows, where: condition,
      Array(parameters.dropFirst(rows.parameters.count)))
  }

  /// Changes the rows that meet a condition, and returns their number.
  private func write(
    _ change: String, to rows: RowSelection, where condition: String, _ values: [StoredValue]
  ) throws(SyncError) -> Int {
    try run(
      "UPDATE \(quoted(plan.metadata.table)) \(change) "
        + "WHERE _rowid_ IN (\(rows.sql)) AND (\(condition))", rows.parameters + values)
  }

  private func run(_ sql: String, _ parameters: [StoredValue]) throws(SyncError) -> Int {
    let statement = try call.connection.statement(sql)
    statement.bind(parameters)
    try statement.run()
    return call.connection.changes
  }

  private func rowIDs(of rows: RowSelection) throws(SyncError) -> [Int64] {
    let query = try call.connection.statement(rows.sql)
    defer { query.reset() }
    query.bind(rows.parameters)
    var rowIDs: [Int64] = []
    while try query.step() { rowIDs.append(query.integer(0)) }
    return rowIDs
  }
}

extension Connection {
  /// The single integer that a query with parameters returns; `nil` if it returns no row or null.
  fileprivate func integer(
    _ sql: String, _ parameters: [StoredValue]
  ) throws(SyncError) -> Int64? {
    let query = try statement(sql)
    defer { query.reset() }
    query.bind(parameters)
    guard try query.step(), !query.isNull(0) else { return nil }
    return query.integer(0)
  }
}
