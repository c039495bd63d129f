@_spi(Generated) package import SwiftSyncStore

/// Rows of a version's tables that are as unusual as its rules permit: nulls, duplicates, references
/// to rows that are not stored, limits of types, and local writes that wait.
///
/// They are deterministic.
package struct ProofRows: Sendable {
  /// Rows of tables, and links that wait for some. They must not be recorded as local writes.
  private let statements: [String]
  /// Statements that remove rows whose foreign key refers to no row, which can cause more of them.
  private let repairs: [String]
  /// Entries of the queue of local writes for stored rows, which must exist.
  private let entries: [String]
  /// Statements for a database from which rows were removed: they replace entries for rows that are
  /// no longer stored, which no app has, by those for other rows.
  private let entryRepairs: [String]
  private let tables: [String]

  /// - Parameters:
  ///   - tables: The tables that get rows; `nil` for all of them.
  ///   - count: The number of rows for each table, some of which its unique indexes may refuse, for
  ///     a schema whose members do not have their names; `nil` for a complete schema.
  ///   - limits: The columns whose values stay away from the limits of their types.
  package init(
    _ schema: SchemaMetadata, only tables: Set<String>? = nil, count: Int? = nil,
    limits: SampleLimits = .none
  ) {
    let maker = ProofRowMaker(schema, tables: tables, count: count, limits: limits)
    statements = maker.statements
    let queues = schema.entities.map { QueueSample($0, maker) }
    entries = queues.flatMap(\.statements)
    entryRepairs = queues.flatMap(\.repairs)
    repairs = schema.entities.flatMap { entity in
      entity.references.compactMap { relation, reference in
        guard reference.hasForeignKey, let target = maker.entity(relation.target) else {
          return nil
        }
        return Self.removal(
          from: entity, columns: reference.storedColumns, to: target, keys: target.identity)
      }
    }
    self.tables =
      schema.entities.map(\.table)
      + schema.joinTables.filter { $0.through == nil }.map(\.name)
  }

  private static func removal(
    from entity: EntityMetadata, columns: [Int], to target: EntityMetadata, keys: [Int]
  ) -> String {
    let table = quoted(entity.table)
    let names = columns.map { "\(table).\(quoted(entity.columns[$0].name))" }
    let isStated = names.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
    let isTarget = zip(keys, names).map { key, name in
      "swiftsync_target.\(quoted(target.columns[key].name)) = \(name)"
    }
    return "DELETE FROM \(table) WHERE \(isStated) AND NOT EXISTS (SELECT 1 FROM "
      + "\(quoted(target.table)) AS swiftsync_target WHERE \(isTarget.joined(separator: " AND ")))"
  }

  /// Adds the rows to a database of the version, and the local writes.
  package func fill(_ database: some AuditedDatabase) throws(SyncError) {
    for statement in statements { try database.change(statement) }
    try repair(database)
    for entry in entries { try database.change(entry) }
  }

  /// Removes rows, and those with a foreign key to them.
  ///
  /// - Parameter removals: Statements that are repeated until they change nothing.
  package func repair(
    _ database: some AuditedDatabase, removals: [String] = []
  ) throws(SyncError) {
    var changes: StoredValue = .null
    while true {
      let now = try database.values("SELECT total_changes()")[0][0]
      if now == changes { return }
      changes = now
      for removal in removals + repairs { try database.change(removal) }
    }
  }

  /// Replaces the local writes to rows that were removed.
  package func repairEntries(of database: some AuditedDatabase) throws(SyncError) {
    for repair in entryRepairs { try database.change(repair) }
  }

  /// The number of rows in the tables of a database of the version.
  package func count(in database: some AuditedDatabase) throws(SyncError) -> Int {
    var count = 0
    for table in tables {
      count += try database.values("SELECT count(*) FROM \(quoted(table))")[0][0].count
    }
    return count
  }
}

extension EntityMetadata {
  /// The relationships with columns.
  var references: [(relation: RelationMetadata, reference: RelationMetadata.Reference)] {
    relations.compactMap { relation in
      if case .toOne(let reference) = relation.kind { (relation, reference) } else { nil }
    }
  }
}
