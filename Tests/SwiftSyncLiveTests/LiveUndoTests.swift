import SwiftSyncRuntime
import Testing
import Tracker

@testable import SwiftSyncLive

/// An undo manager with the two stacks of Foundation's: an action that is registered during an undo
/// is a redo.
@MainActor
private final class FakeManager: UndoRegistry {
  private var undoable: [UndoAction] = []
  private var redoable: [UndoAction] = []
  private var isUndoing = false
  private var isRedoing = false

  var counts: [Int] { [undoable.count, redoable.count] }

  func register(_ action: UndoAction) {
    if isUndoing {
      redoable.append(action)
    } else {
      undoable.append(action)
      if !isRedoing { redoable = [] }
    }
  }

  func undo() {
    isUndoing = true
    undoable.popLast()?.perform()
    isUndoing = false
  }

  func redo() {
    isRedoing = true
    redoable.popLast()?.perform()
    isRedoing = false
  }
}

@MainActor
private final class Outcomes {
  private(set) var all: [StoreUndo.Outcome] = []

  func add(_ result: Result<StoreUndo.Outcome, SyncError>) {
    if case .success(let outcome) = result { all.append(outcome) }
  }
}

@Suite @MainActor struct LiveUndoTests {
  private func store() async throws -> SyncStore {
    let store = try await SyncStore.inMemory(TrackerSchema.self)
    try await store.insert(Label(slug: "a", name: "0"))
    return store
  }

  private func rename(_ store: SyncStore, _ name: String) async throws {
    try await store.update(Label.self, id: "a", Label.Patch(name: .value(name)))
  }

  private func name(_ store: SyncStore) async throws -> String? {
    try await store.fetch(Label.self, id: "a")?.name
  }

  /// Waits for changes that tasks deliver.
  private func wait(_ isThere: () -> Bool) async throws {
    for _ in 0..<1_000_000 where !isThere() { await Task.yield() }
    try #require(isThere())
  }

  @Test func canUndoAndCanRedoFollowHistory() async throws {
    let store = try await store()
    let undo = LiveUndo(store)
    #expect(!undo.canUndo && !undo.canRedo)
    try await rename(store, "1")
    try await wait { undo.canUndo }
    _ = try await undo.undo()
    #expect(!undo.canUndo && undo.canRedo)
    #expect(try await name(store) == "0")
    _ = try await undo.redo()
    #expect(undo.canUndo && !undo.canRedo)
    #expect(try await name(store) == "1")
  }

  @Test func undoManagerRegistersEachStep() async throws {
    let store = try await store()
    store.undo.start()
    try await rename(store, "before")
    let manager = FakeManager()
    let outcomes = Outcomes()
    let connection = StoreUndo.Connection(store.undo, manager) { outcomes.add($0) }
    try await rename(store, "1")
    try await rename(store, "2")
    try await wait { manager.counts == [2, 0] }

    manager.undo()
    manager.undo()
    #expect(manager.counts == [0, 2])
    try await wait { outcomes.all.count == 2 }
    #expect(try await name(store) == "before")

    manager.redo()
    #expect(manager.counts == [1, 1])
    try await wait { outcomes.all.count == 3 }
    #expect(try await name(store) == "1")
    // The connection's own undo and redo are not new steps.
    try await rename(store, "3")
    try await wait { manager.counts == [2, 0] }
    _ = connection
  }

  @Test func conflictingUndoCannotBeRedone() async throws {
    let store = try await store()
    store.undo.start()
    let manager = FakeManager()
    let outcomes = Outcomes()
    let connection = StoreUndo.Connection(store.undo, manager) { outcomes.add($0) }
    try await rename(store, "1")
    try await wait { manager.counts == [1, 0] }
    try await store.apply(
      .json(["slug": "a", "name": "theirs"]), as: Label.self)
    manager.undo()
    try await wait { outcomes.all.count == 1 }
    guard case .conflict(let rows) = outcomes.all[0] else {
      Issue.record("\(outcomes.all)")
      return
    }
    #expect(rows.map(\.description) == ["Label a"])
    manager.redo()
    try await wait { outcomes.all.count == 2 }
    #expect(outcomes.all[1] == .nothing)
    #expect(try await name(store) == "theirs")
    _ = connection
  }
}
