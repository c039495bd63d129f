import SwiftSyncSQLite

/// The stored rows that a complete list does not name (A8, A9, A10).
final class MissingRowDeletion {
  private let call: CallData
  private let base: BaseParts
  private let deletions: DeletionRun
  private let pages: ListRunStep

  init(_ base: BaseParts, _ deletions: DeletionRun) {
    call = base.call
    self.base = base
    self.deletions = deletions
    pages = ListRunStep(base.call)
  }

  /// Deletes the rows that a complete list does not name (A8, A9, A10); for a list in pages, at the
  /// last page.
  func delete() throws(SyncError) {
    try pages.note()
    if !call.completeTargets.isEmpty {
      guard try pages.mayDelete(), !call.options.goesOn else {
        call.state.deletions.isWithheld = true
        return
      }
    }
    try deleteMissing()
    if !call.withholdsDeletions { try pages.finish() }
  }

  private func deleteMissing() throws(SyncError) {
    for plan in call.completeTargets where !call.state.rejections.hasUnidentifiedRow(of: plan) {
      try delete(plan)
    }
  }

  private func delete(_ plan: EntityPlan) throws(SyncError) {
    var missing: [Int64] = []
    for query in try missingRowQueries(plan) {
      while try query.step() {
        let rowID = query.integer(0)
        if call.state.tallies.isUnnamed(rowID, of: plan.index),
          try !call.isSoftDeleted(rowID, of: plan)
        {
          missing.append(rowID)
        }
      }
      query.reset()
      try deletions.delete(base.conflicts.withoutLocalRows(missing, of: plan), of: plan)
      missing.removeAll(keepingCapacity: true)
    }
  }

  /// Prepares, one at a time, the queries for the rows that the payload is complete for.
  private func missingRowQueries(_ plan: EntityPlan) throws(SyncError) -> [Statement] {
    let sql = call.tables[plan.index].sql
    if case .predicate(let condition) = call.options.scope {
      let query = limited(sql.rowIDs(condition: "(\(condition))"), plan)
      return [
        try call.connection.limited(to: .part) { () throws(SyncError) in
          try call.connection.statement(query)
        }
      ]
    }
    if let scope = call.scope {
      let query = try call.connection.statement(limited(sql.rowIDs(where: [scope.column]), plan))
      query.bind(1, scope.parent)
      return [query]
    }
    guard let column = plan.scopeColumn else {
      return [try call.connection.statement(limited(sql.rowIDs(condition: nil), plan))]
    }
    var queries: [Statement] = []
    let named = call.state.deletions.namedParents(of: plan.index)
    for parent in named.union(try pages.namedParents()) {
      let query = try Statement(limited(sql.rowIDs(where: [column]), plan), on: call.connection)
      query.bind(1, parent)
      queries.append(query)
    }
    return queries
  }

  /// The query for rowids. With pages, it selects only rows that all pages lack.
  private func limited(_ query: String, _ plan: EntityPlan) -> String {
    guard let condition = pages.condition(plan) else { return query }
    return "\(plan.sql.rowIDs(condition: condition)) AND _rowid_ IN (\(query))"
  }

  /// Checks that SQLite accepts the scope's condition.
  func checkPredicate() throws(SyncError) {
    guard case .predicate(let condition) = call.options.scope else { return }
    let sql = call.tables[call.plan.index].sql
    do throws(SyncError) {
      try call.connection.limited(to: .part) { () throws(SyncError) in
        // Without parentheses first: `1) OR (1` is a condition only inside them.
        _ = try call.connection.statement(sql.rowIDs(condition: condition))
        _ = try call.connection.statement(sql.rowIDs(condition: "(\(condition))"))
      }
    } catch {
      guard case .database(let failure) = error else { throw error }
      throw .invalidOption(
        "where: SQLite rejects the condition '\(condition)': \(failure.message)")
    }
  }
}
