import Foundation
import SwiftSyncRuntime

/// Commits of one row while queries are observed. Prints a line for each kind: its name, and the median seconds and
/// seconds of processor time.
///
/// - `none`, `others`: a commit without live queries, and with 50 on other columns.
/// - `commit`: a commit with 50 live queries on the column that it changes, until it returns.
/// - `same`: the same commit, until all of these queries have their new results.
/// - `fetched`: a commit, and running each of these queries once.
struct LiveBench {
  private static let queryCount = 50

  let store: SyncStore
  /// The rows in the database.
  let rows: Int
  /// The number of measurements of each kind.
  let count: Int

  func run() async throws {
    var times: [String: [Stopwatch.Time]] = [:]
    let names = ["none", "others", "commit", "same", "fetched"]
    // In turns, so that all kinds run under the same load.
    for round in 0..<8 {
      try await measure("none", round, &times) {}
      let others = try await LiveQueries(store, (0..<Self.queryCount).map(otherQuery))
      try await measure("others", round, &times) {}
      await others.stop()
      let same = try await LiveQueries(store, (0..<Self.queryCount).map(query))
      try await measure("same", round, &times) { try await same.waitForResults() }
      await same.stop()
      try await measure("fetched", round, &times) {
        for number in 0..<Self.queryCount { _ = try await store.fetch(query(number)) }
      }
    }
    for name in names { print(name, Stopwatch.median(of: times[name] ?? [])) }
  }

  /// A query that reads the title, which commits change in the first row.
  private func query(_ number: Int) -> Query<Task> {
    Task.where { $0.sortIndex > Double(-1 - number) }.order(\.id).limit(100)
  }

  private func otherQuery(_ number: Int) -> Query<Task>.Selection<Int> {
    query(number).select { $0.priority }
  }

  private func measure(
    _ name: String, _ round: Int, _ times: inout [String: [Stopwatch.Time]],
    _ finish: () async throws -> Void
  ) async throws {
    for index in 0..<count / 8 {
      let task = TaskNumber(0)
      let patch = Task.Patch(title: .value("\(name) \(round) \(index)"))
      let watch = Stopwatch()
      guard try await store.update(Task.self, id: task.id, patch) else {
        throw CallBenchFailure.missingRow
      }
      if name == "same" { times["commit", default: []].append(watch.time) }
      try await finish()
      times[name, default: []].append(watch.time)
    }
  }
}

/// Observed queries, each in its own task.
private final class LiveQueries: Sendable {
  private let counter = ResultCounter()
  private let queryCount: Int
  private let tasks: [_Concurrency.Task<Void, any Error>]

  /// Returns when all of them have their first results.
  init<Observed: StoreQuery>(_ store: SyncStore, _ queries: [Observed]) async throws {
    queryCount = queries.count
    tasks = queries.map { [counter] query in
      .init {
        for try await _ in store.values(of: query) { await counter.add() }
      }
    }
    await counter.wait(for: queryCount)
  }

  /// Waits until each has one more result.
  func waitForResults() async throws { await counter.wait(for: queryCount) }

  func stop() async {
    for task in tasks { task.cancel() }
    for task in tasks { _ = await task.result }
  }
}

/// Counts results, for which one task waits.
private actor ResultCounter {
  private var count = 0
  private var wanted = 0
  private var waiter: CheckedContinuation<Void, Never>?

  func add() {
    count += 1
    if count == wanted { take()?.resume() }
  }

  func wait(for number: Int) async {
    wanted = number
    if count < wanted { await withCheckedContinuation { waiter = $0 } }
    count -= number
    wanted = 0
  }

  private func take() -> CheckedContinuation<Void, Never>? {
    defer { waiter = nil }
    return waiter
  }
}
