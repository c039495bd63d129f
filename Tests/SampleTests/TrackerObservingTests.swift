import Foundation
@_spi(Generated) import SwiftSyncRuntime
import Testing
import Tracker

/// Observing rows and queries.
@Suite(.timeLimit(.minutes(15))) struct TrackerObservingTests {
  private let database: Database

  init() throws {
    database = try Database()
  }

  private func store() async throws -> SyncStore {
    let store = try await database.open(TrackerSchema.self)
    try await store.apply(.file(Sample.url("Schemas/payloads/tasks.json")), as: Todo.self)
    return store
  }

  @Test func deliversChangesOfEachCommit() async throws {
    let store = try await store()
    var changes = store.changes(of: Todo.self).makeAsyncIterator()
    let task = Todo(title: "Call", projectID: TrackerIDs.project)
    try await store.insert(task)
    let first = try await changes.next()
    #expect(first?.inserted == [task.id] && first?.updated == [:] && first?.deleted == [])
    #expect(first?.initialRows == nil)

    try await store.update(
      Todo.self, id: task.id, Todo.Patch(title: .value("Ring"), labelIDs: .value(["ui"])))
    #expect(try await changes.next()?.updated == [task.id: ["title", "updatedAt", "labels"]])

    try await store.transaction { transaction in
      try transaction.execute("DELETE FROM tasks WHERE id = ?", [StoredValue(task.id)])
      try transaction.execute(
        "UPDATE tasks SET assignee_id = NULL WHERE id = ?", [StoredValue(TrackerIDs.task(1))])
    }
    let last = try await changes.next()
    #expect(last?.deleted == [task.id] && last?.inserted == [])
    #expect(last?.updated == [TrackerIDs.task(1): ["assignee", "updatedAt"]])
  }

  /// The rowid, which an integer key is, has other names, too.
  @Test func detectsIdentityChangedThroughRowID() async throws {
    let store = try await database.open(BoardSchema.self)
    try await store.insert(Board(id: 1))
    var changes = store.changes(of: Board.self).makeAsyncIterator()
    try await store.insert(Board(id: 2))
    #expect(try await changes.next()?.inserted == [2])
    _ = try await store.transaction { try $0.execute("UPDATE boards SET _rowid_ = 3 WHERE id = 1") }
    let change = try await changes.next()
    #expect(change?.inserted == [3] && change?.deleted == [1])
  }

  @Test func ignoresWritesWithoutNetEffect() async throws {
    let store = try await store()
    var changes = store.changes(of: Todo.self).makeAsyncIterator()
    let title = try #require(try await store.fetch(Todo.self, id: TrackerIDs.task(1))).title
    await #expect(throws: CancellationError.self) {
      try await store.transaction { transaction in
        try transaction.delete(Todo.self, id: TrackerIDs.task(2))
        throw CancellationError()
      }
    }
    try await store.transaction { transaction in
      try transaction.update(Todo.self, id: TrackerIDs.task(1), Todo.Patch(title: .value("Other")))
      try transaction.update(Todo.self, id: TrackerIDs.task(1), Todo.Patch(title: .value(title)))
      let task = Todo(title: "Short", projectID: TrackerIDs.project)
      try transaction.insert(task)
      try transaction.delete(Todo.self, id: task.id)
    }
    try await store.insert(Label(slug: "other", name: "Other table"))
    try await store.delete(Todo.self, id: TrackerIDs.task(3))
    #expect(try await changes.next()?.deleted == [TrackerIDs.task(3)])
  }

  @Test func reportsReplacedRows() async throws {
    let store = try await store()
    var changes = store.changes(of: Label.self).makeAsyncIterator()
    try await store.transaction { transaction in
      try transaction.execute("INSERT OR REPLACE INTO labels VALUES ('ui', 'Surface', NULL)")
      try transaction.execute("INSERT OR REPLACE INTO labels VALUES ('new', 'New', NULL)")
      try transaction.execute("INSERT OR IGNORE INTO labels VALUES ('design', 'No', NULL)")
      try transaction.execute("UPDATE labels SET slug = 'draft' WHERE slug = 'design'")
    }
    let found = try await changes.next()
    #expect(found?.inserted == ["new", "draft"])
    #expect(found?.deleted == ["design"])
    #expect(found?.updated == ["ui": ["name"]])
  }

  @Test func deliversInitialRowsThenChanges() async throws {
    let store = try await store()
    let observed = store.changes(of: Todo.self, startingWithRows: true)
    try await store.delete(Todo.self, id: TrackerIDs.task(1))
    var changes = observed.makeAsyncIterator()
    #expect(try await changes.next()?.initialRows?.count == 3)
    try await store.delete(Todo.self, id: TrackerIDs.task(2))
    #expect(try await changes.next()?.deleted == [TrackerIDs.task(2)])
  }

  /// Each loop is a separate observation.
  @Test func eachLoopObservesFromItsStart() async throws {
    let store = try await store()
    let observed = store.changes(of: Label.self)
    try await store.insert(Label(slug: "a", name: "A"))
    var first = observed.makeAsyncIterator()
    try await store.insert(Label(slug: "b", name: "B"))
    var second = observed.makeAsyncIterator()
    try await store.insert(Label(slug: "c", name: "C"))
    #expect(try await first.next()?.inserted == ["b", "c"])
    #expect(try await second.next()?.inserted == ["c"])
  }

  /// Changes before the loop begins may not be recorded, so the transaction is not reported.
  @Test func skipsTransactionInProgressAtLoopStart() async throws {
    let store = try await store()
    let observed = store.changes(of: Label.self)
    let begun = IteratorBox<Label>()
    try await store.transaction { transaction in
      try transaction.insert(Label(slug: "a", name: "A"))
      begun.take(observed.makeAsyncIterator())
      try transaction.insert(Label(slug: "b", name: "B"))
    }
    try await store.insert(Label(slug: "c", name: "C"))
    var changes = try #require(begun.iterator)
    #expect(try await changes.next()?.inserted == ["c"])
  }

  @Test func throwsWhenLoopStartsOnClosedStore() async throws {
    let store = try await store()
    let observed = store.changes(of: Label.self)
    await store.close()
    var changes = observed.makeAsyncIterator()
    await #expect(throws: SyncError.closed) { try await changes.next() }
  }

  @Test func mergesChangesForSlowObserver() async throws {
    let store = try await store()
    var changes = store.changes(of: Label.self).makeAsyncIterator()
    try await store.insert(Label(slug: "a", name: "A"))
    try await store.insert(Label(slug: "b", name: "B"))
    try await store.update(Label.self, id: "a", Label.Patch(name: .value("AA")))
    try await store.update(Label.self, id: "ui", Label.Patch(name: .value("U")))
    try await store.update(Label.self, id: "ui", Label.Patch(color: .value("000000")))
    try await store.delete(Label.self, id: "b")
    try await store.delete(Label.self, id: "design")
    let merged = try await changes.next()
    #expect(merged?.inserted == ["a"])
    #expect(merged?.updated == ["ui": ["name", "color"]])
    #expect(merged?.deleted == ["design"])
  }

  /// The second commit undoes the first one before the loop has read it.
  @Test func continuesWhenUnreadChangesCancelOut() async throws {
    let store = try await store()
    var changes = store.changes(of: Label.self).makeAsyncIterator()
    let writes = Task {
      for _ in 0..<200 {
        try await store.transaction {
          _ = try $0.execute("INSERT INTO labels VALUES ('x', 'X', NULL)")
        }
        try await store.transaction { _ = try $0.execute("DELETE FROM labels WHERE slug = 'x'") }
      }
      try await store.insert(Label(slug: "y", name: "Y"))
    }
    #expect(try await changes.next() != nil)
    try await writes.value
  }

  @Test func reportsEffectsOfCascades() async throws {
    let store = try await store()
    var items = store.changes(of: ChecklistItem.self).makeAsyncIterator()
    var people = store.changes(of: Person.self).makeAsyncIterator()
    try await store.delete(Todo.self, id: TrackerIDs.task(1))
    let id = TrackerIDs.task(1)
    #expect(
      try await items.next()?.deleted == [
        ChecklistItem.Identity(taskID: id, number: 1),
        ChecklistItem.Identity(taskID: id, number: 2),
      ])
    #expect(
      try await people.next()?.updated == [
        TrackerIDs.ada: ["watchedTasks"], TrackerIDs.grace: ["watchedTasks"],
      ])
  }

  @Test func throwsWhenStoreCloses() async throws {
    let store = try await store()
    var changes = store.changes(of: Todo.self).makeAsyncIterator()
    var values = store.values(of: Label.all).makeAsyncIterator()
    #expect(try await values.next()?.count == 2)
    try await store.delete(Todo.self, id: TrackerIDs.task(4))
    await store.close()
    #expect(try await changes.next()?.deleted == [TrackerIDs.task(4)])
    await #expect(throws: SyncError.closed) { try await changes.next() }
    await #expect(throws: SyncError.closed) { try await values.next() }
  }

  @Test func endsOnTaskCancellation() async throws {
    let store = try await store()
    let observed = store.changes(of: Todo.self)
    let loop = Task {
      var count = 0
      for try await _ in observed { count += 1 }
      return count
    }
    try await Task.sleep(for: .milliseconds(50))
    loop.cancel()
    #expect(try await loop.value == 0)
  }

  @Test func observesRowEntityAndSQLQuery() async throws {
    let store = try await store()
    let id = TrackerIDs.task(1)
    var row = store.values(of: Todo.self, id: id).makeAsyncIterator()
    var all = store.values(of: Todo.all).makeAsyncIterator()
    let query = SQLQuery(
      "SELECT count(*) AS n FROM tasks t JOIN projects p ON p.id = t.project_id WHERE p.code = ?",
      ["WEB"])
    var count = store.values(of: query).makeAsyncIterator()
    #expect(try await row.next()??.title == "Draw the start page")
    #expect(try await all.next()?.count == 4)
    #expect(try await count.next()?.first?["n"] == 4)

    try await store.insert(Label(slug: "x", name: "X"))
    try await store.delete(Todo.self, id: TrackerIDs.task(2))
    #expect(try await all.next()?.count == 3)
    #expect(try await count.next()?.first?["n"] == 3)
    try await store.delete(Todo.self, id: id)
    // Changes of other rows are not reported for this row.
    #expect(try await row.next() == .some(nil))
    try await store.update(Project.self, id: TrackerIDs.project, Project.Patch(code: .value("W")))
    #expect(try await count.next()?.first?["n"] == 0)
  }

  @Test func skipsUnchangedResults() async throws {
    let store = try await store()
    let query = Todo.where { $0.priority >= .high }.order(\.title).limit(10)
    var urgent = store.values(of: query).makeAsyncIterator()
    var row = store.values(of: Todo.self, id: TrackerIDs.task(2)).makeAsyncIterator()
    var count = store.values(of: SQLQuery("SELECT count(*) AS n FROM tasks")).makeAsyncIterator()
    let first = try #require(try await urgent.next())
    #expect(first.map(\.id) == [TrackerIDs.task(1)])
    #expect(try await row.next()??.id == TrackerIDs.task(2))
    #expect(try await count.next()?.first?["n"] == 4)

    // The result of neither query changes, but the commit touches the table that both read.
    try await store.update(
      Todo.self, id: TrackerIDs.task(3), Todo.Patch(details: .value("Later")))
    // Both changes of the row are in one commit, which leaves the row unchanged.
    let former = try #require(try await store.fetch(Todo.self, id: TrackerIDs.task(2)))
    try await store.transaction { transaction in
      try transaction.execute("UPDATE tasks SET title = 'x' WHERE id = ?1", former.id.storedValues)
      try transaction.execute(
        "UPDATE tasks SET title = ?1 WHERE id = ?2", [.text(former.title)] + former.id.storedValues)
    }
    try await store.delete(Todo.self, ids: [TrackerIDs.task(1), TrackerIDs.task(2)])
    #expect(try await urgent.next() == [])
    #expect(try await row.next() == .some(nil))
    #expect(try await count.next()?.first?["n"] == 2)
  }
}

/// Carries an iterator out of a transaction. `@unchecked`: it is read after the transaction.
private final class IteratorBox<Entity: SyncedEntity>: @unchecked Sendable {
  private(set) var iterator: SyncStore.ObservedChanges<Entity>.AsyncIterator?

  func take(_ iterator: SyncStore.ObservedChanges<Entity>.AsyncIterator) {
    self.iterator = iterator
  }
}
