import Foundation
import SwiftSyncRuntime

/// Reads and writes rows as an app does, for `bench.py` to measure.
///
///     store-bench fill FILE ROWS             inserts rows of Task
///     store-bench read FILE RUNS             fetches all rows of Task, again and again
///     store-bench insert FILE ROWS [recorded]   inserts rows in one transaction, recorded for a backend or not
///     store-bench update FILE ROWS [recorded]   changes a title and a number of each, one row after the other
@main
struct StoreBench {
  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count >= 3, let count = Int(arguments[2]), count > 0 else {
      fail("usage: store-bench fill|read|insert|update FILE COUNT [recorded]")
    }
    do {
      let store = try await SyncStore.open(
        StoreBenchmarkSchema.self, at: URL(fileURLWithPath: arguments[1]))
      let isRecorded = arguments.dropFirst(3).first == "recorded"
      switch arguments[0] {
      case "fill": try await insert(count, isRecorded: false, into: store)
      case "read": try await read(count, from: store)
      case "insert": try await insert(count, isRecorded: isRecorded, into: store)
      case "update": try await update(count, isRecorded: isRecorded, in: store)
      default: fail("there is no '\(arguments[0])'")
      }
    } catch {
      fail("\(error)")
    }
  }

  private static func read(_ runs: Int, from store: SyncStore) async throws {
    for _ in 0..<runs {
      guard try await !store.fetch(Task.self).isEmpty else { fail("there are no rows") }
    }
  }

  private static func insert(
    _ count: Int, isRecorded: Bool, into store: SyncStore
  ) async throws {
    let tasks = (0..<count).map { TaskNumber($0) }
    try await store.transaction { transaction in
      if isRecorded {
        for task in tasks { try transaction.insert(task.recorded) }
      } else {
        for task in tasks { try transaction.insert(task.plain) }
      }
    }
  }

  private static func update(
    _ count: Int, isRecorded: Bool, in store: SyncStore
  ) async throws {
    let tasks = (0..<count).map { TaskNumber($0) }
    try await store.transaction { transaction in
      for task in tasks {
        let isThere =
          isRecorded
          ? try transaction.update(RecordedTask.self, id: task.id, task.recordedChange)
          : try transaction.update(Task.self, id: task.id, task.plainChange)
        guard isThere else { fail("row \(task.number) is not there") }
      }
    }
  }

  private static func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("store-bench: \(message)\n".utf8))
    exit(1)
  }
}
