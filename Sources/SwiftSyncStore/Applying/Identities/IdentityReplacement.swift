@_spi(Generated) import SwiftSyncCoding

/// Replaces the identity of a row together with everything that refers to it: columns of other
/// rows, rows of join tables, links that wait for rows, pending changes, and the identities of rows
/// that contain this one.
///
/// If another row already has the new identity, the two are merged: unconfirmed fields keep their
/// values, and everything that refers to the old row refers to the other one. A transaction must be
/// open, and the writes are not recorded as local writes.
final class IdentityReplacement {
  private let schema: SchemaPlan
  let connection: Connection
  let ids: TemporaryIDs
  /// Deletes a row with the rules of the references to it.
  private let delete: (EntityPlan, RowKey) throws(SyncError) -> Void
  /// The rows whose identity has changed, in the order of the changes.
  private(set) var renamings: [Renaming] = []
  /// Rows whose deletion was written to the row that they were merged with.
  private(set) var deletions: [(plan: EntityPlan, key: RowKey)] = []

  init(
    _ schema: SchemaPlan, on connection: Connection,
    delete: @escaping (EntityPlan, RowKey) throws(SyncError) -> Void
  ) {
    self.schema = schema
    self.connection = connection
    self.delete = delete
    ids = TemporaryIDs(on: connection)
  }

  /// Replaces a temporary identity by the server's.
  ///
  /// - Returns: Whether the identity was temporary and waited for another one.
  func replace(
    _ old: RowKey, with new: RowKey, of plan: EntityPlan
  ) throws(SyncError) -> Bool {
    guard plan.replaces(old, new) else { return false }
    // The parent's row may have received its identity in the meantime, so that this row also has
    // another one.
    let current = try ids.replacement(of: old, in: plan.metadata) ?? old
    guard current != new else { return true }
    guard plan.isTemporary(current), try isKnown(current, of: plan) else { return false }
    let hadPause = try connection.integer("SELECT 1 FROM swiftsync_applying") == 1
    if !hadPause { try connection.execute("INSERT INTO swiftsync_applying (is_on) VALUES (1)") }
    try move(current, to: new, plan)
    if !hadPause { try connection.execute("DELETE FROM swiftsync_applying") }
    return true
  }

  private func isKnown(_ key: RowKey, of plan: EntityPlan) throws(SyncError) -> Bool {
    if try ids.isWaiting(key, of: plan.metadata) { return true }
    return try isStored(key, in: plan)
  }

  /// Moves a row and everything that refers to it, beginning with rows whose identity contains this
  /// one.
  private func move(_ old: RowKey, to new: RowKey, _ plan: EntityPlan) throws(SyncError) {
    for reference in ReferringColumns.all(to: plan) {
      try moveReferences(reference, from: old, to: new)
    }
    let (wasStored, isTaken) = (try isStored(old, in: plan), try isStored(new, in: plan))
    let queue = QueuedIdentities(plan, on: connection)
    let entry = try queue.entry(of: old)
    if wasStored {
      if isTaken { try merge(old, into: new, entry, plan) } else { try rename(old, to: new, plan) }
      renamings.append(Renaming(entity: plan.index, old: old, new: new))
    }
    try moveMembers(of: plan, from: old, to: new)
    try moveWaitingLinks(of: plan, from: old, to: new, isNew: wasStored && !isTaken)
    if let entry, entry.operation == "delete", !wasStored, isTaken {
      try queue.drop(entry)
      deletions.append((plan, new))
    } else if let entry {
      try queue.move(entry, to: new)
    }
    try ids.note(old, became: new, of: plan.metadata, isWaiting: plan.isTemporary(new))
  }

  // MARK: - The row

  func isStored(_ key: RowKey, in plan: EntityPlan) throws(SyncError) -> Bool {
    let query = try connection.statement(plan.sql.rowID(identity: plan.identity))
    defer { query.reset() }
    query.bind(key)
    return try query.step()
  }

  private func rename(_ old: RowKey, to new: RowKey, _ plan: EntityPlan) throws(SyncError) {
    try run(plan.sql.update(plan.identity, identity: plan.identity), new + old)
  }

  /// Merges two rows: the stored row of the server gets the unconfirmed local writes.
  private func merge(
    _ old: RowKey, into new: RowKey, _ entry: QueuedIdentities.Entry?, _ plan: EntityPlan
  ) throws(SyncError) {
    let columns = entry.map { plan.columns(of: $0.unconfirmedFields(of: plan)) } ?? []
    var values: [StoredValue] = []
    if !columns.isEmpty {
      let query = try connection.statement(plan.sql.lookup)
      defer { query.reset() }
      query.bind(old)
      guard try query.step() else { return }
      values = columns.map { query.value(Int32($0 + 1)).stored }
    }
    // Before the other row is written, because both may have the same unique values.
    try run(plan.sql.delete(identity: plan.identity), old)
    guard !columns.isEmpty else { return }
    try run(plan.sql.update(columns, identity: plan.identity), values + new)
  }

  // MARK: - References

  private func moveReferences(
    _ reference: ReferringColumns, from old: RowKey, to new: RowKey
  ) throws(SyncError) {
    guard !reference.isIdentity else {
      for key in try keys(reference, of: old) {
        try move(key, to: reference.identity(of: key, when: new), reference.child)
      }
      return
    }
    let table = quoted(reference.child.metadata.table)
    let update =
      "\(table) SET \(reference.assignments(from: 1)) WHERE "
      + reference.condition(from: new.count + 1)
    guard !reference.uniques.isEmpty else { return try run("UPDATE \(update)", new + old) }
    try run("UPDATE OR IGNORE \(update)", new + old)
    guard try !keys(reference, of: old).isEmpty else { return }
    try makeRoom(reference, from: old, to: new)
    try run("UPDATE \(update)", new + old)
  }

  /// Removes the links of rows that have a unique value with the same target as the local row has.
  ///
  /// The removed links are the server's, which are asked for again; the local writes exist nowhere
  /// else.
  private func makeRoom(
    _ reference: ReferringColumns, from old: RowKey, to new: RowKey
  ) throws(SyncError) {
    let child = reference.child
    let table = quoted(child.metadata.table)
    let identity = child.identity.map { "other.\(quoted(child.metadata.columns[$0].name))" }
    for unique in reference.uniques {
      let isSame = unique.map { " AND other.\($0) = own.\($0)" }.joined()
      let sql =
        "SELECT \(identity.joined(separator: ", ")) FROM \(table) own, \(table) other WHERE "
        + reference.condition(from: 1, row: "own.") + " AND "
        + reference.condition(from: old.count + 1, row: "other.") + isSame
      for key in try rows(sql, old + new, count: child.identity.count) {
        if reference.reference.isOptional {
          let isRow = child.identity.enumerated().map {
            "\(quoted(child.metadata.columns[$1].name)) = ?\($0 + 1)"
          }
          try run(
            "UPDATE \(table) SET \(reference.clearing) WHERE \(isRow.joined(separator: " AND "))",
            key)
          try RefetchedRows(schema, on: connection).add([
            RefetchedRow(entity: child.index, key: key)
          ])
        } else {
          try delete(child, key)
        }
      }
    }
  }

  /// The identities of the rows that refer to a row.
  private func keys(
    _ reference: ReferringColumns, of target: RowKey
  ) throws(SyncError) -> [RowKey] {
    let child = reference.child.metadata
    let identity = child.identity.map { quoted(child.columns[$0].name) }
    return try rows(
      "SELECT \(identity.joined(separator: ", ")) FROM \(quoted(child.table)) WHERE "
        + reference.condition(from: 1), target, count: identity.count)
  }

  // MARK: - Statements

  func run(_ sql: String, _ values: [StoredValue]) throws(SyncError) {
    let statement = try connection.statement(sql)
    statement.bind(values)
    try statement.run()
  }

  func rows(
    _ sql: String, _ values: [StoredValue], count: Int
  ) throws(SyncError) -> [RowKey] {
    let query = try connection.statement(sql)
    defer { query.reset() }
    query.bind(values)
    var rows: [RowKey] = []
    while try query.step() { rows.append((0..<count).map { query.value(Int32($0)).stored }) }
    return rows
  }
}
