/// A row at the top level of a response that was rejected because of its own values.
package struct RejectedTopRow: Sendable {
  package let key: RowKey
  package let rule: ApplyReport.RejectedRow.Rule
  package let clock: StoredValue
}

/// Forgets rejected rows that a call has applied or deleted, and the problems that they were.
final class AppliedRejections {
  /// The tables of such rows. Each has the row's entity and identity.
  private static let tables = ["swiftsync_rejected", "swiftsync_problems"]
  /// The problems that end when their row is applied.
  private static let isRejected = "kind = 'unreadable' AND id IS NOT NULL"

  /// Rows that tombstones name, which may never have been stored.
  private var tombstones: [RowKey] = []
  private let call: CallData

  init(_ call: CallData) {
    self.call = call
  }

  func noteTombstone(_ key: RowKey) {
    // Later calls that contain these rows have the same effect.
    if tombstones.count < NewestClock.rejectionLimit { tombstones.append(key) }
  }

  /// - Parameter target: The entity of the top-level rows.
  func remove(of target: EntityPlan) throws(SyncError) {
    guard !call.options.isDryRun else { return }
    for table in Self.tables {
      let condition = table == "swiftsync_problems" ? Self.isRejected : "TRUE"
      try remove(from: table, where: condition, of: target)
    }
  }

  private func remove(
    from table: String, where condition: String, of target: EntityPlan
  ) throws(SyncError) {
    let query = try call.connection.statement("SELECT 1 FROM \(table) WHERE \(condition) LIMIT 1")
    let hasRows = try query.step()
    query.reset()
    guard hasRows else { return }
    for plan in call.schema.entities where call.state.tallies.counts(of: plan.index).hasApplied {
      try remove(try applied(plan, table, condition), from: table)
    }
    for key in tombstones {
      let statement = try call.connection.statement(
        "DELETE FROM \(table) WHERE entity = ?1 AND id = \(TemporaryIDs.id(key)) AND \(condition)")
      statement.bind(1, target.metadata.name)
      for (index, part) in key.enumerated() { statement.bind(Int32(index + 2), part) }
      try statement.run()
    }
  }

  /// The rejected rows of an entity that the call has applied, by their rowids in the table.
  private func applied(
    _ plan: EntityPlan, _ table: String, _ condition: String
  ) throws(SyncError) -> [Int64] {
    let find = try call.connection.statement(
      """
      SELECT rowid, (SELECT _rowid_ FROM \(quoted(plan.metadata.table))
        WHERE \(isRow(plan, in: table))) FROM \(table) WHERE entity = ?1 AND \(condition)
      """)
    defer { find.reset() }
    find.bind(1, plan.metadata.name)
    var applied: [Int64] = []
    while try find.step() {
      if call.state.tallies.isApplied(find.integer(1), of: plan.index) {
        applied.append(find.integer(0))
      }
    }
    return applied
  }

  /// The condition that a row has the identity of a rejected one, in a form that uses the index of
  /// the primary key.
  private func isRow(_ plan: EntityPlan, in table: String) -> String {
    let id = "\(table).id"
    return plan.identity.indices.map { index in
      let column = quoted(plan.metadata.columns[plan.identity[index]].name)
      return "\(column) = " + (plan.identity.count == 1 ? id : "json_extract(\(id), '$[\(index)]')")
    }.joined(separator: " AND ")
  }

  private func remove(_ rowIDs: [Int64], from table: String) throws(SyncError) {
    guard !rowIDs.isEmpty else { return }
    let statement = try call.connection.statement("DELETE FROM \(table) WHERE rowid = ?1")
    for rowID in rowIDs {
      statement.bind(1, rowID)
      try statement.run()
    }
  }
}

extension Tallies.Counts {
  /// Whether the call has stored a row of the payload, or has found it stored.
  fileprivate var hasApplied: Bool { inserted > 0 || updated > 0 || unchanged > 0 }
}
