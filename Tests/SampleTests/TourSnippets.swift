import Foundation
import SwiftSyncRuntime
import SwiftSyncTestSupport
import TestHelpers
import Testing
import Tracker

/// The Swift code of docs/tour.md, compiled and run. A test compares the two.
@Suite struct TourSnippets {
  @Test func writesRows() async throws {
    let database = try Database()
    let project = try await database.project()
    let url = database.url

    let store = SyncStore(TrackerSchema.self, .init(location: .url(url)))

    let todo = Todo(title: "Call the printer", projectID: project.id)
    try await store.insert(todo)
    try await store.update(todo) { $0.priority = .high }
    let patch = Todo.Patch(details: .null, isBillable: .value(false))
    try await store.update(Todo.self, id: todo.id, patch)

    let stored = try await store.fetch(Todo.self, id: todo.id)
    try await store.move(todo, after: nil, in: .project)
    try await store.delete(todo)
    try await store.archive(project)

    #expect(stored?.priority == .high && stored?.isBillable == false)
    #expect(try await store.count(Todo.all) == 4)
  }

  @Test func fetchesRows() async throws {
    let database = try Database()
    let project = try await database.project()
    let store = try await database.open(TrackerSchema.self)

    let urgent = Todo.where { $0.priority >= .high && $0.project.name.hasPrefix("Web") }
      .order(\.dueOn)
    let todos = try await store.fetch(urgent.limit(20))
    let next = try await store.fetch(urgent.first)
    let page = try await store.fetch(Todo.all.limit(2).page)
    let open = try await store.count(Todo.where { $0.state != .done })
    let archived = try await store.fetch(Project.all.softDeleted(.only))

    let ownTodos = try await project.tasks(in: store)
    let assignee = try await ownTodos[0].assignee(in: store)

    #expect(todos.map(\.number) == [1] && next?.number == 1)
    #expect(page.rows.count == 2 && page.totalCount == 4 && open == 3 && archived == [])
    #expect(ownTodos.count == 4 && assignee?.displayName == "Ada")
  }

  @Test func appliesPayload() async throws {
    let database = try Database()
    let store = try await database.open(TrackerSchema.self)
    let response = try Data(contentsOf: Sample.url("Schemas/payloads/people.json"))

    let report = try await store.apply(
      .data(response), as: "Person", missingRows: .delete,
      options: ApplyOptions(root: "data.people"))

    #expect(report.inserted == 1)
  }

  @Test func syncsAndObserves() async throws {
    let database = try Database()
    let project = try await database.project()
    let store = try await database.open(TrackerSchema.self)
    let response = Data("[]".utf8)
    let todo = Todo(title: "Call the printer", projectID: project.id)
    var shown: [Todo] = []
    /// The loop ends when its task is cancelled.
    func show(_ changes: CommittedChanges<Todo>) {
      shown += changes.initialRows ?? []
      withUnsafeCurrentTask { $0?.cancel() }
    }

    let report = try await store.apply(.data(response), as: Todo.self, in: .project(project.id))
    let changes = try await store.applyReturningChanges(
      .data(response), as: Todo.self, in: .project(project.id))

    try await store.transaction { transaction in
      try transaction.insert(todo)
      try transaction.update(project) { $0.revision = 5 }
    }

    for try await changes in store.changes(of: Todo.self, startingWithRows: true) {
      show(changes)
    }

    #expect(report.deleted == 0 && changes.deleted.isEmpty)
    #expect(shown.map(\.title).contains("Call the printer"))
  }

  @Test func callsEndpoints() async throws {
    let database = try Database()
    let project = try await database.project()
    let store = try await database.open(TrackerSchema.self)
    let transport = RecordingTransport()
    transport.respond(to: .post, "/api/v2/spend_cheer", json: #"{"balance": 900}"#)
    transport.respond(to: .patch, "/api/tasks/*", status: 404, json: "{}")
    transport.respond(to: .get, "/api/projects/*/tasks", json: "[]")
    let id = TrackerIDs.task(1)
    let token = "1"
    let server = URL.server("https://tracker.example")

    let api = TrackerAPI(
      baseURL: server, transport: transport,
      middleware: [.headers(["Authorization": "Bearer \(token)"])])
    let balance = try await api.spendCheer(amount: 100).balance
    do {
      _ = try await api.updateTask(id: id, Todo.Patch(title: "Call the printer"))
    } catch {
      guard case .status(let response) = error else { throw error }
      print(response.status, response.headers["Retry-After"] ?? "", response.text)
    }

    let report = try await api.tasks(project: project.id, into: store)

    #expect(balance == 900 && report.deleted == 0)
    #expect(transport.requests.map(\.method) == [.post, .patch, .get])
  }

  /// Every Swift block that uses the store is in this file, line by line.
  @Test func snippetsMatchTour() throws {
    let source = try Sample.text("Tests/SampleTests/TourSnippets.swift")
    let blocks = try Sample.text("docs/tour.md").components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "\n```").first }
      .filter { $0.contains("store") }
    #expect(blocks.count == 5)
    for block in blocks {
      let indented = block.components(separatedBy: "\n")
        .map { $0.isEmpty ? "" : "    " + $0 }.joined(separator: "\n")
      #expect(source.contains("\n" + indented + "\n"), "\(block)")
    }
  }
}

extension Database {
  /// A project of the sample, with its tasks.
  fileprivate func project() async throws -> Project {
    let store = try await open(TrackerSchema.self)
    _ = try await store.apply(Sample.payload("tasks"), as: "Todo")
    return try #require(try await store.fetch(Project.self, id: TrackerIDs.project))
  }
}
