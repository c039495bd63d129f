import Foundation
import Testing

@_spi(Generated) import SwiftSyncREST
@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

/// The cost of a payload for rows with local writes that are not pushed.
@Suite struct QueueLookupTests {
  private static let count = 8_000

  /// The time to apply rows that all have local writes.
  private func duration(_ kind: String) throws -> Duration {
    let schema = try LawSchema.of(
      """
      swiftsync: 1
      name: A
      version: 1
      entities:
        Note:
          attributes: { id: \(kind), title: string, body: "string?", at: "date?" }
          sync: { push: true, clock: at }
      """)
    let connection = try Connection(path: ":memory:", mode: .readWrite)
    try DatabaseSetup.configure(connection)
    try connection.execute(schema.metadata.ddl)
    try connection.execute(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(Self.count))
      INSERT INTO notes (id, title) SELECT i, 't' FROM n
      """)
    let rows = (1...Self.count).map { #"{"id":"\#($0)","body":"theirs"}"# }
    let payload = Data("[\(rows.joined(separator: ","))]".utf8)
    let entity = try #require(schema.plan.entity("Note"))
    let start = ContinuousClock.now
    let report = try connection.writeTransaction { () throws(SyncError) in
      let call = try ApplyCall(schema.plan, entity, ApplyOptions(), on: connection)
      return (try call.run([DataStream(payload)]), .commit)
    }
    #expect(report.unchanged + report.updated == Self.count)
    #expect(try connection.integer("SELECT count(*) FROM swiftsync_changes") == Int64(Self.count))
    return ContinuousClock.now - start
  }

  /// Scanning the queue for each row would take a hundred times as long.
  @Test func integerLookupDoesNotScanQueue() throws {
    let texts = try duration("string")
    // The shortest of three, since a run may have to wait for other tests.
    let integers = try (0..<3).map { _ in try duration("int") }.min()
    #expect(try #require(integers) < texts * 10 + .seconds(1))
  }
}
