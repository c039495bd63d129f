@_spi(Generated) package import SwiftSyncStore
package import SwiftSyncValues

/// A database in which a test of migrations examines rows.
package protocol AuditedDatabase {
  /// Runs statements.
  func change(_ statements: String) throws(SyncError)
  /// The rows of a query.
  func values(_ query: String) throws(SyncError) -> [[StoredValue]]
}

/// One in which SQL of a schema runs.
package protocol WatchedDatabase: AuditedDatabase {
  /// The columns of a table or view, in order.
  func columns(of table: String) throws(SyncError) -> [ColumnDefinition]
}

extension ScratchDatabase: WatchedDatabase {
  package func change(_ statements: String) throws(SyncError) { try run(statements) }
}

extension MigrationPlan.StageDatabase: WatchedDatabase {
  package func change(_ statements: String) throws(SyncError) { try execute(statements) }

  package func values(_ query: String) throws(SyncError) -> [[StoredValue]] {
    try self.query(query).map(\.values)
  }
}

extension SyncTransaction: AuditedDatabase {
  package func change(_ statements: String) throws(SyncError) { _ = try execute(statements) }

  package func values(_ query: String) throws(SyncError) -> [[StoredValue]] {
    try self.query(query).map(\.values)
  }
}

extension StoredValue {
  /// The value for messages, e.g. `'Ada'`, `12`, `NULL`.
  package var example: String {
    switch self {
    case .null: "NULL"
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let text): "'\(text.count > 40 ? text.prefix(39) + "…" : text[...])'"
    case .blob(let bytes): "\(bytes.count) bytes"
    }
  }

  /// The number that a query has counted.
  var count: Int {
    if case .integer(let number) = self { Int(number) } else { 0 }
  }
}

extension SearchTables {
  /// A description of the problem with the full-text indexes of a database; `nil` if there is none.
  package static func problem(
    in database: some AuditedDatabase, of entities: [EntityMetadata]
  ) throws(SyncError) -> String? {
    for entity in entities {
      guard let search = SearchTables(entity) else { continue }
      // FTS5 reports damage as an error.
      try database.change(search.integrityCheck)
      let count = try database.values(search.differences)[0][0].count
      if count > 0 { return "\(count) rows of '\(entity.table)' are indexed differently" }
    }
    return nil
  }
}
