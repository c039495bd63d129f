@_spi(Generated) import SwiftSyncCoding

/// The deletion of all rows but those of some entities, in a transaction.
///
/// References are followed only where they lead from a kept row to a deleted one. Everything else
/// is deleted by one statement for each table.
struct StoreErasure {
  private let transaction: SyncTransaction
  private let connection: Connection
  private let schema: SchemaPlan
  /// The positions of the entities whose rows are kept.
  private let kept: Set<Int>

  init(
    _ transaction: SyncTransaction, on connection: Connection, _ schema: SchemaPlan,
    keeping kept: Set<Int>
  ) {
    self.transaction = transaction
    self.connection = connection
    self.schema = schema
    self.kept = kept
  }

  func run() throws(SyncError) {
    // Nothing is recorded for the server, and rows may go in any order.
    try connection.execute(
      "PRAGMA defer_foreign_keys = ON; INSERT INTO swiftsync_applying (is_on) VALUES (1)")
    try forgetSyncing()
    if !kept.isEmpty { try followReferences() }
    try deleteRows()
    try deleteLinks()
    try fillIndexes()
    try connection.execute("DELETE FROM swiftsync_applying; \(Compaction.request)")
  }

  private var erased: [EntityPlan] { schema.entities.filter { !kept.contains($0.index) } }

  /// Empties the runtime's own tables, including those that a later format adds. The records of
  /// replaced databases go with their files.
  private func forgetSyncing() throws(SyncError) {
    let others =
      ["swiftsync_applying", "swiftsync_links", "swiftsync_schema"]
      + ReplacedDatabases.tables
    for table in try OwnObjects(connection).tables.subtracting(others).compactlySorted() {
      try connection.execute("DELETE FROM \(quoted(table))")
    }
  }
}

// MARK: - References of kept rows

extension StoreErasure {
  /// A reference from a kept entity to a deleted one.
  private struct Crossing {
    let target: EntityPlan
    let incoming: IncomingReference

    var rule: RelationMetadata.DeleteRule { incoming.relation.metadata.onDelete }

    var column: ColumnMetadata {
      incoming.child.metadata.columns[incoming.reference.column]
    }
  }

  private var crossings: [Crossing] {
    erased.flatMap { target in
      target.incoming.filter { kept.contains($0.child.index) }
        .map { Crossing(target: target, incoming: $0) }
    }
  }

  /// Applies the rules of references. Rows that are deleted by a cascade refer to nothing any more,
  /// so `deny` comes last.
  private func followReferences() throws(SyncError) {
    let crossings = crossings
    for crossing in crossings where crossing.rule == .cascade {
      let child = crossing.incoming.child
      let rows = try rows(in: child.metadata.table, crossing.column, to: crossing.target)
      try deletions(of: child).delete(rows, of: child)
    }
    try deleteMemberships()
    for crossing in crossings where crossing.rule == .nullify {
      let child = crossing.incoming.child
      let rows = try rows(in: child.metadata.table, crossing.column, to: crossing.target)
      let deletions = try deletions(of: child)
      for row in rows { try deletions.unlink(row, crossing.incoming) }
    }
    for crossing in crossings where crossing.rule == .deny { try check(crossing) }
  }

  /// Deletes the kept rows of `through:` entities that link a deleted row.
  private func deleteMemberships() throws(SyncError) {
    for target in erased {
      for side in target.memberships {
        guard let through = side.through, kept.contains(through.index) else { continue }
        let rows = try rows(in: side.table.name, side.own, to: target)
        try deletions(of: through).delete(rows, of: through)
      }
    }
  }

  private func deletions(of plan: EntityPlan) throws(SyncError) -> DeletionRun {
    try transaction.call(for: plan.metadata.name).editor.deletions
  }

  private func check(_ crossing: Crossing) throws(SyncError) {
    let (target, child) = (crossing.target, crossing.incoming.child.metadata)
    let id = target.keyMetadata.expression("\(quoted(target.metadata.table)).")
    let query = try connection.statement(
      "SELECT \(id) FROM \(pairs(in: child.table, crossing.column, to: target)) LIMIT 1")
    defer { query.reset() }
    guard try query.step() else { return }
    let refusal = SyncError.Refusal.denied(
      entity: target.metadata.name, identity: query.value(0).stored.text, by: child.name)
    throw .refused(refusal, report: ApplyReport())
  }

  /// The rowids of the rows of a table that refer to a stored row.
  private func rows(
    in table: String, _ column: ColumnMetadata, to target: EntityPlan
  ) throws(SyncError) -> [Int64] {
    let query = try connection.statement(
      "SELECT DISTINCT swiftsync_child._rowid_ FROM \(pairs(in: table, column, to: target))")
    defer { query.reset() }
    var rows: [Int64] = []
    while try query.step() { rows.append(query.integer(0)) }
    return rows
  }

  /// The rows of a table with the rows that they refer to, in SQL.
  private func pairs(
    in table: String, _ column: ColumnMetadata, to target: EntityPlan
  ) -> String {
    let other = quoted(target.metadata.table)
    let isSame = column.isSame(as: target.keyMetadata, "\(other).", "swiftsync_child.")
    return "\(other) JOIN \(quoted(table)) AS swiftsync_child ON \(isSame)"
  }
}

// MARK: - Deleting

extension StoreErasure {
  private func deleteRows() throws(SyncError) {
    let searches = erased.compactMap { SearchTables(schema.metadata.entities[$0.index]) }
    // The triggers that maintain an index find no documents, which is faster.
    for search in searches { try connection.execute("DELETE FROM \(search.rows)") }
    for join in schema.metadata.joinTables where join.through == nil && links(join) {
      try connection.execute("DELETE FROM \(quoted(join.name))")
    }
    for plan in inOrder { try connection.execute("DELETE FROM \(quoted(plan.metadata.table))") }
  }

  /// Whether a join table links rows that are deleted.
  private func links(_ join: JoinTableMetadata) -> Bool {
    [join.leftEntity, join.rightEntity].contains { name in
      schema.entity(name).map { !kept.contains($0.index) } ?? true
    }
  }

  /// The deleted entities, children before their parents where possible. SQLite looks for the
  /// children of each row whose references it checks, and finds none faster in an empty table.
  private var inOrder: [EntityPlan] {
    var order: [EntityPlan] = []
    var known = kept
    func visit(_ plan: EntityPlan) {
      guard known.insert(plan.index).inserted else { return }
      for incoming in plan.incoming { visit(incoming.child) }
      order.append(plan)
    }
    for plan in schema.entities { visit(plan) }
    return order
  }

  /// Forgets links to rows that have not arrived, except those between kept entities.
  private func deleteLinks() throws(SyncError) {
    var names: [String] = []
    for plan in schema.entities where kept.contains(plan.index) {
      for relation in plan.relations where kept.contains(relation.target.index) {
        names.append(quotedText(plan.linkName(of: relation)))
      }
    }
    try connection.execute(
      "DELETE FROM swiftsync_links WHERE relation NOT IN (\(names.joined(separator: ", ")))")
  }

  /// Builds all indexes of texts again: what was deleted from one remains in its file until then.
  private func fillIndexes() throws(SyncError) {
    for search in schema.metadata.entities.compactMap(SearchTables.init) {
      try search.fill(connection)
    }
  }
}
