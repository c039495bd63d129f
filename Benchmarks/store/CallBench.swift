import Foundation
import SwiftSyncRuntime

/// Single calls of a store, as `calls/limit_calls.c` makes them. Prints a line for each kind: its name and the seconds
/// of all calls.
struct CallBench {
  let store: SyncStore
  /// The rows in the database.
  let rows: Int
  /// The number of calls of each kind.
  let count: Int

  func run() async throws {
    try await measured("fetch") { try await fetch() }
    try await measured("read") { try read() }
    try await measured("update") { try await update() }
    try await measured("insert") { try await insert() }
    try await measured("inserts") { try await insertAll() }
  }

  private func place(_ index: Int) -> Int { index * 7919 % rows }

  private func fetch() async throws {
    for index in 0..<count {
      guard try await store.fetch(Task.self, id: TaskNumber(place(index)).id) != nil else {
        throw CallBenchFailure.missingRow
      }
    }
  }

  /// Fetches the same rows in the caller's thread.
  private func read() throws {
    for index in 0..<count {
      let id = TaskNumber(place(index)).id
      guard try store.read({ try $0.fetch(Task.self, id: id) }) != nil else {
        throw CallBenchFailure.missingRow
      }
    }
  }

  private func update() async throws {
    for index in 0..<count {
      let change = TaskNumber(place(index)).plainChange
      guard try await store.update(Task.self, id: change.id, change.patch) else {
        throw CallBenchFailure.missingRow
      }
    }
  }

  private func insert() async throws {
    for index in 0..<count { try await store.insert(TaskNumber(rows + index).plain) }
  }

  private func insertAll() async throws {
    let first = rows + count
    try await store.transaction { transaction in
      for index in 0..<count { try transaction.insert(TaskNumber(first + index).plain) }
    }
  }

  private func measured(_ name: String, _ work: () async throws -> Void) async throws {
    let start = ContinuousClock.now
    try await work()
    print(name, (ContinuousClock.now - start) / .seconds(1))
  }
}

enum CallBenchFailure: Error {
  case missingRow
}
