@_spi(Generated) import SwiftSyncCoding

/// Records the changes of observed tables, including those made by other statements on the
/// connection.
///
/// It uses temporary triggers, which exist only while a table is watched.
final class ChangeRecorder {
  let plan: SchemaPlan
  let connection: Connection
  /// What the triggers record, which may be more than is currently observed.
  private(set) var watched: WatchedTables = [:]
  private var requested: WatchedTables = [:]
  /// The watched tables in the order in which their changes are read.
  private var order: [WatchedTable] = []
  private var sqlByTable: [WatchedTable: RecordingSQL] = [:]
  /// The relationships whose members are in a join table, by table.
  private let joins: [Int: [JoinOwner]]
  /// Rows whose identity has changed in the transaction, by entity.
  private var renamed: [Int: Renamings] = [:]
  /// The field of each column, by entity.
  private var fields: [Int: [Int]] = [:]

  /// A relationship whose members are in a join table.
  private struct JoinOwner {
    let entity: Int
    let field: Int
    let side: JoinTableMetadata.Side
  }

  init(_ plan: SchemaPlan, on connection: Connection) {
    self.plan = plan
    self.connection = connection
    joins = Self.joins(of: plan.metadata)
  }

  private static func joins(of schema: SchemaMetadata) -> [Int: [JoinOwner]] {
    var joins: [Int: [JoinOwner]] = [:]
    for (entity, metadata) in schema.entities.enumerated() {
      for (index, relation) in metadata.relations.enumerated() {
        guard case .manyToMany(let name, let side, _) = relation.kind,
          let join = schema.joinTables.firstIndex(where: { $0.name == name })
        else { continue }
        let field = metadata.attributes.count + index
        joins[join, default: []].append(JoinOwner(entity: entity, field: field, side: side))
      }
    }
    return joins
  }

  /// Watches exactly these tables. Call it between transactions: triggers created inside one
  /// disappear if it is rolled back.
  func watch(_ tables: WatchedTables) throws(SyncError) {
    guard tables != requested else { return }
    // Fields that are no longer observed remain watched: replacing the triggers costs more than the
    // unneeded recording.
    let wanted = tables.merging(watched.filter { tables[$0.key] != nil }) { $0.union($1) }
    let changed = watched.filter { $0.value != wanted[$0.key] }.map(\.key)
    let new = wanted.filter { $0.value != watched[$0.key] }
    if !changed.isEmpty || !new.isEmpty {
      // SQLite cannot drop a trigger while a statement is reading.
      connection.resetStatements()
      try connection.savepoint("swiftsync_watch") { () throws(SyncError) in
        for table in changed { try connection.execute(stop(table)) }
        for (table, fields) in new { try connection.execute(start(table, fields)) }
      }
    }
    (watched, requested) = (wanted, tables)
    order = wanted.keys.compactlySorted { $0.order < $1.order }
  }

  private func stop(_ table: WatchedTable) -> String {
    table == .queue ? QueueSignal.stop : sql(of: table).stop
  }

  private func start(_ table: WatchedTable, _ fields: WatchedFields) -> String {
    if table == .queue { return QueueSignal.start }
    guard case .entity(let entity) = table, case .only(let fields) = fields else {
      return sql(of: table).start()
    }
    let columns = fieldsByColumn(of: entity)
    return sql(of: table).start { fields.contains(columns[$0]) }
  }

  /// Records rows whose identity has changed.
  func note(_ renamings: [Renaming]) {
    for renaming in renamings where watched[.entity(renaming.entity)] != nil {
      renamed[renaming.entity, default: Renamings()].add(renaming.old, renaming.new)
    }
  }

  /// Forgets the remains of a transaction that was undone.
  func begin() {
    renamed = [:]
  }

  /// Returns and forgets the changes of the transaction so far.
  func takeChanges() throws(SyncError) -> CommitChanges {
    let changes = try changes()
    renamed = [:]
    for table in changes.tables {
      let clear = table == .queue ? QueueSignal.clear : sql(of: table).clear
      try connection.statement(clear).run()
    }
    return changes
  }

  /// Returns the changes of the transaction so far.
  func changes() throws(SyncError) -> CommitChanges {
    var result = CommitChanges()
    for table in order {
      if table == .queue {
        if try connection.integer(QueueSignal.isSet) == 1 { result.tables.insert(table) }
        continue
      }
      let sql = sql(of: table)
      guard try connection.integer(sql.hasEntries) == 1 else { continue }
      result.tables.insert(table)
      switch table {
      case .entity(let entity): result.rows[entity] = try rowChanges(of: entity, sql)
      case .join(let join): try addMembers(of: join, sql, to: &result)
      case .links, .queue: break
      }
    }
    for (entity, renamings) in renamed { try follow(renamings, of: entity, in: &result) }
    return result
  }

  func sql(of table: WatchedTable) -> RecordingSQL {
    if let known = sqlByTable[table] { return known }
    let sql = RecordingSQL(table, in: plan.metadata)
    sqlByTable[table] = sql
    return sql
  }

  // MARK: - Rows

  private func rowChanges(
    of entity: Int, _ sql: RecordingSQL
  ) throws(SyncError) -> [RowChange] {
    let fields = fieldsByColumn(of: entity)
    let query = try connection.statement(sql.changes)
    defer { query.reset() }
    var changes: [RowChange] = []
    while try query.step() {
      let touched = TouchedRow(query, sql.identityCount, columnCount: fields.count)
      guard let kind = touched.kind(fields) else { continue }
      changes.append(RowChange(key: touched.key, kind: kind))
    }
    return changes
  }

  /// The attribute or relationship of each column. Relationships come after the attributes.
  private func fieldsByColumn(of entity: Int) -> [Int] {
    if let known = fields[entity] { return known }
    let result = plan.metadata.entities[entity].fieldsByColumn
    fields[entity] = result
    return result
  }

  // MARK: - Other identities

  /// Merges a deleted and an inserted row into one renamed row, and adds an update if the values
  /// differ.
  private func follow(
    _ renamings: Renamings, of entity: Int, in result: inout CommitChanges
  ) throws(SyncError) {
    let sql = sql(of: .entity(entity))
    let fields = fieldsByColumn(of: entity)
    let identity = plan.metadata.entities[entity].identity
    var kept = Renamings()
    var rows: [RowChange?] = result.rows[entity] ?? []
    var places: [RowKey: Int] = [:]
    for (place, row) in rows.enumerated() { if let row { places[row.key] = place } }
    for (old, new) in renamings.pairs {
      // A row that was created in the same transaction had no effect under its old identity.
      guard let place = places[old], rows[place]?.kind.isDeletion == true else { continue }
      rows[place] = nil
      kept.add(old, new)
      guard let place = places[new], rows[place]?.kind.isInsertion == true else { continue }
      let changed = try differing(sql, old, new).filter { !identity.contains($0) }
      rows[place] =
        changed.isEmpty
        ? nil : RowChange(key: new, kind: .updated(Set(changed.map { fields[$0] })))
    }
    result.rows[entity] = rows.compactMap { $0 }
    if !kept.isEmpty { result.renamed[entity] = kept }
  }

  /// The columns in which a row differs from its state under the old identity.
  private func differing(
    _ sql: RecordingSQL, _ old: RowKey, _ new: RowKey
  ) throws(SyncError) -> [Int] {
    let query = try connection.statement(sql.differences)
    defer { query.reset() }
    query.bind(old + new)
    guard try query.step() else { return [] }
    return (0..<sql.columnCount).filter { query.integer(Int32($0)) == 1 }
  }

  // MARK: - Members

  /// Adds the rows whose members a join table has changed, if these rows are watched themselves.
  private func addMembers(
    of join: Int, _ sql: RecordingSQL, to result: inout CommitChanges
  ) throws(SyncError) {
    var changed: [(owner: JoinOwner, keys: [RowKey])] = []
    for owner in joins[join] ?? [] where watched[.entity(owner.entity)] != nil {
      changed.append((owner, []))
    }
    let table = plan.metadata.joinTables[join]
    let leftCount = table.leftColumns.count
    let columnCount = table.idColumns.count + (table.positionColumn == nil ? 0 : 1)
    let query = try connection.statement(sql.changes)
    while try query.step() {
      let touched = TouchedRow(query, sql.identityCount, columnCount: columnCount)
      for index in changed.indices where touched.isChanged(for: changed[index].owner.side) {
        let isLeft = changed[index].owner.side == .left
        let key = isLeft ? touched.key.prefix(leftCount) : touched.key.dropFirst(leftCount)
        changed[index].keys.append(Array(key))
      }
    }
    query.reset()
    for (owner, keys) in changed { try add(owner, keys, to: &result) }
  }

  private func add(
    _ owner: JoinOwner, _ keys: [RowKey], to result: inout CommitChanges
  ) throws(SyncError) {
    var rows = result.rows[owner.entity] ?? []
    var places: [RowKey: Int] = [:]
    for (place, row) in rows.enumerated() { places[row.key] = place }
    for key in keys {
      guard let place = places[key] else {
        guard try isStored(key, in: owner.entity) else { continue }
        places[key] = rows.count
        rows.append(RowChange(key: key, kind: .updated([owner.field])))
        continue
      }
      guard case .updated(let fields) = rows[place].kind else { continue }
      rows[place] = RowChange(key: key, kind: .updated(fields.union([owner.field])))
    }
    result.rows[owner.entity] = rows
  }

  /// Whether the row is stored. A link may refer to a row that is not.
  private func isStored(_ key: RowKey, in entity: Int) throws(SyncError) -> Bool {
    let query = try connection.statement(TableSQL(plan.metadata.entities[entity]).rowID)
    defer { query.reset() }
    query.bind(key)
    return try query.step()
  }
}

extension RowChange.Kind {
  fileprivate var isDeletion: Bool { if case .deleted = self { true } else { false } }
  fileprivate var isInsertion: Bool { if case .inserted = self { true } else { false } }
}

extension WatchedTable {
  /// Entities come first, because what is added to them depends on the changes of their rows.
  var order: Int {
    switch self {
    case .entity(let entity): entity
    case .join(let join): 1 << 32 + join
    case .links: Int.max - 1
    case .queue: Int.max
    }
  }
}

/// A row of `RecordingSQL.changes`.
private struct TouchedRow {
  let key: RowKey
  private let wasThere: Bool
  private let isThere: Bool
  private var differing: [Int] = []

  init(_ query: Statement, _ identityCount: Int, columnCount: Int) {
    key = (0..<identityCount).map { query.value(Int32($0)).stored }
    let next = Int32(identityCount)
    wasThere = query.integer(next) == 1
    isThere = query.integer(next + 1) == 1
    guard wasThere, isThere else { return }
    for column in 0..<columnCount {
      let group = Int32(column / RecordingSQL.groupSize)
      let bits = query.integer(next + 2 + group)
      if bits >> (column % RecordingSQL.groupSize) & 1 == 1 { differing.append(column) }
    }
  }

  /// The kind of change; `nil` if the row is unchanged.
  func kind(_ fields: [Int]) -> RowChange.Kind? {
    switch (wasThere, isThere) {
    case (false, true): .inserted
    case (true, false): .deleted
    case (true, true): differing.isEmpty ? nil : .updated(Set(differing.map { fields[$0] }))
    case (false, false): nil
    }
  }

  /// Whether a link was added or removed or, for the ordered side, has another position.
  func isChanged(for side: JoinTableMetadata.Side) -> Bool {
    wasThere != isThere || (side == .left && !differing.isEmpty)
  }
}
