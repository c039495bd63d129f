import Foundation
import Programs
import Testing

/// Plays what `docs/teams.md` recommends.
@Suite(.enabled(if: GitRepository.isAvailable, "Git is not installed")) struct TeamPageTests {
  /// Runs a command that the page shows, and returns how it ended.
  private func run(
    _ command: String, in repository: GitRepository, at location: SourceLocation = #_sourceLocation
  ) async throws -> Outcome {
    let page = try String(contentsOf: Repository.url("docs/teams.md"), encoding: .utf8)
    #expect(page.contains(command), "the page does not show '\(command)'", sourceLocation: location)
    let words = command.split(separator: " ").map(String.init)
    return words[0] == "git"
      ? try await repository.outcome(Array(words.dropFirst()))
      : try await repository.workspace.run(Array(words.dropFirst()))
  }

  @Test func mergesOneVersionOfTwoBranches() async throws {
    let repository = try await GitRepository.withShippedVersions()
    let workspace = repository.workspace
    #expect(try await run("swiftsync-gen git-setup --yes", in: repository).status == 0)
    try await repository.commit("Set up Git")
    try await repository.git("checkout", "--quiet", "-b", "phones")
    try repository.write(version: 3, "zip: string?", "  Phone: { attributes: { id: int } }\n")
    try await workspace.run("generate", "-q")
    try await repository.commit("Add phones")
    try await repository.git("checkout", "--quiet", "main")
    try repository.write(version: 3, "zip: string?, city: string?")
    try await workspace.run("generate", "-q")
    try await repository.commit("Add cities")
    // The schema merges, and the hook refuses the outdated files.
    let merge = try await repository.outcome(["merge", "phones"])
    #expect(merge.status != 0)
    #expect(
      merge.errors.contains("run 'swiftsync-gen generate' and stage what it writes"), "\(merge)")
    #expect(!merge.output.contains("CONFLICT"), "\(merge)")
    #expect(try await run("swiftsync-gen generate", in: repository).status == 0)
    try await repository.git("add", "--all")
    try await repository.git("commit", "--quiet", "--no-edit")
    try await repository.checks(against: "phones")
    let schema = try workspace.read("Schemas/app.yaml")
    #expect(schema.contains("city: string?"))
    #expect(schema.contains("Phone:"))
  }

  @Test func keepsFrozenFileThatShipped() async throws {
    let repository = try await GitRepository.withShippedVersions()
    let workspace = repository.workspace
    try await repository.git("checkout", "--quiet", "-b", "feature", "shipped~1")
    try repository.write(version: 2, "phone: string?")
    try await workspace.run("freeze", "-q")
    try await workspace.run("generate", "-q")
    try await repository.commit("Freeze another version 2")
    #expect(try await workspace.run("validate", "-q", "--against", "main").status == 1)
    #expect(try await repository.outcome(["merge", "main"]).status == 1)
    #expect(try await workspace.run("validate", "-q").status == 1)
    try await repository.git("update-ref", "refs/remotes/origin/main", "main")
    let keep = "git checkout origin/main -- Schemas/app.versions/2.json"
    #expect(try await run(keep, in: repository).status == 0)
    try repository.write(version: 3, "zip: string?, phone: string?")
    try await workspace.run("generate", "-q")
    try await repository.commit("Merge main")
    try await repository.checks(against: "main")
  }

  /// The steps of a hotfix are those of `TeamReleaseTests`.
  @Test func comparesWithReleaseBranches() async throws {
    let repository = try await GitRepository.withShippedVersions()
    try await repository.git("update-ref", "refs/remotes/origin/release/1", "shipped~1")
    try await repository.git("update-ref", "refs/remotes/origin/release/2", "shipped")
    let page = try String(contentsOf: Repository.url("docs/teams.md"), encoding: .utf8)
    let loop = try #require(
      page.components(separatedBy: "```sh\n").first { $0.hasPrefix("for branch in ") }
    )
    .components(separatedBy: "```")[0]
    #expect(try await repository.shell(loop).status == 0)
    try repository.write(version: 3, "zip: string?, phone: string?")
    try await repository.release("Version 3 for testers")
    #expect(try await run("swiftsync-gen freeze --withdraw 3", in: repository).status == 0)
    #expect(try await repository.shell(loop).status == 0)
    // Users have this one.
    try await repository.workspace.run("freeze", "--withdraw", "2", "-q")
    try repository.write(version: 2, "phone: string?")
    let outcome = try await repository.shell(loop)
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.contains("version 2 is withdrawn, but it has shipped at 'origin/release/2'"),
      "\(outcome)")
  }

  @Test func undoesVersionByDropping() async throws {
    let repository = try await GitRepository.withShippedVersions()
    let page = try String(contentsOf: Repository.url("docs/teams.md"), encoding: .utf8)
    let example = try #require(
      page.components(separatedBy: "```yaml\n").first { $0.hasPrefix("version: 3\n") })
    try repository.workspace.write(
      "Schemas/app.yaml",
      "swiftsync: 1\nname: App\ngenerate: { output: ../Generated }\n"
        + example.components(separatedBy: "```")[0])
    try await repository.workspace.run("generate", "-q")
    try await repository.checks(against: "shipped")
    try await repository.workspace.expect(
      "plan", "--against", "shipped", "--fail-on", "loses-data", "-q",
      gives: Outcome(
        1,
        output: """
          App, version 2 to 3

          - drops attribute 'Site.zip': its values are deleted

          """,
        errors: """
          swiftsync-gen: error: the risk is 'loses-data', which '--fail-on loses-data' refuses

          """))
  }

  @Test func freezesInRelease() async throws {
    let repository = try await GitRepository.withShippedVersions()
    try repository.write(version: 3, "zip: string?, phone: string?")
    try await repository.commit("Add phone")
    #expect(try await run("swiftsync-gen freeze --check", in: repository).status == 1)
    #expect(try await run("swiftsync-gen freeze", in: repository).status == 0)
    #expect(try await run("git add Schemas", in: repository).status == 0)
    #expect(try await run("swiftsync-gen freeze --check", in: repository).status == 0)
  }

  @Test func dividesSchema() async throws {
    let repository = try await GitRepository.withShippedVersions()
    let workspace = repository.workspace
    try repository.write(version: 3, "zip: string?", "include: [sites/*.yaml]")
    try workspace.write("Schemas/sites/a.yaml", "entities:\n  A: { attributes: { id: int } }\n")
    try workspace.write(
      "Schemas/sites/b.yaml",
      """
      entities:
        B: { attributes: { id: int } }
      migrations:
        3: [{ sql: "UPDATE sites SET name = trim(name)", may-change: [sites.name] }]
      """)
    #expect(try await workspace.run("freeze", "-q") == Outcome(0))
    // Another order is no change.
    try repository.write(version: 3, "zip: string?", "include: [sites/b.yaml, sites/a.yaml]")
    #expect(try await workspace.run("validate", "-q") == Outcome(0))
    let plan = try await workspace.run("plan")
    #expect(plan.output.contains("runs SQL of the schema: UPDATE sites"), "\(plan)")
  }
}
