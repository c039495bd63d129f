@_spi(Generated) import SwiftSyncCoding
import SwiftSyncValues

/// Copies rows of an old database to a store, and refuses values that this version could not have
/// written.
final class RowCopier {
  private let old: OldDatabase
  private let writer: Writer
  /// The allowed values by entity and column.
  private var storedColumns: [Int: [(column: Int, stored: StoredColumn)]] = [:]
  /// The identities of pending changes by entity, whose rows are copied with their changes.
  private let pending: [String: Set<StoredValue>]
  /// The number of rows that were copied because others refer to them, by entity.
  private(set) var rows: [String: Int] = [:]
  /// How many references are followed from one row to the next.
  private static let maximumDepth = 32

  init(_ old: OldDatabase, to writer: Writer, pending: [String: Set<StoredValue>]) {
    self.old = old
    self.writer = writer
    self.pending = pending
  }

  private var connection: Connection { writer.connection }

  /// Runs `body`, which undoes all it did if it throws.
  func attempt(_ body: () throws(SyncError) -> Void) throws(SyncError) {
    let before = rows
    do throws(SyncError) {
      try connection.savepoint("swiftsync_salvage", body)
    } catch {
      rows = before
      throw error
    }
  }

  /// Runs `body`, whose writes the triggers do not record.
  func unrecorded(_ body: () throws(SyncError) -> Void) throws(SyncError) {
    try connection.execute("INSERT INTO swiftsync_applying (is_on) VALUES (1)")
    try body()
    try connection.execute("DELETE FROM swiftsync_applying WHERE is_on = 1")
  }

  func isStored(_ plan: EntityPlan, _ identity: [StoredValue]) throws(SyncError) -> Bool {
    try !connection.query(plan.sql.rowID(identity: plan.identity), identity).isEmpty
  }

  /// Inserts a row with all columns that both versions have, and the rows to which it refers.
  ///
  /// - Parameter needsAll: Whether rows are also copied to which no foreign key refers.
  func insert(
    _ plan: EntityPlan, _ identity: [StoredValue], needsAll: Bool = true, depth: Int = 0
  ) throws(SyncError) {
    let row = try old.row(plan, identity)
    let columns = plan.metadata.columns.indices.filter {
      row[plan.metadata.columns[$0].name] != nil
    }
    let values = columns.map { row[plan.metadata.columns[$0].name] ?? .null }
    _ = try connection.run(plan.sql.insert(columns), values)
    try copyTargets(of: plan, columns, row, needsAll: needsAll, depth: depth)
    try check(plan, identity, columns, against: row)
  }

  /// Writes some members of a stored row.
  ///
  /// - Parameter isIncluded: Says whether a member is written, by its name and those of its
  ///   columns.
  func update(
    _ plan: EntityPlan, _ identity: [StoredValue], _ isIncluded: ([String]) -> Bool
  ) throws(SyncError) {
    let row = try old.row(plan, identity)
    let columns = plan.columns(where: isIncluded)
      .filter { !plan.identity.contains($0) && row[plan.metadata.columns[$0].name] != nil }
    let values = columns.map { row[plan.metadata.columns[$0].name] ?? .null }
    if !columns.isEmpty {
      _ = try connection.run(
        plan.sql.update(columns, identity: plan.identity), values + identity)
    }
    try unrecorded { () throws(SyncError) in
      try copyTargets(of: plan, columns, row, needsAll: true, depth: 0)
    }
    try check(plan, identity, columns, against: row)
  }
}

// MARK: - Referenced rows

extension RowCopier {
  /// Copies the rows to which a row refers, unless they are stored or have changes of their own.
  private func copyTargets(
    of plan: EntityPlan, _ columns: [Int], _ row: SQLRow, needsAll: Bool, depth: Int
  ) throws(SyncError) {
    guard depth < Self.maximumDepth else { return }
    for reference in plan.references where needsAll || reference.hasForeignKey {
      guard Set(reference.storedColumns).isSubset(of: columns) else { continue }
      let target = writer.plan.entities[reference.target]
      let key = reference.storedColumns.compactMap { row[plan.metadata.columns[$0].name] }
      guard key.count == target.identity.count, !key.contains(.null),
        try !isPending(target, key), try !isStored(target, key)
      else { continue }
      try copyTarget(target, key, depth: depth + 1)
    }
  }

  private func copyTarget(
    _ target: EntityPlan, _ key: [StoredValue], depth: Int
  ) throws(SyncError) {
    do throws(SyncError) {
      try attempt { () throws(SyncError) in
        try insert(target, key, depth: depth)
        try copyTouch(target, key)
        rows[target.metadata.name, default: 0] += 1
      }
    } catch {
      // Without a foreign key, a row may refer to one that has not been pulled yet. Otherwise, the
      // check of the row says what is missing.
      guard connection.isInTransaction, error.isAboutOneRow else { throw error }
    }
  }

  private func isPending(
    _ plan: EntityPlan, _ identity: [StoredValue]
  ) throws(SyncError) -> Bool {
    guard let ids = pending[plan.metadata.name] else { return false }
    return ids.contains(try queuedID(identity))
  }

  /// An identity as the queue stores it.
  private func queuedID(_ identity: [StoredValue]) throws(SyncError) -> StoredValue {
    if identity.count == 1 { return identity[0] }
    let rows = try connection.query("SELECT \(TemporaryIDs.id(identity, from: 1))", identity)
    return rows[0].values[0]
  }

  /// Copies the entry that keeps the server's clock while the row has one of the device.
  func copyTouch(_ plan: EntityPlan, _ identity: [StoredValue]) throws(SyncError) {
    let id = try queuedID(identity)
    let columns = ["entity", "id", "operation", "fields", "clock", "changed_at"]
    let list = columns.joined(separator: ", ")
    let entries = try old.connection.query(
      "SELECT \(list) FROM swiftsync_changes "
        + "WHERE entity = ?1 AND id = ?2 AND operation = 'touch'",
      [.text(plan.metadata.name), id])
    for entry in entries {
      _ = try connection.run(
        "INSERT INTO swiftsync_changes (\(list)) VALUES (?1, ?2, ?3, ?4, ?5, ?6) "
          + "ON CONFLICT DO NOTHING", entry.values)
    }
  }
}

// MARK: - Checks

extension RowCopier {
  /// Throws if the store holds another value than the old row, a value that this version cannot
  /// read, or a reference to a required row that is not stored.
  private func check(
    _ plan: EntityPlan, _ identity: [StoredValue], _ columns: [Int], against row: SQLRow
  ) throws(SyncError) {
    for reference in plan.references where reference.hasForeignKey {
      try checkTarget(of: reference, plan, identity)
    }
    guard let new = try connection.query(plan.sql.lookup, identity).first else { return }
    for (column, stored) in allowed(in: plan) {
      let value = new[stored.name] ?? .null
      guard !stored.accepts(value) else { continue }
      throw .invalidOption(
        "its column '\(plan.metadata.columns[column].name)' contains '\(value.text)', and this "
          + "version expects \(stored.expected)")
    }
    // A trigger sets them when a stored row changes.
    let touched = Set(plan.metadata.attributes.filter(\.isTouched).map(\.column))
    for column in columns where !touched.contains(column) {
      let name = plan.metadata.columns[column].name
      guard let former = row[name], let value = new[name], !former.isSame(as: value) else {
        continue
      }
      throw .invalidOption(
        "its column '\(name)' contains '\(former.text)', which this version would store as "
          + "'\(value.text)'")
    }
    try checkScalars(plan, new)
  }

  /// Throws if an identity is not of this version's type.
  func checkIdentity(_ plan: EntityPlan, _ identity: [StoredValue]) throws(SyncError) {
    for (column, stored) in allowed(in: plan) {
      guard let place = plan.identity.firstIndex(of: column), !stored.accepts(identity[place])
      else { continue }
      throw .invalidOption(
        "its identity '\(identity[place].text)' is not \(stored.expected), which this version "
          + "expects")
    }
  }

  private func allowed(in plan: EntityPlan) -> [(column: Int, stored: StoredColumn)] {
    if let known = storedColumns[plan.index] { return known }
    let columns = plan.metadata.storedColumns.compactlySorted { $0.key < $1.key }
      .filter { !plan.metadata.columns[$0.key].isVirtual }
      .map { (column: $0.key, stored: $0.value) }
    storedColumns[plan.index] = columns
    return columns
  }

  private func checkScalars(_ plan: EntityPlan, _ row: SQLRow) throws(SyncError) {
    guard !plan.checkedColumns.isEmpty else { return }
    let arena = ByteArena(chunkSize: 1 << 10)
    for column in plan.checkedColumns.compactlySorted() {
      let field = plan.fields[column]
      let name = plan.metadata.columns[column].name
      guard let value = row[name], value != .null else { continue }
      let reason = field.converter.refusal(
        ofStored: BoundValue(value, in: arena), expected: field.expectation, in: arena)
      guard let reason else { continue }
      throw .invalidValue(entity: plan.metadata.name, column: name, reason: reason)
    }
  }

  private func checkTarget(
    of reference: ReferencePlan, _ plan: EntityPlan, _ identity: [StoredValue]
  ) throws(SyncError) {
    let target = writer.plan.entities[reference.target].metadata
    let column = plan.metadata.columns[reference.column]
    let value = column.expression("row.")
    let key = writer.plan.entities[reference.target].keyMetadata
    let condition = plan.identity.enumerated().map {
      "row.\(quoted(plan.metadata.columns[$1].name)) = ?\($0 + 1)"
    }
    let orphans = try connection.query(
      "SELECT \(value) FROM \(quoted(plan.metadata.table)) AS row WHERE \(value) IS NOT NULL "
        + "AND \(condition.joined(separator: " AND ")) AND NOT EXISTS "
        + "(SELECT 1 FROM \(quoted(target.table)) WHERE \(key.isSame(as: column, "row.")))",
      identity)
    guard let orphan = orphans.first else { return }
    throw .invalidOption(
      "it refers to '\(target.name)' \(orphan.values[0].text), which does not exist; fetch it, and "
        + "salvage again")
  }
}

extension StoredValue {
  /// Whether two values are the same, regardless of whether a number has a fractional part.
  fileprivate func isSame(as other: StoredValue) -> Bool {
    switch (self, other) {
    case (.integer(let left), .real(let right)), (.real(let right), .integer(let left)):
      Double(left) == right && Int64(exactly: right) == left
    default: self == other
    }
  }
}

extension EntityPlan {
  /// The columns of the attributes and to-one relationships that are included, by their names and
  /// those of their columns.
  fileprivate func columns(where isIncluded: ([String]) -> Bool) -> [Int] {
    var columns: [Int] = []
    func include(_ member: String, _ stored: [Int]) {
      if isIncluded([member] + stored.map { metadata.columns[$0].name }) { columns += stored }
    }
    for attribute in metadata.attributes {
      include(
        attribute.name,
        attribute.isAmount ? [attribute.column, attribute.column + 1] : [attribute.column])
    }
    for relation in metadata.relations {
      guard case .toOne(let reference) = relation.kind else { continue }
      include(relation.name, reference.storedColumns)
    }
    return columns
  }
}
