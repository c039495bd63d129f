import Foundation
@_spi(Generated) @testable import SwiftSyncStore
import Testing

/// Reads on the main thread, which end at a deadline.
@Suite struct DeadlineTests {
  /// Rows that SQLite finds at once.
  private let rows =
    "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60) SELECT i FROM n"

  /// Reads rows, each of which takes a time to decode.
  private func read(
    _ connection: Connection, each time: TimeInterval, _ note: () -> Void
  ) throws(SyncError) {
    let query = try connection.statement(rows)
    defer { query.reset() }
    while try query.step() {
      note()
      Thread.sleep(forTimeInterval: time)
    }
  }

  @Test func decodingRowsCounts() throws {
    let connection = try Connection(path: Connection.memoryPath, mode: .readWrite)
    var count = 0
    let error = #expect(throws: SyncError.self) {
      try connection.run(until: ContinuousClock.now + .milliseconds(20)) {
        (connection) throws(SyncError) in
        try read(connection, each: 0.005) { count += 1 }
      }
    }
    guard case .database(let failure)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(failure.message == "interrupted" && count < 60)

    // The connection has no deadline afterwards.
    count = 0
    try read(connection, each: 0) { count += 1 }
    #expect(count == 60)
  }

  @Test func readsBeforeDeadlineAreWhole() throws {
    let connection = try Connection(path: Connection.memoryPath, mode: .readWrite)
    var count = 0
    try connection.run(until: ContinuousClock.now + .seconds(60)) {
      (connection) throws(SyncError) in
      try read(connection, each: 0) { count += 1 }
    }
    #expect(count == 60)
  }
}
