import SwiftSyncRuntime
import Testing
import Tracker

@testable import SwiftSyncStore

/// When `values(of:)` runs its queries, and the elements that it has.
@Suite(.timeLimit(.minutes(5))) struct ObservedQueryTests {
  private let database: Database
  private let store: SyncStore

  init() async throws {
    database = try Database()
    store = try await database.open(TrackerSchema.self)
    _ = try await store.apply(Sample.payload("tasks"), as: "Todo")
  }

  private static let slugs = Label.all.select { $0.slug }

  private func insert(_ slugs: String...) async throws {
    for slug in slugs { try await store.insert(Label(slug: slug, name: "")) }
  }

  private func setNumber(_ number: Int) async throws {
    try await store.update(
      Todo.self, id: TrackerIDs.task(1), Todo.Patch(number: .value(number)))
  }

  /// A commit that cannot change the result does not run the query.
  @Test func unrelatedColumnsDoNotRunQuery() async throws {
    let query = WatchedQuery(Todo.where { $0.number > 100 }.select { $0.number })
    var values = store.values(of: query).makeAsyncIterator()
    #expect(try await values.next() == [])
    let mailbox = values.mailbox
    let next = Task { [values] in
      var values = values
      return try await values.next()
    }
    for count in 0..<20 {
      try await store.update(
        Todo.self, id: TrackerIDs.task(1), Todo.Patch(title: .value("\(count)")))
      try await insert("\(count)")
      while !mailbox.isIdle { await Task.yield() }
    }
    #expect(query.count.value == 1)
    // The query reads this column, so it runs, but its result is the same.
    try await setNumber(5)
    while !mailbox.isIdle || query.count.value < 2 { await Task.yield() }
    try await setNumber(101)
    #expect(try await next.value == [101])
    #expect(query.count.value == 3)
  }

  @Test func coalescesBursts() async throws {
    let query = WatchedQuery(Self.slugs)
    var values = store.values(of: query).makeAsyncIterator()
    #expect(try await values.next() == ["design", "ui"])
    try await insert("a", "b", "c", "d")
    #expect(try await values.next() == ["a", "b", "c", "d", "design", "ui"])
    #expect(query.count.value == 2)
    try await insert("e")
    #expect(try await values.next()?.count == 7)
    #expect(query.count.value == 3)
  }

  /// A commit after the query has read leads to one more element.
  @Test func coalescesCommitsDuringQuery() async throws {
    let gate = Gate()
    let query = WatchedQuery(Self.slugs, after: { if $0 == 2 { gate.stop() } })
    var values = store.values(of: query).makeAsyncIterator()
    #expect(try await values.next() == ["design", "ui"])
    try await insert("a")
    let next = Task { [values] in
      var values = values
      let first = try await values.next()
      return (first, try await values.next())
    }
    try await gate.whileStopped { try await insert("b", "c", "d") }
    let (first, second) = try await next.value
    #expect(first == ["a", "design", "ui"])
    #expect(second == ["a", "b", "c", "d", "design", "ui"])
    #expect(query.count.value == 3)
  }

  @Test func slowConsumerGetsNewestResult() async throws {
    let query = WatchedQuery(Self.slugs)
    var seen: [[String]] = []
    for try await slugs in store.values(of: query) {
      seen.append(slugs)
      if seen.count == 1 { try await insert("a", "b", "c") }
      if seen.count == 2 { try await insert("d", "e") }
      if seen.count == 3 { break }
    }
    #expect(seen.map(\.count) == [2, 5, 7])
    #expect(seen.last == ["a", "b", "c", "d", "design", "e", "ui"])
    #expect(query.count.value == 3)
  }

  /// A change that was undone while the loop was busy is not an element.
  @Test func skipsEqualResults() async throws {
    var values = store.values(of: Self.slugs).makeAsyncIterator()
    #expect(try await values.next()?.count == 2)
    try await insert("a")
    try await store.delete(Label.self, id: "a")
    let next = Task { [values] in
      var values = values
      return try await values.next()
    }
    let mailbox = values.mailbox
    while !mailbox.isIdle { await Task.yield() }
    try await insert("b")
    #expect(try await next.value == ["b", "design", "ui"])
  }

  /// Neither the first query nor the last one sees commits between them.
  @Test func queriesShareSnapshot() async throws {
    let gate = Gate()
    let last = WatchedQuery(Self.slugs, before: { if $0 == 1 { gate.stop() } })
    let numbers = Todo.select { $0.number }
    let two = store.values(of: numbers, last)
    let next = Task {
      var values = two.makeAsyncIterator()
      return (try await values.next(), try await values.next())
    }
    try await gate.whileStopped {
      try await setNumber(101)
      try await insert("a")
    }
    let (first, second) = try await next.value
    #expect(first?.0 == [1, 2, 3, 4] && first?.1 == ["design", "ui"])
    #expect(second?.0 == [101, 2, 3, 4] && second?.1 == ["a", "design", "ui"])
  }

  @Test func threeQueriesShareSnapshot() async throws {
    let gate = Gate()
    let last = WatchedQuery(Self.slugs, before: { if $0 == 2 { gate.stop() } })
    let labels = Todo.where { $0.number == 2 }.including { $0.labels }
    let three = store.values(of: Todo.select { $0.number }, labels, last)
    var values = three.makeAsyncIterator()
    #expect(try await values.next()?.2 == ["design", "ui"])
    try await insert("a")
    let next = Task { [values] in
      var values = values
      return (try await values.next(), try await values.next())
    }
    try await gate.whileStopped {
      try await setNumber(101)
      try await insert("b")
      try await store.update(
        Todo.self, id: TrackerIDs.task(2), Todo.Patch(labelIDs: .value(["b"])))
    }
    let (second, third) = try await next.value
    #expect(second?.0 == [1, 2, 3, 4] && second?.2 == ["a", "design", "ui"])
    #expect(second?.1.map { $0.related.map(\.slug) } == [[]])
    #expect(third?.0 == [101, 2, 3, 4] && third?.2 == ["a", "b", "design", "ui"])
    #expect(third?.1.map { $0.related.map(\.slug) } == [["b"]])
  }
}
