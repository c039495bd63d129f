import Foundation
import Testing

@_spi(Generated) @testable import SwiftSyncCoding
@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

@Suite struct TransformTests {
  struct Odd: Error, CustomStringConvertible {
    let description = "it is odd"
  }

  private let database: Database

  init() throws {
    database = try Database()
  }

  private func sync(
    _ source: PayloadSource, options: ApplyOptions = ApplyOptions(),
    _ transform: @escaping ApplyOptions.Transform
  ) async throws -> ApplyReport {
    var options = options
    options.transform = transform
    let store = try await SyncStore.open(
      ShopSchema.metadata, at: database.path, log: .none)
    return try await store.apply(source, as: "Member", options: options)
  }

  private func sync(
    _ json: String, options: ApplyOptions = ApplyOptions(),
    _ transform: @escaping ApplyOptions.Transform
  ) async throws -> ApplyReport {
    try await sync(.data(Data(json.utf8)), options: options, transform)
  }

  private func members() throws -> [String] {
    try database.rows("SELECT id, email, name FROM members ORDER BY id")
  }

  @Test func changesRowsAndAddsKeys() async throws {
    let report = try await sync(#"[{"id":1,"mail":"a"},{"id":2,"mail":"b","name":"B"}]"#) { row in
      var json = row.json
      json["email"] = json["mail"]
      json["mail"] = nil
      json["name"] = json["name"] ?? "?"
      return json
    }
    #expect(report.inserted == 2)
    #expect(report.unknownKeys.isEmpty)
    #expect(try members() == ["1|a|?", "2|b|B"])
  }

  @Test func countsUnknownKeys() async throws {
    let report = try await sync(#"[{"id":1,"email":"a"}]"#) { row in
      var json = row.json
      json["extra"] = 1
      return json
    }
    #expect(report.unknownKeys == ["extra": 1])
  }

  /// An outer row is transformed before its nested rows, which are read from the returned row.
  @Test func visitsNestedRowsInPayloadOrder() async throws {
    let seen = Places()
    let json = #"""
      [{"badges":[{"id":5,"level":1},{"id":6,"level":2}],"email":"a","team":{"id":9,"size":3},"id":1},
       {"email":"b","id":2,"badge_ids":[]}]
      """#
    let report = try await sync(json) { row in
      seen.add("\(row.entity) \(row.path)")
      var json = row.json
      if row.entity == "Member", json["id"] == 1 { json["badges"] = [["id": 7, "level": 3]] }
      if row.entity == "Badge" { json["level"] = 8 }
      return json
    }
    #expect(report.inserted == 2)
    #expect(
      seen.all == ["Member [0]", "Badge [0].badges[0]", "Team [0].team", "Member [1]"])
    #expect(try database.rows("SELECT * FROM badges") == ["7|8|1"])
    #expect(try database.rows("SELECT * FROM teams") == ["9|3"])
  }

  @Test func droppedRowIsMissing() async throws {
    _ = try await sync(#"[{"id":1,"email":"a"},{"id":2,"email":"b"}]"#) { $0.json }
    let report = try await sync(
      #"[{"id":1,"email":"x"},{"id":2,"email":"b"}]"#, options: ApplyOptions(missingRows: .delete)
    ) {
      $0.json["id"] == 1 ? nil : $0.json
    }
    #expect(report.unchanged == 1)
    #expect(report.deleted == 1)
    #expect(try members() == ["2|b|null"])
  }

  @Test func droppedRowStaysIfMissingRowsAreKept() async throws {
    _ = try await sync(#"[{"id":1,"email":"a"},{"id":2,"email":"b"}]"#) { $0.json }
    let report = try await sync(#"[{"id":1,"email":"x"}]"#) { _ in nil }
    #expect(report.updated == 0)
    #expect(report.deleted == 0)
    #expect(try members() == ["1|a|null", "2|b|null"])
  }

  @Test func droppedNestedRowLeavesListKeepsReference() async throws {
    let json = #"""
      [{"id":1,"email":"a","team":{"id":9},"badges":[{"id":5,"level":1},{"id":6,"level":2}]}]
      """#
    _ = try await sync(json) { $0.json }
    let report = try await sync(json) {
      $0.entity == "Team" || $0.path.hasSuffix("badges[0]") ? nil : $0.json
    }
    #expect(report.related["Badge"]?.deleted == 1)
    #expect(try database.rows("SELECT id FROM badges") == ["6"])
    #expect(try database.rows("SELECT team_id FROM members") == ["9"])
  }

  @Test func errorRejectsRow() async throws {
    let json = #"[{"id":1,"email":"a","badges":[{"id":5,"level":1}]},{"id":2,"email":"b"}]"#
    _ = try await sync(json) { $0.json }
    let report = try await sync(#"[{"id":1,"email":"x","badges":[]},{"id":2,"email":"y"}]"#) {
      if $0.json["id"] == 1 { throw Odd() }
      return $0.json
    }
    #expect(
      report.rejected == [
        ApplyReport.RejectedRow(
          path: "[0]", identity: "1", rule: .transformFailed,
          message: "the transform failed: it is odd")
      ])
    #expect(try members() == ["1|a|null", "2|y|null"])
    #expect(try database.rows("SELECT id FROM badges") == ["5"])
  }

  @Test func errorRejectsNestedRow() async throws {
    let json = #"[{"id":1,"email":"a","badges":[{"id":5,"level":1},{"id":6,"level":2}]}]"#
    let report = try await sync(json) {
      if $0.json["id"] == 6 { throw Odd() }
      return $0.json
    }
    #expect(report.rejected.map(\.path) == ["[0].badges[1]"])
    #expect(report.rejected.map(\.identity) == ["6"])
    #expect(try database.rows("SELECT id FROM badges") == ["5"])
  }

  @Test func errorPrecedesMissingIdentity() async throws {
    let report = try await sync(#"[{"email":"a"},{"id":2,"email":"b"}]"#) {
      if $0.json["id"] == nil { throw Odd() }
      return $0.json
    }
    #expect(report.rejected.map(\.rule) == [.transformFailed])
    #expect(report.rejected.map(\.identity) == [nil])
  }

  @Test func rejectsNonObjectResult() async throws {
    let report = try await sync(#"[{"id":1,"email":"a"},{"id":2,"email":"b"}]"#) {
      $0.json["id"] == 1 ? ["id"] : $0.json
    }
    #expect(
      report.rejected.map(\.message) == ["the transform returned an array, not an object"])
  }

  @Test func rejectsCallIfAllRemainingRowsAreRejected() async throws {
    await #expect(throws: SyncError.self) {
      _ = try await sync(#"[{"id":1,"email":"a"},{"id":2}]"#) { $0.json["id"] == 1 ? nil : $0.json }
    }
  }

  @Test func rollsBackStrictCallOnError() async throws {
    var options = ApplyOptions()
    options.isStrict = true
    await #expect(throws: SyncError.self) {
      _ = try await sync(#"[{"id":1,"email":"a"},{"id":2,"email":"b"}]"#, options: options) {
        if $0.json["id"] == 2 { throw Odd() }
        return $0.json
      }
    }
    #expect(try members() == [])
  }

  /// Wherever the payload is split, a row is transformed once, when it is complete.
  @Test func transformsStreamedRows() async throws {
    let seen = Places()
    let text = Array(#"[{"id":1,"email":"a","team":{"id":9}},{"id":2,"email":"b"}]"#.utf8)
    let chunks = AsyncStream<Data> { stream in
      for byte in text { stream.yield(Data([byte])) }
      stream.finish()
    }
    let report = try await sync(.stream(chunks)) { row in
      seen.add(row.path)
      var json = row.json
      if row.entity == "Member" { json["name"] = "N" }
      return json
    }
    #expect(report.inserted == 2)
    #expect(seen.all == ["[0]", "[0].team", "[1]"])
    #expect(try members() == ["1|a|N", "2|b|N"])
  }

  /// The location is the same as without a transform.
  @Test func locatesMalformedRow() async throws {
    await #expect {
      _ = try await sync(#"[{"id":1,"email":"a"},{"id":2,"team":{"id":}}]"#) { $0.json }
    } throws: { error in
      guard case SyncError.invalidPayload(let problem)? = error as? SyncError else { return false }
      return problem.path == "[1].team" && problem.offset == 43
    }
  }

  /// JSON null means the same as `nil`, and a `nil` literal next to a JSON value becomes JSON null.
  @Test func nullDropsRow() async throws {
    let report = try await sync(#"[{"id":1,"email":"a"},{"id":2,"email":"b"}]"#) {
      $0.json["id"] == 1 ? .null : $0.json
    }
    #expect(report.inserted == 1)
    #expect(report.rejectedCount == 0)
  }

  @Test func readsUnchangedRowFromPayload() async throws {
    let report = try await sync(#"[{"id":1,"email":"\ud800"},{"id":2,"email":"b"}]"#) { $0.json }
    #expect(report.rejected.map(\.rule) == [.badValue])
  }
}

/// Records the rows that a transform has seen.
private final class Places: @unchecked Sendable {
  private let lock = NSLock()
  private var places: [String] = []

  var all: [String] { lock.withLock { places } }

  func add(_ place: String) {
    lock.withLock { places.append(place) }
  }
}
