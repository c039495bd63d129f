import Foundation
import Testing

@_spi(Generated) @testable import SwiftSyncCoding
@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

/// Rules that take more than one row to show; the cases under `GoldenTests` cover the others.
@Suite struct ApplyTests {
  let database: Database

  init() throws {
    database = try Database()
  }

  private func apply(
    _ json: String, to entity: String = "Member", _ change: (inout ApplyOptions) -> Void = { _ in }
  ) async throws -> ApplyReport {
    var options = ApplyOptions()
    change(&options)
    let store = try await SyncStore.open(
      ShopSchema.metadata, at: database.path, log: .none)
    return try await store.apply(.data(Data(json.utf8)), as: entity, options: options)
  }

  @Test func insertsUpdatesAndDeletes() async throws {
    let first = try await apply(#"[{"id":1,"email":"a@x"},{"id":2,"email":"b@x","name":"B"}]"#)
    #expect(first.inserted == 2)
    let second = try await apply(#"[{"id":3,"email":"c@x"},{"id":2,"email":"b@x","name":null}]"#) {
      $0.missingRows = .delete
    }
    #expect(second.inserted == 1)
    #expect(second.updated == 1)
    #expect(second.deleted == 1)
    #expect(try database.rows("SELECT * FROM members") == ["2|b@x|null|null", "3|c@x|null|null"])
  }

  @Test func swapsUniqueValues() async throws {
    _ = try await apply(#"[{"id":1,"email":"a"},{"id":2,"email":"b"},{"id":3,"email":"c"}]"#)
    let report = try await apply(
      #"[{"id":1,"email":"b"},{"id":2,"email":"c"},{"id":3,"email":"a"}]"#)
    #expect(report.updated == 3)
    #expect(report.rejectedCount == 0)
    #expect(
      try database.rows("SELECT id, email FROM members ORDER BY id") == ["1|b", "2|c", "3|a"])
  }

  @Test func rejectsChainOfUniqueConflicts() async throws {
    _ = try await apply(#"[{"id":1,"email":"a"},{"id":2,"email":"b"},{"id":3,"email":"c"}]"#)
    let report = try await apply(
      #"[{"id":1,"email":"b"},{"id":2,"email":"c"},{"id":4,"email":"d"}]"#
    )
    #expect(report.updated == 0)
    #expect(report.rejected.map(\.identity) == ["1", "2"])
    #expect(report.rejected.map(\.rule) == [.uniqueConflict, .uniqueConflict])
    #expect(
      try database.rows("SELECT id, email FROM members ORDER BY id") == [
        "1|a", "2|b", "3|c", "4|d",
      ])
  }

  @Test func appliesNestedRowsWithParent() async throws {
    let json = #"[{"badges":[{"level":1,"id":5}],"email":"a","team":{"id":9,"size":3},"id":1}]"#
    let report = try await apply(json)
    #expect(report.inserted == 1)
    #expect(report.related["Badge"]?.inserted == 1)
    #expect(report.related["Team"]?.inserted == 1)
    #expect(try database.rows("SELECT * FROM badges") == ["5|1|1"])
    #expect(try database.rows("SELECT team_id FROM members") == ["9"])
    let again = try await apply(json)
    #expect(again.unchanged == 1)
    #expect(again.related["Badge"]?.unchanged == 1)
  }

  @Test func skipsNestedRowsOfConflictingRow() async throws {
    _ = try await apply(#"[{"id":1,"email":"a"}]"#)
    let report = try await apply(
      #"[{"id":1,"email":"a"},{"id":2,"email":"a","badges":[{"id":5,"level":1}]}]"#)
    #expect(report.rejectedCount == 1)
    #expect(report.unchanged == 1)
    #expect(try database.rows("SELECT * FROM badges").isEmpty)
  }

  @Test func appliesRepeatedRowAfterDeferredOne() async throws {
    _ = try await apply(#"[{"id":1,"email":"a"},{"id":2,"email":"b"}]"#)
    let report = try await apply(
      #"[{"id":3,"email":"a","name":"x"},{"id":3,"email":"c"},{"id":1,"email":"d"}]"#
    ) { $0.missingRows = .delete }
    #expect(report.inserted == 1)
    #expect(
      try database.rows("SELECT id, email, name FROM members ORDER BY id")
        == ["1|d|null", "3|c|x"])
  }

  @Test func rejectedChildStaysInParentList() async throws {
    _ = try await apply(#"[{"id":1,"email":"a","badge_ids":[7]}]"#)
    let rejected = try await apply(#"[{"id":7},{"id":8,"level":1}]"#, to: "Badge")
    #expect(rejected.rejectedCount == 1)
    _ = try await apply(#"[{"id":7,"level":2}]"#, to: "Badge") { $0.missingRows = .delete }
    #expect(try database.rows("SELECT * FROM badges") == ["7|2|1"])
    #expect(try database.rows("SELECT * FROM swiftsync_links").isEmpty)
  }

  @Test func appliesLargePayload() async throws {
    let rows = (0..<20_000).map { #"{"id":\#($0),"email":"member-\#($0)@example.test"}"# }
    let json = "[\n" + rows.joined(separator: ",\n") + "\n]"
    #expect(try await apply(json).inserted == 20_000)
    #expect(try await apply(json).unchanged == 20_000)
  }

  @Test func firstFillPreservesIndexes() async throws {
    _ = try await apply("[]")
    let before = try database.rows("SELECT name, sql FROM sqlite_schema ORDER BY name")
    let rows = (1...5_000).map { id in
      #"{"id":\#(id),"email":"\#(id)","team":{"id":\#(id)},"badges":[{"id":\#(id),"level":1}]}"#
    }
    let report = try await apply("[\(rows.joined(separator: ","))]")
    #expect(report.inserted == 5_000)
    #expect(report.related["Badge"]?.inserted == 5_000)
    #expect(try database.rows("SELECT name, sql FROM sqlite_schema ORDER BY name") == before)
    #expect(try database.rows("PRAGMA integrity_check") == ["ok"])
    #expect(
      try database.rows("SELECT count(*) FROM members INDEXED BY members_team_id WHERE team_id > 0")
        == ["5000"])
    let shuffled = try await apply("[\(rows.shuffled().joined(separator: ","))]")
    #expect(shuffled.unchanged == 5_000)
    #expect(shuffled.related["Badge"]?.unchanged == 5_000)
  }

  @Test func reportsErrorLocation() async throws {
    await #expect {
      _ = try await apply("[{\"id\":1,\"email\":\"a\"},\n {\"id\":2,\"email\":\"\\u12g4\"}]")
    } throws: { error in
      String(describing: error)
        == "payload:2:19: invalid escape sequence in a string (byte 41, at [1].email)"
    }
    #expect(try database.rows("SELECT count(*) FROM members") == ["0"])
  }
}
