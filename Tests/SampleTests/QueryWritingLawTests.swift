import Foundation
import SwiftSyncRuntime
import TestHelpers
import Testing
import Tracker

/// Writes to the rows of a query have the same effect on rows, the change queue and counts as writes of single
/// rows. `LAW_SEEDS=2000` tries more.
@Suite struct QueryWritingLawTests {
  private static let usualSeeds = 40

  @Test(arguments: 0..<4) func queryWritesEqualSingleRowWrites(batch: Int) async throws {
    for seed in StatedSeeds.seeds(usually: Self.usualSeeds, part: batch, of: 4) {
      var pair = try await StorePair(seed: UInt64(seed))
      for _ in 0..<12 {
        guard try await pair.step() else {
          Issue.record("seed \(seed):\n\(pair.trace.joined(separator: "\n"))")
          return
        }
      }
    }
  }
}

/// Two stores with the same rows. One of them writes by query, the other one row by row.
private struct StorePair {
  private let whole: SyncStore
  private let single: SyncStore
  private var random: SeededRandom
  private(set) var trace: [String] = []

  private static func id(_ group: Int, _ number: Int) -> UUID {
    let bytes = [UInt8](repeating: 0, count: 14) + [UInt8(group), UInt8(number)]
    return bytes.withUnsafeBytes { UUID(uuid: $0.load(as: uuid_t.self)) }
  }

  init(seed: UInt64) async throws {
    random = SeededRandom(seed)
    whole = try await SyncStore.inMemory(TrackerSchema.self)
    single = try await SyncStore.inMemory(TrackerSchema.self)
    var numbers = random
    for store in [whole, single] {
      numbers = random
      try await Self.fill(store, &numbers)
    }
    random = numbers
  }

  private static func fill(_ store: SyncStore, _ random: inout SeededRandom) async throws {
    let past = Date(timeIntervalSince1970: 1_500_000_000)
    var todos: [Todo] = []
    for number in 0..<10 {
      todos.append(
        Todo(
          id: id(3, number), title: "t\(random.below(4))",
          state: random.pick([.todo, .inProgress, .done]),
          priority: random.pick([.low, .normal, .high]),
          sortIndex: Double(random.below(3)), createdAt: past, updatedAt: past,
          projectID: id(1, random.below(2)),
          assigneeID: random.chance(60) ? id(2, random.below(3)) : nil,
          parentID: random.chance(30) ? id(3, random.below(10)) : nil))
    }
    let sent = random.below(4)
    try await store.transaction { [todos] transaction in
      for number in 0..<2 {
        try transaction.insert(
          Project(
            id: id(1, number), name: "p\(number)", code: "P\(number)", createdAt: past,
            updatedAt: past, ownerID: id(2, number)))
      }
      for number in 0..<3 {
        try transaction.insert(
          Person(
            id: id(2, number), displayName: "n\(number)", email: "\(number)@a.example",
            createdAt: past, updatedAt: past))
        try transaction.insert(Label(slug: "l\(number)", name: "\(number)"))
      }
      try transaction.insert(todos)
      for (number, todo) in todos.enumerated() {
        try transaction.insert(ChecklistItem(number: 1, text: "i", taskID: todo.id))
        try transaction.update(
          Todo.self, id: todo.id,
          Todo.Patch(labelIDs: .value((0..<number % 3).map { "l\($0)" })))
      }
      try transaction.execute("UPDATE tasks SET updated_at = created_at")
      try transaction.execute(
        "DELETE FROM swiftsync_changes WHERE sequence % 4 < ?", [.integer(Int64(sent))])
    }
  }

  // MARK: - Steps

  /// Returns whether both stores have the same rows and counts afterwards.
  mutating func step() async throws -> Bool {
    let counts: [Int]
    switch random.below(8) {
    case 0:
      let query = random.chance(50) ? Person.all.limit(1) : Person.where { $0.displayName == "n1" }
      trace.append("delete \(query)")
      counts = try await deleted(
        query.softDeleted(random.chance(50) ? .include : .exclude), marks: true)
    case 1:
      trace.append("delete projects")
      counts = try await deleted(Project.where { $0.code == "P1" }, marks: true)
    case 2:
      trace.append("delete items")
      counts = try await deleted(
        ChecklistItem.where { $0.task.title == "t1" }.limit(2), marks: false)
    case 3: counts = try await deleted(todos(), marks: false)
    default: counts = try await updated(todos(), patch())
    }
    trace.append("  \(counts)")
    let (left, right) = (try await rows(of: whole), try await rows(of: single))
    if counts[0] == counts[1], left == right { return true }
    trace += left.filter { !right.contains($0) }.map { "  by query: \($0)" }
    trace += right.filter { !left.contains($0) }.map { "  by row:   \($0)" }
    return false
  }

  private mutating func todos() -> Query<Todo> {
    var query = Todo.all
    let number = random.below(3)
    switch random.below(7) {
    case 0: query = query.where { $0.title == "t\(number)" }
    case 1: query = query.where { $0.state != .done && $0.priority == .normal }
    case 2: query = query.where { $0.project.code == "P1" }
    case 3: query = query.where { $0.labels.contains { $0.slug == "l0" } }
    case 4: query = query.where { $0.assigneeID == nil || $0.items.isEmpty }
    case 5: query = query.where { $0.sortIndex >= Double(number) }
    default: break
    }
    if random.chance(50) { query = query.order(\.title.descending) }
    if random.chance(40) { query = query.limit(number + 1).offset(random.below(3)) }
    trace.append("\(query)")
    return query
  }

  private mutating func patch() -> Todo.Patch {
    var patch = Todo.Patch()
    if random.chance(40) { patch.title = .value("t\(random.below(4))") }
    if random.chance(40) { patch.priority = .value(random.pick([.low, .normal, .high])) }
    if random.chance(30) { patch.sortIndex = .value(Double(random.below(3))) }
    if random.chance(20) { patch.details = random.chance(50) ? .null : .value("d") }
    if random.chance(20) { patch.state = .null }
    if random.chance(20) { patch.draftNote = .value("note") }
    if random.chance(30) {
      patch.assigneeID = random.chance(40) ? .null : .value(Self.id(2, random.below(3)))
    }
    if random.chance(20) { patch.parentID = .value(Self.id(3, random.below(10))) }
    if random.chance(20) { patch.labelIDs = .value(random.chance(50) ? [] : ["l1", "l2"]) }
    trace.append("  \(patch)")
    return patch
  }

  private func updated(_ query: Query<Todo>, _ patch: Todo.Patch) async throws -> [Int] {
    let count = try await whole.update(query, patch)
    let ids = try await single.fetch(query).map(\.id)
    let other = try await single.transaction { transaction in
      try ids.filter { try transaction.update(Todo.self, id: $0, patch) }.count
    }
    return [count, other]
  }

  /// Rows that are deleted along with another one count, too.
  private func deleted<Row: SyncedEntity>(
    _ query: Query<Row>, marks: Bool
  ) async throws -> [Int] {
    let count = try await whole.transaction { try $0.delete(query) }
    let ids = try await single.fetch(query).map(\.identity)
    let other = try await single.transaction { transaction in
      try ids.filter { try transaction.delete(Row.self, id: $0) || !marks }.count
    }
    return [count, other]
  }

  // MARK: - Comparison

  /// The rows of all tables, without the times of this run.
  private func rows(of store: SyncStore) async throws -> [String] {
    let names = try await store.query(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY 1"
    ).compactMap { $0["name"] as StoredValue? }
    var rows: [String] = []
    for case .text(let name) in names {
      for row in try await store.query("SELECT * FROM \"\(name)\"") {
        let values = row.names.filter { $0 != "sequence" }.map { column in
          let value = row[column].map { "\($0)" } ?? ""
          return value.contains("20") && value.contains("T") && !value.contains("2017-07-14")
            ? "now" : value
        }
        rows.append("\(name): \(values.joined(separator: ", "))")
      }
    }
    return rows.sorted()
  }
}
