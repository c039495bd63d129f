import Foundation
import SwiftSyncRuntime
import Testing
import Tracker

/// Transactions in which edits, payloads and SQL alternate.
@Suite struct TrackerMixedTransactionTests {
  private struct Stop: Error {}

  private let database: Database

  init() throws {
    database = try Database()
  }

  /// A store with a project, and no tasks.
  private func store() async throws -> SyncStore {
    let store = try await database.open(TrackerSchema.self)
    try await store.insert(
      Project(id: TrackerIDs.project, name: "Web", code: "WEB", ownerID: TrackerIDs.ada))
    return store
  }

  private func tasks(_ count: Int) -> Data {
    let dates = #""created_at":"2026-03-01T08:00:00Z","updated_at":"2026-03-01T08:00:00Z""#
    let project = TrackerIDs.project.uuidString
    let rows = (0..<count).map { number in
      let id = "7a5c0000-0000-4000-8000-\(String(100_000_000_000 + number))"
      return #"{"id":"\#(id)","title":"\#(number)","project_id":"\#(project)",\#(dates)}"#
    }
    return Data("[\(rows.joined(separator: ","))]".utf8)
  }

  private func recorded(_ store: SyncStore) async throws -> Set<String> {
    let rows = try await store.query("SELECT entity || ' ' || operation FROM swiftsync_changes")
    return Set(rows.compactMap { if case .text(let text) = $0.values[0] { text } else { nil } })
  }

  /// A first fill drops indexes, which SQLite rejects while a statement reads.
  @Test func fillsTableAfterEditsInTransaction() async throws {
    let store = try await store()
    let data = tasks(2_500)
    let report = try await store.transaction { transaction in
      try transaction.update(
        Project.self, id: TrackerIDs.project, Project.Patch(name: .value("Shop")))
      try transaction.insert(Label(slug: "late", name: "Late"))
      let report = try transaction.apply(.data(data), as: Todo.self)
      try transaction.insert(Todo(title: "Local", projectID: TrackerIDs.project))
      return report
    }
    #expect(report.inserted == 2_500)
    #expect(try await store.count(Todo.all) == 2_501)
    #expect(try await recorded(store).contains("Todo insert"))
  }

  @Test func recordsWritesAfterFailedPayload() async throws {
    let store = try await store()
    let (data, half) = (tasks(3), tasks(3).dropLast(5))
    try await store.transaction { transaction in
      #expect(throws: SyncError.self) { try transaction.apply(.data(half), as: Todo.self) }
      try transaction.apply(.data(data), as: Todo.self)
      #expect(try transaction.query("SELECT * FROM swiftsync_applying").isEmpty)
      let tasks = try transaction.fetch(Todo.where { $0.title == "1" })
      try transaction.update(Todo.self, id: tasks[0].id, Todo.Patch(title: .value("one")))
    }
    #expect(try await recorded(store).contains("Todo update"))
  }

  /// A statement may roll back the whole transaction, as a full disk does.
  @Test func reportsTransactionEndedBySQLite() async throws {
    let store = try await store()
    let sql = "INSERT OR ROLLBACK INTO projects SELECT * FROM projects"
    await #expect(throws: SyncError.endedTransaction) {
      try await store.transaction { transaction in
        try transaction.insert(Label(slug: "late", name: "Late"))
        #expect(throws: SyncError.self) { try transaction.execute(sql) }
      }
    }
    await #expect(throws: Stop.self) {
      try await store.transaction { transaction in
        #expect(throws: SyncError.self) { try transaction.execute(sql) }
        throw Stop()
      }
    }
    #expect(try await store.count(Label.all) == 0)
    try await store.insert(Label(slug: "late", name: "Late"))
  }

  @Test func cancellationStopsPayloadInTransaction() async throws {
    let store = try await store()
    let data = tasks(2_000)
    let (started, continuation) = AsyncStream<Void>.makeStream()
    let cancelled = DispatchSemaphore(value: 0)
    let call = Task {
      try await store.transaction { transaction in
        continuation.finish()
        cancelled.wait()
        do {
          try transaction.apply(.data(data), as: Todo.self)
        } catch SyncError.cancelled {
          throw Stop()
        }
      }
    }
    for await _ in started {}
    call.cancel()
    cancelled.signal()
    await #expect(throws: Stop.self) { try await call.value }
    #expect(try await store.count(Todo.all) == 0)
  }

  @Test func rejectsEmptyStatement() async throws {
    let store = try await store()
    for sql in ["", " ", "-- nothing"] {
      await #expect {
        try await store.query(sql)
      } throws: { error in
        guard case .database(let failure) = error as? SyncError else { return false }
        return failure.message == "there is no statement"
      }
    }
  }
}
