import Foundation
import SwiftSyncRuntime
import Tracker

/// Two devices and a server: one device edits while it is offline, the other one edits at the same
/// time, and both end with the same rows.
///
/// Any deviation ends the demo with an error.
struct SyncDemo {
  private static let project = id("90ec0000-0000-4000-8000-000000000001")
  private static let startPage = id("7a5c0000-0000-4000-8000-000000000001")
  private static let build = id("7a5c0000-0000-4000-8000-000000000002")

  private let store: SyncStore
  private let api: TrackerAPI

  /// - Parameter backend: The URL of the sample backend, with its sample rows.
  init(_ store: SyncStore, backend: URL) {
    self.store = store
    api = TrackerAPI(baseURL: backend)
  }

  func run() async throws {
    print("api.projects(into: store): \(brief(try await api.projects(into: store)))")
    print("api.tasks(project:into:):   \(brief(try await pullTasks()))")
    let new = try await editOffline()
    try await failToPush()
    try await editElsewhere()
    try await synchronize()
    try await compare(new)
  }

  private func pullTasks() async throws -> ApplyReport {
    try await api.tasks(project: Self.project, into: store)
  }

  // MARK: - The device

  private func editOffline() async throws -> Todo {
    heading("Offline: a task is renamed and another one is created")
    try await store.update(
      Todo.self, id: Self.startPage, Todo.Patch(title: "Draw the front page"))
    let new = Todo(title: "Order the cake", projectID: Self.project)
    try await store.insert(new)
    for row in try await store.fetch(PendingChange.all) {
      let fields = row.operation == .update ? ": \(row.fields.joined(separator: ", "))" : ""
      print("  pending: \(row.operation.rawValue) of a \(row.entity)\(fields)")
    }
    try check(try await store.fetch(PendingChange.all).count == 2, "two changes are pending")
    return new
  }

  private func failToPush() async throws {
    // No server is listening there.
    guard let closedPort = URL(string: "http://127.0.0.1:9") else {
      throw UnexpectedResult(description: "the URL of a closed port is not valid")
    }
    let nowhere = TrackerAPI(baseURL: closedPort)
    do {
      _ = try await store.push(to: nowhere.uploads)
      throw UnexpectedResult(description: "a push without a server succeeded")
    } catch is APIError {
      let count = try await store.fetch(PendingChange.all).count
      print("  the push fails without a server; \(count) changes remain pending")
      try check(count == 2, "a push without a response confirms nothing")
    }
  }

  // MARK: - Another client

  private func editElsewhere() async throws {
    heading("Then another client renames that task, makes it urgent, and deletes a third one")
    let patch = Todo.Patch(title: "Draw the home page", priority: .value(.urgent))
    let task = try await api.updateTask(id: Self.startPage, patch)
    print("  on the server: '\(task.title)', \(task.priority)")
    try await api.deleteTask(id: Self.build)
    print("  on the server: the task 'Set up the build' has a tombstone")
  }

  // MARK: - Both

  private func synchronize() async throws {
    heading("Online: SyncSession pushes and pulls")
    let tasks = SyncSession.Pull("tasks") { [api] store in
      try await api.tasks(project: Self.project, into: store)
    }
    let session = SyncSession(store, api, .init(pulls: [tasks]))
    let summary = try await session.run()
    print("  pushed: \(summary.pushed.rows.confirmed), rejected: \(summary.pushed.rows.rejected)")
    try check(summary.isComplete, "every step of the session succeeds")
    try check(summary.pushed.rows.confirmed == 2, "the server accepts both rows")
    try check(try await store.fetch(PendingChange.all).isEmpty, "no change is pending")
  }

  private func compare(_ new: Todo) async throws {
    let rows = try await store.fetch(Todo.where { $0.projectID == Self.project })
    let here = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0) })
    for task in rows { print("  here: '\(task.title)', \(task.priority)") }
    let merged = here[Self.startPage]
    try check(merged?.title == "Draw the front page", "conflict: the local edit is kept")
    try check(merged?.priority == .urgent, "conflict: the other fields take the server's values")
    try check(here[Self.build] == nil, "tombstone: the task deleted on the server is deleted here")
    try check(here[new.id]?.number != nil, "the new task has the number that the server assigned")
    let there = try await api.tasks(project: Self.project).filter { $0.deletedAt == nil }
    try check(
      Dictionary(uniqueKeysWithValues: there.map { ($0.id, $0.title) }) == here.mapValues(\.title),
      "server and device have the same tasks")
  }

  // MARK: - Words

  private func heading(_ text: String) { print("\n\(text)") }

  private func brief(_ report: ApplyReport) -> String {
    "\(report.inserted) inserted, \(report.updated) updated, \(report.deleted) deleted"
  }

  private static func id(_ text: String) -> UUID { UUID(uuidString: text) ?? UUID() }
}
