import Foundation
import Observation
@testable import SwiftSyncLive
import SwiftSyncRuntime
@testable import SwiftSyncStore
import Testing
import Tracker

/// Live queries that observe the store, as views use them.
@MainActor @Suite(.timeLimit(.minutes(5))) struct LiveQueryTests {
  private let store: SyncStore
  private let project = Project(
    name: "Web", code: "WEB", budget: Money(minorUnits: 1, currency: "EUR"), ownerID: UUID())

  init() async throws {
    store = try await SyncStore.inMemory(TrackerSchema.self)
    try await store.insert(project)
  }

  private func insert(_ titles: String..., state: TaskState = .todo) async throws -> [Todo] {
    let todos = titles.map { Todo(title: $0, state: state, projectID: project.id) }
    try await store.insert(todos)
    return todos
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func followsResult() async throws {
    let todos = try await insert("b", "a")
    let live = LiveQuery(Todo.order(\.title), in: store, loading: .inBackground)
    #expect(live.rows.isEmpty && live.isLoading && live.error == nil)
    await wait { !live.isLoading }
    #expect(live.rows.map(\.title) == ["a", "b"])

    try await store.update(Todo.self, id: todos[0].id, Todo.Patch(title: "A"))
    await wait { live.rows.first?.title == "A" }
    #expect(live.rows.map(\.title) == ["A", "a"])
    try await store.delete(Todo.self, ids: todos.map(\.id))
    await wait { live.rows.isEmpty }
    #expect(!live.isLoading && live.error == nil)
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func followsPendingChanges() async throws {
    let before = try await store.count(PendingChange.of(Todo.self))
    let count = LiveCountQuery(PendingChange.of(Todo.self), in: store)
    let changes = LiveQuery(PendingChange.of(Todo.self), in: store)
    await wait { !count.isLoading && !changes.isLoading }
    #expect(count.count == before && changes.rows.count == before)

    let todos = try await insert("a")
    await wait { count.count == before + 1 && changes.rows.count == before + 1 }
    #expect(changes.rows.last?.operation == .insert)
    try await store.discardPendingChange(of: Todo.self, id: todos[0].id)
    await wait { count.count == before }
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func keepsRowsUntilNewQueryLoads() async throws {
    _ = try await insert("a")
    _ = try await insert("b", state: .done)
    let live = LiveQuery(Todo.where { $0.state == .todo }, in: store, loading: .inBackground)
    await wait { !live.isLoading }

    live.load(Todo.where { $0.state == .done })
    #expect(live.rows.map(\.title) == ["a"] && live.isLoading)
    await wait { !live.isLoading }
    #expect(live.rows.map(\.title) == ["b"])

    // The first query is no longer observed.
    _ = try await insert("c")
    _ = try await insert("d", state: .done)
    await wait { live.rows.count == 2 }
    #expect(Set(live.rows.map(\.title)) == ["b", "d"])
    #expect(store.observers.count == 1)
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func logsNoErrorWhenObservationEnds() async throws {
    let errors = Errors()
    let log = SyncLog { event, operation in
      if case .failed(let error) = event { errors.add("\(operation): \(error)") }
    }
    let store = try await SyncStore.inMemory(TrackerSchema.self, log: log)
    let live = LiveQuery(Todo.all, in: store, loading: .inBackground)
    // The first query is cancelled before its first result.
    live.load(Todo.where { $0.state == .done })
    await wait { !live.isLoading }
    await store.close()
    await wait { live.error != nil }
    #expect(live.error == .closed)
    #expect(errors.all == [])
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func lastLoadedQueryWins() async throws {
    _ = try await insert("a", "b", "c")
    let live = LiveQuery(Todo.where { $0.title == "a" }, in: store, loading: .inBackground)
    for title in ["b", "c", "a", "b"] { live.load(Todo.where { $0.title == title }) }
    await wait { !live.isLoading }
    #expect(live.rows.map(\.title) == ["b"])
    await waitUntilObserved(by: 1)
    #expect(live.rows.map(\.title) == ["b"])
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func readsSelectedAndIncludedValues() async throws {
    _ = try await insert("a")
    let titles = LiveQuery(Todo.all.select { $0.title }, in: store, loading: .inBackground)
    let included = LiveQuery(Todo.including { $0.project }, in: store, loading: .inBackground)
    await wait { !titles.isLoading && !included.isLoading }
    #expect(titles.rows == ["a"])
    #expect(included.rows.map { $0.related?.name } == ["Web"])
    #expect(included.rows.map(\.id) == included.rows.map(\.row.id))
    try await store.update(Project.self, id: project.id, Project.Patch(name: "Site"))
    await wait { included.rows.first?.related?.name == "Site" }
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func followsRow() async throws {
    let todos = try await insert("a", "b")
    let live = LiveRowQuery(Todo.self, id: todos[0].id, in: store, loading: .inBackground)
    #expect(live.row == nil && live.isLoading)
    await wait { live.row?.title == "a" }
    try await store.update(Todo.self, id: todos[0].id, Todo.Patch(title: "A"))
    await wait { live.row?.title == "A" }
    live.load(id: todos[1].id)
    #expect(live.row?.title == "A" && live.isLoading)
    await wait { live.row?.title == "b" }
    try await store.delete(Todo.self, id: todos[1].id)
    await wait { live.row == nil }
    #expect(!live.isLoading && live.error == nil)
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func followsCount() async throws {
    _ = try await insert("a", "b")
    let live = LiveCountQuery(
      Todo.where { $0.state == .todo }.limit(1), in: store, loading: .inBackground)
    await wait { live.count == 2 }
    _ = try await insert("c")
    await wait { live.count == 3 }
    live.load(Todo.where { $0.title == "c" })
    #expect(live.count == 3 && live.isLoading)
    await wait { !live.isLoading }
    #expect(live.count == 1)
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func followsSections() async throws {
    let todos = try await insert("a", "b")
    _ = try await insert("c", state: .done)
    let live = LiveSectionsQuery(
      Todo.order(\.title).sectioned { $0.state }, in: store, loading: .inBackground)
    await wait { !live.isLoading }
    #expect(live.sections.map(\.key) == [.done, .todo])
    #expect(live.sections.map { $0.rows.map(\.title) } == [["c"], ["a", "b"]])
    try await store.update(Todo.self, id: todos[0].id, Todo.Patch(state: .value(.done)))
    await wait { live.sections.first?.rows.count == 2 }
    live.load(Todo.where { $0.state == .todo }.sectioned { $0.state })
    await wait { live.sections.count == 1 }
    #expect(live.sections[0].rows.map(\.title) == ["b"])
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func loadsMoreRowsOfSections() async throws {
    _ = try await insert("a", "b", "c")
    _ = try await insert("d", "e", state: .done)
    func query(_ count: Int) -> Query<Todo>.Sections<TaskState> {
      Todo.order(\.title).limit(count).sectioned { $0.state }
    }
    let live = LiveSectionsQuery(query(2), in: store, loading: .inBackground)
    func titles() -> [[String]] { live.sections.map { $0.rows.map(\.title) } }
    await wait { !live.isLoading }
    #expect(titles() == [["d", "e"]] && live.hasMore)
    live.loadMore(1)
    await wait { !live.isLoading }
    #expect(titles() == [["d", "e"], ["a"]] && live.hasMore)
    live.loadMore(2)
    await wait { !live.isLoading }
    #expect(titles() == [["d", "e"], ["a", "b", "c"]] && !live.hasMore)
    _ = try await insert("f", state: .done)
    await wait { live.hasMore }
    #expect(titles() == [["d", "e", "f"], ["a", "b"]])
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func reportsErrorsAndReloads() async throws {
    _ = try await insert("a")
    let live = LiveQuery(Todo.all, in: store, loading: .inBackground)
    await wait { live.rows.count == 1 }
    live.load(Todo.all.limit(-1))
    await wait { live.error != nil }
    #expect(live.error == .invalidOption("a limit or an offset of a query cannot be negative"))
    #expect(live.rows.count == 1 && !live.isLoading)
    live.load(Todo.all)
    #expect(live.error == nil && live.isLoading)
    await wait { !live.isLoading }

    await store.close()
    await wait { live.error != nil }
    #expect(live.error == .closed && live.rows.count == 1)
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func stopsObservingWhenReleased() async throws {
    _ = try await insert("a")
    var live: LiveQuery<Todo>? = LiveQuery(Todo.all, in: store, loading: .inBackground)
    var row: LiveRowQuery<Project>? = LiveRowQuery(
      id: project.id, in: store, loading: .inBackground)
    await wait { live?.rows.count == 1 && row?.row != nil }
    await waitUntilObserved(by: 2)
    let (owner, state) = (Weak(value: live), Weak(value: live?.state))
    live = nil
    #expect(owner.value == nil && state.value == nil)
    await waitUntilObserved(by: 1)
    row = nil
    await waitUntilObserved(by: 0)
    #expect(row == nil)
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func releasesStoreWithQuery() async throws {
    var store: SyncStore? = try await SyncStore.inMemory(TrackerSchema.self)
    let kept = Weak(value: store)
    var live: LiveQuery<Todo>? = try LiveQuery(
      Todo.all, in: #require(store), loading: .inBackground)
    store = nil
    #expect(kept.value != nil && live != nil)
    live = nil
    while kept.value != nil { await Task.yield() }
  }

  // MARK: - Queries of views

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func followsQueryOfView() async throws {
    _ = try await insert("a", "b")
    let state = LiveState<[Todo]>([])
    state.loading = .inBackground
    let first = LiveSource(Todo.where { $0.title == "a" })
    let second = LiveSource(Todo.where { $0.title == "b" })
    state.follow(first, in: store)
    await wait { !state.isLoading }
    // Rendering the view again changes nothing.
    state.follow(LiveSource(Todo.where { $0.title == "a" }), in: store)
    #expect(!state.isLoading)
    state.follow(second, in: store)
    #expect(state.isLoading && state.value.map(\.title) == ["a"])
    await wait { !state.isLoading }
    #expect(state.value.map(\.title) == ["b"])

    // A loaded query replaces that of the view until the view states another one.
    state.load(LiveSource(Todo.all))
    await wait { state.value.count == 2 }
    state.follow(second, in: store)
    #expect(!state.isLoading)
    state.follow(first, in: store)
    await wait { state.value.count == 1 }
    #expect(state.value.map(\.title) == ["a"])
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func followsNewStore() async throws {
    _ = try await insert("a")
    let state = LiveState<[Todo]>([])
    state.loading = .inBackground
    let source = LiveSource(Todo.all)
    state.follow(source, in: .missing)
    await wait { !state.isLoading }
    #expect(state.error == .noStore)
    state.follow(source, in: store)
    await wait { state.value.count == 1 }
    #expect(state.error == nil)
    state.follow(source, in: try await SyncStore.inMemory(TrackerSchema.self))
    await wait { state.value.isEmpty }
    await waitUntilObserved(by: 0)
  }

  /// Views without a store in their environment have this one.
  @Test func missingStoreThrows() async throws {
    let store = SyncStore.missing
    #expect(store.opening == .failed(.noStore))
    #expect(throws: SyncError.noStore) { try store.read { try $0.count(Todo.all) } }
    await #expect(throws: SyncError.noStore) { try await store.insert(project) }
    await #expect(throws: SyncError.noStore) { try await store.fetch(Todo.all) }
    await #expect(throws: SyncError.noStore) { try await store.apply(.data(Data()), as: Todo.self) }
    await #expect(throws: SyncError.noStore) {
      for try await _ in store.values(of: Todo.all) {}
    }
    await #expect(throws: SyncError.noStore) {
      for try await _ in store.changes(of: Todo.self) {}
    }
    await #expect(throws: SyncError.noStore) { try await store.resume() }
    await #expect(throws: SyncError.noStore) { try await store.opened() }
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func appliesChangesThroughHandler() async throws {
    let todos = try await insert("a")
    let state = LiveState<[Todo]>([])
    var calls = 0
    state.applying = { change in
      calls += 1
      change()
    }
    state.load(LiveSource(Todo.all), in: store, .inBackground)
    await wait { state.value.count == 1 }
    try await store.delete(Todo.self, id: todos[0].id)
    await wait { state.value.isEmpty }
    #expect(calls == 2)
  }

  // MARK: -

  private struct Weak<Object: AnyObject> {
    weak var value: Object?
  }

  /// Waits for a condition on observable values by observing them.
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

  private func waitUntilObserved(by count: Int) async {
    while store.observers.count != count { await Task.yield() }
  }
}

/// The errors in a log.
private final class Errors: @unchecked Sendable {
  private let lock = NSLock()
  private var lines: [String] = []

  func add(_ line: String) { lock.withLock { lines.append(line) } }

  var all: [String] { lock.withLock { lines } }
}
