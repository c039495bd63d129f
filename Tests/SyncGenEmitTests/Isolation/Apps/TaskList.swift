/// A view model on the main actor that uses every method of a store.
@MainActor final class TaskList {
  private let store: SyncStore
  private let api: TrackerAPI
  private var search = ""
  private var limit = 20
  private var seen: Set<UUID> = []
  private(set) var rows: [Todo] = []
  private(set) var message: String?

  init(store: SyncStore, api: TrackerAPI) {
    self.store = store
    self.api = api
  }

  static func open(at file: URL, for server: URL) async throws -> TaskList {
    let options = SyncStore.Configuration.Migration(backupFolder: nil) { progress in print(progress)
    }
    let log = SyncLog { event, operation in print(operation, event) }
    let store = try await SyncStore(
      TrackerSchema.self, .init(location: .url(file), migration: options, log: log)
    ).opened()
    _ = try await SyncStore.inMemory(TrackerSchema.self)
    let api = TrackerAPI(baseURL: server, middleware: [Authentication()])
    return TaskList(store: store, api: api)
  }

  // MARK: - Reading

  func read() async throws {
    rows = try await store.fetch(Todo.all)
    rows = try await store.fetch(
      Todo.where { $0.title.contains(search) && !$0.project.name.hasPrefix("A") }
        .order(\.dueOn, \.title.descending).limit(limit).softDeleted(.include))
    let page = try await store.fetch(
      Todo.where { $0.state == .todo || $0.title == self.search }
        .order(\.sortIndex).limit(limit).offset(10).page)
    rows += page.rows
    let first = try await store.fetch(Todo.where { $0.title.hasPrefix(search) }.first)
    limit = try await store.count(Todo.where { $0.title.contains(self.search) })
    let other = try await store.fetch(Todo.self, id: UUID())
    rows = try await store.fetch(Todo.self, ids: rows.map(\.id))
    rows += [first, other].compactMap { $0 }
    rows += try await store.fetch(
      Todo.self, sql: "SELECT * FROM tasks WHERE title = ?1", [.text(search)])
    limit += try await store.query("SELECT count(*) FROM tasks").count
  }

  func follow(_ task: Todo) async throws {
    let project = try await task.project(in: store)
    let tasks = try await project?.tasks(in: store, softDeleted: .include)
    rows = tasks ?? []
  }

  // MARK: - Observing

  func observe(_ task: Todo) async throws {
    let query = Todo.where { $0.title.contains(search) }.order(\.title).limit(limit)
    for try await rows in store.values(of: query) {
      self.rows = rows
    }
    for try await row in store.values(of: Todo.self, id: task.id) { rows = [row ?? task] }
    for try await rows in store.values(of: SQLQuery("SELECT 1")) { limit = rows.count }
    for try await changes in store.changes(of: Todo.self, startingWithRows: true) {
      seen.formUnion(changes.inserted)
    }
  }

  func start() {
    Task {
      for try await rows in store.values(of: Todo.where { $0.title == search }) {
        self.rows = rows
      }
    }
    Task.detached { [store] in
      let rows = try await store.fetch(Todo.where { $0.state == .done })
      await self.show(rows)
    }
  }

  private func show(_ rows: [Todo]) { self.rows = rows }

  // MARK: - Writing

  func write(_ task: Todo, in list: OrderedList<Todo>) async throws {
    try await store.insert(task)
    try await store.insert([task])
    try await store.update(Todo.self, id: task.id, Todo.Patch(title: .value(search)))
    try await store.move(Todo.self, id: task.id, after: nil, in: .project)
    try await store.delete(Todo.self, id: task.id)
    try await store.delete(Todo.self, ids: rows.map(\.id))
    try await store.archive(Project.self, id: task.projectID)
    try await store.restore(Project.self, id: task.projectID)
    try await store.purge(Project.self, id: task.projectID)
    limit = try await store.transaction { [search] transaction in
      let found = try transaction.fetch(Todo.where { $0.title == search })
      for task in found {
        try transaction.update(Todo.self, id: task.id, Todo.Patch(details: .null))
      }
      return found.count
    }
    await store.close()
  }

  // MARK: - Syncing

  func sync(_ data: Data, _ file: URL) async throws {
    let progress = ApplyReport.Progress()
    async let report = store.apply(.data(data), as: Todo.self, progress: progress)
    for await counts in progress { limit = counts.rows }
    message = "\(try await report)"
    try await store.apply(.data(data), as: Todo.self)
    try await store.apply(.file(file), as: Todo.self)
    try await store.apply(.stream(AsyncStream<Data> { $0.finish() }), as: Todo.self)
    let changes = try await store.applyReturningChanges(
      .data(data), as: Todo.self, in: .where { $0.title == search })
    _ = try await store.applyReturningChanges(.data(data), as: Todo.self)
    _ = try await store.applyReturningChanges(.file(file), as: Todo.self)
    _ = try await store.applyReturningChanges(
      .stream(AsyncStream<Data> { $0.finish() }), as: Todo.self)
    rows = changes.inserted
    _ = try await store.apply(.data(data), as: "Todo")
    _ = try await store.export(Todo.self)
    _ = try await store.export(Todo.self, id: UUID())
    _ = try await store.export(entity: "Todo", options: ExportOptions())
    try await store.export(entity: "Todo") { chunk in print(chunk.count) }
    _ = try await PayloadChecker(TrackerSchema.self).check(.data(data), as: "Todo")
  }

  func push() async throws {
    let counts = try await store.withPendingChanges(of: Todo.self) { batch in
      for task in batch.inserted { rows.append(try await api.createTask(task)) }
      for update in batch.updated { _ = try await api.updateTask(id: update.id, update.patch) }
      for id in batch.deleted { try await api.deleteTask(id: id) }
      return []
    }
    limit = counts.confirmed
    try await store.push(to: api.uploads) { summary in print(summary) }
    limit += try await store.fetch(PendingChange.all).count
    limit += try await store.fetch(PendingChange.of(Todo.self)).count
    try await store.retryPendingChange(of: Todo.self, id: UUID())
    try await store.discardPendingChange(of: Todo.self, id: UUID())
  }

  func run() async {
    let project = UUID()
    let session = SyncSession(
      store, api,
      .init(
        pulls: [.init("tasks") { [api] in try await api.tasks(project: project, into: $0) }],
        upload: { $0.rowLimit = 100 }))
    session.start()
    await session.stop()
    do {
      let summary = try await session.run { progress in print(progress) }
      message = summary.firstError?.localizedDescription
    } catch {
      message = error.localizedDescription
    }
  }

  func call() async {
    do throws(APIError) {
      rows = try await api.search(q: search, page: limit).items
      try await api.tasks(project: UUID(), into: store)
    } catch {
      message = "\(error)"
    }
  }
}
