import Foundation
import SwiftSyncRuntime
import Testing
import Tracker

/// The queue as an app uses it: batches, confirmation, rejection (Local changes and push).
@Suite struct PendingChangesTests {
  private func store(_ database: Database) async throws -> SyncStore {
    let store = try await database.open(TrackerSchema.self)
    _ = try await store.apply(Sample.payload("tasks"), as: "Todo")
    return store
  }

  private func draft(_ title: String, parent: UUID? = nil) -> Todo {
    Todo(title: title, projectID: TrackerIDs.project, parentID: parent)
  }

  /// Confirms everything and returns the batch.
  @discardableResult
  private func push(_ store: SyncStore) async throws -> PendingChange.Batch<Todo>? {
    var seen: PendingChange.Batch<Todo>?
    try await store.withPendingChanges(of: Todo.self) { batch in
      seen = batch
      return []
    }
    return seen
  }

  @Test func batchHasRowsPatchesAndIdentities() async throws {
    let store = try await store(try Database())
    let draft = draft("Call the printer")
    try await store.insert(draft)
    try await store.update(
      Todo.self, id: TrackerIDs.task(1), Todo.Patch(title: .value("Draw it"), details: .null))
    try await store.delete(Todo.self, id: TrackerIDs.task(4))
    let batch = try #require(try await push(store))
    #expect(batch.inserted.map(\.id) == [draft.id])
    #expect(batch.deleted == [TrackerIDs.task(4)])
    let update = try #require(batch.updated.first)
    #expect(batch.updated.count == 1 && update.id == TrackerIDs.task(1))
    #expect(update.patch.title == .value("Draw it") && update.patch.details == .null)
    #expect(update.patch.state.isMissing && update.patch.updatedAt.value != nil)
    #expect(try await store.fetch(PendingChange.all) == [])
    #expect(try await push(store) == nil)
  }

  @Test func listsOfNewRowsAreUpdates() async throws {
    let store = try await store(try Database())
    let draft = draft("Call the printer")
    try await store.insert(draft)
    try await store.update(
      Todo.self, id: draft.id, Todo.Patch(blockerIDs: .value([TrackerIDs.task(2)])))
    let batch = try #require(try await push(store))
    #expect(batch.inserted.map(\.id) == [draft.id])
    #expect(
      batch.updated
        == [.init(id: draft.id, patch: Todo.Patch(blockerIDs: .value([TrackerIDs.task(2)])))])
  }

  @Test func newRowsFollowRowsTheyReference() async throws {
    let store = try await store(try Database())
    let root = draft("Root")
    let child = draft("Child")
    try await store.insert([child, root])
    try await store.update(Todo.self, id: child.id, Todo.Patch(parentID: .value(root.id)))
    var batches: [[UUID]] = []
    for _ in 0..<2 {
      try await store.withPendingChanges(of: Todo.self, limit: 1) { batch in
        batches.append(batch.inserted.map(\.id))
        return []
      }
    }
    #expect(batches == [[root.id], [child.id]])
  }

  @Test func thrownErrorConfirmsNothing() async throws {
    let store = try await store(try Database())
    struct Offline: Error {}
    try await store.update(Todo.self, id: TrackerIDs.task(1), Todo.Patch(title: .value("A")))
    await #expect(throws: Offline.self) {
      try await store.withPendingChanges(of: Todo.self) { _ in throw Offline() }
    }
    let pending = try await store.fetch(PendingChange.of(Todo.self))
    #expect(pending.map(\.isSent) == [true] && pending.map(\.attempts) == [0])
    try await store.update(Todo.self, id: TrackerIDs.task(1), Todo.Patch(details: .null))
    let batch = try #require(try await push(store))
    #expect(batch.updated[0].patch.title == .value("A"))
    #expect(batch.updated[0].patch.details == .null)
  }

  /// Edits during an upload are rebased: only writes since then are still pending.
  @Test func editsDuringPushStayPending() async throws {
    let store = try await store(try Database())
    let draft = draft("New")
    try await store.insert(draft)
    try await store.update(Todo.self, id: TrackerIDs.task(1), Todo.Patch(title: .value("A")))
    try await store.delete(Todo.self, id: TrackerIDs.task(4))
    try await store.withPendingChanges(of: Todo.self) { _ in
      try await store.update(Todo.self, id: TrackerIDs.task(1), Todo.Patch(priority: .value(.low)))
      try await store.update(Todo.self, id: draft.id, Todo.Patch(title: .value("Newer")))
      return []
    }
    let pending = try await store.fetch(PendingChange.of(Todo.self))
    #expect(pending.map(\.operation) == [.update, .update])
    #expect(pending.map(\.fields) == [["title", "updatedAt"], ["priority", "updatedAt"]])
    let batch = try #require(try await push(store))
    #expect(batch.inserted.isEmpty && batch.updated[0].patch.title == .value("Newer"))
  }

  @Test func rowDeletedDuringPushIsDeletedOnServer() async throws {
    let store = try await store(try Database())
    let draft = draft("New")
    try await store.insert(draft)
    try await store.withPendingChanges(of: Todo.self) { _ in
      try await store.delete(Todo.self, id: draft.id)
      return []
    }
    #expect(try await push(store)?.deleted == [draft.id])
  }

  @Test func rejectedRowDoesNotBlockOthers() async throws {
    let store = try await store(try Database())
    let drafts = (0..<1000).map { draft("Todo \($0)") }
    try await store.insert(drafts)
    let counts = try await store.withPendingChanges(of: Todo.self) { batch in
      [PendingChange.Batch.Rejection(id: batch.inserted[500].id, message: "the title is taken")]
    }
    #expect(counts.confirmed == 999 && counts.rejected == 1 && counts.quarantined == 0)
    let pending = try await store.fetch(PendingChange.all)
    #expect(pending.map(\.identity) == [[.text(drafts[500].id.uuidString.lowercased())]])
    #expect(pending[0].attempts == 1 && pending[0].lastError == "the title is taken")
    #expect(pending[0].operation == .insert && !pending[0].isSent)
    let wait = try #require(pending[0].retryAt).timeIntervalSinceNow
    #expect(wait > 20 && wait <= 31)
    #expect(try await push(store) == nil)
    try await store.update(Todo.self, id: drafts[500].id, Todo.Patch(title: .value("Another")))
    #expect(try await push(store)?.inserted.map(\.title) == ["Another"])
  }

  @Test func repeatedlyRejectedRowIsQuarantined() async throws {
    let store = try await store(try Database())
    let draft = draft("New")
    try await store.insert(draft)
    let retry = HTTP.RetryPolicy(maxAttempts: 2, initialDelay: .zero, maxDelay: .zero)
    var counts = PushSummary.Counts()
    for _ in 0..<3 {
      counts =
        counts
        + (try await store.withPendingChanges(of: Todo.self, retry: retry) { _ in
          [PendingChange.Batch.Rejection(id: draft.id, message: "no")]
        })
    }
    #expect(counts.rejected == 2 && counts.quarantined == 1)
    #expect(try await store.fetch(PendingChange.all).map(\.isQuarantined) == [true])
    #expect(try await store.retryPendingChange(of: Todo.self, id: draft.id))
    #expect(try await push(store)?.inserted.map(\.id) == [draft.id])
    #expect(try await !store.retryPendingChange(of: Todo.self, id: draft.id))
  }

  @Test func discardsInsertsAndUpdates() async throws {
    let database = try Database()
    let store = try await store(database)
    let draft = draft("New")
    try await store.insert(draft)
    try await store.update(Todo.self, id: TrackerIDs.task(1), Todo.Patch(title: .value("A")))
    #expect(try await store.discardPendingChange(of: Todo.self, id: draft.id))
    #expect(try await store.fetch(Todo.self, id: draft.id) == nil)
    #expect(try await store.discardPendingChange(of: Todo.self, id: TrackerIDs.task(1)))
    #expect(try await store.fetch(PendingChange.all) == [])
    _ = try await store.apply(Sample.payload("tasks"), as: "Todo")
    #expect(try await store.fetch(Todo.self, id: TrackerIDs.task(1))?.title != "A")
    #expect(try OtherProgram(at: database).rows("SELECT * FROM swiftsync_changes") == [])
  }

  /// The server still has a row that was moved under a new one. It is fetched again, and without
  /// a push that deletes it.
  @Test func discardedCreationDeletesNothingOnServer() async throws {
    let database = try Database()
    let store = try await store(database)
    let (parent, moved) = (draft("Parent"), TrackerIDs.task(1))
    let new = draft("New", parent: moved)
    try await store.insert(parent)
    try await store.update(
      Todo.self, id: moved, Todo.Patch(title: .value("Mine"), parentID: .value(parent.id)))
    try await store.insert(new)
    #expect(try await store.discardPendingChange(of: Todo.self, id: parent.id))
    for id in [parent.id, moved, new.id] {
      #expect(try await store.fetch(Todo.self, id: id) == nil)
    }
    #expect(try await store.fetch(PendingChange.all) == [])
    _ = try await store.apply(Sample.payload("tasks"), as: "Todo")
    let restored = try #require(try await store.fetch(Todo.self, id: moved))
    #expect(restored.title == "Draw the start page" && restored.parentID == nil)
  }

  /// A payload that arrives during an upload does not undo local writes (A13).
  @Test func payloadDuringPushKeepsLocalFields() async throws {
    let store = try await store(try Database())
    try await store.update(Todo.self, id: TrackerIDs.task(1), Todo.Patch(title: .value("A")))
    try await store.withPendingChanges(of: Todo.self) { _ in
      _ = try await store.apply(Sample.payload("tasks"), as: "Todo")
      return []
    }
    #expect(try await store.fetch(Todo.self, id: TrackerIDs.task(1))?.title == "A")
    #expect(try await store.fetch(PendingChange.all) == [])
  }

  /// The response to the device's own push is never stale, however late its clock is (A12).
  @Test func responseReplacesLocalClock() async throws {
    let database = try Database()
    let store = try await store(database)
    try await store.update(Todo.self, id: TrackerIDs.task(1), Todo.Patch(title: .value("A")))
    try await push(store)
    let response = """
      {"id": "\(TrackerIDs.task(1))", "title": "A!", "updated_at": "2026-09-01T00:00:00Z"}
      """
    let report = try await store.apply(.data(Data(response.utf8)), as: Todo.self)
    #expect(report.updated == 1 && report.stale == 0)
    #expect(try await store.fetch(Todo.self, id: TrackerIDs.task(1))?.title == "A!")
    #expect(try OtherProgram(at: database).rows("SELECT * FROM swiftsync_changes") == [])
  }

  @Test func pushesAreSerialized() async throws {
    let store = try await store(try Database())
    try await store.insert(draft("New"))
    async let first = store.withPendingChanges(of: Todo.self) { _ in
      try await Task.sleep(for: .milliseconds(50))
      return []
    }
    async let second = store.withPendingChanges(of: Todo.self) { _ in
      try await Task.sleep(for: .milliseconds(50))
      return []
    }
    #expect(try await first.confirmed + second.confirmed == 1)
  }
}
