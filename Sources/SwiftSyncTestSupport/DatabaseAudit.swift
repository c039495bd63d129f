@_spi(Generated) import SwiftSyncRuntime

/// Reads all values of a database as their types, by the rules by which a store writes them.
///
/// A store reads more forms than it writes, so an export would not find every wrong value.
struct DatabaseAudit {
  private let schema: SchemaMetadata

  init(_ schema: SchemaMetadata) {
    self.schema = schema
  }

  /// A description of the first value that a store of the version could not have written; `nil` if
  /// there is none.
  func problem(in transaction: SyncTransaction) throws(SyncError) -> String? {
    for entity in schema.entities {
      let columns = entity.storedColumns.sorted { $0.key < $1.key }.map(\.value)
      if let problem = try problem(of: entity.table, columns, in: transaction) { return problem }
    }
    for table in schema.joinTables where table.through == nil {
      let ends = [(table.leftColumns, table.leftEntity), (table.rightColumns, table.rightEntity)]
      let columns = ends.compactMap { columns, name in
        schema.entities.first { $0.name == name }.flatMap {
          StoredColumn(of: columns[0], identifying: $0)
        }
      }
      if let problem = try problem(of: table.name, columns, in: transaction) { return problem }
    }
    return nil
  }

  private func problem(
    of table: String, _ columns: [StoredColumn], in transaction: SyncTransaction
  ) throws(SyncError) -> String? {
    if columns.isEmpty { return nil }
    let names = columns.map(\.name.quoted).joined(separator: ", ")
    let rows = try transaction.query("SELECT \(names) FROM \(table.quoted)").map(\.values)
    for (place, column) in columns.enumerated() {
      let wrong = rows.filter { !column.accepts($0[place]) }
      guard let first = wrong.first else { continue }
      return
        "in \(wrong.count) of \(rows.count) rows, the column '\(column.name)' of table '\(table)' "
        + "is not \(column.expected), e.g. \(first[place].shortText)"
    }
    return nil
  }
}

/// The error for values that no store would have written.
struct UnreadableValues: Error {
  let problem: String
}
