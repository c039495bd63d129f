import Foundation
import TestHelpers
import Testing
import Tracker

@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

/// For any rows and any query, the result is the same as in plain Swift. `LAW_SEEDS=2000` tries more.
@Suite(.timeLimit(.minutes(30))) struct QueryLawTests {
  private static let usualSeeds = 24

  @Test func queriesMatchSwift() async throws {
    for seed in StatedSeeds.seeds(usually: Self.usualSeeds) {
      var run = try await QueryRun(seed: UInt64(seed))
      try await run.insertRows()
      for _ in 0..<12 { try await run.compare() }
    }
  }

  @Test func pagesReturnEachRowOnce() async throws {
    for seed in StatedSeeds.seeds(usually: Self.usualSeeds) {
      var run = try await QueryRun(seed: UInt64(seed))
      try await run.insertRows()
      try await run.walk()
    }
  }

  @Test func observedResultsMatchFetch() async throws {
    for seed in StatedSeeds.seeds(usually: Self.usualSeeds) {
      var run = try await QueryRun(seed: UInt64(seed))
      try await run.insertRows()
      try await run.observe()
    }
  }
}

/// A condition, for SQLite and for Swift.
private indirect enum Wish {
  case number(Int)
  case noNumber
  case prefix(String)
  case contains(String)
  case sortIndex(below: Double)
  case assignee(String)
  case label(String)
  case labels(more: Int)
  case billable
  case both(Wish, Wish)
  case either(Wish, Wish)
  case not(Wish)

  init(_ random: inout SeededRandom, depth: Int = 3) {
    switch random.below(depth > 0 ? 12 : 9) {
    case 0: self = .number(random.below(4))
    case 1: self = .noNumber
    case 2: self = .prefix(random.pick(["", "a", "b", "ab", "é"]))
    case 3: self = .contains(random.pick(["a", "b", "É", "x"]))
    case 4: self = .sortIndex(below: Double(random.below(4)))
    case 5: self = .assignee(random.pick(["Ada", "Grace", "Nobody"]))
    case 6: self = .label(random.pick(["ui", "design", "none"]))
    case 7: self = .labels(more: random.below(3))
    case 8: self = .billable
    case 9: self = .both(Wish(&random, depth: depth - 1), Wish(&random, depth: depth - 1))
    case 10: self = .either(Wish(&random, depth: depth - 1), Wish(&random, depth: depth - 1))
    default: self = .not(Wish(&random, depth: depth - 1))
    }
  }

  func condition(_ row: QueriedRow<Todo>) -> Condition {
    switch self {
    case .number(let number): row.number == number
    case .noNumber: row.number.isNil
    case .prefix(let text): row.title.hasPrefix(text)
    case .contains(let text): row.title.localizedContains(text)
    case .sortIndex(let limit): row.sortIndex < limit
    case .assignee(let name): row.assignee.displayName == name
    case .label(let slug): row.labels.contains { $0.slug == slug }
    case .labels(let count): row.labels.count > count
    case .billable: row.isBillable.condition
    case .both(let left, let right): left.condition(row) && right.condition(row)
    case .either(let left, let right): left.condition(row) || right.condition(row)
    case .not(let wish): !wish.condition(row)
    }
  }

  func isMet(by row: QueryRun.Row) -> Bool {
    switch self {
    case .number(let number): row.todo.number == number
    case .noNumber: row.todo.number == nil
    case .prefix(let text): row.todo.title.hasPrefix(text)
    case .contains(let text): row.todo.title.lowercased().contains(text.lowercased())
    case .sortIndex(let limit): row.todo.sortIndex < limit
    case .assignee(let name): row.assignee == name
    case .label(let slug): row.labels.contains(slug)
    case .labels(let count): row.labels.count > count
    case .billable: row.todo.isBillable
    case .both(let left, let right): left.isMet(by: row) && right.isMet(by: row)
    case .either(let left, let right): left.isMet(by: row) || right.isMet(by: row)
    case .not(let wish): !wish.isMet(by: row)
    }
  }
}

/// A column to sort by.
private struct Key {
  let column: Int
  let isDescending: Bool

  init(_ random: inout SeededRandom) {
    column = random.below(4)
    isDescending = random.chance(50)
  }

  func term(_ row: QueriedRow<Todo>) -> SortTerm {
    switch column {
    case 0: isDescending ? row.number.descending : row.number.ascending
    case 1: isDescending ? row.title.descending : row.title.ascending
    case 2: isDescending ? row.sortIndex.descending : row.sortIndex.ascending
    default:
      isDescending ? row.assignee.displayName.descending : row.assignee.displayName.ascending
    }
  }

  /// Whether the first row sorts before the second one; `nil` if neither does.
  func isAscending(_ left: QueryRun.Row, _ right: QueryRun.Row) -> Bool? {
    let isLess: (Bool, Bool) =
      switch column {
      case 0: (less(left.todo.number, right.todo.number), less(right.todo.number, left.todo.number))
      case 1: (less(left.todo.title, right.todo.title), less(right.todo.title, left.todo.title))
      case 2:
        (left.todo.sortIndex < right.todo.sortIndex, right.todo.sortIndex < left.todo.sortIndex)
      default: (less(left.assignee, right.assignee), less(right.assignee, left.assignee))
      }
    if isLess.0 == isLess.1 { return nil }
    return isDescending ? isLess.1 : isLess.0
  }

  private func less<Value: Comparable>(_ left: Value?, _ right: Value?) -> Bool {
    guard let right else { return false }
    return left.map { $0 < right } ?? true
  }
}

private struct QueryRun {
  struct Row {
    var todo: Todo
    var assignee: String?
    var labels: [String]
  }

  private static let people = ["Ada", "Grace"]
  private var random: SeededRandom
  private let database: Database
  let store: SyncStore
  private(set) var rows: [Row] = []

  init(seed: UInt64) async throws {
    random = SeededRandom(seed)
    database = try Database()
    store = try await database.open(TrackerSchema.self)
    _ = try await store.apply(Sample.payload("tasks"), as: "Todo")
    for number in 1...4 { try await store.delete(Todo.self, id: TrackerIDs.task(number)) }
  }

  mutating func insertRows() async throws {
    for _ in 0..<random.number(1...25) { try await insert() }
  }

  private mutating func insert() async throws {
    let assignee = random.chance(30) ? nil : random.pick(Self.people)
    let labels = ["design", "ui"].filter { _ in random.chance(40) }
    // The number is unique within a project, so it is null or the first one that is not used.
    let number =
      random.chance(30)
      ? nil
      : (0..<200).first { number in
        !rows.contains { $0.todo.number == number }
      }
    let todo = Todo(
      number: number, title: random.pick(["", "a", "ab", "b", "é", "É", "ba x"]),
      sortIndex: Double(random.below(4)), isBillable: random.chance(50),
      createdAt: Date(timeIntervalSince1970: 0),
      projectID: TrackerIDs.project,
      assigneeID: assignee.map { $0 == "Ada" ? TrackerIDs.ada : TrackerIDs.grace })
    try await store.insert(todo)
    try await store.update(Todo.self, id: todo.id, Todo.Patch(labelIDs: .value(labels)))
    let stored = try #require(try await store.fetch(Todo.self, id: todo.id))
    rows.append(Row(todo: stored, assignee: assignee, labels: labels))
  }

  private func expected(_ wish: Wish, _ keys: [Key]) -> [Row] {
    rows.filter(wish.isMet).sorted { left, right in
      for key in keys {
        if let isAscending = key.isAscending(left, right) { return isAscending }
      }
      return left.todo.id.uuidString.lowercased() < right.todo.id.uuidString.lowercased()
    }
  }

  mutating func compare() async throws {
    let wish = Wish(&random)
    let keys = (0..<random.below(3)).map { _ in Key(&random) }
    let query = Todo.where(wish.condition).order { row in keys.map { $0.term(row) } }
    let expected = expected(wish, keys)
    let text: Comment = "\(wish) \(keys)"
    #expect(try await store.fetch(query) == expected.map(\.todo), text)
    #expect(try await store.count(query) == expected.count, text)
    let (skipped, limit) = (random.below(4), random.below(6))
    let part = Array(expected.dropFirst(skipped).prefix(limit))
    let partQuery = query.offset(skipped).limit(limit)
    let found = try await store.fetch(partQuery.including { ($0.labels, $0.assignee) })
    #expect(found.map(\.row) == part.map(\.todo), text)
    #expect(found.map { $0.related.0.map(\.slug) } == part.map(\.labels), text)
    #expect(found.map { $0.related.1?.displayName } == part.map(\.assignee), text)
    let sections = try await store.fetch(query.sectioned { $0.sortIndex })
    let bySection = Dictionary(grouping: expected) { $0.todo.sortIndex }
    #expect(sections.map(\.key) == bySection.keys.sorted(), text)
    for section in sections {
      #expect(section.rows == bySection[section.key]?.map(\.todo), text)
    }
    let groups = try await store.fetch(
      query.group { $0.sortIndex }.select { ($0.sortIndex, $0.count, $0.number.sum) })
    #expect(groups.map(\.0) == bySection.keys.sorted(), text)
    for group in groups {
      let rows = bySection[group.0] ?? []
      #expect(group.1 == rows.count, text)
      #expect(group.2 == rows.reduce(0) { $0 + ($1.todo.number ?? 0) }, text)
    }
    let selected = Todo.where { $0.id.isIn(partQuery.select { $0.id }) }
    #expect(Set(try await store.fetch(selected)) == Set(part.map(\.todo)), text)
  }

  /// Pages through all rows while others are inserted and deleted.
  mutating func walk() async throws {
    let keys = (0..<random.below(3)).map { _ in Key(&random) }
    let query = Todo.order { row in keys.map { $0.term(row) } }.limit(random.number(1...4))
    let kept = Set(rows.filter { _ in random.chance(70) }.map(\.todo.id))
    var found: [Todo] = []
    while true {
      let page = try await store.fetch(query.after(found.last))
      if page.isEmpty { break }
      found += page
      if random.chance(50), let gone = rows.map(\.todo.id).first(where: { !kept.contains($0) }) {
        rows.removeAll { $0.todo.id == gone }
        try await store.delete(Todo.self, id: gone)
      } else if rows.count < 40 {
        try await insert()
      }
    }
    let ids = found.map(\.id)
    #expect(Set(ids).count == ids.count, "\(keys)")
    #expect(kept.isSubset(of: ids), "\(keys)")
  }

  mutating func observe() async throws {
    let wish = Wish(&random)
    let query = Todo.where(wish.condition).order(\.title).including { $0.labels }
    var values = store.values(of: query).makeAsyncIterator()
    var last = try await values.next()
    for _ in 0..<10 {
      try await change()
      let fresh = try await store.fetch(query)
      if fresh == last { continue }
      last = try await values.next()
      #expect(last == fresh, "\(wish)")
    }
  }

  private mutating func change() async throws {
    guard let row = rows.randomElement(using: &random) else { return try await insert() }
    switch random.below(5) {
    case 0: try await insert()
    case 1:
      rows.removeAll { $0.todo.id == row.todo.id }
      try await store.delete(Todo.self, id: row.todo.id)
    case 2:
      let labels = ["design", "ui"].filter { _ in random.chance(50) }
      try await store.update(Todo.self, id: row.todo.id, Todo.Patch(labelIDs: .value(labels)))
    case 3:
      let patch = Label.Patch(name: .value("\(random.below(100))"))
      try await store.update(Label.self, id: random.pick(["design", "ui"]), patch)
    default:
      let patch = Todo.Patch(title: .value(random.pick(["a", "b"])))
      try await store.update(Todo.self, id: row.todo.id, patch)
    }
  }
}
