/// Queries stored as values, in a view model on the main actor and in an actor.
@MainActor final class QueryList {
  static let open = Todo.where { $0.state != .done }.order(\.dueOn)
  private let store: SyncStore
  private var search = ""
  private var query = QueryList.open.limit(20)
  private(set) var rows: [Todo] = []
  private(set) var count = 0

  init(store: SyncStore) {
    self.store = store
  }

  static func opened(in folder: URL) async throws -> QueryList {
    let file = folder.appendingPathComponent("tracker.sqlite")
    var configuration = SyncStore.Configuration(location: .url(file), protection: .complete)
    configuration.isExcludedFromBackup = true
    return QueryList(store: try await SyncStore(TrackerSchema.self, configuration).opened())
  }

  func read() async throws {
    query = query.where { $0.title.contains(search) && !$0.labels.isEmpty }
    rows = try await store.fetch(query)
    rows += try await store.fetch(query.after(rows.last).page).rows
    count = try await store.count(query)
    let first = try await store.fetch(query.first)
    rows = try store.read { try $0.fetch(query) } + [first].compactMap { $0 }
    let found = try await store.fetch(query.including { ($0.project, $0.labels) })
    count += found.reduce(0) { $0 + $1.related.1.count }
    let counts = try await store.fetch(Todo.group { $0.state }.select { ($0.state, $0.count) })
    count += counts.reduce(0) { $0 + $1.1 }
    let sections = try await store.fetch(QueryList.open.sectioned { $0.project.name })
    rows += sections.flatMap(\.rows)
  }

  func follow() async throws {
    for try await rows in store.values(of: query) { self.rows = rows }
    for try await (rows, count) in store.values(of: query, QueryList.open.count) {
      (self.rows, self.count) = (rows, count)
    }
    for try await titles in store.values(of: query.select { $0.title }) { count = titles.count }
  }

  func write() async throws {
    count = try await store.update(query, Todo.Patch(priority: .value(.low)))
    count += try await store.delete(query.where { $0.title == search })
    for row in rows { try await store.update(row) { $0.title = search } }
    count = try await store.transaction { [query] transaction in try transaction.count(query) }
  }

  func pause() {
    Task { try await store.suspend() }
    Task { try await store.resume() }
  }
}

actor QueryWorker {
  private let store: SyncStore
  private var titles: [String] = []

  init(_ store: SyncStore) {
    self.store = store
  }

  func load(_ query: Query<Todo>) async throws -> Int {
    titles += try await store.fetch(query.select { $0.title })
    for try await rows in store.values(of: query.where { $0.title.isIn(titles) }) {
      titles += rows.map(\.title)
    }
    try await store.suspend()
    try await store.resume()
    return try await store.count(query)
  }
}
