import Foundation
import SwiftSyncRuntime
import Tracker

/// The work that runs at the same time.
struct StressRun: Sendable {
  private static let taskCount = 40
  private static let project = "00000000-0000-4000-8000-0000000000aa"
  private static let person = "00000000-0000-4000-8000-0000000000bb"

  private let store: SyncStore
  private let other: SyncStore
  private let end: Date

  init(_ store: SyncStore, _ other: SyncStore, until end: Date) {
    (self.store, self.other, self.end) = (store, other, end)
  }

  /// Applies the rows to which all work refers.
  func fill() async throws {
    _ = try await store.apply(.data(Data(Self.projects.utf8)), as: "Project")
    _ = try await store.apply(.data(Data(Self.tasks(0).utf8)), as: "Todo")
  }

  /// Does all work until the time is over, and returns how often each kind was done.
  func run() async throws -> [String: Int] {
    try await withThrowingTaskGroup(of: (String, Int).self) { group in
      group.addTask { ("apply", try await repeated(resting: true, apply)) }
      group.addTask { ("dry run", try await repeated(resting: true, tryOut)) }
      group.addTask { ("write", try await repeated(write)) }
      group.addTask { ("fetch all", try await repeated(fetchAll)) }
      group.addTask { ("fetch all, other", try await repeated(fetchAllFromOther)) }
      group.addTask { ("fetch", try await repeated(fetch)) }
      group.addTask { ("read", try await repeated(read)) }
      group.addTask { ("write the same", try await repeated(writeLabels)) }
      group.addTask { ("export", try await repeated(export)) }
      return try await group.reduce(into: [:]) { counts, work in counts[work.0] = work.1 }
    }
  }

  /// - Parameter isResting: Whether to pause for as long as the work took: SQLite has no queue for
  ///   locks, so without a gap the other store's writer might never get its turn.
  private func repeated(
    resting isResting: Bool = false, _ work: @Sendable (Int) async throws -> Void
  ) async throws -> Int {
    var count = 0
    while Date() < end {
      count += 1
      let start = ContinuousClock.now
      try await work(count)
      let rest = ContinuousClock.now - start
      if isResting { try await Task.sleep(for: rest * 2) }
    }
    return count
  }

  // MARK: - Writers

  private func apply(_ generation: Int) async throws {
    let payload = PayloadSource.data(Data(Self.tasks(generation).utf8))
    var options = ApplyOptions()
    options.missingRows = .keep
    let report = try await store.apply(payload, as: "Todo", options: options)
    if report.rejectedCount > 0 { throw StressFailure("rejected: \(report)") }
  }

  private func tryOut(_ generation: Int) async throws {
    let payload = PayloadSource.data(Data(Self.tasks(-generation).utf8))
    var options = ApplyOptions()
    options.isDryRun = true
    _ = try await store.apply(payload, as: "Todo", options: options)
  }

  private func write(_ number: Int) async throws {
    let draft = Todo(title: "draft", projectID: try Self.uuid(Self.project))
    try await other.insert(draft)
    let patch = Todo.Patch(details: .value("number \(number)"))
    guard try await other.update(Todo.self, id: draft.id, patch),
      try await store.fetch(Todo.self, id: draft.id)?.details == "number \(number)",
      try await other.delete(Todo.self, id: draft.id),
      try await store.fetch(Todo.self, id: draft.id) == nil
    else { throw StressFailure("a row that was written is not there") }
  }

  /// Runs in the task itself while the store's own writer is idle.
  private func writeLabels(_ number: Int) async throws {
    let label = Label(slug: "label-\(number % 5)", name: "\(number)")
    if try await store.fetch(Label.self, id: label.slug) == nil { try await store.insert(label) }
    try await store.update(Label.self, id: label.slug, .init(name: .value("\(number)")))
    guard try await store.fetch(Label.self, id: label.slug) == label else {
      throw StressFailure("a label that was written is not there")
    }
  }

  // MARK: - Readers

  private func fetchAll(_ number: Int) async throws {
    try check(try await store.fetch(Todo.all))
    _ = try await store.fetch(Watch.all)
  }

  private func fetchAllFromOther(_ number: Int) async throws {
    try check(try await other.fetch(Todo.all))
  }

  private func fetch(_ number: Int) async throws {
    let id = try Self.uuid(Self.task(number % Self.taskCount))
    guard try await store.fetch(Todo.self, id: id) != nil else {
      throw StressFailure("task \(id) is gone")
    }
  }

  private func read(_ number: Int) async throws {
    let id = try Self.uuid(Self.task(number % Self.taskCount))
    guard try store.read({ try $0.fetch(Todo.self, id: id) }) != nil else {
      throw StressFailure("task \(id) is gone")
    }
  }

  private func export(_ number: Int) async throws {
    var options = ExportOptions()
    options.relations = number % 2 == 0 ? .ids : .nested
    guard try await store.export(entity: "Todo", options: options).count > 2 else {
      throw StressFailure("an export is empty")
    }
  }

  /// A reader sees either all or nothing of a call that applies a payload.
  private func check(_ tasks: [Todo]) throws {
    let generations = Set(tasks.map(\.title)).subtracting(["draft"])
    guard generations.count == 1, tasks.count >= Self.taskCount else {
      throw StressFailure("half of a call was seen: \(generations), \(tasks.count) tasks")
    }
  }
}

extension StressRun {
  private static let dates =
    #""created_at": "2026-01-01T00:00:00Z", "updated_at": "2026-01-01T00:00:00Z""#

  private static let projects = """
    [{"id": "\(project)", "name": "Stress", "code": "STR", "revision": 1,
      "owner": {"id": "\(person)", "display_name": "Ada", \(dates)}, \(dates)}]
    """

  /// All tasks, with a title that identifies the call that wrote them.
  private static func tasks(_ generation: Int) -> String {
    let rows = (0..<taskCount).map { number in
      """
      {"id": "\(task(number))", "title": "generation \(generation)", "project_id": "\(project)",
       "labels": [{"slug": "l\((number + generation) & 7)", "name": "Label"}],
       "items": [{"number": 1, "text": "first", "is_done": \(generation % 2 == 0)}],
       "watcher_ids": ["\(person)"], \(dates)}
      """
    }
    return "[\(rows.joined(separator: ","))]"
  }

  private static func task(_ number: Int) -> String {
    "00000000-0000-4000-8000-0000000000\(number < 10 ? "0" : "")\(number)"
  }

  private static func uuid(_ text: String) throws -> UUID {
    guard let uuid = UUID(uuidString: text) else { throw StressFailure("\(text) is no UUID") }
    return uuid
  }
}
