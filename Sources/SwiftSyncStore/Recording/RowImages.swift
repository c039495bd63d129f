@_spi(Generated) import SwiftSyncCoding

/// A row of a table before and after a transaction.
package struct RowImage: Sendable {
  package let table: WatchedTable
  /// The columns that identify the row.
  package let key: RowKey
  /// The values of the table's columns; `nil` if the row did not exist.
  package let before: [StoredValue]?
  package let after: [StoredValue]?
  /// For a row that the transaction inserted: the number of rows and members that refer to it at
  /// the end.
  package var referrers = 0

  package init(
    table: WatchedTable, key: RowKey, before: [StoredValue]?, after: [StoredValue]?,
    referrers: Int = 0
  ) {
    self.table = table
    self.key = key
    self.before = before
    self.after = after
    self.referrers = referrers
  }
}

extension SchemaMetadata {
  /// All tables with rows of the app. The table of a `through:` entity is recorded as that of an
  /// entity.
  var recordedTables: Set<WatchedTable> {
    var tables: Set<WatchedTable> = [.links]
    for entity in entities.indices { tables.insert(.entity(entity)) }
    for (index, join) in joinTables.enumerated() where join.through == nil {
      tables.insert(.join(index))
    }
    return tables
  }
}

extension ChangeRecorder {
  /// The rows that the transaction has changed so far, in the order in which they were first
  /// touched.
  func images() throws(SyncError) -> [RowImage] {
    let recorded = plan.metadata.recordedTables.intersection(watched.keys)
    var images: [RowImage] = []
    for table in recorded.compactlySorted(by: { $0.order < $1.order }) {
      let sql = sql(of: table)
      guard try connection.integer(sql.hasEntries) == 1 else { continue }
      images += try self.images(of: table, sql)
    }
    return images
  }

  private func images(
    of table: WatchedTable, _ sql: RecordingSQL
  ) throws(SyncError) -> [RowImage] {
    let query = try connection.statement(sql.images)
    defer { query.reset() }
    let touched = plan.metadata.touchedColumns(of: table)
    var images: [RowImage] = []
    while try query.step() {
      let image = RowImage(query, table, sql)
      if image.differs(besides: touched) { images.append(image) }
    }
    guard case .entity(let entity) = table else { return images }
    let referrers = Referrers(of: plan.entities[entity], on: connection)
    for (place, image) in images.enumerated() where image.before == nil {
      images[place].referrers = try referrers.count(of: image.key)
    }
    return images
  }
}

extension SchemaMetadata {
  /// The dates that every local write sets, as positions in the table's columns.
  package func touchedColumns(of table: WatchedTable) -> Set<Int> {
    guard case .entity(let entity) = table else { return [] }
    return Set(entities[entity].attributes.filter(\.isTouched).map(\.column))
  }
}

extension RowImage {
  fileprivate func differs(besides columns: Set<Int>) -> Bool {
    guard let before, let after else { return before != nil || after != nil }
    return before.indices.contains { !columns.contains($0) && before[$0] != after[$0] }
  }

  /// A row of `RecordingSQL.images`.
  fileprivate init(_ query: Statement, _ table: WatchedTable, _ sql: RecordingSQL) {
    let (keys, columns) = (sql.identityCount, sql.columnCount)
    func values(from first: Int, _ count: Int) -> [StoredValue] {
      (first..<first + count).map { query.value(Int32($0)).stored }
    }
    self.table = table
    key = values(from: 0, keys)
    before = query.integer(Int32(keys)) == 1 ? values(from: keys + 2, columns) : nil
    after = query.integer(Int32(keys + 1)) == 1 ? values(from: keys + 2 + columns, columns) : nil
  }
}

/// Counts the rows and list members that refer to a row through references that do not outlive it.
package struct Referrers {
  private let connection: Connection
  /// `nil` if nothing can refer to the entity's rows.
  private let sql: String?

  package init(of plan: EntityPlan, on connection: Connection) {
    self.connection = connection
    let key = plan.keyMetadata.expression("t.")
    var counts: [String] = []
    for incoming in plan.incoming where incoming.relation.metadata.onDelete != .keep {
      let child = incoming.child.metadata
      let column = child.columns[incoming.reference.column]
      counts.append(
        "(SELECT count(*) FROM main.\(quoted(child.table)) c WHERE \(column.isEqual(to: key, "c.")))"
      )
    }
    for side in plan.memberships where side.through == nil {
      counts.append(
        "(SELECT count(*) FROM main.\(quoted(side.table.name)) c "
          + "WHERE \(side.own.isEqual(to: key, "c.")))")
    }
    let match = plan.identity.enumerated().map {
      "t.\(quoted(plan.metadata.columns[$1].name)) = ?\($0 + 1)"
    }
    sql =
      counts.isEmpty
      ? nil
      : "SELECT \(counts.joined(separator: " + ")) FROM main.\(quoted(plan.metadata.table)) t "
        + "WHERE \(match.joined(separator: " AND "))"
  }

  package func count(of key: RowKey) throws(SyncError) -> Int {
    guard let sql else { return 0 }
    let query = try connection.statement(sql)
    defer { query.reset() }
    query.bind(key)
    return try query.step() ? Int(query.integer(0)) : 0
  }
}
