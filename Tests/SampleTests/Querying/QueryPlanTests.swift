import Foundation
import GitHub
import Testing
import Tracker

@_spi(Generated) import SwiftSyncREST
@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

/// SQLite's plans for the generated accessors and for queries: they search, and do not scan.
@Suite struct QueryPlanTests {
  private static let schemas = [TrackerSchema.metadata, GitHubSchema.metadata]

  /// The steps of a statement's plan that scan a whole table or index.
  private func scans(_ sql: String, _ connection: Connection) throws -> [String] {
    try steps(sql, connection).filter { $0.hasPrefix("SCAN") }
  }

  private func steps(_ sql: String, _ connection: Connection) throws -> [String] {
    let statement = try connection.statement("EXPLAIN QUERY PLAN \(sql)")
    defer { statement.reset() }
    var steps: [String] = []
    while try statement.step() { steps.append(statement.text(3) ?? "") }
    return steps
  }

  private func connection(_ schema: SchemaMetadata) throws -> Connection {
    let connection = try Connection(path: ":memory:", mode: .readWrite)
    try connection.execute(schema.ddl)
    return connection
  }

  @Test(arguments: schemas.indices) func accessorsDoNotScan(index: Int) throws {
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

  /// The expressions of `lower(title)`, `length(title)` and `year(dueOn)` in a schema's indexes.
  @Test func expressionsUseIndexes() throws {
    let schema = TrackerSchema.metadata
    let connection = try connection(schema)
    for (name, expression) in [
      ("by_lower", "lower(title)"), ("by_length", "length(title)"),
      ("by_year", "CAST(substr(due_on, 1, 4) AS INTEGER)"),
    ] {
      try connection.execute("CREATE INDEX \(name) ON tasks (\(expression))")
    }
    func index(_ condition: (QueriedRow<Todo>) -> Condition) throws -> String? {
      var sql = try QuerySQL(Todo.where(condition), schema)
      return try steps(sql.rows(), connection).first { $0.contains(" by_") }
    }
    let searched = "SEARCH tasks USING INDEX"
    #expect(try index { $0.title.lowercased() == "übung" } == "\(searched) by_lower (<expr>=?)")
    #expect(
      try index { $0.title.lowercased().isIn(["a", "b"]) } == "\(searched) by_lower (<expr>=?)")
    #expect(try index { $0.title.length == 3 } == "\(searched) by_length (<expr>=?)")
    #expect(try index { $0.title.length > 30 } == "\(searched) by_length (<expr>>?)")
    #expect(try index { $0.dueOn.year == 2026 } == "\(searched) by_year (<expr>=?)")
  }

  @Test func conditionsUseIndexes() throws {
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

  @Test func relatedConditionsUseIndexes() throws {
    #expect(try scans { $0.labels.contains { $0.slug == "ui" } } == [])
    #expect(try scans { !$0.labels.contains { $0.slug == "ui" } } == ["SCAN tasks"])
    #expect(try scans { $0.watchers.contains { $0.email == "ada@example.com" } } == [])
    #expect(try scans { $0.items.contains { $0.taskID == UUID() } } == [])
    #expect(try scans { $0.project.tasks.contains { $0.assigneeID == UUID() } } == [])
    #expect(
      try scans { $0.blockers.contains { $0.labels.contains { $0.slug == "ui" } } } == [])
    // Each task is read, but its related rows are found by an index.
    #expect(try scans { $0.labels.isEmpty } == ["SCAN tasks"])
    #expect(try scans { $0.items.count > 1 } == ["SCAN tasks"])
    #expect(try scans { $0.watchers.count { $0.displayName == "Ada" } > 1 } == ["SCAN tasks"])
    #expect(try scans { $0.projectID == UUID() && !$0.items.isEmpty } == [])
  }

  private func page(_ query: Query<Todo>, after assignee: UUID? = UUID()) throws -> String {
    let schema = TrackerSchema.metadata
    let row = Todo(
      number: 1, title: "a", dueOn: CalendarDay("2026-03-01"), projectID: UUID(),
      assigneeID: assignee)
    var sql = try QuerySQL(query.after(row).limit(10), schema)
    let steps = try steps(sql.rows(), connection(schema))
    return try #require(steps.first { $0.contains(" tasks") })
  }

  /// A page starts in the index, at the row after which it begins.
  @Test func pagesUseIndexes() throws {
    let search = "SEARCH tasks USING INDEX"
    #expect(try page(Todo.all) == "\(search) sqlite_autoindex_tasks_1 (id>?)")
    let updated = Todo.order(\.updatedAt)
    #expect(try page(updated) == "\(search) tasks_updated_at (updated_at>?)")
    #expect(
      try page(Todo.order(\.updatedAt.descending))
        == "\(search) tasks_updated_at (updated_at<?)")
    let project = Todo.where { $0.projectID == UUID() }
    #expect(
      try page(project.order(\.sortIndex))
        == "\(search) tasks_project_id_sort_index (project_id=? AND sort_index>?)")
    #expect(
      try page(project.order(\.number))
        == "\(search) tasks_project_id_number (project_id=? AND number>?)")
    let present = Todo.where { !$0.dueOn.isNil && $0.deletedAt.isNil }
    let due = try page(present.order(\.dueOn))
    #expect(due == "\(search) tasks_due_on_partial (due_on>?)")
  }

  /// Rows with nil come first in ascending order, and last in descending order.
  @Test func pagesByOptionalColumnsUseIndexes() throws {
    let (ascending, descending) = (
      Todo.order(\.assigneeID), Todo.order(\.assigneeID.descending)
    )
    let index = "tasks USING INDEX tasks_assignee_id"
    #expect(try page(ascending) == "SEARCH \(index) (assignee_id>?)")
    #expect(try page(descending, after: nil) == "SEARCH \(index) (assignee_id=?)")
    // The rows that follow are in two ranges, so that the index only provides the order.
    #expect(try page(ascending, after: nil) == "SCAN \(index)")
    #expect(try page(descending) == "SCAN \(index)")
  }

  /// A condition as one text, for the scope of a call.
  @Test func inlinesValuesInConditions() throws {
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
