import Foundation
import Programs
import Testing

@Suite struct SquashTests {
  private static func version(_ number: Int, oldestVersion: Int? = nil, _ more: String = "")
    -> String
  {
    let header = "version: \(number)" + (oldestVersion.map { "\noldest-version: \($0)" } ?? "")
    return Samples.shop.replacingOccurrences(of: "version: 1", with: header)
      + (2...max(2, number)).filter { $0 <= number }.map { "\n      code\($0): string?" }.joined()
      + "\n" + more
  }

  private static let steps = """
    migrations:
      2:
        - custom: fillCodes
      3:
        - sql: "UPDATE items SET code3 = 'x'"

    """

  /// Three frozen versions, and an unfrozen fourth one; the step to version 2 calls the app.
  private func workspace(oldestVersion: Int?) async throws -> Workspace {
    let workspace = try Workspace()
    for number in 1...3 {
      // A version contains only the steps up to itself.
      let more = ["", Self.steps.components(separatedBy: "  3:")[0], Self.steps][number - 1]
      try workspace.write("Schemas/shop.yaml", Self.version(number, more))
      #expect(try await workspace.run("freeze").status == 0)
    }
    try workspace.write(
      "Schemas/shop.yaml", Self.version(4, oldestVersion: oldestVersion, Self.steps))
    return workspace
  }

  private static let losses = """
    deletes Schemas/shop.versions/1.json
    deletes Schemas/shop.versions/2.json
    drops the step from version 1 to 2
    drops the step from version 2 to 3
    no longer runs your function 'fillCodes'
    databases older than version 3 can no longer be opened

    """

  @Test func listsLossesAndDeletesNothingWithoutYes() async throws {
    let workspace = try await workspace(oldestVersion: 3)
    try await workspace.expect(
      "squash", "--before", "3",
      gives: Outcome(
        1, output: Self.losses,
        errors: "nothing was deleted; run the command again with '--yes' to delete it\n"))
    #expect(workspace.exists("Schemas/shop.versions/1.json"))
  }

  @Test func laterVersionsStillMigrate() async throws {
    let workspace = try await workspace(oldestVersion: 3)
    try await workspace.expect(
      "squash", "--before", "3", "--yes",
      gives: Outcome(
        0, output: Self.losses,
        errors: """
          Schemas/shop.yaml: squashed 2 versions; run 'swiftsync-gen generate' to remove the generated \
          steps; remove versions 2 (line 16), 3 (line 18) from 'migrations:', because they no longer have \
          an effect; delete 'fillCodes' from the app

          """))
    #expect(try workspace.files(in: "Schemas") == ["shop.versions/3.json", "shop.yaml"])
    #expect(try await workspace.run("generate").status == 0)
    let proof = try await workspace.run("verify")
    #expect(proof.status == 0)
    #expect(proof.output.hasPrefix("Shop 3 to 4: verified with "))
    #expect(try await workspace.run("freeze").status == 0)
    #expect(try await workspace.run("plan").output.hasPrefix("Shop, version 3 to 4\n"))
    try await workspace.expect(
      "squash", "--before", "3", "--yes",
      gives: Outcome(0, errors: "Schemas/shop.yaml: no version before 3 is frozen\n"))
  }

  @Test func rejectsSupportedVersions() async throws {
    let workspace = try await workspace(oldestVersion: 2)
    try await workspace.expect(
      "squash", "--before", "3", "--yes",
      gives: Outcome(
        1,
        errors: """
          Schemas/shop.yaml:4:17: error: 'oldest-version' is 2, so apps older than version 3 may still be \
          installed [invalid-squash]
          Schemas/shop.yaml:4:17: note: once no such app is left, write 'oldest-version: 3' below 'version'

          """))
    try await workspace.expect(
      "squash", "--before", "9", "--yes",
      gives: Outcome(
        1,
        errors: """
          Schemas/shop.yaml:3:10: error: version 9 does not exist, the schema has version 4 \
          [invalid-squash]

          """))
    #expect(workspace.exists("Schemas/shop.versions/1.json"))
  }

  @Test func requiresSupportedVersion() async throws {
    let workspace = try await workspace(oldestVersion: nil)
    let outcome = try await workspace.run("squash", "--before", "2", "--yes")
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.hasPrefix(
        "Schemas/shop.yaml:3:10: error: 'oldest-version' is not set, so apps older than version 2 ")
    )
  }

  /// A missing file is still an error if apps of its version are supported.
  @Test func missingSupportedVersionIsError() async throws {
    let workspace = try await workspace(oldestVersion: 2)
    try workspace.remove("Schemas/shop.versions/1.json")
    #expect(try await workspace.run("plan").status == 0)
    try workspace.remove("Schemas/shop.versions/2.json")
    let outcome = try await workspace.run("plan")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("[version-gap]"))
  }

  @Test func rejectsVersionBelowTwo() async throws {
    let workspace = try await workspace(oldestVersion: 3)
    let outcome = try await workspace.run("squash", "--before", "1")
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("option '--before' takes a version of at least 2, not '1'\n"))
  }
}
