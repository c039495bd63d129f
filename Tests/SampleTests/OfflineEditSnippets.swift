import Foundation
import SwiftSyncRuntime
import SwiftSyncTestSupport
import TestHelpers
import Testing
import Tracker

/// The Swift code of `docs/offline-edits.md`, compiled and run. `PageBlockTests` compares the two.
@Suite struct OfflineEditSnippets {
  private let transport = RecordingTransport()
  private let api: TrackerAPI
  private let store: SyncStore

  init() async throws {
    api = TrackerAPI(baseURL: .server("https://tracker.example"), transport: transport)
    store = try await .inMemory(TrackerSchema.self, log: .none)
    _ = try await store.apply(Sample.payload("tasks"), as: "Todo")
    transport.respond(to: .post, "/api/sync", status: 401, json: "{}")
  }

  private func todo() async throws -> Todo {
    try #require(try await store.fetch(Todo.self, id: TrackerIDs.task(1)))
  }

  @Test func queuesEdit() async throws {
    let todo = try await todo()

    let session = SyncSession(store, api)
    session.start()
    try await store.update(todo) { $0.title = "Call the printer" }  // sent in two seconds

    await session.stop()
    #expect(try await store.fetch(Todo.self, id: todo.id)?.title == "Call the printer")

    let changes = try await store.fetch(PendingChange.of(Todo.self))
    #expect(changes.map(\.fields) == [["title", "updatedAt"]])
    var shown: [Int] = []
    func show(_ count: Int) {
      shown.append(count)
      withUnsafeCurrentTask { $0?.cancel() }
    }
    for try await count in store.values(of: PendingChange.all.count) { show(count) }
    #expect(shown == [1])
  }

  @Test func runsSession() async throws {
    let tasks = SyncSession.Pull.each(Project.self) { project, store in
      try await api.tasks(project: project.id, into: store)
    }
    let session = SyncSession(
      store, api,
      .init(pulls: [tasks], interval: .seconds(60), upload: { upload in upload.rowLimit = 100 }))
    func show(_ error: any Error) {}

    await #expect(throws: APIError.self) {
      let summary = try await session.run { print($0) }
      if let error = summary.firstError { show(error) }
    }
  }

  @Test func showsProblems() async throws {
    let ticket = Ticket(title: "Pack", areaID: 1)
    func show(_ message: String, _ errors: [String]) {}
    func show(_ problem: SyncProblem) {}

    for problem in try await store.problems() {
      show(problem.message, problem.fieldErrors["title"] ?? [])
    }
    for problem in try await store.problems(.uncertain) { show(problem) }

    let store = try await SyncStore.inMemory(DeskSchema.self)
    try await store.insert(Area(id: 1, name: "Move"))
    try await store.insert(ticket)
    try await store.resolveCreate(of: Ticket.self, id: ticket.id, .arrived(as: 42))
    #expect(try await store.problems().isEmpty)
  }

  /// Task 3 is updated too: its list of blockers, which has no inverse, contained the deleted one.
  @Test func pushesWithClosure() async throws {
    let json = String(decoding: try JSONEncoder().encode(try await todo()), as: UTF8.self)
    transport.respond(to: .patch, "/api/tasks/*", json: json)
    transport.respond(to: .delete, "/api/tasks/*", status: 204, json: "")
    try await store.delete(try await todo())

    try await store.withPendingChanges(of: Todo.self) { batch in
      for todo in batch.inserted { _ = try await api.createTask(todo) }
      for update in batch.updated {
        _ = try await api.updateTask(id: update.id, update.patch)
      }
      for id in batch.deleted { try await api.deleteTask(id: id) }
      return []
    }

    #expect(transport.requests.map(\.method) == [.patch, .delete])
    #expect(try await store.count(PendingChange.all) == 0)
  }
}
