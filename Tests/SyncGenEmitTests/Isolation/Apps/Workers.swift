/// An actor that uses a store.
actor Importer {
  private let store: SyncStore
  private var titles: Set<String> = []

  init(_ store: SyncStore) {
    self.store = store
  }

  func load(_ data: Data) async throws -> Int {
    try await store.apply(.data(data), as: Todo.self)
    let rows = try await store.fetch(
      Todo.where { $0.title.isIn(titles) }.order(\.title))
    titles.formUnion(rows.map(\.title))
    let counts = try await store.withPendingChanges(of: Todo.self) { batch in
      titles.formUnion(batch.inserted.map(\.title))
      return []
    }
    for try await rows in store.values(of: Todo.where { $0.title.isIn(titles) }) {
      titles.formUnion(rows.map(\.title))
    }
    return try await store.count(Todo.where { $0.title.isIn(titles) }) + counts.confirmed
  }
}

/// A class without an actor that starts tasks.
final class Refresher: Sendable {
  private let store: SyncStore
  private let api: TrackerAPI

  init(_ store: SyncStore, _ api: TrackerAPI) {
    self.store = store
    self.api = api
  }

  func start(project: Project) {
    Task {
      let open = try await store.fetch(
        Todo.where { $0.projectID == project.id && $0.state != .done })
      for task in open { try await api.task(id: task.id, into: store) }
      try await store.withPendingChanges(of: Todo.self) { batch in
        for task in batch.inserted { _ = try await api.createTask(task) }
        return []
      }
    }
  }
}

/// A free function that uses a store.
func titles(in store: SyncStore, beginningWith prefix: String) async throws -> [String] {
  try await store.fetch(Todo.where { $0.title.hasPrefix(prefix) }).map(\.title)
}

func label(of task: Todo) throws -> String {
  var copy = task
  copy.title = "\(task.state.rawValue)"
  let patch = Todo.Patch.diff(from: task, to: copy)
  try patch.apply(to: &copy)
  return Set([task, copy]).map(\.title).joined()
}
