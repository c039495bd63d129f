import Foundation
import SwiftSyncRuntime
import SwiftSyncSimulator
import Tracker

/// Two devices of a user with a simulated backend: what previews and tests of an app use instead of
/// a server.
struct SimulatedDemo {
  private let backend = SimulatedBackend(TrackerAPI.self)
  private let project = Project(name: "Web", code: "WEB", ownerID: Person.ID())

  func run() async throws {
    let task = Todo(title: "Draw the start page", projectID: project.id)
    try backend.edit { transaction in
      try transaction.insert(project)
      try transaction.insert(task)
    }
    let (phone, tablet) = (try await device(), try await device())
    try await editOffline(phone, tablet, task)
    try await loseResponse(phone)
    try await tablet.run()
    try await compare(phone, tablet)
  }

  /// A session that has pulled the rows of the backend.
  private func device() async throws -> SyncSession {
    guard let server = URL(string: "https://tracker.example") else {
      throw UnexpectedResult(description: "the URL is not valid")
    }
    let api = TrackerAPI(baseURL: server, transport: backend)
    let tasks = SyncSession.Pull("tasks") { [project] store in
      try await api.tasks(project: project.id, into: store)
    }
    // The demo does not wait between two attempts.
    let retry = HTTP.RetryPolicy(maxAttempts: 2, initialDelay: .zero, maxDelay: .zero)
    let session = SyncSession(
      try await .inMemory(TrackerSchema.self, log: .none), api,
      .init(pulls: [tasks], retry: retry))
    try await session.run()
    return session
  }

  private func editOffline(
    _ phone: SyncSession, _ tablet: SyncSession, _ task: Todo
  ) async throws {
    print("backend.isOnline = false: the phone renames a task and creates another one")
    backend.isOnline = false
    try await phone.store.update(Todo.self, id: task.id, Todo.Patch(title: "Draw the front page"))
    try await phone.store.insert(Todo(title: "Order the cake", projectID: project.id))
    do {
      try await phone.run()
      throw UnexpectedResult(description: "a session without a connection succeeded")
    } catch is APIError {}
    print("  phone.state: \(phone.state.phase), \(phone.state.pendingCount) pending changes")
    try check(phone.state.pendingCount == 2, "the edits wait")

    print("backend.isOnline = true: in the meantime, the tablet makes the task urgent")
    backend.isOnline = true
    try await tablet.store.update(
      Todo.self, id: task.id, Todo.Patch(title: "Draw a page", priority: .value(.urgent)))
    try check(try await tablet.run().isComplete, "the tablet syncs")
  }

  private func loseResponse(_ phone: SyncSession) async throws {
    print("backend.fail(.post, \"/sync\", with: .loseResponse): the phone sends its edits twice")
    backend.fail(.post, "/sync", with: .loseResponse)
    try check(try await phone.run().isComplete, "the second attempt succeeds")
    let titles = try backend.rows(of: Todo.self).map(\.title)
    try check(
      titles.sorted() == ["Draw the front page", "Order the cake"], "no task is there twice")
  }

  private func compare(_ phone: SyncSession, _ tablet: SyncSession) async throws {
    let here = try await phone.store.fetch(Todo.order(\.title))
    for task in here { print("  on both devices: '\(task.title)', \(task.priority)") }
    let there = try await tablet.store.fetch(Todo.order(\.title))
    try check(here == there, "both devices have the same tasks")
    try check(here.first?.priority == .urgent, "the edit of each device is kept")
  }
}
