import Foundation
import SwiftSyncRuntime
import Testing
import Tracker

/// Writes to the rows of a query with values that SQLite computes.
@Suite struct ComputedUpdateTests {
  private let database: Database

  init() throws {
    database = try Database()
  }

  private func store() async throws -> SyncStore {
    let store = try await database.open(TrackerSchema.self)
    _ = try await store.apply(Sample.payload("tasks"), as: "Todo")
    return store
  }

  private func queue() throws -> [String] {
    try OtherProgram(at: database).rows(
      "SELECT operation, fields FROM swiftsync_changes WHERE entity = 'Todo' ORDER BY sequence")
  }

  @Test func addsToEachRow() async throws {
    let store = try await store()
    let later = Todo.where { $0.number > 2 }
    #expect(try await store.update(later) { $0.sortIndex += 10 } == 2)
    #expect(
      try await store.fetch(Todo.order(\.number).select { $0.sortIndex }) == [1, 2, 13, 14])
    #expect(
      try queue() == ["update|,sortIndex,updatedAt,", "update|,sortIndex,updatedAt,"])
  }

  @Test func computesFromTheValuesBefore() async throws {
    let store = try await store()
    try await store.update(Todo.all) {
      $0.title = $0.title.lowercased()
      $0.isBillable.toggle()
      $0.sortIndex *= 2
      $0.sortIndex -= 1
      $0.state = .value(.done)
      $0.dueOn = .null
    }
    let rows = try await store.fetch(Todo.order(\.number))
    #expect(rows[0].title == "draw the start page")
    #expect(rows.map(\.isBillable) == [false, true, false, false])
    #expect(rows.map(\.sortIndex) == [1, 3, 5, 7])
    #expect(rows.allSatisfy { $0.state == .done && $0.dueOn == nil })
  }

  /// The effect on a row is that of a patch: a row without a change is not written.
  @Test func leavesRowsThatDoNotChange() async throws {
    let store = try await store()
    #expect(try await store.update(Todo.all) { $0.sortIndex = .value(2) } == 4)
    #expect(try queue().count == 3)
    #expect(try await store.update(Todo.all) { $0.sortIndex += 0 } == 4)
    #expect(try queue().count == 3)
    #expect(try await store.update(Todo.all) { _ in } == 4)
  }

  @Test func usesRelatedRows() async throws {
    let store = try await store()
    let count = try await store.transaction { transaction in
      try transaction.update(Todo.order(\.number).limit(3)) {
        $0.title = $0.project.code.lowercased()
      }
    }
    #expect(count == 3)
    let titles = try await store.fetch(Todo.order(\.number).select { $0.title })
    #expect(titles == ["web", "web", "web", "Order flowers"])
  }

  @Test func refusesNilForARequiredMember() async throws {
    let store = try await store()
    await #expect(throws: SyncError.nullRequired(entity: "Todo", member: "sortIndex")) {
      try await store.update(Todo.all) { $0.sortIndex += $0.sortIndex / 0 }
    }
    #expect(try queue() == [])
  }

  @Test func refusesNumbersOutOfRange() async throws {
    let store = try await SyncStore.inMemory(TrackerSchema.self)
    try await store.insert(
      Project(
        id: TrackerIDs.project, name: "Web", code: "WEB", revision: .max, ownerID: TrackerIDs.ada))
    await #expect(
      throws: SyncError.invalidValue(
        entity: "Project", column: "revision",
        reason: "9.223372036854776e+18 is not a 64-bit whole number")
    ) {
      try await store.update(Project.all) { $0.revision += 1 }
    }
  }

  @Test func refusesMembersThatAreMoreThanValues() async throws {
    let store = try await store()
    let id = UUID()
    func refusal(_ column: String) -> SyncError {
      .invalidOption(
        "'Todo.\(column)' cannot be computed, because it is an identity, a reference, an amount or "
          + "not stored; use a patch")
    }
    await #expect(throws: refusal("id")) {
      try await store.update(Todo.all) { $0.id = .value(id) }
    }
    await #expect(throws: refusal("assignee_id")) {
      try await store.update(Todo.all) { $0.assigneeID = .null }
    }
  }
}
