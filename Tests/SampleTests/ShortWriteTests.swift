import Foundation
import Testing
import Tracker

@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

/// Writes of single rows, which run in the caller's task while nothing else is written.
@Suite struct ShortWriteTests {
  /// The job is repeated on the writing thread, which may wait; the threads of tasks may not.
  @Test func foreignWriteDoesNotBlockTaskThreads() async throws {
    let database = try Database()
    let store = try await database.open(TrackerSchema.self)
    let other = Writing(try OtherProgram(at: database))
    try other.program.run("BEGIN IMMEDIATE")

    try await store.writeShort(operation: "test", as: CancellationToken()) {
      (writer) throws(SyncError) in
      // The first attempt has failed at once; otherwise, this would not be the second one.
      other.attempt()
      try writer.connection.writeTransaction { () throws(SyncError) in
        (try writer.connection.execute("DELETE FROM labels"), .commit)
      }
    }

    #expect(other.attempts == 2)
  }

  /// Waits until the writing thread is idle, so that short jobs run in the caller's task.
  private func waitUntilIdle(_ store: SyncStore) async throws {
    let isInTask: @Sendable (Writer) throws(SyncError) -> Bool = { _ in
      withUnsafeCurrentTask { $0 != nil }
    }
    while try await !store.writeShort(operation: "test", as: CancellationToken(), isInTask) {}
  }

  @Test func cancelledTaskChangesNothing() async throws {
    let database = try Database()
    let store = try await database.open(TrackerSchema.self)
    try await waitUntilIdle(store)
    let task = Task {
      let token = CancellationToken()
      return try await store.writeShort(operation: "test", as: token) {
        (writer) throws(SyncError) in
        try writer.transaction(token) { (_) throws(SyncError) in
          try writer.connection.execute("INSERT INTO labels (slug, name) VALUES ('a', 'A')")
          withUnsafeCurrentTask { $0?.cancel() }
          return ((), .commit)
        }
      }
    }
    await #expect(throws: SyncError.cancelled) { try await task.value }
    #expect(try await store.count(Label.all) == 0)
  }

  @Test func writesRowsFromManyTasks() async throws {
    let database = try Database()
    let store = try await database.open(TrackerSchema.self)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for number in 0..<20 {
            let label = Label(slug: "\(task)-\(number)", name: "\(number)")
            try await store.insert(label)
            #expect(try await store.fetch(Label.self, id: label.slug) == label)
            try await store.update(Label.self, id: label.slug, .init(name: .value("N")))
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await store.count(Label.where { $0.name == "N" }) == 160)
  }
}

/// Another process that writes until someone tries to write for the second time.
///
/// `@unchecked`: attempts are made one after the other.
private final class Writing: @unchecked Sendable {
  let program: OtherProgram
  private(set) var attempts = 0

  init(_ program: OtherProgram) {
    self.program = program
  }

  func attempt() {
    attempts += 1
    guard attempts == 2 else { return }
    do { try program.run("ROLLBACK") } catch { Issue.record(error) }
  }
}
