import Foundation
import Testing

@_spi(Generated) @testable import SwiftSyncCoding
@_spi(Generated) @testable import SwiftSyncSession
@_spi(Generated) @testable import SwiftSyncStore

/// The exact findings of a check. The tests of the applier cover the rules by which rows are
/// rejected.
@Suite struct PayloadCheckTests {
  typealias Finding = PayloadChecker.Report.KeyFinding
  typealias Warning = PayloadChecker.Report.Warning

  private func check(
    _ json: String, as entity: String = "Job", root: String? = nil, isItem: Bool = false,
    strict: Bool = false
  ) async throws -> PayloadChecker.Report {
    try await PayloadChecker(JobSchema.metadata(strict: strict)).check(
      .data(Data(json.utf8)), as: entity, root: root, isItem: isItem)
  }

  /// The members of a row that has every key and causes no warning.
  private static let whole =
    #""name":null,"size":null,"state":{"key":null},"rev":1,"gone_at":null,"boss_id":null"#

  @Test func acceptsValidPayload() async throws {
    let report = try await check(
      #"[{"id":1,\#(Self.whole),"steps":[]},{"id":2,\#(Self.whole),"steps":[]}]"#)
    var expected = PayloadChecker.Report()
    expected.rows = 2
    #expect(report == expected)
    #expect(report.isAccepted)
  }

  @Test func listsRejectedRows() async throws {
    let report = try await check(
      #"[{"id":1,\#(Self.whole),"steps":[{"id":1,"text":"a"},{"id":2,"text":7.5e0,"rank":"x"}]},"#
        + #"{"name":"no id"}]"#)
    #expect(report.rows == 2)
    #expect(report.rejectedCount == 2)
    #expect(
      report.rejected == [
        ApplyReport.RejectedRow(
          path: "[0].steps[1].rank", identity: "2", rule: .badValue,
          message: "expected an integer, found \"x\""),
        ApplyReport.RejectedRow(
          path: "[1]", identity: nil, rule: .missingIdentity,
          message: "no identity: 'id' is missing or null"),
      ])
    #expect(!report.isAccepted)
  }

  @Test func reportsWhenEveryRowIsRejected() async throws {
    let report = try await check(#"[{"id":null},{"id":[]}]"#)
    #expect(report.rows == 2)
    #expect(report.rejectedCount == 2)
  }

  @Test func countsUnknownKeysWithExample() async throws {
    let report = try await check(
      #"[{"id":1,\#(Self.whole),"steps":[{"id":1,"x y":{"z":1}},{"id":2,"x y":2}]},"#
        + #"{"id":2,\#(Self.whole),"old":1,"state":{"key":null,"colour":"red"}}]"#)
    #expect(
      report.unknownKeys == [
        Finding(path: "old", count: 1, example: "[1].old"),
        Finding(path: "state.colour", count: 1, example: "[1].state.colour"),
        Finding(path: "steps.x y", count: 2, example: "[0].steps[0].x y"),
      ])
    #expect(!report.isAccepted)
  }

  @Test func listsKnownKeysThatNeverOccur() async throws {
    let report = try await check(#"[{"id":1,"title":"an alias","steps":[{"id":1}]}]"#)
    #expect(
      report.absentKeys
        == ["boss_id", "gone_at", "rev", "size", "state.key", "steps.rank", "steps.text"])
    #expect(report.isAccepted)
    #expect(try await check("[]").absentKeys == [])
  }

  @Test func doesNotCheckReferences() async throws {
    let report = try await check(#"[{"id":1,"text":null,"rank":null,"job_id":99}]"#, as: "Step")
    #expect(report.rejected == [])
    #expect(report.warnings == [])
  }

  @Test func warnsAboutMixedIdentityTypes() async throws {
    let report = try await check(
      #"[{"id":1,\#(Self.whole),"steps":[]},"#
        + #"{"id":2,"name":null,"size":null,"state":null,"rev":1,"gone_at":null,"boss_id":"1","steps":[]}]"#
    )
    #expect(
      report.warnings == [
        Warning(
          kind: .identityTypes, path: "boss_id", count: 1, example: "[1].boss_id",
          message: "identities of Job come as number (2, first at [0].id) and string "
            + "(1, first at [1].boss_id)"),
        Warning(
          kind: .coercedValue, path: "boss_id", count: 1, example: "[1].boss_id",
          message: "expected an integer, found the string \"1\""),
      ])
    #expect(report.isAccepted)
  }

  @Test func warnsAboutCoercion() async throws {
    let json = #"[{"id":1,"name":5,"size":"3","rev":2.0},{"id":2,"name":true,"size":"4","rev":1}]"#
    let found = try await check(json).warnings.filter { $0.kind == .coercedValue }
    #expect(
      found == [
        Warning(
          kind: .coercedValue, path: "name", count: 2, example: "[0].name",
          message: "expected a string, found the number 5"),
        Warning(
          kind: .coercedValue, path: "size", count: 2, example: "[0].size",
          message: "expected an integer, found the string \"3\""),
        Warning(
          kind: .coercedValue, path: "rev", count: 1, example: "[0].rev",
          message: "expected an integer, found the number 2.0"),
      ])
    // A strict schema rejects the rows, so there is nothing to warn about.
    let strict = try await check(json, strict: true)
    #expect(strict.rejectedCount == 2)
    #expect(strict.warnings.filter { $0.kind == .coercedValue } == [])
  }

  @Test(arguments: [
    (#"{"boss_id":7}"#, #"{"boss":{"id":7}}"#, "boss", "[1]"),
    (#"{"boss":{"id":7}}"#, #"{"boss_id":7}"#, "boss", "[0]"),
    (#"{"step_ids":[1]}"#, #"{"steps":[{"id":1}]}"#, "steps", "[1]"),
    (#"{"boss_id":7}"#, #"{"boss_id":7,"boss":{"id":7}}"#, "boss", "[1]"),
  ])
  func warnsAboutMixedRelations(
    first: String, second: String, path: String, example: String
  ) async throws {
    let rows = [first, second].enumerated().map { "{\"id\":\($0),\($1.dropFirst())" }
    let report = try await check("[\(rows.joined(separator: ","))]")
    #expect(
      report.warnings.filter { $0.kind == .mixedRelation } == [
        Warning(
          kind: .mixedRelation, path: path, count: 1, example: example,
          message: "ids and nested objects are mixed for the relationship")
      ])
  }

  @Test func warnsAboutListWithIDsAndObjects() async throws {
    let json = #"[{"id":1,"up":null,"down":[]},{"id":2,"down":[{"id":3},4]}]"#
    let checker = PayloadChecker(TreeSchema.metadata)
    let report = try await checker.check(.data(Data(json.utf8)), as: "Node")
    #expect(
      report.warnings.filter { $0.kind == .mixedRelation } == [
        Warning(
          kind: .mixedRelation, path: "down", count: 1, example: "[1].down",
          message: "ids and nested objects are mixed for the relationship")
      ])
  }

  /// Both shapes in every row are not a mixture: ids state the members, objects their content.
  @Test func acceptsBothShapesInEveryRow() async throws {
    let report = try await check(
      #"[{"id":1,"boss_id":7,"boss":{"id":7}},{"id":2,"boss_id":7,"boss":{"id":7}},{"id":3,"boss":null}]"#
    )
    #expect(report.warnings.filter { $0.kind == .mixedRelation } == [])
  }

  @Test func warnsAboutKeysMissingButNeverNull() async throws {
    let report = try await check(
      #"[{"id":1,"rev":1,"name":"a","state":{"key":"k"},"steps":[{"id":1}]},"#
        + #"{"id":2,"rev":1,"size":null,"state":{}},{"id":3,"rev":1,"size":4,"title":"b"}]"#)
    let message = "the key is sometimes missing but never null, so a removed value is never cleared"
    #expect(
      report.warnings == [
        Warning(
          kind: .neverNull, path: "name", count: 1, example: "[1]", message: message),
        Warning(
          kind: .neverNull, path: "state.key", count: 2, example: "[1]", message: message),
        Warning(
          kind: .neverNull, path: "steps", count: 2, example: "[1]", message: message),
      ])
  }

  @Test func tombstoneNeedsNoOtherKeys() async throws {
    let report = try await check(
      #"[{"id":1,"name":"n","size":1,"state":{"key":"k"},"rev":1,"gone_at":null,"boss_id":1,"#
        + #""steps":[{"id":1}]},{"id":2,"rev":3,"gone_at":"2026-01-01T00:00:00Z"}]"#)
    #expect(report.warnings.filter { $0.kind == .neverNull } == [])
  }

  @Test func warnsAboutMissingClock() async throws {
    let report = try await check(#"[{"id":1,"rev":1},{"id":2,"rev":null},{"id":3}]"#)
    #expect(
      report.warnings == [
        Warning(
          kind: .missingClock, path: "rev", count: 2, example: "[1]",
          message: "staleness cannot be detected for rows without a clock")
      ])
  }

  @Test func readsLargePayloadUnderRoot() async throws {
    let rows = (0..<9_000).map { #"{"id":\#($0),"nope":"\#(String(repeating: "x", count: 50))"}"# }
    let report = try await check(
      "{\"data\":{\"jobs\":[\(rows.joined(separator: ","))]}}", root: "data.jobs")
    #expect(report.rows == 9_000)
    #expect(report.unknownKeys == [Finding(path: "nope", count: 9_000, example: "[0].nope")])
  }

  @Test func rejectsInvalidPayloadsAndCalls() async throws {
    await #expect(throws: SyncError.self) { try await check("null") }
    await #expect(throws: SyncError.unknownEntity("Jop", known: ["Job", "Step"])) {
      try await check("[]", as: "Jop")
    }
    await #expect(
      throws: SyncError.invalidOption("the payload has several rows, but the call is for one row")
    ) { try await check("{\"id\":1}\n{\"id\":2}", isItem: true) }
    let list = await #expect(throws: SyncError.self) {
      try await check(#"[{"id":1}]"#, isItem: true)
    }
    guard case .invalidPayload(let problem)? = list else {
      Issue.record("\(String(describing: list))")
      return
    }
    #expect(problem.reason == "expected an object, the payload is a list")
  }

  @Test func describesReport() async throws {
    let report = try await check(#"[{"id":1,"rev":"1","x":2,"boss_id":null,"steps":[]}]"#)
    #expect(
      report.description == """
        1 row, 0 rejected
          unknown key x (1, first at [0].x)
          known keys that never occur: gone_at, name, size, state.key
          warning: rev: expected an integer, found the string "1" (1, first at [0].rev) [coerced-value]
        """)
  }
}

/// Jobs with their steps, written by hand.
private enum JobSchema {
  static func metadata(strict isStrict: Bool) -> SchemaMetadata {
    SchemaMetadata(
      name: "Jobs", version: 1, fingerprint: "1", entities: [job, step], strict: isStrict,
      tables: """
        CREATE TABLE jobs (id INTEGER NOT NULL PRIMARY KEY, name TEXT, size INTEGER, state TEXT,
          rev INTEGER, gone_at TEXT, boss_id INTEGER);
        CREATE TABLE steps (id INTEGER NOT NULL PRIMARY KEY, text TEXT, rank INTEGER,
          job_id INTEGER REFERENCES jobs (id) DEFERRABLE INITIALLY DEFERRED);
        """)
  }

  private static let job = EntityMetadata(
    name: "Job", table: "jobs",
    columns: [
      ColumnMetadata("id", .integer, required: true), ColumnMetadata("name", .text),
      ColumnMetadata("size", .integer), ColumnMetadata("state", .text),
      ColumnMetadata("rev", .integer), ColumnMetadata("gone_at", .text),
      ColumnMetadata("boss_id", .integer),
    ],
    attributes: [
      AttributeMetadata("id", FieldMetadata(.int, remote: ["id"]), column: 0),
      AttributeMetadata(
        "name", FieldMetadata(.string, optional: true, remote: ["name", "title"]), column: 1),
      AttributeMetadata("size", FieldMetadata(.int, optional: true, remote: ["size"]), column: 2),
      AttributeMetadata(
        "state", FieldMetadata(.string, optional: true, remote: ["state.key"]), column: 3),
      AttributeMetadata("rev", FieldMetadata(.int, optional: true, remote: ["rev"]), column: 4),
      AttributeMetadata(
        "goneAt",
        FieldMetadata(
          .date(DateForm(remote: .auto, storage: .text)), optional: true, remote: ["gone_at"]),
        column: 5),
    ],
    relations: [
      RelationMetadata(
        "boss", to: "Job", .toOne(RelationMetadata.Reference(.int, column: 6, optional: true)),
        ids: ["boss_id"], objects: ["boss"], onDelete: .nullify),
      RelationMetadata(
        "steps", to: "Step", .toMany(.none), inverse: "job", ids: ["step_ids", "steps_ids"],
        objects: ["steps"], onDelete: .cascade),
    ], identity: [0], sync: EntitySyncMetadata(clock: 4, tombstone: 5))

  private static let step = EntityMetadata(
    name: "Step", table: "steps",
    columns: [
      ColumnMetadata("id", .integer, required: true), ColumnMetadata("text", .text),
      ColumnMetadata("rank", .integer), ColumnMetadata("job_id", .integer),
    ],
    attributes: [
      AttributeMetadata("id", FieldMetadata(.int, remote: ["id"]), column: 0),
      AttributeMetadata(
        "text", FieldMetadata(.string, optional: true, remote: ["text"]), column: 1),
      AttributeMetadata("rank", FieldMetadata(.int, optional: true, remote: ["rank"]), column: 2),
    ],
    relations: [
      RelationMetadata(
        "job", to: "Job",
        .toOne(RelationMetadata.Reference(.int, column: 3, optional: true, foreignKey: true)),
        inverse: "steps", ids: ["job_id"], objects: ["job"], onDelete: .cascade)
    ], identity: [0])
}
