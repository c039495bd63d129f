import Foundation
import Programs
import Testing

/// `generate --check --staged` checks what the next commit contains.
@Suite(.enabled(if: GitRepository.isAvailable, "Git is not installed")) struct StagedTests {
  private static let upToDate = Outcome(0, errors: "8 files are up to date\n")

  /// Version 3 is staged, generated and not.
  private func staged() async throws -> GitRepository {
    let repository = try await GitRepository.withShippedVersions()
    try repository.write(version: 3, "zip: string?, phone: string?")
    try await repository.workspace.run("generate", "-q")
    try await repository.git("add", "--all")
    return repository
  }

  @Test func ignoresWorkingCopy() async throws {
    let repository = try await staged()
    let workspace = repository.workspace
    try workspace.write("Schemas/app.yaml", "broken: [")
    try workspace.remove("Generated/Site.swift")
    let before = try workspace.snapshot(of: ".")
    try await workspace.expect("generate", "--check", "--staged", gives: Self.upToDate)
    try workspace.write("Sources/App/README", "")
    try await workspace.expect(
      "generate", "--check", "--staged", in: "Sources/App", gives: Self.upToDate)
    try workspace.remove("Sources")
    #expect(try workspace.snapshot(of: ".") == before)
  }

  /// Generated files that are not staged were not edited by anyone.
  @Test func reportsWhatIsNotStaged() async throws {
    let repository = try await staged()
    let workspace = repository.workspace
    try await repository.git("reset", "--quiet", "Generated/Site.swift", "Generated/migrations")
    #expect(try await workspace.run("generate", "--check", "-q") == Outcome(0))
    try await workspace.expect(
      "generate", "--check", "--staged",
      gives: Outcome(
        1,
        output: """
          Generated/Site.swift: generated but not staged
          Generated/migrations/3.sql: generated but not staged

          """,
        errors: """
          swiftsync-gen: error: 2 changes by 'generate' are not staged; run 'git add Generated'

          """))
    try await workspace.expect(
      "generate", "--check", "--staged", "--format", "github",
      gives: Outcome(
        1,
        output: """
          ::error file=Generated/Site.swift,line=1,title=not staged::generated but not staged
          ::error file=Generated/migrations/3.sql,line=1,title=not staged::generated but not staged
          ::error::2 changes by 'generate' are not staged; run 'git add Generated'

          """))
    let patch = try await workspace.run("generate", "--diff", "--staged")
    try workspace.write("fix.patch", patch.output)
    try await repository.git("apply", "--cached", "fix.patch")
    try await workspace.expect("generate", "--check", "--staged", gives: Self.upToDate)
  }

  /// The advice is right in any folder, and for all files of the output folder.
  @Test func adviceStagesEverything() async throws {
    let repository = try await staged()
    let workspace = repository.workspace
    try await repository.git("reset", "--quiet", "Generated")
    try workspace.write("Sources/App/README", "")
    let outcome = try await workspace.run("generate", "--check", "--staged", in: "Sources/App")
    #expect(outcome.status == 1)
    #expect(
      outcome.errors == """
        swiftsync-gen: error: 6 changes by 'generate' are not staged; run 'git add ../../Generated'

        """, "\(outcome)")
    #expect(!outcome.output.contains("edited by hand"), "\(outcome)")
    try await repository.git("-C", "Sources/App", "add", "../../Generated")
    try await workspace.expect("generate", "--check", "--staged", gives: Self.upToDate)
  }

  /// What is neither staged nor generated still has to be generated.
  @Test func reportsWhatIsEdited() async throws {
    let repository = try await staged()
    let workspace = repository.workspace
    try await repository.git("reset", "--quiet", "Generated/migrations")
    try workspace.write("Generated/Site.swift", try workspace.read("Generated/Site.swift") + "//\n")
    try await repository.git("add", "Generated/Site.swift")
    try await workspace.expect(
      "generate", "--check", "--staged",
      gives: Outcome(
        1,
        output: """
          Generated/Site.swift: edited by hand: its content differs from what the tool wrote
          Generated/migrations/3.sql: generated but not staged

          """,
        errors: """
          swiftsync-gen: error: 2 files would change; run 'swiftsync-gen generate' and stage what it \
          writes

          """))
  }

  /// A file that is no longer generated is deleted, but still staged.
  @Test func reportsDeletionThatIsNotStaged() async throws {
    let repository = try await GitRepository.withShippedVersions()
    let workspace = repository.workspace
    try repository.write(
      version: 3, "zip: string?, kind: Kind?", "enums: { Kind: { cases: [a, b] } }")
    try await repository.commitGenerated("Add a kind")
    try repository.write(version: 3, "zip: string?, phone: string?")
    #expect(try await workspace.run("generate", "-q") == Outcome(0))
    #expect(!workspace.exists("Generated/Kind.swift"))
    try await repository.git("add", "--ignore-removal", ".")
    try await workspace.expect(
      "generate", "--check", "--staged",
      gives: Outcome(
        1, output: "Generated/Kind.swift: deleted but not staged: it is no longer generated\n",
        errors:
          "swiftsync-gen: error: 1 change by 'generate' is not staged; run 'git add Generated'\n"
      ))
    try await repository.git("add", "Generated")
    try await workspace.expect("generate", "--check", "--staged", gives: Self.upToDate)
  }

  /// A program may read any file, so all staged files are there.
  @Test func runsPrograms() async throws {
    let repository = try await GitRepository(Workspace())
    let workspace = repository.workspace
    try repository.write(version: 1)
    let schema = try workspace.read("Schemas/app.yaml").replacingOccurrences(
      of: "output: ../Generated",
      with: "output: ../Generated, outputs: [{ output: ../Made, program: [sh, ../make.sh] }]")
    try workspace.write("Schemas/app.yaml", schema)
    try workspace.write("make.sh", "cat ../made.json\n")
    try workspace.write("made.json", #"{ "files": { "a.txt": "one" } }"#)
    #expect(try await workspace.run("generate", "-q", "--allow-commands") == Outcome(0))
    try await repository.git("add", "--all")
    try workspace.write("made.json", #"{ "files": { "a.txt": "two" } }"#)
    let check = ["generate", "--check", "--staged", "--allow-commands"]
    #expect(try await workspace.run(check + ["-q"]) == Outcome(0))
    try await repository.git("add", "--all")
    let outcome = try await workspace.run(check)
    #expect(outcome.output.hasPrefix("Made/a.txt: "), "\(outcome)")
  }

  @Test(arguments: [
    (["generate", "--staged"], "option '--staged' needs '--check' or '--diff'"),
    (
      ["generate", "--check", "--staged", "--into", "Out"],
      "option '--staged' needs schemas and output in the repository"
    ),
    (
      ["generate", "--check", "--staged", "/a.yaml"],
      "option '--staged' needs relative paths of schemas"
    ),
  ])
  func rejectsOtherOptions(arguments: [String], message: String) async throws {
    let outcome = try await Workspace.withSchema().run(arguments)
    #expect(outcome.status == 64)
    #expect(outcome.errors.hasPrefix("swiftsync-gen: error: \(message)\n"), "\(outcome)")
  }

  @Test func needsRepository() async throws {
    let outcome = try await Workspace.withSchema().run("generate", "--check", "--staged")
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.hasPrefix("swiftsync-gen: error: 'git rev-parse' failed: fatal: not a git "),
      "\(outcome)")
  }
}
