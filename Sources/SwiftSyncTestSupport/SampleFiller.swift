@_spi(Generated) import SwiftSyncRuntime

/// Fills a database with rows that are hard to migrate: nulls, duplicates, references to rows that
/// are not stored, extreme values, all of Unicode, and empty strings.
struct SampleFiller {
  let schema: SchemaMetadata
  /// The maximum number of rows of each table. Rows that would break a unique constraint are left
  /// out.
  let count: Int
  /// Whether values near the limits of their types are left out.
  private let isOrdinary: Bool
  private var random: SampleRandom

  init(_ schema: SchemaMetadata, count: Int, seed: UInt64, ordinary isOrdinary: Bool = false) {
    self.schema = schema
    self.count = count
    self.isOrdinary = isOrdinary
    random = SampleRandom(seed: seed)
  }

  /// Writes the rows as the app would, so local writes are recorded too.
  ///
  /// - Returns: The number of rows afterwards.
  mutating func fill(_ transaction: SyncTransaction) throws(SyncError) -> Int {
    for entity in schema.entities {
      for number in 0..<count {
        let row = row(of: entity, number)
        try insert(row, into: entity.table, entity.columns.map(\.name), transaction)
      }
    }
    for table in schema.joinTables where table.through == nil { try fill(table, transaction) }
    try removeOrphans(transaction)
    for entity in schema.entities where entity.sync.isOffline {
      try fillQueue(of: entity, transaction)
    }
    var rows = 0
    for table in schema.tables {
      let counts = try transaction.query("SELECT count(*) AS n FROM \(table.quoted)")
      rows += counts.first?.value("n", as: Int.self) ?? 0
    }
    return rows
  }

  /// Records local writes as triggers would. Plans do not contain the triggers of older versions.
  private func fillQueue(
    of entity: EntityMetadata, _ transaction: SyncTransaction
  ) throws(SyncError) {
    guard entity.identity.count == 1 else { return }
    let key = entity.columns[entity.identity[0]].name.quoted
    let rows = try transaction.query("SELECT \(key) AS id FROM \(entity.table.quoted)")
    for (number, row) in rows.enumerated() where number % 3 < 2 {
      _ = try transaction.execute(
        "INSERT OR IGNORE INTO swiftsync_changes (entity, id, operation, changed_at, attempts, "
          + "last_error, is_quarantined) "
          + "VALUES (?1, ?2, ?3, '2026-01-02T03:04:05.000Z', 8, 'rejected', 1)",
        [.text(entity.name), row["id"] ?? .null, number % 3 == 0 ? "insert" : "update"])
    }
  }

  // MARK: Rows

  private func samples(of type: ValueType) -> [StoredValue] {
    isOrdinary ? SampleValues.ordinary(of: type) : SampleValues.all(of: type)
  }

  private mutating func row(of entity: EntityMetadata, _ number: Int) -> [StoredValue] {
    var values = [StoredValue](repeating: .null, count: entity.columns.count)
    let nulls = SampleNulls(entity)
    let distinct = Set(entity.identity + entity.uniques.joined())
    for attribute in entity.attributes {
      let isDistinct = distinct.contains(attribute.column)
      if nulls.isNull(attribute.column, row: number, &random) { continue }
      values[attribute.column] =
        isDistinct
        ? SampleValues.distinct(of: attribute.type, number)
        : random.element(of: samples(of: attribute.type)) ?? .null
      if attribute.isAmount { values[attribute.column + 1] = "EUR" }
    }
    for relation in entity.relations {
      guard case .toOne(let reference) = relation.kind else { continue }
      if let position = reference.positionColumn { values[position] = .integer(Int64(number)) }
      if !reference.parts.isEmpty {
        fill(
          reference, of: entity, isDistinct: !distinct.isDisjoint(with: reference.parts), number,
          &values)
        continue
      }
      if nulls.isNull(reference.column, row: number, &random) { continue }
      values[reference.column] = target(
        of: relation, reference, isDistinct: distinct.contains(reference.column), number)
    }
    return values
  }

  /// Sets the parts of a reference to those of one row of the target, or to null.
  private mutating func fill(
    _ reference: RelationMetadata.Reference, of entity: EntityMetadata, isDistinct: Bool,
    _ number: Int, _ values: inout [StoredValue]
  ) {
    let isOrphan = !reference.isEnforced && random.isOnce(in: 5)
    let row = Int.random(in: 0..<count, using: &random)
    let isNull = reference.isOptional && random.isOnce(in: 4)
    for part in reference.parts {
      guard !isNull, let type = entity.attributes.first(where: { $0.column == part })?.type else {
        values[part] = .null
        continue
      }
      let place = reference.isOneToOne || isDistinct ? number : isOrphan ? count + row : row
      values[part] = SampleValues.distinct(of: type, place)
    }
  }

  /// The identity of a row of the target. Where it is allowed, occasionally that of a row that is
  /// not stored.
  private mutating func target(
    of relation: RelationMetadata, _ reference: RelationMetadata.Reference, isDistinct: Bool,
    _ number: Int
  ) -> StoredValue {
    if reference.isOneToOne || isDistinct {
      return SampleValues.distinct(of: reference.type, number)
    }
    let isOrphan = !reference.isEnforced && random.isOnce(in: 5)
    let row = Int.random(in: 0..<count, using: &random)
    return SampleValues.distinct(of: reference.type, isOrphan ? count + row : row)
  }

  private mutating func fill(
    _ table: JoinTableMetadata, _ transaction: SyncTransaction
  ) throws(SyncError) {
    let left = schema.identityTypes(of: table.leftEntity)
    let right = schema.identityTypes(of: table.rightEntity)
    guard left.count == table.leftColumns.count, right.count == table.rightColumns.count else {
      return
    }
    let columns =
      table.leftColumns + table.rightColumns + [table.positionColumn].compactMap { $0 }
    for number in 0..<count {
      let other = Int.random(in: 0..<count * 2, using: &random)
      let row =
        left.map { SampleValues.distinct(of: $0, number / 2) }
        + right.map { SampleValues.distinct(of: $0, other) }
        + (table.positionColumn == nil ? [] : [.integer(Int64(number))])
      try insert(row, into: table.name, columns, transaction)
    }
  }

  // MARK: Writing

  /// Inserts a row, and leaves it out if it breaks a constraint.
  private func insert(
    _ values: [StoredValue], into table: String, _ columns: [String],
    _ transaction: SyncTransaction
  ) throws(SyncError) {
    let names = columns.map(\.quoted).joined(separator: ", ")
    let parameters = columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    do throws(SyncError) {
      _ = try transaction.execute(
        "INSERT INTO \(table.quoted) (\(names)) VALUES (\(parameters))", values)
    } catch {
      // SQLITE_CONSTRAINT, with any extended code.
      guard case .database(let failure) = error, failure.code & 0xFF == 19 else { throw error }
    }
  }

  /// Removes rows that refer to a row that was left out. SQLite enforces some references.
  private func removeOrphans(_ transaction: SyncTransaction) throws(SyncError) {
    while true {
      let orphans = try transaction.query(
        #"SELECT "table" AS name, rowid AS row FROM pragma_foreign_key_check"#)
      if orphans.isEmpty { return }
      for orphan in orphans {
        let table = orphan.value("name", as: String.self) ?? ""
        _ = try transaction.execute(
          "DELETE FROM \(table.quoted) WHERE _rowid_ = ?1", [orphan["row"] ?? .null])
      }
    }
  }
}

extension SchemaMetadata {
  /// The tables of entities and join tables.
  var tables: [String] {
    entities.map(\.table) + joinTables.filter { $0.through == nil }.map(\.name)
  }

  /// The types of the columns that identify an entity's rows.
  func identityTypes(of name: String) -> [ValueType] {
    guard let entity = entities.first(where: { $0.name == name }) else { return [] }
    return entity.identity.compactMap { column in
      if let attribute = entity.attributes.first(where: { $0.column == column }) {
        return attribute.type
      }
      for relation in entity.relations {
        if case .toOne(let reference) = relation.kind, reference.parts.isEmpty,
          reference.column == column
        {
          return reference.type
        }
      }
      return nil
    }
  }
}

extension String {
  /// The name as a quoted SQL identifier.
  var quoted: String {
    "\"\(split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\""
  }
}
