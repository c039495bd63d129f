@_spi(Generated) package import SwiftSyncStore

/// Reads the values of a database as their types, by the rules by which a store writes them.
///
/// A store reads more forms than it writes, so it would not find every wrong value.
package struct ValueAudit: Sendable {
  /// The first value in a wrong form, and how many there are.
  package struct WrongValue {
    /// The column that contains the value.
    package let column: StoredColumn
    package let table: String
    package let value: StoredValue
    /// The identity of its row.
    package let identity: [StoredValue]
    /// The number of rows with a wrong value, and of all rows.
    package let count: Int
    package let total: Int
  }

  package enum Problem {
    case wrongValue(WrongValue)
    /// Only one of an amount and its currency is stored, in some rows of a table.
    case halfAmount(columns: [String], table: String, count: Int)
  }

  private struct Table: Sendable {
    let name: String
    let key: [String]
    let columns: [StoredColumn]
    /// Both columns of each amount of money.
    let amounts: [[String]]
  }

  private let tables: [Table]

  /// - Parameter names: The columns to read, as `tasks.title`; `nil` for all.
  package init(
    _ entities: [EntityMetadata], _ joinTables: [JoinTableMetadata], only names: Set<String>? = nil
  ) {
    func isRead(_ column: String, _ table: String) -> Bool {
      names?.contains("\(table).\(column)") ?? true
    }
    let rows = entities.map { entity in
      let names = entity.columns.map(\.name)
      return Table(
        name: entity.table, key: entity.identity.map { names[$0] },
        columns: entity.storedColumns.sorted { $0.key < $1.key }.map(\.value)
          .filter { isRead($0.name, entity.table) },
        amounts: entity.attributes.filter { $0.isAmount && isRead(names[$0.column], entity.table) }
          .map { [names[$0.column], names[$0.column + 1]] })
    }
    let links = joinTables.filter { $0.through == nil }.map { table in
      let ends = [(table.leftColumns, table.leftEntity), (table.rightColumns, table.rightEntity)]
      let columns = ends.compactMap { columns, name in
        entities.first { $0.name == name }.flatMap { StoredColumn(of: columns[0], identifying: $0) }
      }
      return Table(
        name: table.name, key: columns.map(\.name),
        columns: columns.filter { isRead($0.name, table.name) }, amounts: [])
    }
    tables = (rows + links).filter { !$0.columns.isEmpty }
  }

  /// The first value that a store could not have written; `nil` if there is none.
  package func problem(in database: some AuditedDatabase) throws(SyncError) -> Problem? {
    for table in tables {
      if let wrong = try Self.wrongValue(in: table, of: database) { return .wrongValue(wrong) }
      for amount in table.amounts {
        let halves = amount.map { "(\(quoted($0)) IS NULL)" }.joined(separator: " <> ")
        let count = try database.values(
          "SELECT count(*) FROM \(quoted(table.name)) WHERE \(halves)")[0][0].count
        if count > 0 { return .halfAmount(columns: amount, table: table.name, count: count) }
      }
    }
    return nil
  }

  private static func wrongValue(
    in table: Table, of database: some AuditedDatabase
  ) throws(SyncError) -> WrongValue? {
    let names = (table.key + table.columns.map(\.name)).map { quoted($0) }
    let rows = try database.values(
      "SELECT \(names.joined(separator: ", ")) FROM \(quoted(table.name))")
    for (place, column) in table.columns.enumerated() {
      let position = table.key.count + place
      let wrong = rows.filter { !column.accepts($0[position]) }
      guard let first = wrong.first else { continue }
      return WrongValue(
        column: column, table: table.name, value: first[position],
        identity: Array(first.prefix(table.key.count)), count: wrong.count, total: rows.count)
    }
    return nil
  }
}

extension ValueAudit.WrongValue {
  /// The start of a sentence.
  package var place: String {
    "in \(count) of \(total) rows, the column '\(column.name)' of table '\(table)'"
  }
}

extension ValueAudit.Problem {
  /// The column, e.g. `orders.code`.
  package var column: String {
    switch self {
    case .wrongValue(let wrong): "\(wrong.table).\(wrong.column.name)"
    case .halfAmount(let columns, let table, _): "\(table).\(columns[0])"
    }
  }
}
