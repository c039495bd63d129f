import CSQLite
import Foundation
import SwiftSyncRuntime
import Testing
import Tracker

/// Transactions, raw SQL, and the connection of another library.
@Suite struct TrackerTransactionTests {
  private struct Stop: Error, Equatable {
    let reason: String
  }

  private let database: Database

  init() throws {
    database = try Database()
  }

  private func store() async throws -> SyncStore {
    let store = try await database.open(TrackerSchema.self)
    try await store.apply(.file(Sample.url("Schemas/payloads/tasks.json")), as: Todo.self)
    return store
  }

  @Test func commitsOrRollsBackAllWrites() async throws {
    let store = try await store()
    let task = Todo(title: "Call", projectID: TrackerIDs.project)
    let title = try await store.transaction { transaction in
      try transaction.insert(task)
      try transaction.update(Todo.self, id: task.id, Todo.Patch(title: .value("Call again")))
      try transaction.execute(
        "UPDATE tasks SET priority = ? WHERE id = ?", [4, StoredValue(task.id)])
      return try transaction.fetch(Todo.self, id: task.id)?.title
    }
    #expect(title == "Call again")
    #expect(try await store.fetch(Todo.self, id: task.id)?.priority == .urgent)
    await #expect(throws: Stop(reason: "enough")) {
      try await store.transaction { transaction in
        try transaction.delete(Todo.self, id: task.id)
        throw Stop(reason: "enough")
      }
    }
    #expect(try await store.fetch(Todo.self, id: task.id) != nil)
  }

  @Test func failedCallInTransactionChangesNothing() async throws {
    let store = try await store()
    try await store.transaction { transaction in
      let tasks = try transaction.fetch(Todo.all)
      let new = Todo(title: "New", projectID: TrackerIDs.project)
      #expect(throws: SyncError.self) { try transaction.insert([new, tasks[0]]) }
      #expect(throws: SyncError.self) {
        try transaction.apply(
          .data(Data(#"[{"id":"7a5c0000-0000-4000-8000-000000000001"},{"#.utf8)), as: Todo.self)
      }
      try transaction.insert(Label(slug: "late", name: "Late"))
    }
    #expect(try await store.fetch(Todo.all).count == 4)
    #expect(try await store.fetch(Label.self, id: "late") != nil)
  }

  /// `deny` and lists are checked at the end.
  @Test func checksListsAndDenyAtCommit() async throws {
    let store = try await store()
    let (one, two) = (TrackerIDs.task(1), TrackerIDs.task(2))
    let child = Todo(title: "Part", projectID: TrackerIDs.project, parentID: one)
    try await store.insert(child)
    let late = Todo(title: "Late part", projectID: TrackerIDs.project, parentID: one)
    try await store.transaction { transaction in
      try transaction.update(Todo.self, id: one, Todo.Patch(subtaskIDs: .value([])))
      try transaction.insert(late)
      try transaction.update(Todo.self, id: two, Todo.Patch(subtaskIDs: .value([child.id])))
    }
    #expect(try await store.fetch(Todo.self, id: child.id)?.parentID == two)
    #expect(try await store.fetch(Todo.self, id: late.id)?.parentID == one)

    let project = try #require(try await store.fetch(Project.self, id: TrackerIDs.project))
    await #expect(throws: SyncError.self) {
      try await store.transaction { try $0.purge(Project.self, id: project.id) }
    }
    try await store.transaction { transaction in
      try transaction.purge(Project.self, id: project.id)
      try transaction.insert(project)
    }
    #expect(try await store.fetch(Project.all).count == 1)
  }

  @Test func rejectsCallsAfterTransactionEnds() async throws {
    final class Box: @unchecked Sendable {
      var transaction: SyncTransaction?
    }
    let store = try await store()
    let box = Box()
    try await store.transaction { box.transaction = $0 }
    let ended = try #require(box.transaction)
    #expect(throws: SyncError.endedTransaction) { try ended.fetch(Todo.all) }
    #expect(throws: SyncError.endedTransaction) { try ended.execute("DELETE FROM tasks") }
    #expect(throws: SyncError.endedTransaction) {
      try ended.insert(Label(slug: "late", name: "Late"))
    }
  }

  @Test func appliesPayloadBetweenWrites() async throws {
    let store = try await store()
    let data = Data(#"[{"slug":"design","name":"Design!"}]"#.utf8)
    let report = try await store.transaction { transaction in
      try transaction.insert(Label(slug: "late", name: "Late"))
      let report = try transaction.apply(.data(data), as: Label.self, missingRows: .delete)
      try transaction.insert(Label(slug: "later", name: "Later"))
      return report
    }
    #expect(report.updated == 1 && report.deleted == 2)
    #expect(try await store.fetch(Label.all).map(\.slug) == ["design", "later"])
  }

  @Test func rejectsTransactionControlStatements() async throws {
    let store = try await store()
    for sql in ["COMMIT", " -- now\n rollback", "/* a */ SAVEPOINT x", ";END"] {
      await #expect {
        try await store.transaction { try $0.execute(sql) }
      } throws: { error in
        guard case .invalidStatement(sql, _) = error as? SyncError else { return false }
        return true
      }
    }
  }

  @Test func insertsAndDeletesManyRows() async throws {
    let store = try await store()
    let labels = (0..<1_000).map { Label(slug: "label-\($0)", name: "\($0)") }
    try await store.insert(labels)
    #expect(try await store.fetch(Label.all).count == 1_002)
    #expect(try await store.delete(Label.self, ids: labels.map(\.slug) + ["none"]) == 1_000)
    await #expect(throws: SyncError.self) { try await store.insert([labels[0], labels[0]]) }
    #expect(try await store.fetch(Label.all).count == 2)
  }

  @Test func queriesWithSQL() async throws {
    let store = try await store()
    let rows = try await store.query(
      "SELECT title, due_on, priority FROM tasks WHERE number = ?1 AND priority > ?2", [1, 2])
    #expect(rows.map(\.values) == [["Draw the start page", "2026-03-20", 3]])
    #expect(rows.first?.names == ["title", "due_on", "priority"])
    #expect(rows.first?["title"] == "Draw the start page" && rows.first?["other"] == nil)
    #expect(rows.first?.value("due_on") == CalendarDay(year: 2026, month: 3, day: 20))
    let tasks = try await store.fetch(
      Todo.self, sql: "SELECT 1 AS one, tasks.* FROM tasks ORDER BY number DESC LIMIT 1")
    #expect(try await store.fetch(Todo.self, id: tasks[0].id) == tasks[0])
    await #expect(throws: SyncError.missingColumn("number", entity: "Todo")) {
      try await store.fetch(Todo.self, sql: "SELECT id, title FROM tasks")
    }
    await #expect {
      try await store.query("DELETE FROM tasks")
    } throws: { "\($0)".hasPrefix("a query can only read; to write, use 'execute'") }
    await #expect {
      try await store.query("SELECT * FROM tasks WHERE id = ?")
    } throws: {
      "\($0)" == "the statement has 1 parameter, but 0 values were passed (SELECT * FROM tasks "
        + "WHERE id = ?)"
    }
  }

  @Test func rejectsCallsAfterClose() async throws {
    let store = try await store()
    await store.close()
    await #expect(throws: SyncError.closed) { try await store.fetch(Todo.all) }
    await #expect(throws: SyncError.closed) { try await store.delete(Label.self, id: "ui") }
    await store.close()
  }

  // MARK: - Borrowed connections

  /// Opens a connection like another library.
  private func lend(_ body: (OpaquePointer) throws -> Void) throws {
    var handle: OpaquePointer?
    #expect(sqlite3_open(database.url.path, &handle) == SQLITE_OK)
    let connection = try #require(handle)
    defer { #expect(sqlite3_close(connection) == SQLITE_OK, "statements are left") }
    try body(connection)
  }

  private func execute(_ sql: String, _ handle: OpaquePointer) {
    #expect(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK, "\(sql)")
  }

  @Test func worksOnForeignConnection() async throws {
    let data = try Data(contentsOf: Sample.url("Schemas/payloads/tasks.json"))
    try lend { handle in
      execute("PRAGMA foreign_keys = ON; \(TrackerSchema.ddl)", handle)
      let report = try SyncStore.transaction(TrackerSchema.self, on: handle) { transaction in
        try transaction.apply(.data(data), as: Todo.self)
      }
      #expect(report.inserted == 4)
      #expect(sqlite3_get_autocommit(handle) == 1)
    }
    let store = try await database.open(TrackerSchema.self)
    #expect(try await store.fetch(Todo.all).count == 4)
  }

  @Test func usesSavepointInForeignTransaction() async throws {
    try await store().close()
    try lend { handle in
      execute("PRAGMA foreign_keys = ON; BEGIN", handle)
      #expect(throws: Stop(reason: "no")) {
        try SyncStore.transaction(TrackerSchema.self, on: handle) { transaction in
          try transaction.delete(Label.self, id: "ui")
          throw Stop(reason: "no")
        }
      }
      try SyncStore.transaction(TrackerSchema.self, on: handle) { transaction in
        try transaction.insert(Label(slug: "late", name: "Late"))
        // The connection returns codes without details.
        let data = Data(
          #"""
          [{"id":"9e050000-0000-4000-8000-000000000077","name":"X",
            "created_at":1762156800,"updated_at":1762156800}]
          """#.utf8)
        let report = try transaction.apply(.data(data), as: Person.self, missingRows: .delete)
        #expect(report.deleted == 2)
      }
      #expect(sqlite3_get_autocommit(handle) == 0)
      execute("ROLLBACK", handle)
    }
    let store = try await database.open(TrackerSchema.self)
    #expect(try await store.fetch(Label.all).map(\.slug) == ["design", "ui"])
    #expect(try await store.fetch(Person.all).count == 2)
  }

  /// While the flag of a payload is set, local writes would not be recorded.
  @Test func rolledBackPayloadLeavesNoFlag() async throws {
    try await store().close()
    let data = try Data(contentsOf: Sample.url("Schemas/payloads/tasks.json"))
    try lend { handle in
      execute("PRAGMA foreign_keys = ON; BEGIN; SAVEPOINT theirs", handle)
      #expect(throws: Stop(reason: "no")) {
        try SyncStore.transaction(TrackerSchema.self, on: handle) { transaction in
          try transaction.execute("DELETE FROM tasks")
          try transaction.apply(.data(data), as: Todo.self)
          throw Stop(reason: "no")
        }
      }
      let labels = Data(#"[{"slug":"late","name":"Late"}]"#.utf8)
      try SyncStore.transaction(TrackerSchema.self, on: handle) { transaction in
        #expect(throws: SyncError.self) {
          try transaction.apply(.data(labels.dropLast() + Data(",{".utf8)), as: Label.self)
        }
        var options = ApplyOptions()
        options.isDryRun = true
        #expect(
          try transaction.apply(.data(labels), as: Label.self, options: options).inserted == 1)
        options = ApplyOptions(missingRows: .delete)
        options.deletionLimit = 0
        #expect(throws: SyncError.self) {
          try transaction.apply(.data(labels), as: Label.self, options: options)
        }
        #expect(try transaction.query("SELECT * FROM swiftsync_applying").isEmpty)
        try transaction.execute("UPDATE tasks SET title = 'new'")
        #expect(try transaction.query("SELECT * FROM swiftsync_changes").count == 4)
      }
      execute("ROLLBACK TO theirs; RELEASE theirs; COMMIT", handle)
    }
    let store = try await database.open(TrackerSchema.self)
    #expect(try await store.query("SELECT * FROM swiftsync_applying").isEmpty)
  }

  @Test func rejectsConnectionWithoutForeignKeys() async throws {
    try await store().close()
    try lend { handle in
      #expect {
        try SyncStore.transaction(TrackerSchema.self, on: handle) { try $0.fetch(Todo.all) }
      } throws: { error in
        "\(error)"
          == "the connection cannot be used: the schema 'Tracker' enforces references and PRAGMA "
          + "foreign_keys is off; turn it on when the connection is opened"
      }
    }
  }
}
