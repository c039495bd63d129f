import Foundation
import Programs
import Testing

/// What a team does in a repository.
extension GitRepository {
  static let markersAdvice =
    "keep what both branches need, and delete the lines with the markers"

  /// Begins a branch, at the commit that is checked out or at another one.
  func begin(_ branch: String, at commit: String = "HEAD") async throws {
    try await git("checkout", "--quiet", "-b", branch, commit)
  }

  func check(out branch: String) async throws {
    try await git("checkout", "--quiet", branch)
  }

  /// Merges a branch, which must conflict.
  func mergeWithConflict(_ branch: String, at location: SourceLocation = #_sourceLocation)
    async throws
  {
    let outcome = try await outcome(["merge", branch])
    #expect(outcome.output.contains("CONFLICT"), "\(outcome)", sourceLocation: location)
  }

  /// Writes a schema of which only the entities and what follows them matter.
  func write(version number: Int, entities: String) throws {
    try workspace.write(
      "Schemas/app.yaml",
      """
      swiftsync: 1
      name: App
      version: \(number)
      generate: { output: ../Generated }
      entities:
      \(entities)

      """)
  }

  /// Generates, and commits.
  func commitGenerated(_ message: String) async throws {
    let outcome = try await workspace.run("generate", "-q")
    #expect(outcome == Outcome(0), "\(message)")
    try await commit(message)
  }

  /// Freezes, generates, and commits, as the job that releases.
  func release(_ message: String) async throws {
    let outcome = try await workspace.run("freeze", "-q")
    #expect(outcome == Outcome(0), "\(message)")
    try await commitGenerated(message)
  }

  /// The checks of CI.
  func checks(against bases: String..., at location: SourceLocation = #_sourceLocation)
    async throws
  {
    let compared = bases.map { ["validate", "--strict", "--against", $0] }
    for command in compared + [["generate", "--check"], ["verify"]] {
      let outcome = try await workspace.run(command + ["-q", "--format", "github"])
      #expect(outcome.status == 0, "\(outcome)", sourceLocation: location)
    }
  }

  // MARK: Devices

  /// Stores rows of `Site` on a device whose app is built from the working copy.
  func store(_ rows: String, on device: String) async throws {
    // Neither is part of a commit.
    try workspace.write(".git/info/exclude", "*.sqlite*\n*.rows.json\n")
    try workspace.write("site.rows.json", rows)
    let outcome = try await workspace.run(
      "apply", "site.rows.json", "--entity", "Site", "--database", "\(device).sqlite", "-q")
    #expect(outcome.status == 0, "\(outcome)")
  }

  /// What happens if a device gets the app that is built from the working copy; its database stays as
  /// it is.
  func update(_ device: String) async throws -> Outcome {
    let copy = workspace.url("copy.sqlite")
    if workspace.exists("copy.sqlite") { try workspace.remove("copy.sqlite") }
    try FileManager.default.copyItem(at: workspace.url("\(device).sqlite"), to: copy)
    return try await workspace.run("export", "--entity", "Site", "--database", "copy.sqlite", "-q")
  }

  /// What the app of the main line says to a user who has the hotfix.
  func updateToMain() async throws -> Outcome {
    try await check(out: "release")
    try await store(#"[{"id": 1, "name": "A", "city": "Graz"}]"#, on: "user")
    try await check(out: "main")
    return try await update("user")
  }
}
