import Foundation
import Programs
import Testing

/// Only the command itself: options, streams, exit status. Tests of the runtime cover the findings.
@Suite struct CheckPayloadTests {
  private static let schema = """
    swiftsync: 1
    name: Shop
    version: 1
    entities:
      Item:
        attributes: { id: int, title: string, size: int? }
        relations: { shelf: { to: Shelf, foreign-key: true } }
      Shelf:
        attributes: { id: int }
    """

  private func check(
    _ payload: String, _ options: String..., file: String = "p.json"
  ) async throws -> Outcome {
    let workspace = try Workspace()
    try workspace.write("Schemas/shop.yaml", Self.schema)
    try workspace.write("p.json", payload)
    try workspace.write("more.json", #"{"id": 9, "title": "z", "size": null, "shelf_id": 1}"#)
    return try await workspace.run(
      ["check-payload", file, "--entity", "Item"] + options, input: payload)
  }

  private static let good = #"[{"id": 1, "title": "a", "size": null, "shelf_id": 77}]"#

  @Test func acceptsValidPayload() async throws {
    #expect(try await check(Self.good) == Outcome(0, output: "1 row, 0 rejected\n"))
    #expect(try await check(Self.good, file: "-") == Outcome(0, output: "1 row, 0 rejected\n"))
    #expect(
      try await check(Self.good, "more.json", "--strict")
        == Outcome(0, output: "2 rows, 0 rejected\n"))
    #expect(
      try await check(
        "{\"a\":{\"b\":\(Self.good.dropFirst().dropLast())}}", "--root", "a.b", "--item")
        == Outcome(0, output: "1 row, 0 rejected\n"))
  }

  @Test func failsForRejectedRow() async throws {
    let found = try await check(#"[{"id": 1, "title": null, "size": null, "shelf_id": 1}]"#)
    let expected = """
      1 row, 1 rejected
        rejected [0].title (1): null, but a value is required [null-required]

      """
    #expect(found == Outcome(1, output: expected))
  }

  @Test func failsForUnknownKey() async throws {
    let found = try await check(
      #"[{"id": 1, "title": "a", "size": null, "shelf_id": 1, "x": 0}]"#, "--report", "json")
    let expected = """
      {"absent_keys":[],"rejected":[],"rejected_count":0,"rows":1,\
      "unknown_keys":[{"count":1,"example":"[0].x","path":"x"}],"warnings":[]}

      """
    #expect(found == Outcome(1, output: expected))
  }

  @Test func failsForWarningOnlyIfStrict() async throws {
    let payload = #"[{"id": 1, "title": "a", "size": "7", "shelf_id": 1}]"#
    let expected = """
      1 row, 0 rejected
        warning: size: expected an integer, found the string "7" (1, first at [0].size) [coerced-value]

      """
    #expect(try await check(payload) == Outcome(0, output: expected))
    #expect(try await check(payload, "--strict") == Outcome(1, output: expected))
  }

  @Test(arguments: ["apply", "check-payload"])
  func locatesInvalidJSONWithoutEntity(_ command: String) async throws {
    let workspace = try Workspace.withSchema()
    try workspace.write("p.json", "[{\"id\": 1,\n  \"title\": tru}]")
    let database = command == "apply" ? ["--database", "shop.sqlite"] : []
    try await workspace.expect(
      [command, "p.json"] + database,
      gives: Outcome(
        1, errors: "p.json:2:15: error: unexpected character in JSON [invalid-json]\n"))
  }

  @Test func locatesInvalidJSONWithEntity() async throws {
    let found = try await check("[{\"id\": 1,\n  \"title\": tru}]")
    let expected = """
      p.json:2:15: error: unexpected character in JSON (byte 25, at [0].title) [invalid-json]

      """
    #expect(found == Outcome(1, errors: expected))
  }
}
