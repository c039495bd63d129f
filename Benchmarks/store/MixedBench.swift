import Foundation
import SwiftSyncRuntime

/// Eight tasks that fetch single rows and eight that update them, concurrently. Prints the seconds and the seconds of
/// processor time until all of them are done.
struct MixedBench {
  private static let taskCount = 8

  let store: SyncStore
  /// The rows in the database.
  let rows: Int
  /// The number of rows that each task fetches or updates.
  let count: Int

  func run() async throws {
    let processor = clock()
    let start = ContinuousClock.now
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<Self.taskCount {
        group.addTask { try await fetch(task) }
        group.addTask { try await update(task) }
      }
      try await group.waitForAll()
    }
    let used = Double(clock() - processor) / Double(CLOCKS_PER_SEC)
    print((ContinuousClock.now - start) / .seconds(1), used)
  }

  private func place(_ task: Int, _ index: Int) -> Int { (task * count + index) * 7919 % rows }

  private func fetch(_ task: Int) async throws {
    for index in 0..<count {
      guard try await store.fetch(Task.self, id: TaskNumber(place(task, index)).id) != nil else {
        throw CallBenchFailure.missingRow
      }
    }
  }

  private func update(_ task: Int) async throws {
    for index in 0..<count {
      let change = TaskNumber(place(task, index)).plainChange
      guard try await store.update(Task.self, id: change.id, change.patch) else {
        throw CallBenchFailure.missingRow
      }
    }
  }
}
