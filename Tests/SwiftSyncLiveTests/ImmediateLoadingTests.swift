import Foundation
import Observation
@testable import SwiftSyncLive
import SwiftSyncRuntime
@testable import SwiftSyncStore
import Testing
import Tracker

/// Live queries whose first result is read on the main thread.
@MainActor @Suite(.timeLimit(.minutes(5))) struct ImmediateLoadingTests {
  private let project = Project(name: "Web", code: "WEB", ownerID: UUID())

  private func fill(_ store: SyncStore) async throws {
    try await store.insert(project)
    try await store.insert("abcde".map { Todo(title: "\($0)", projectID: project.id) })
  }

  private func file() async throws -> SyncStore {
    let store = try await SyncStore.temporary(TrackerSchema.self)
    try await fill(store)
    return store
  }

  private func memory() async throws -> SyncStore {
    let store = try await SyncStore.inMemory(TrackerSchema.self)
    try await fill(store)
    return store
  }

  /// A query that takes longer than a frame.
  private let slow = SQLQuery(
    "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000000) "
      + "SELECT count(*) AS count FROM n")

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func firstFrameHasRows() async throws {
    for store in [try await file(), try await memory()] {
      // The time of a frame is short if other tests run at the same time.
      store.immediateReads.limit = .seconds(60)
      let rows = LiveQuery(Todo.order(\.title), in: store)
      #expect(rows.rows.map(\.title) == ["a", "b", "c", "d", "e"] && !rows.isLoading)
      let id = try #require(rows.rows.first?.id)
      let row = LiveRowQuery(Todo.self, id: id, in: store)
      #expect(row.row?.title == "a" && !row.isLoading)
      // Projects contain JSON of any depth, which is not read on a small stack.
      let deep = LiveRowQuery(Project.self, id: project.id, in: store)
      #expect(deep.row == nil && deep.isLoading)
      #expect(LiveCountQuery(Todo.all, in: store).count == 5)
      let sections = LiveSectionsQuery(Todo.all.sectioned { $0.state }, in: store)
      #expect(sections.sections.map(\.rows.count) == [5])
      let later = LiveQuery(Todo.all, in: store, loading: .inBackground)
      #expect(later.rows.isEmpty && later.isLoading)
    }
  }

  /// Rows by their ids, which the main actor has at once and which follow the store.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func rowsOfIDsAreReadOnTheMainActor() async throws {
    let store = try await file()
    store.immediateReads.limit = .seconds(60)
    let all = try await store.fetch(Todo.order(\.title))
    let ids = [all[3].id, all[1].id]
    let live = LiveQuery(Todo.where { $0.id.isIn(ids) }.order(\.title), in: store)
    #expect(live.rows.map(\.title) == ["b", "d"] && !live.isLoading)
    try await store.update(Todo.self, id: ids[0], Todo.Patch(title: .value("D")))
    while live.rows.map(\.title) != ["D", "b"] { await Task.yield() }
    try await store.delete(Todo.self, id: ids[1])
    while live.rows.map(\.title) != ["D"] { await Task.yield() }
  }

  /// A view reads the value while it is being rendered, so it must not be rendered again for it.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func firstValueNotifiesNoObserver() async throws {
    let store = try await file()
    store.immediateReads.limit = .seconds(60)
    let (state, changes) = (LiveState<[Todo]>([]), Counter())
    withObservationTracking {
      _ = (state.value, state.isLoading, state.error, state.hasMore)
    } onChange: {
      changes.increment()
    }
    state.follow(LiveSource(Todo.order(\.title).limit(2)), in: store)
    #expect(state.value.map(\.title) == ["a", "b"] && !state.isLoading && state.hasMore)
    #expect(changes.count == 0)
    try await store.update(Todo.all, Todo.Patch(title: .value("x")))
    await wait { state.value.first?.title == "x" }
    #expect(changes.count == 1)
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func emitsNoSecondTime() async throws {
    let store = try await file()
    store.immediateReads.limit = .seconds(60)
    let state = LiveState<[Todo]>([])
    let calls = Counter()
    state.applying = { change in
      calls.increment()
      change()
    }
    state.follow(LiveSource(Todo.order(\.title)), in: store)
    while store.observers.count != 1 { await Task.yield() }
    try await store.delete(Todo.where { $0.title == "a" })
    await wait { state.value.count == 4 }
    #expect(calls.count == 1)
  }

  /// All queries of a turn of the run loop share its time.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func queriesShareTheTimeOfATurn() async throws {
    let store = try await file()
    store.immediateReads.limit = .milliseconds(20)
    let heavy = LiveQuery(slow, in: store)
    #expect(heavy.isLoading && heavy.rows.isEmpty)
    let light = LiveQuery(Todo.all, in: store)
    #expect(light.isLoading && light.rows.isEmpty)
    await wait { !light.isLoading && !heavy.isLoading }
    #expect(light.rows.count == 5 && light.error == nil)
    #expect(heavy.rows.map { $0["count"] as StoredValue? } == [.integer(3_000_000)])
    store.immediateReads.limit = .seconds(60)
    #expect(LiveQuery(Todo.all, in: store).rows.count == 5)
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func neverWaitsForAWrite() async throws {
    let store = try await memory()
    store.immediateReads.limit = .seconds(60)
    let (started, released) = (Counter(), Counter())
    let write = Task {
      try await store.transaction { transaction in
        started.increment()
        while released.count == 0 { Thread.sleep(forTimeInterval: 0.001) }
        try transaction.execute("UPDATE tasks SET title = 'x'")
      }
    }
    while started.count == 0 { await Task.yield() }
    let live = LiveQuery(Todo.all, in: store)
    #expect(live.rows.isEmpty && live.isLoading)
    released.increment()
    _ = try await write.value
    await wait { !live.isLoading }
    #expect(Set(live.rows.map(\.title)) == ["x"])
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func loadsMoreRows() async throws {
    let store = try await file()
    let live = LiveQuery(Todo.order(\.title).limit(2), in: store, loading: .inBackground)
    #expect(!live.hasMore)
    await wait { live.rows.count == 2 }
    #expect(live.rows.map(\.title) == ["a", "b"] && live.hasMore)
    live.loadMore(2)
    live.loadMore(2)
    await wait { !live.isLoading }
    #expect(live.rows.map(\.title) == ["a", "b", "c", "d"] && live.hasMore)
    live.loadMore(1)
    await wait { !live.isLoading }
    #expect(live.rows.map(\.title) == ["a", "b", "c", "d", "e"] && !live.hasMore)
    live.loadMore(2)
    #expect(!live.isLoading)
    try await store.insert(Todo(title: "f", projectID: project.id))
    await wait { live.hasMore }
    #expect(live.rows.count == 5)
    let all = LiveQuery(Todo.all, in: store, loading: .inBackground)
    await wait { !all.isLoading }
    #expect(all.rows.count == 6 && !all.hasMore)
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func writesThrough() async throws {
    let store = try await file()
    let todo = try #require(try await store.fetch(Todo.order(\.title).first))
    let live = LiveRowQuery(Todo.self, id: todo.id, in: store)
    await wait { live.row != nil }
    live.set(\.title, to: "1")
    live.set(\.isBillable, to: false)
    live.set(\.title, to: "2")
    #expect(live.row?.title == "2" && live.row?.isBillable == false)
    while try await store.fetch(Todo.self, id: todo.id)?.title != "2" { await Task.yield() }
    #expect(try await store.fetch(Todo.self, id: todo.id)?.isBillable == false)
    #expect(live.writeError == nil && live.row?.title == "2")
    live.set(\.projectID, to: UUID())
    await wait { live.writeError != nil }
    await wait { live.row?.projectID == project.id }
    #expect(live.row?.title == "2" && live.row?.isBillable == false)
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  private func wait(until condition: @escaping @MainActor () -> Bool) async {
    while !condition() {
      await withCheckedContinuation { continuation in
        withObservationTracking {
          _ = condition()
        } onChange: {
          continuation.resume()
        }
      }
    }
  }
}

/// A number that any thread can read and increment.
private final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var number = 0

  func increment() { lock.withLock { number += 1 } }

  var count: Int { lock.withLock { number } }
}
