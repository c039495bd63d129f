/// Views and a view model with every live property.
struct LiveTodos: View {
  @LiveRows(Todo.where { $0.state != .done }.order(\.title), animation: .default)
  private var todos
  @LiveRows(Todo.including { $0.project }) private var withProjects
  @LiveCount(Todo.where { $0.state == .done }) private var doneCount
  @LiveSections(Todo.order(\.title).sectioned { $0.state }) private var sections
  @State private var text = ""

  var body: some View {
    List(todos) { Text($0.title) }
      .searchable(text: $text)
      .onChange(of: text) { _, text in
        $todos.load(Todo.where { $0.title.contains(text) })
      }
    List {
      ForEach(sections, id: \.key) { section in
        Section("\(section.key)") {
          ForEach(section.rows) { LiveTodo(id: $0.id) }
        }
      }
    }
    if $todos.isLoading { ProgressView() }
    Text("\(doneCount) \(withProjects.count) \($doneCount.count) \($sections.sections.count)")
  }
}

struct LiveTodo: View {
  @LiveRow private var todo: Todo?
  @Environment(\.syncStore) private var store

  init(id: UUID) { _todo = LiveRow(id: id) }

  var body: some View {
    Text(todo?.title ?? $todo.error?.description ?? "")
    Button("Done") {
      Task {
        try await store.update(Todo.self, id: todo?.id ?? UUID(), Todo.Patch(state: .value(.done)))
      }
    }
  }
}

@MainActor func views(_ store: SyncStore, _ session: SyncSession) -> [any View] {
  [
    LiveTodos().syncSession(session),
    LiveTodos().syncStore(store),
    LiveTodos().syncStore(
      .preview(TrackerSchema.self) { store in
        try await store.insert(Label(slug: "ui", name: "UI"))
      }),
  ]
}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor final class LiveTodoModel {
  let todos: LiveQuery<Todo>
  let titles: LiveQuery<String>
  let row: LiveRowQuery<Todo>
  let count: LiveCountQuery
  let sections: LiveSectionsQuery<TaskState, Todo>
  private var cancellables: [AnyCancellable] = []

  init(store: SyncStore, id: UUID) {
    todos = LiveQuery(Todo.all, in: store)
    titles = LiveQuery(Todo.all.select { $0.title }, in: store)
    row = LiveRowQuery(id: id, in: store)
    count = LiveCountQuery(Todo.all, in: store)
    sections = LiveSectionsQuery(Todo.all.sectioned { $0.state }, in: store)
    cancellables.append(
      store.publisher(for: Todo.all).sink { _ in
      } receiveValue: {
        print($0.count)
      })
  }

  func search(_ text: String) {
    todos.load(Todo.where { $0.title.contains(text) })
    if let error = todos.error { print(error) }
  }
}
