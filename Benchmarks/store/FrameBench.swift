import Foundation
import SwiftSyncLive
import SwiftSyncRuntime

/// The first frame of views, on the main actor. Prints a line for each kind of query: its name, the 99th percentile of
/// the seconds until the value was read for the first time, and the share of queries that had a result by then.
///
/// - `rows`: 50 rows in the order of an index.
/// - `slow`: a query that takes about a second, which is to continue in the background.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor struct FrameBench {
  let store: SyncStore
  /// The number of measurements of each kind.
  let count: Int

  func run() async throws {
    let rows = Task.order(\.updatedAt).limit(50)
    // The file is in the cache, and statements are prepared, as in an app that runs.
    _ = try await store.fetch(rows)
    try await measure("rows") { LiveQuery(rows, in: store).rows.count == 50 }
    let slow = try await slowQuery()
    try await measure("slow") { !LiveQuery(slow, in: store).rows.isEmpty }
  }

  /// A query that takes a second on this machine.
  private func slowQuery() async throws -> SQLQuery {
    var steps = 100_000
    while true {
      let query = SQLQuery(
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(steps)) "
          + "SELECT count(*) AS count FROM n")
      let watch = Stopwatch()
      _ = try await store.fetch(query)
      guard watch.time.seconds < 1 else { return query }
      steps *= 2
    }
  }

  /// - Parameter read: Creates a live query, and returns whether it has its result.
  private func measure(_ name: String, _ read: () -> Bool) async throws {
    var seconds: [Double] = []
    var filled = 0
    for _ in 0..<count {
      let watch = Stopwatch()
      if read() { filled += 1 }
      seconds.append(watch.time.seconds)
      // The turn of the run loop ends, and the connection becomes free.
      try await _Concurrency.Task.sleep(for: .milliseconds(5))
    }
    let place = min(count - 1, count * 99 / 100)
    print(name, seconds.sorted()[place], Double(filled) / Double(count))
  }
}
