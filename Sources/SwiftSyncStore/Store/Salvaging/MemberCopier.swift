@_spi(Generated) import SwiftSyncCoding

/// Copies lists that have a join table from an old database to a store.
struct MemberCopier {
  let old: OldDatabase
  let writer: Writer
  let rows: RowCopier

  /// Replaces the lists of a row.
  ///
  /// - Parameter isIncluded: Says of a list's name whether it is copied.
  func copy(
    _ plan: EntityPlan, _ identity: [StoredValue], where isIncluded: (String) -> Bool
  ) throws(SyncError) {
    for relation in plan.metadata.relations where isIncluded(relation.name) {
      guard case .manyToMany(let name, let side, _) = relation.kind, plan.isNamed,
        let table = writer.plan.joinTable(name),
        try Set(table.columns).isSubset(of: old.columnNames(of: name))
      else { continue }
      let own = (side == .left ? table.leftColumns : table.rightColumns).enumerated()
        .map { "\(quoted($1)) = ?\($0 + 1)" }.joined(separator: " AND ")
      if let through = table.through {
        try copyRows(of: writer.entity(through), where: own, identity)
      } else {
        try copyList(table, side, where: own, identity)
      }
    }
  }

  private func copyList(
    _ table: JoinTableMetadata, _ side: JoinTableMetadata.Side, where own: String,
    _ identity: [StoredValue]
  ) throws(SyncError) {
    // Only the list of this side is recorded as written.
    let mark = side == .left ? 2 : 3
    try writer.connection.execute("INSERT INTO swiftsync_applying (is_on) VALUES (\(mark))")
    _ = try writer.connection.run("DELETE FROM \(quoted(table.name)) WHERE \(own)", identity)
    try copyRows(of: table, "WHERE \(own)", identity)
    try writer.connection.execute("DELETE FROM swiftsync_applying WHERE is_on = \(mark)")
  }

  /// Copies the rows of a `through:` entity that are one row's list. If their changes are recorded,
  /// the queue contains them.
  private func copyRows(
    of through: EntityPlan, where own: String, _ identity: [StoredValue]
  ) throws(SyncError) {
    let sync = through.metadata.sync
    guard !sync.isPushed else { return }
    let members = try old.identities(of: through, where: own, identity)
    if !sync.keepsTombstones {
      let current = try OldDatabase(writer.connection)
        .identities(of: through, where: own, identity)
      for member in current where !members.contains(member) {
        _ = try writer.connection.run(through.sql.delete(identity: through.identity), member)
      }
    }
    for member in members where try !rows.isStored(through, member) {
      try rows.insert(through, member)
      try rows.copyTouch(through, member)
    }
  }

  /// Copies the memberships between rows that are both stored.
  func copyAll(of table: JoinTableMetadata) throws(SyncError) {
    guard try Set(table.columns).isSubset(of: old.columnNames(of: table.name)) else { return }
    try copyRows(of: table, "", [])
    for (columns, entity) in [
      (table.leftColumns, table.leftEntity), (table.rightColumns, table.rightEntity),
    ] {
      let target = try writer.entity(entity).metadata
      let key = target.identity.map { target.columns[$0].name }
      let isMember = zip(columns, key)
        .map { "\(quoted(target.table)).\(quoted($1)) = \(quoted(table.name)).\(quoted($0))" }
      try writer.connection.execute(
        "DELETE FROM \(quoted(table.name)) WHERE NOT EXISTS (SELECT 1 FROM \(quoted(target.table)) "
          + "WHERE \(isMember.joined(separator: " AND ")))")
    }
  }

  private func copyRows(
    of table: JoinTableMetadata, _ condition: String, _ identity: [StoredValue]
  ) throws(SyncError) {
    let list = table.columns.map(quoted).joined(separator: ", ")
    let parameters = table.columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    let members = try old.connection.query(
      "SELECT \(list) FROM \(quoted(table.name)) \(condition)", identity)
    for member in members {
      try check(member, of: table)
      _ = try writer.connection.run(
        "INSERT INTO \(quoted(table.name)) (\(list)) VALUES (\(parameters)) "
          + "ON CONFLICT DO NOTHING", member.values)
    }
  }

  /// Throws if an id of a membership is not of this version's type.
  private func check(_ member: SQLRow, of table: JoinTableMetadata) throws(SyncError) {
    for (columns, entity) in [
      (table.leftColumns, table.leftEntity), (table.rightColumns, table.rightEntity),
    ] {
      guard columns.count == 1, let value = member[columns[0]],
        let stored = StoredColumn(of: columns[0], identifying: try writer.entity(entity).metadata),
        !stored.accepts(value)
      else { continue }
      throw .invalidOption(
        "its list contains '\(value.text)', and this version expects \(stored.expected)")
    }
  }
}

extension JoinTableMetadata {
  fileprivate var columns: [String] {
    leftColumns + rightColumns + [positionColumn].compactMap { $0 }
  }
}
