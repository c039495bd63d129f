import GitHub
import Testing
import Tracker

@_spi(Generated) import SwiftSyncREST
@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

/// No statement of the applier reads a whole table unintentionally.
@Suite struct AppliedStatementTests {
  @Test func trackerStatementsDoNotScan() async throws {
    try await expectSearches(TrackerSchema.self)
  }

  @Test func gitHubStatementsDoNotScan() async throws {
    try await expectSearches(GitHubSchema.self)
  }

  @Test func executedStatementsDoNotScan() async throws {
    let database = try Database()
    let store = try await database.open(TrackerSchema.self)
    for name in ["tasks", "tasks-changed", "tasks"] {
      _ = try await store.apply(Sample.payload(name), as: "Todo")
    }
    let scans = try await store.write { (writer) throws(SyncError) in
      let run = writer.connection.statements.keys.filter {
        // A table with one row.
        !$0.contains("sqlite_schema") && !$0.contains("swiftsync_schema")
      }
      #expect(run.count > 20)
      return try writer.connection.scans(of: run, in: writer.plan)
    }
    #expect(scans == [])
  }

  private func expectSearches(_ schema: (some StoreSchema).Type) async throws {
    let database = try Database()
    let store = try await database.open(schema)
    let scans = try await store.write { (writer) throws(SyncError) in
      let statements = writer.plan.entities.flatMap { $0.statements(in: writer.plan) }
      return try writer.connection.scans(of: statements, in: writer.plan)
    }
    #expect(scans == [])
  }
}

extension EntityPlan {
  /// The statements that the applier may run for rows of the entity.
  fileprivate func statements(in schema: SchemaPlan) -> [String] {
    var statements = [sql.scan, sql.lookup, sql.byRowID, sql.rowID, sql.insert, sql.delete]
    statements += [sql.largestRowID, sql.update([0])]
    for reference in references {
      statements.append(sql.rowIDs(where: [reference.column]))
    }
    for reference in incoming {
      statements.append(TableSQL.children(of: self, in: reference.child, reference.reference))
      statements.append(TableSQL.parent(of: reference.child, in: self, reference.reference))
    }
    return statements + memberships.flatMap(\.statements)
  }
}

extension JoinSide {
  fileprivate var statements: [String] {
    let removals = through == nil ? [deleteSQL, deleteAllSQL] : [rowIDsSQL, allRowIDsSQL]
    return [selectSQL, insertSQL, moveSQL] + removals
  }
}

extension Connection {
  /// The statements that scan a whole table unintentionally, each with its plan.
  fileprivate func scans(
    of statements: [String], in schema: SchemaPlan
  ) throws(SyncError) -> [String] {
    var scans: [String] = []
    for sql in statements where !Self.readsWholeTable(sql, in: schema) {
      for step in try plan(of: sql) where step.hasPrefix("SCAN") && step != "SCAN CONSTANT ROW" {
        scans.append("\(sql): \(step)")
      }
    }
    return scans
  }

  private func plan(of sql: String) throws(SyncError) -> [String] {
    let query = try Statement("EXPLAIN QUERY PLAN \(sql)", on: self)
    var steps: [String] = []
    while try query.step() { steps.append(query.text(3) ?? "") }
    return steps
  }

  /// Whether a statement has to read a whole table, to find missing rows or any row.
  private static func readsWholeTable(_ sql: String, in schema: SchemaPlan) -> Bool {
    if sql.hasSuffix("LIMIT 1") || sql.contains("pragma_") { return true }
    return schema.entities.contains { sql == $0.sql.rowIDs(condition: nil) }
  }
}
