import Foundation
import SwiftSyncRuntime

/// Queries of all rows, as `read/limit_read.c` runs them, and the same rows in sections. Prints a line for each kind:
/// its name, and the median seconds and seconds of processor time of a run.
struct QueryBench {
  let store: SyncStore
  let runs: Int

  func run() async throws {
    try await measured([
      "related": { try await store.fetch(Task.all.including { ($0.owner, $0.parent) }).count }
    ])
    // In turns, so that both kinds run under the same load.
    try await measured([
      "typed": { try await store.fetch(Task.all).count },
      "sectioned": {
        try await store.fetch(Task.all.sectioned { $0.state }).reduce(0) { $0 + $1.rows.count }
      },
    ])
  }

  private func measured(
    _ kinds: KeyValuePairs<String, @Sendable () async throws -> Int>
  ) async throws {
    var times: [String: [Stopwatch.Time]] = [:]
    for _ in 0..<runs {
      for (name, work) in kinds {
        let watch = Stopwatch()
        guard try await work() > 0 else { throw CallBenchFailure.missingRow }
        times[name, default: []].append(watch.time)
      }
    }
    for (name, _) in kinds { print(name, Stopwatch.median(of: times[name] ?? [])) }
  }
}

/// Measures seconds, and seconds of processor time of all threads.
struct Stopwatch {
  struct Time: CustomStringConvertible {
    var seconds: Double
    var processor: Double

    var description: String { "\(seconds) \(processor)" }
  }

  private let start = ContinuousClock.now
  private let processor = clock()

  var time: Time {
    Time(
      seconds: (ContinuousClock.now - start) / .seconds(1),
      processor: Double(clock() - processor) / Double(CLOCKS_PER_SEC))
  }

  static func median(of times: [Time]) -> Time {
    func middle(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
    return Time(
      seconds: middle(times.map(\.seconds)), processor: middle(times.map(\.processor)))
  }
}
