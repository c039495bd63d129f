@_spi(Generated) import SwiftSyncCoding

/// Finds values in rows written by another program that a store could not read.
struct StoredRowCheck {
  private let entity: EntityMetadata
  private let connection: Connection
  private let columns: [StoredColumn]

  /// - Parameter names: The columns to check; `nil` for all.
  init(_ entity: EntityMetadata, on connection: Connection, only names: Set<String>? = nil) {
    self.entity = entity
    self.connection = connection
    columns = entity.storedColumns.compactlySorted { $0.key < $1.key }.map(\.value)
      .filter { names?.contains($0.name) ?? true }
  }

  /// For each column with such values, how many there are, and the first one.
  ///
  /// - Parameter hasRowIDs: Whether rows are identified by their rowids, which a view does not
  ///   have.
  func problems(hasRowIDs: Bool = true) throws(SyncError) -> [String] {
    let row = hasRowIDs ? "t._rowid_" : entity.identityExpression("t")
    let names = columns.map { "t.\(quoted($0.name))" }.joined(separator: ", ")
    let query = try Statement(
      "SELECT \(row), \(names) FROM \(quoted(entity.table)) AS t", on: connection)
    var found: [Int: (count: Int, first: String)] = [:]
    while try query.step() {
      for (place, column) in columns.enumerated() {
        let value = query.value(Int32(place + 1)).stored
        if column.canRead(value) { continue }
        let first = "\(value.shortText) in row \(query.value(0).stored.shortText)"
        found[place, default: (0, first)].count += 1
      }
    }
    return found.compactlySorted { $0.key < $1.key }.map { place, values in
      let column = columns[place]
      let others =
        values.count == 1 ? "" : " and \(values.count - 1) other row\(values.count == 2 ? "" : "s")"
      return
        "table '\(entity.table)' has column '\(column.name)', which holds \(values.first)\(others), "
        + "where the schema says \(column.expected)"
    }
  }
}

extension StoredRowCheck {
  /// An identity that several rows have. Tables that a store writes to guard against that.
  func repeatedIdentity() throws(SyncError) -> String? {
    let row = entity.identityExpression("t")
    let query = try Statement(
      "SELECT \(row), count(*) FROM \(quoted(entity.table)) AS t GROUP BY 1 HAVING count(*) > 1 "
        + "ORDER BY 1 LIMIT 1", on: connection)
    guard try query.step() else { return nil }
    return "table '\(entity.table)' has \(query.integer(1)) rows with the identity "
      + "\(query.value(0).stored.shortText)"
  }
}

extension StoredValue {
  /// The value in a message.
  var shortText: String {
    switch self {
    case .null: "NULL"
    case .integer(let value): "\(value)"
    case .real(let value): "\(value)"
    case .text(let text): "'\(text.abridged(to: 40))'"
    case .blob(let bytes): bytes.count == 1 ? "1 byte" : "\(bytes.count) bytes"
    }
  }
}
