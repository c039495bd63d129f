import Foundation
import Programs
import Testing

@Suite struct PlanTests {
  private static func version(_ number: Int, _ attributes: String...) -> String {
    Samples.shop.replacingOccurrences(of: "version: 1", with: "version: \(number)")
      + attributes.map { "\n      \($0)" }.joined() + "\n"
  }

  /// Two frozen versions, and a third one that is not frozen.
  private func workspace() async throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write("Schemas/shop.yaml", Self.version(1))
    try await workspace.run("freeze")
    try workspace.write("Schemas/shop.yaml", Self.version(2, "code: string?"))
    try await workspace.run("freeze")
    try workspace.write(
      "Schemas/shop.yaml", Self.version(3, "code: string?", "count: { type: int, default: 1 }"))
    return workspace
  }

  private static let last = """
    Shop, version 2 to 3

    - adds attribute 'Item.count': rows get 1

    """

  private static let first = """
    Shop, version 1 to 2

    - adds attribute 'Item.code': existing rows get null

    """

  private static let lastWithSQL = """
    Shop, version 2 to 3

    - adds attribute 'Item.count': rows get 1
      it has a default

    Part 1: derived from the two versions

      ALTER TABLE items ADD COLUMN count INTEGER NOT NULL DEFAULT 1;

    """

  @Test func printsRequestedSteps() async throws {
    let workspace = try await workspace()
    try await workspace.expect("plan", gives: Outcome(0, output: Self.last))
    try await workspace.expect("plan", "--from", "2", gives: Outcome(0, output: Self.last))
    try await workspace.expect("plan", "--to", "2", gives: Outcome(0, output: Self.first))
    try await workspace.expect(
      "plan", "--from", "1", gives: Outcome(0, output: Self.first + "\n" + Self.last))
    try await workspace.expect("plan", "--sql", gives: Outcome(0, output: Self.lastWithSQL))
    try await workspace.expect(
      "plan", "--format", "json",
      gives: Outcome(
        0,
        output: """
          {"steps": [
            {"from": 2, "to": 3, "needsApp": false, "risk": "none", "changes": [
              {"text": "adds attribute 'Item.count'", "reason": "it has a default", "data": \
          "rows get 1", "risk": "none", "risks": ["none"]}
            ], "parts": [
              {"reason": "derived from the two versions", "custom": null, "statements": ["ALTER \
          TABLE items ADD COLUMN count INTEGER NOT NULL DEFAULT 1;"]}
            ]}
          ]}

          """))
  }

  /// Stages and CloudKit matter only for SwiftData models.
  @Test func describesStagesForSwiftData() async throws {
    let workspace = try await workspace()
    let schema = try workspace.read("Schemas/shop.yaml")
    try workspace.write(
      "Schemas/shop.yaml",
      schema.replacing("Generated/Shop }", with: "Generated/Shop, sets: [swift, sql, swiftdata] }"))
    let text = try await workspace.run("plan", "--sql")
    #expect(
      text.output.contains(
        "Stage 1, lightweight: derived from the two versions\ncompatible with CloudKit\n"),
      "\(text)")
    let json = try await workspace.run("plan", "--format", "json").output
    #expect(json.contains("\"stages\"") && json.contains("\"suitsCloudKit\": true"), "\(json)")
  }

  @Test func rejectsUnknownVersions() async throws {
    let workspace = try await workspace()
    try await workspace.expect(
      "plan", "--to", "7",
      gives: Outcome(
        1,
        errors:
          "swiftsync-gen: error: there is no migration from version 6 to 7; expected versions from 1 to 3\n"
      ))
    let outcome = try await workspace.run("plan", "--from", "3", "--to", "1")
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("option '--from' must be less than '--to'\n"))
    let word = try await workspace.run("plan", "--from", "one")
    #expect(word.status == 64)
    #expect(word.errors.contains("option '--from' takes a version, not 'one'\n"))
  }

  @Test func singleVersionHasNothingToMigrate() async throws {
    let workspace = try Workspace.withSchema()
    let remark = """
      there is only one version, so there is nothing to migrate; freeze it with \
      'swiftsync-gen freeze' before you change it

      """
    try await workspace.expect("plan", gives: Outcome(0, errors: remark))
    try await workspace.expect(
      "plan", "--format", "json", gives: Outcome(0, output: "{\"steps\": []}\n", errors: remark))
    try #require(try await workspace.run("freeze").status == 0)
    let frozen =
      "there is only one version, so there is nothing to migrate; make changes in version 2\n"
    try await workspace.expect("plan", gives: Outcome(0, errors: frozen))
  }
}
