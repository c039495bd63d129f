import Foundation
import SwiftSyncRuntime
import SwiftSyncTestSupport
import TestHelpers
import Testing
import Tracker

/// The Swift code of several pages, compiled and run. `PageBlockTests` compares them.
@Suite struct DocumentationSnippets {
  @Test func observesQuery() async throws {
    let store = try await Database().open(TrackerSchema.self)
    _ = try await store.apply(Sample.payload("tasks"), as: "Todo")
    var shown: [[Todo]] = []
    func show(_ tasks: [Todo]) {
      shown.append(tasks)
      withUnsafeCurrentTask { $0?.cancel() }
    }

    let open = Todo.where { $0.state != .done && $0.project.name.hasPrefix("W") }
      .order(\.dueOn).limit(50)
    for try await todos in store.values(of: open) {
      show(todos)
    }

    #expect(shown.map(\.count) == [3])
  }

  @Test func readsInClosure() async throws {
    let database = try Database()
    let store = try await database.open(TrackerSchema.self)
    _ = try await store.apply(Sample.payload("tasks"), as: "Todo")

    let page = try store.read { reader in
      let rows = try reader.fetch(Todo.where { $0.state == .todo }.limit(20))
      return (rows: rows, total: try reader.count(Todo.where { $0.state == .todo }))
    }

    #expect(page.rows.count == 2 && page.total == 2)
  }

  /// Tests do not use the default location.
  private func opens(_ response: Data, _ todo: Todo) async throws {
    let store = SyncStore(TrackerSchema.self)
    try await store.apply(.data(response), as: Todo.self)
    try await store.update(todo) { $0.state = .done }
  }

  private func appliesParts(
    _ response: Data, _ project: Project, to store: SyncStore
  ) async throws {
    // All rows, the rows of a parent, and rows inside an object:
    try await store.apply(.data(response), as: Todo.self, missingRows: .delete)
    try await store.apply(.data(response), as: Todo.self, in: .project(project.id))
    try await store.apply(.data(response), as: Todo.self, options: ApplyOptions(root: "data.items"))
  }

  @Test func transformsRows() async throws {
    let response = try Data(contentsOf: Sample.url("Schemas/payloads/tasks.json"))
    let store = try await Database().open(TrackerSchema.self)

    let options = ApplyOptions(transform: { row in
      guard row.entity == "Person" else { return row.json }
      var json = row.json
      json["name"] = json["full_name"] ?? json["nickname"]
      return json
    })
    try await store.apply(.data(response), as: Todo.self, options: options)

    #expect(try await store.count(Todo.all) == 4)
  }

  @Test func insertsOrUpdates() async throws {
    let store = try await Database().open(TrackerSchema.self)
    _ = try await store.apply(Sample.payload("tasks"), as: "Todo")
    var copy = try #require(try await store.fetch(Todo.self, id: TrackerIDs.task(1)))
    (copy.id, copy.number, copy.title) = (UUID(), nil, "Copy")
    let todo = copy

    try await store.transaction { transaction in
      if try !transaction.update(Todo.self, id: todo.id, Todo.Patch(todo)) {
        try transaction.insert(todo)
      }
    }

    #expect(try await store.fetch(Todo.self, id: todo.id)?.title == "Copy")
  }

  @Test func recordsRequests() async throws {
    let server = URL.server("https://tracker.example")

    let transport = RecordingTransport()
    transport.respond(to: .post, "/api/v2/spend_cheer", json: #"{"balance": 900}"#)
    transport.respond(
      to: .get, "/api/projects/*/tasks", status: 503, headers: ["Retry-After": "3"], json: "{}")
    let api = TrackerAPI(baseURL: server, transport: transport)
    #expect(try await api.spendCheer(amount: 100).balance == 900)
    #expect(transport.requests[0].bodyText == #"{"amount":100}"#)
  }

  @Test func writesByQuery() async throws {
    let store = try await Database().open(TrackerSchema.self)
    _ = try await store.apply(Sample.payload("tasks"), as: "Todo")
    try await store.update(Todo.all, Todo.Patch(priority: .value(.high)))
    let done = try await store.count(Todo.where { $0.state == .done })

    let unfinished = Todo.where { $0.state != .done && $0.priority == .high }
    let count = try await store.update(unfinished, Todo.Patch(priority: .value(.urgent)))
    let oldest = Todo.where { $0.state == .done }.order(\.updatedAt).limit(20)
    try await store.delete(oldest)

    #expect(done == 1 && count == 3)
    #expect(try await store.fetch(Todo.all).allSatisfy { $0.priority == .urgent })
  }

  @Test func computesValues() async throws {
    let store = try await Database().open(TrackerSchema.self)
    _ = try await store.apply(Sample.payload("tasks"), as: "Todo")

    try await store.update(Todo.where { $0.state == .done }) {
      $0.sortIndex += 100
      $0.title = $0.title.lowercased()
      $0.priority = .value(.low)
      $0.dueOn = .null
    }

    let done = try #require(try await store.fetch(Todo.self, id: TrackerIDs.task(2)))
    #expect(done.sortIndex == 102 && done.title == "set up the build" && done.priority == .low)
  }

  @Test func changesLists() async throws {
    let store = try await Database().open(TrackerSchema.self)
    _ = try await store.apply(Sample.payload("tasks"), as: "Todo")
    let todo = try #require(try await store.fetch(Todo.self, id: TrackerIDs.task(1)))

    try await store.link("urgent", to: \.labels, of: todo)
    try await store.unlink("design", from: \.labels, of: todo)
    let labelIDs = try await todo.labels.ids(in: store)
    try await store.update(
      Todo.self, id: todo.id, Todo.Patch(labelIDs: .value(labelIDs.filter { $0 != "ui" })))

    #expect(Set(labelIDs) == ["ui", "urgent"])
    #expect(try await todo.labels.ids(in: store) == ["urgent"])
  }

  @Test func undoesDeletion() async throws {
    let store = try await Database().open(TrackerSchema.self)
    _ = try await store.apply(Sample.payload("tasks"), as: "Todo")
    let id = TrackerIDs.task(1)
    var printed: [String] = []
    func print(_ text: String) { printed.append(text) }

    store.undo.start(limit: 50)
    try await store.delete(Todo.self, id: id)
    switch try await store.undo.undo() {
    case .done(let rows): print("restored: \(rows)")
    case .nothing: print("nothing to undo")
    case .conflict(let rows): print("changed since then: \(rows)")
    }

    #expect(printed.first?.hasPrefix("restored: [Todo ") ?? false)
    #expect(try await store.fetch(Todo.self, id: id) != nil)
  }

  @Test func erasesRows() async throws {
    let store = try await Database().open(TrackerSchema.self)
    try await store.insert(Label(slug: "ui", name: "UI"))

    try await store.erase()
    try await store.erase(keeping: [Label.self])

    #expect(try await store.count(Label.all) == 0)
  }

  @Test func observesOtherProcesses() async throws {
    let database = try Database()
    let store = try await database.open(TrackerSchema.self)
    let other = try await database.open(TrackerSchema.self)
    struct Counts {
      var total = 0
      mutating func apply(_ changes: CommittedChanges<Todo>) { total += changes.inserted.count }
    }
    var counts = Counts()
    func countAll(in store: SyncStore) async throws -> Counts {
      withUnsafeCurrentTask { $0?.cancel() }
      return Counts(total: 7)
    }
    try await other.insert(Label(slug: "a", name: "A"))

    for try await changes in store.changes(of: Todo.self) {
      if changes.isIncomplete {
        counts = try await countAll(in: store)
      } else {
        counts.apply(changes)
      }
    }

    #expect(counts.total == 7)
  }

  @Test func retriesWithMiddleware() async throws {
    struct Retry: Middleware {
      func send(_ request: HTTP.Request, next: Next) async throws -> HTTP.Response {
        let response = try await next(request)
        return response.status == 503 ? try await next(request) : response
      }
    }

    let transport = RecordingTransport()
    transport.respond(to: .get, "/api/projects", status: 503, json: "{}")
    transport.respond(to: .get, "/api/projects", json: "[]")
    let api = TrackerAPI(
      baseURL: .server("https://tracker.example"), transport: transport, middleware: [Retry()])
    #expect(try await api.projects().isEmpty)
    #expect(transport.requests.count == 2)
  }

  @Test func startsOver() async throws {
    let old = try await OldTracker()
    try old.becomeNewer()
    let (url, folder) = (old.database.url, old.folder)
    var printed: [SyncStore.ReplacedDatabase] = []
    func print(_ replaced: SyncStore.ReplacedDatabase) { printed.append(replaced) }

    var configuration = SyncStore.Configuration(location: .url(url))
    #if DEBUG
      configuration.whenUnreadable = .startOver(
        keeping: folder, including: [.newer, .otherVersion])
    #endif
    let store = try await SyncStore(TrackerSchema.self, configuration).opened()
    if let replaced = store.replacedDatabase {
      print(replaced)
    }

    func dismiss(on store: SyncStore) async throws {
      guard let replaced = store.replacedDatabase else { return }
      let report = try await store.salvage(from: replaced.file)
      if report.rejected.isEmpty {
        try await store.dismissReplacedDatabase()
      }
    }

    #expect(printed.map(\.pendingChanges) == [3])
    try await dismiss(on: store)
    #expect(store.replacedDatabase == nil)
    await store.close()
  }
}
