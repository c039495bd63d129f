import Foundation
import SwiftSyncRuntime
import Testing
import Tracker

/// Steps that are undone and redone: their contents, the writes that block them, and their effect on the queue.
@Suite struct UndoTests {
  private let id = TrackerIDs.task(1)

  private func store() async throws -> SyncStore {
    let store = try await SyncStore.inMemory(TrackerSchema.self)
    try await store.insert(
      Project(id: TrackerIDs.project, name: "Web", code: "WEB", ownerID: TrackerIDs.ada))
    try await store.insert(Todo(id: id, title: "a", projectID: TrackerIDs.project))
    try await store.insert(Label(slug: "ui", name: "Interface"))
    try await sent(store)
    return store
  }

  /// Empties the queue like a push.
  private func sent(_ store: SyncStore) async throws {
    _ = try await store.transaction { try $0.execute("DELETE FROM swiftsync_changes") }
  }

  private func queue(_ store: SyncStore) async throws -> [String] {
    try await store.query("SELECT entity, operation, fields FROM swiftsync_changes ORDER BY 1, 2")
      .map { row in
        row.names.map { row[$0].map { (value: StoredValue) in "\(value)" } ?? "" }
          .joined(separator: " ")
      }
  }

  private func payload(_ store: SyncStore, _ title: String) async throws {
    try await store.apply(
      .data(
        Data(
          """
          {"id": "\(id)", "title": "\(title)", "project_id": "\(TrackerIDs.project)",
           "updated_at": "2099-01-01T00:00:00Z"}
          """.utf8)), as: Todo.self)
  }

  private func title(_ store: SyncStore) async throws -> String? {
    try await store.fetch(Todo.self, id: id)?.title
  }

  // MARK: - Steps

  @Test func recordsNothingUntilStarted() async throws {
    let store = try await store()
    try await store.update(Todo.self, id: id, Todo.Patch(title: .value("b")))
    #expect(!store.undo.isRecording && !store.undo.state.canUndo)
    #expect(try await store.undo.undo() == .nothing)
    #expect(
      try await store.query("SELECT 1 FROM sqlite_temp_schema WHERE name LIKE 'swiftsync%'").isEmpty
    )
  }

  @Test func transactionIsOneStep() async throws {
    let store = try await store()
    store.undo.start()
    let id = id
    try await store.transaction { transaction in
      try transaction.update(
        Todo.self, id: id, Todo.Patch(title: .value("b"), labelIDs: .value(["ui"])))
      try transaction.execute("UPDATE labels SET name = 'UI'")
    }
    try await store.update(Todo.self, id: id, Todo.Patch(title: .value("b")))
    #expect(store.undo.state.undoable == [1])

    let outcome = try await store.undo.undo()

    guard case .done(let rows) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(rows.map(\.description) == ["Todo \(id.uuidString.lowercased())", "Label ui"])
    #expect(rows[0].id(of: Todo.self) == id && rows[0].id(of: Label.self) == nil)
    #expect(try await title(store) == "a")
    #expect(try await store.fetch(Label.all).map(\.name) == ["Interface"])
    #expect(try await store.query("SELECT 1 FROM todo_labels").isEmpty)
    #expect(store.undo.state.redoable == [1] && !store.undo.state.canUndo)
    #expect(try await store.undo.redo(step: 2) == .nothing)
    guard case .done = try await store.undo.redo(step: 1) else {
      Issue.record("not done again")
      return
    }
    #expect(try await title(store) == "b")
    #expect(store.undo.state.undoable == [1])
    #expect(try await store.query("SELECT 1 FROM todo_labels").count == 1)
  }

  @Test func limitsNumberOfSteps() async throws {
    let store = try await store()
    store.undo.start(limit: 2)
    for title in ["b", "c", "d"] {
      try await store.update(Todo.self, id: id, Todo.Patch(title: .value(title)))
    }
    #expect(store.undo.state.undoable == [2, 3] && store.undo.state.latest == 3)
    _ = try await store.undo.undo()
    _ = try await store.undo.undo()
    #expect(try await store.undo.undo() == .nothing)
    #expect(try await title(store) == "b")
    // A new step replaces the steps that were undone.
    try await store.update(Todo.self, id: id, Todo.Patch(title: .value("e")))
    #expect(try await store.undo.redo() == .nothing)
    store.undo.clear()
    #expect(try await store.undo.undo() == .nothing)
    #expect(store.undo.isRecording)
    store.undo.stop()
    try await store.update(Todo.self, id: id, Todo.Patch(title: .value("f")))
    #expect(try await store.undo.undo() == .nothing)
  }

  @Test func failedTransactionAddsNoStep() async throws {
    let store = try await store()
    store.undo.start()
    await #expect(throws: SyncError.self) {
      try await store.insert(Label(slug: "ui", name: "again"))
    }
    #expect(!store.undo.state.canUndo && store.undo.state.latest == 0)
  }

  @Test func publishesStateChanges() async throws {
    let store = try await store()
    store.undo.start()
    var states = store.undo.states.makeAsyncIterator()
    #expect(await states.next()?.canUndo == false)
    try await store.update(Todo.self, id: id, Todo.Patch(title: .value("b")))
    #expect(await states.next()?.undoable == [1])
    _ = try await store.undo.undo()
    #expect(await states.next()?.redoable == [1])
  }

  @Test func restoresRowsDeletedByCascade() async throws {
    let store = try await store()
    let (id, child) = (id, TrackerIDs.task(2))
    try await store.insert(
      Todo(id: child, title: "child", projectID: TrackerIDs.project, parentID: id))
    try await store.insert(ChecklistItem(number: 1, text: "i", taskID: id))
    try await store.update(Todo.self, id: id, Todo.Patch(labelIDs: .value(["ui"])))
    try await sent(store)
    store.undo.start()
    try await store.delete(Todo.self, id: id)
    #expect(try await store.count(Todo.all) == 0)
    #expect(try await store.count(ChecklistItem.all) == 0)
    _ = try await store.undo.undo()
    #expect(try await Set(store.fetch(Todo.all).map(\.id)) == [id, child])
    #expect(try await store.fetch(ChecklistItem.all).map(\.text) == ["i"])
    let todo = try #require(try await store.fetch(Todo.self, id: id))
    #expect(try await todo.labels(in: store).map(\.slug) == ["ui"])
  }

  // MARK: - Others

  @Test func doesNotUndoRowChangedByServer() async throws {
    let store = try await store()
    store.undo.start()
    try await store.update(Label.self, id: "ui", Label.Patch(name: .value("UI")))
    try await store.update(Todo.self, id: id, Todo.Patch(title: .value("c")))
    try await sent(store)
    #expect(store.undo.state.undoable.count == 2)
    try await payload(store, "theirs")
    let outcome = try await store.undo.undo()
    guard case .conflict(let rows) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(rows.map { $0.id(of: Todo.self) } == [id])
    #expect(try await title(store) == "theirs")
    // The step is gone; the one before it can be undone.
    guard case .done = try await store.undo.undo() else {
      Issue.record("the earlier step is lost")
      return
    }
    #expect(try await store.fetch(Label.self, id: "ui")?.name == "Interface")
    #expect(!store.undo.state.canUndo)
  }

  @Test func keepsServerChangesToOtherMembers() async throws {
    let store = try await store()
    store.undo.start()
    try await store.update(Todo.self, id: id, Todo.Patch(details: .value("d")))
    try await sent(store)
    try await payload(store, "theirs")
    _ = try await store.undo.undo()
    let todo = try #require(try await store.fetch(Todo.self, id: id))
    #expect(todo.title == "theirs" && todo.details == nil)
    #expect(todo.updatedAt > (try moment("2026-01-01T00:00:00Z")))
  }

  @Test func keepsInsertedRowThatIsReferenced() async throws {
    let store = try await store()
    store.undo.start()
    try await store.insert(Label(slug: "new", name: "n"))
    try await store.apply(
      .data(
        Data(
          """
          {"id": "\(id)", "title": "a", "project_id": "\(TrackerIDs.project)", "label_ids": ["new"],
           "updated_at": "2099-01-01T00:00:00Z"}
          """.utf8)), as: Todo.self)
    let outcome = try await store.undo.undo()
    guard case .conflict(let rows) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(rows.map(\.description) == ["Label new"])
  }

  @Test func doesNotRestoreRowWithoutEnforcedTarget() async throws {
    let store = try await store()
    store.undo.start()
    try await store.delete(Todo.self, id: id)
    // Changes in a transaction with a payload count as changes of others.
    try await store.transaction { transaction in
      try transaction.purge(Project.self, id: TrackerIDs.project)
      try transaction.apply(
        .data(Data(#"{"slug": "new", "name": "n"}"#.utf8)), as: Label.self)
    }
    #expect(store.undo.state.undoable == [1])
    let outcome = try await store.undo.undo()
    guard case .conflict(let rows) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(rows.map { $0.id(of: Todo.self) } == [id])
    #expect(try await store.count(Todo.all) == 0)
  }

  // MARK: - The change queue

  @Test func recordsUndoAndRedoForPush() async throws {
    let store = try await store()
    let update = #"text("Todo") text("update") text(",title,updatedAt,")"#
    store.undo.start()
    try await store.update(Todo.self, id: id, Todo.Patch(title: .value("b")))
    try await sent(store)
    _ = try await store.undo.undo()
    #expect(try await queue(store) == [update])
    try await sent(store)
    _ = try await store.undo.redo()
    #expect(try await queue(store) == [update])
  }

  @Test func undoOfUnsentInsertClearsQueue() async throws {
    let store = try await store()
    store.undo.start()
    try await store.insert(Todo(title: "new", projectID: TrackerIDs.project))
    _ = try await store.undo.undo()
    #expect(try await queue(store) == [])
    _ = try await store.undo.redo()
    let changes = try await queue(store)
    #expect(changes.count == 1)
    #expect(changes.first?.hasPrefix(#"text("Todo") text("insert")"#) ?? false)
  }

  @Test func undoOfSentDeletionQueuesInsert() async throws {
    let store = try await store()
    store.undo.start()
    try await store.delete(Todo.self, id: id)
    try await sent(store)
    _ = try await store.undo.undo()
    let changes = try await queue(store)
    #expect(changes.count == 1)
    #expect(changes.first?.hasPrefix(#"text("Todo") text("insert")"#) ?? false)
  }

  @Test func undoFollowsReplacedTemporaryIDs() async throws {
    let store = try await SyncStore.inMemory(DeskSchema.self)
    store.undo.start()
    let area = Area(name: "Move")
    let ticket = Ticket(title: "Pack", areaID: area.id)
    let keyword = Keyword(name: "k")
    try await store.insert(area)
    try await store.insert(keyword)
    try await store.insert(ticket)
    try await store.update(
      Area.self, id: area.id, Area.Patch(name: .value("Other"), keywordIDs: .value([keyword.id])))
    #expect(try await store.replaceTemporaryID(of: Area.self, area.id, with: 42))
    #expect(try await store.replaceTemporaryID(of: Keyword.self, keyword.id, with: "k1"))
    #expect(try await store.replaceTemporaryID(of: Ticket.self, ticket.id, with: 7))
    guard case .done(let rows) = try await store.undo.undo() else {
      Issue.record("not taken back")
      return
    }
    #expect(rows.map(\.description) == ["Area 42"])
    #expect(try await store.fetch(Area.all).map(\.name) == ["Move"])
    #expect(try await store.fetch(Area.all).map(\.id) == [42])
    _ = try await store.undo.undo()
    _ = try await store.undo.undo()
    _ = try await store.undo.undo()
    #expect(try await store.count(Area.all) == 0)
    #expect(try await store.count(Ticket.all) == 0)
    #expect(!store.undo.state.canUndo)
  }
}
