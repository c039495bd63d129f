import Foundation
import SwiftSyncRuntime
import Testing
import Tracker

/// Writes to the rows of a query.
@Suite struct QueryWritingTests {
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
      "SELECT operation, fields, count(*) FROM swiftsync_changes WHERE entity = 'Todo' "
        + "GROUP BY 1, 2 ORDER BY 1, 2")
  }

  @Test func updateIsRecordedAndObservedOnce() async throws {
    let store = try await store()
    var changes = store.changes(of: Todo.self).makeAsyncIterator()
    let all = try await store.fetch(Todo.all)
    let low = all.filter { $0.priority == .low }.map(\.id)

    let count = try await store.update(Todo.all, Todo.Patch(priority: .value(.low)))

    #expect(count == all.count)
    #expect(try await store.count(Todo.where { $0.priority == .low }) == count)
    let updated = try #require(try await changes.next()?.updated)
    #expect(Set(updated.keys) == Set(all.map(\.id)).subtracting(low))
    #expect(updated.values.allSatisfy { $0 == ["priority", "updatedAt"] })
    #expect(try queue() == ["update|,priority,updatedAt,|\(count - low.count)"])
    // Nothing differs any more, so nothing is written.
    #expect(try await store.update(Todo.all, Todo.Patch(priority: .value(.low))) == count)
    #expect(try queue() == ["update|,priority,updatedAt,|\(count - low.count)"])
  }

  @Test func limitAndOrderSelectRows() async throws {
    let store = try await store()
    let last = try #require(
      try await store.fetch(Todo.order(\.title.descending).first))
    let query = Todo.order(\.title.descending).limit(1)
    #expect(try await store.update(query, Todo.Patch(details: .value("last"))) == 1)
    #expect(try await store.fetch(Todo.where { $0.details == "last" }).map(\.id) == [last.id])
    #expect(try await store.update(query, Todo.Patch()) == 1)
    #expect(try await store.update(Todo.where { $0.title == "?" }, Todo.Patch(state: .null)) == 0)
  }

  @Test func updatesListsOfAllRows() async throws {
    let store = try await store()
    let count = try await store.update(Todo.all, Todo.Patch(labelIDs: .value(["ui"])))
    #expect(count == 4)
    let members = try OtherProgram(at: database).rows(
      "SELECT label_id, count(*) FROM todo_labels GROUP BY 1")
    #expect(members == ["ui|4"])
  }

  @Test func rejectsPatchWithIdentity() async throws {
    let store = try await store()
    let patch = Todo.Patch(id: .value(TrackerIDs.task(1)), title: .value("x"))
    await #expect {
      try await store.update(Todo.all, patch)
    } throws: { error in
      if case SyncError.changedIdentity = error { true } else { false }
    }
    #expect(try await store.count(Todo.where { $0.title == "x" }) == 0)
  }

  @Test func failedRowRollsBackUpdate() async throws {
    let store = try await store()
    for code in ["A", "B"] {
      try await store.insert(Project(name: code, code: code, ownerID: TrackerIDs.ada))
    }
    let query = Project.where { $0.code.isIn(["A", "B"]) }
    await #expect {
      try await store.update(query, Project.Patch(code: .value("C")))
    } throws: { error in
      guard case SyncError.database(let failure) = error else { return false }
      return failure.entity == "Project" && failure.code & 0xFF == 19
    }
    #expect(try await store.count(query) == 2)
  }

  @Test func deletionCascadesAndSoftDeletes() async throws {
    let store = try await store()
    let first = TrackerIDs.task(1)
    try await store.insert(
      Todo(title: "below", projectID: TrackerIDs.project, parentID: first))
    #expect(try await store.delete(Todo.where { $0.id == first }) == 1)
    #expect(try await store.count(Todo.where { $0.title == "below" }) == 0)
    #expect(try await store.count(ChecklistItem.where { $0.taskID == first }) == 0)
    let people = try await store.count(Person.all)
    #expect(people > 1)
    #expect(try await store.delete(Person.all) == people)
    #expect(try await store.delete(Person.all.softDeleted(.include)) == 0)
    #expect(try await store.count(Person.all.softDeleted(.only)) == people)
  }

  @Test func writesByQueryInTransaction() async throws {
    let store = try await store()
    let counts = try await store.transaction { transaction in
      let updated = try transaction.update(Todo.all, Todo.Patch(title: "x"))
      return [updated, try transaction.delete(Todo.where { $0.title == "x" }.limit(2))]
    }
    #expect(counts == [4, 2])
    #expect(try await store.fetch(Todo.all).map(\.title) == ["x", "x"])
  }

  @Test func resolvesTemporaryIDs() async throws {
    let sample = try await DeskSample()
    let area = Area(name: "a")
    let ticket = Ticket(title: "t", areaID: nil)
    try await sample.store.insert(area)
    try await sample.store.insert(ticket)
    _ = try await sample.store.replaceTemporaryID(of: Area.self, area.id, with: 7)
    #expect(
      try await sample.store.update(
        Ticket.where { $0.title == "t" }, Ticket.Patch(areaID: .value(area.id))) == 1)
    #expect(try await sample.store.fetch(Ticket.self, id: ticket.id)?.areaID == 7)
    #expect(try await sample.store.update(area) { $0.name = "b" }?.id == 7)
    #expect(try await sample.store.fetch(Area.all).map { "\($0.id) \($0.name)" } == ["7 b"])
  }
}
