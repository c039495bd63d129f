@_spi(Generated) import SwiftSyncStore

/// Checks that are made once, before rows are copied.
extension ImportMapping {
  /// Throws if all values of a column begin like values that may be in separate files, and it is
  /// not stated which columns are external.
  func checkStorage() throws(SyncError) {
    guard store.externalStorage == nil else { return }
    for table in tables {
      for member in table.members {
        guard case .value(.data, _) = member.content else { continue }
        try checkStorage(of: member, table)
      }
    }
  }

  private func checkStorage(
    of member: ImportedTable.Member, _ table: ImportedTable
  ) throws(SyncError) {
    let value = quoted(member.column)
    let rows = try file.connection.query(
      "SELECT count(*), total(substr(\(value), 1, 1) IN (x'01', x'02')) FROM \(quoted(table.table)) "
        + "WHERE typeof(\(value)) = 'blob' AND Z_ENT IN (\(table.numbers.listed))", [])
    guard let row = rows.first, case .integer(let count) = row.values[0], count > 0,
      row.values[1] == .real(Double(count))
    else { return }
    let key = "\(table.entity.name).\(member.name)"
    throw file.failure(
      "the values of '\(key)' look as if the Core Data model allows external storage for them; "
        + "list "
        + "the attributes for which it does: externalStorage: [\"\(key)\"], or [] if there are none"
    )
  }

  /// The columns of the model without a member.
  var unusedColumns: [String] {
    let names = Set(tables.map(\.table))
    let columns = names.sorted().flatMap { table in
      (file.columns[table] ?? []).subtracting(used[table] ?? []).sorted()
        .filter { $0.hasPrefix("Z") && !$0.hasPrefix("Z_") && !Self.isEntityNumber($0) }
        .map { "\(table).\($0)" }
    }
    return columns + unusedJoins
  }

  /// The columns of many-to-many relationships without a list.
  private var unusedJoins: [String] {
    file.columns.keys.sorted().filter { JoinNames.isJoin($0) && !usedJoins.contains($0) }
      .flatMap { table in
        (file.columns[table] ?? []).sorted().filter { !$0.hasPrefix("Z_FOK_") }
          .map { "\(table).\($0)" }
      }
  }

  /// Whether a column states the target entity of a reference, e.g. `Z12_OWNER`.
  private static func isEntityNumber(_ column: String) -> Bool {
    let rest = column.dropFirst().drop(while: \.isNumber)
    return rest.first == "_" && rest.count < column.count - 1
  }

  /// The number of rows whose identity another row has, by entity of the schema.
  func repeatedIdentities() throws(SyncError) -> [String: Int] {
    var counts: [String: Int] = [:]
    for table in tables where table.ownIdentity == nil {
      let names = table.identity.indices.map { "part\($0)" }
      let values = zip(table.identity, names).map { part, name in
        "\(part.value(ofRow: "row.Z_PK", in: table.table)) AS \(name)"
      }
      let whole = names.map { "quote(\($0))" }.joined(separator: " || ',' || ")
      let count = try file.connection.integer(
        """
        SELECT count(*) - count(DISTINCT \(whole)) FROM (
          SELECT \(values.joined(separator: ", ")) FROM \(quoted(table.table)) AS row
          WHERE row.Z_ENT IN (\(table.numbers.listed)))
        WHERE \(names.map { "\($0) IS NOT NULL" }.joined(separator: " AND "))
        """)
      if let count, count > 0 { counts[table.entity.name] = Int(count) }
    }
    return counts
  }

  /// The number of rows of entities that are not copied, by name.
  func otherRows() throws(SyncError) -> [String: Int] {
    let copied = Set(tables.flatMap(\.numbers))
    var counts: [String: Int] = [:]
    for entity in file.sorted where !copied.contains(entity.number) {
      let table = file.table(of: entity)
      guard file.columns[table]?.contains("Z_ENT") == true else { continue }
      let count = try file.connection.integer(
        "SELECT count(*) FROM \(quoted(table)) WHERE Z_ENT = \(entity.number)")
      if let count, count > 0 { counts[entity.name] = Int(count) }
    }
    return counts
  }
}
