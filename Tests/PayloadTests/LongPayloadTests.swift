import TestHelpers
import Foundation
import Programs
import Testing

/// Payloads that are too long to be read in one piece.
@Suite struct LongPayloadTests {
  private static let schema = """
    swiftsync: 1
    name: Long
    version: 1
    entities:
      Row:
        attributes: { id: int, name: string }
        relations:
          parts: { to: [Part], inverse: row, on-delete: cascade }
      Part:
        attributes: { id: int, name: string? }
        relations: { row: "Row?" }
    """

  /// Rows, some of them across the end of a piece, with a key that the schema does not have.
  private static let rows = (1...6000).map { id in
    let parts =
      "[{\"id\": \(id), \"name\": \"\(String(repeating: "p", count: id % 97))\", \"x\": 1}]"
    return
      "{\"id\": \(id), \"name\": \"\(String(repeating: "n", count: 60))\", \"parts\": \(parts)}"
  }

  @Test func reportsPositionOfLateSyntaxError() async throws {
    let scratch = try Scratch()
    let wrong = "{\"id\": 6001, \"name\": \"n\", \"parts\": [{\"id\": 1}, {\"name\": @}]}"
    let outcome = try await apply([Self.rows.joined(separator: ",\n"), wrong], in: scratch)
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("payload.json:6001:"))
    #expect(outcome.errors.contains(", at [6000].parts[1].name) [invalid-json]"))
  }

  @Test func countsUnknownKeysOnce() async throws {
    let scratch = try Scratch()
    let outcome = try await apply([Self.rows.joined(separator: ",\n")], in: scratch)
    let report = try JSONDecoder().decode(JSON.self, from: Data(outcome.output.utf8))
    #expect(outcome.status == 0)
    #expect(report["inserted"] == .number(6000))
    #expect(report["unknown_keys"] == .object(["parts.x": .number(6000)]))
    #expect(report["related"]?["Part"]?["inserted"] == .number(6000))
  }

  private func apply(_ rows: [String], in scratch: Scratch) async throws -> ProgramOutcome {
    try scratch.write("schema.yaml", Self.schema)
    try scratch.write("payload.json", "[\(rows.joined(separator: ",\n"))]")
    return try await Tool.run(
      [
        "apply", scratch.path("payload.json"), "--schema", scratch.path("schema.yaml"),
        "--entity", "Row", "--database", scratch.path("long.sqlite"), "--report", "json",
      ], in: scratch)
  }
}
