import Foundation
import GitHub
import Testing
import Tracker

@_spi(Generated) @testable import SwiftSyncREST
@_spi(Generated) @testable import SwiftSyncRuntime

/// What SQLite does for the generated accessors and for queries: it searches, it does not scan.
@Suite struct QueryPlanTests {
  private static let schemas = [TrackerSchema.metadata, GitHubSchema.metadata]

  /// The steps of a statement's plan that walk through a whole table or index.
  private func scans(_ sql: String, _ connection: Connection) throws -> [String] {
    let statement = try connection.statement("EXPLAIN QUERY PLAN \(sql)")
    defer { statement.reset() }
    var scans: [String] = []
    while try statement.step() {
      let step = statement.text(3) ?? ""
      if step.hasPrefix("SCAN") { scans.append(step) }
    }
    return scans
  }

  private func connection(_ schema: SchemaMetadata) throws -> Connection {
    let connection = try Connection(path: ":memory:", mode: .readWrite)
    try connection.execute(schema.ddl)
    return connection
  }

  @Test(arguments: schemas.indices) func accessorsSearch(index: Int) throws {
    let schema = Self.schemas[index]
    let connection = try connection(schema)
    for entity in schema.entities {
      for relation in entity.relations {
        let target = try schema.entity(named: relation.target)
        for softDeleted in [SoftDeleted.exclude, .include, .only] {
          let sql = try RelatedSource.rows(
            of: relation, from: entity, to: target, in: schema, softDeleted)
          #expect(try scans(sql, connection) == [], "\(entity.name).\(relation.name)")
        }
      }
      for softDeleted in [SoftDeleted.exclude, .include, .only] {
        #expect(try scans(entity.lookup(softDeleted), connection) == [], "\(entity.name)")
      }
    }
  }

  private func scans(_ condition: (QueriedRow<Todo>) -> Condition) throws -> [String] {
    let schema = TrackerSchema.metadata
    var sql = try QuerySQL(Todo.where(condition), schema)
    return try scans(sql.rows(), connection(schema))
  }

  @Test func indexesServeConditions() throws {
    let day = try #require(CalendarDay("2026-03-01"))
    #expect(try scans { $0.assigneeID == UUID() } == [])
    #expect(
      try scans { $0.projectID.isIn([UUID(), UUID()]) } == ["SCAN json_each VIRTUAL TABLE INDEX 1:"]
    )
    #expect(try scans { $0.updatedAt > Date() } == [])
    #expect(try scans { $0.dueOn < day && $0.deletedAt.isNil } == [])
    #expect(try scans { $0.assigneeID.isNil } == [])
    #expect(try scans { $0.project.code.hasPrefix("W") } == [])
    #expect(try scans { $0.assignee.email == "ada@example.com" } == [])
    #expect(try scans { $0.project.owner.email.hasPrefix("a") } == [])
  }

  /// A condition as one text, for the scope of a call.
  @Test func writesConditionsWithTheirValues() throws {
    let schema = TrackerSchema.metadata
    func text(_ condition: (QueriedRow<Todo>) -> Condition) throws -> String {
      try condition(QueriedRow(.root)).sql(on: Todo.metadata, in: schema)
    }
    #expect(
      try text { $0.title == "it's" && $0.priority != .low }
        == #"("tasks"."title" = 'it''s' AND "tasks"."priority" IS NOT 1)"#)
    #expect(try text { $0.title == "a\0b" } == #""tasks"."title" = CAST(x'610062' AS TEXT)"#)
    #expect(
      try text { $0.project.name.hasPrefix("A") }
        == #""tasks"."project_id" IN (SELECT swiftsync_1."id" FROM "projects" AS swiftsync_1 "#
        + #"WHERE (swiftsync_1."name" >= 'A' AND swiftsync_1."name" < 'B'))"#)
    #expect(try text { $0.sortIndex.isIn([0.1, -2]) } == #""tasks"."sort_index" IN (0.1, -2.0)"#)
    #expect(
      try text { $0.number.isIn([1, 2]) }
        == #""tasks"."number" IN (SELECT value FROM json_each('[1,2]'))"#)
  }
}
