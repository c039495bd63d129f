import Foundation
import Programs
import Testing

/// Generated files are committed, so a small change of a schema must be a small change of them, and
/// Git must be able to merge two of them.
@Suite(.enabled(if: GitRepository.isAvailable, "Git is not installed")) struct GeneratedDiffTests {
  /// A repository with the sample `social` and its output in one folder.
  private func repository() async throws -> GitRepository {
    let repository = try await GitRepository(Workspace())
    let text = try String(contentsOf: Repository.url("Schemas/social.yaml"), encoding: .utf8)
    let start = try #require(text.range(of: "  outputs:\n"))
    let end = try #require(text.range(of: "enums:\n"))
    try repository.workspace.write(
      "Schemas/social.yaml",
      text.replacingCharacters(in: start.lowerBound..<end.lowerBound, with: "\n"))
    #expect(try await repository.workspace.run("generate", "-q") == Outcome(0))
    try await repository.commit("Generate")
    return repository
  }

  /// Adds an optional attribute after all others of an entity.
  private func addAttribute(
    _ name: String, to entity: String, in workspace: Workspace
  ) throws {
    let text = try workspace.read("Schemas/social.yaml")
    let start = try #require(text.range(of: "\n  \(entity):\n"))
    let next = try #require(
      text[start.upperBound...].firstMatch(of: /(\n    attributes:\n(      .*\n)*)/))
    try workspace.write(
      "Schemas/social.yaml",
      text.replacingCharacters(in: next.range, with: "\(next.1)      \(name): bool?\n"))
  }

  /// The numbers of added and removed lines of generated files since the last commit.
  private func changedLines(in repository: GitRepository) async throws -> (added: Int, removed: Int)
  {
    try await repository.git("add", "--all")
    let text = try await repository.git(
      "diff", "--cached", "--no-renames", "--numstat", "--", "Generated")
    var (added, removed) = (0, 0)
    for line in text.split(separator: "\n") {
      let words = line.split(separator: "\t")
      added += try #require(Int(words[0]))
      removed += try #require(Int(words[1]))
    }
    return (added, removed)
  }

  /// Without the small entities: their lists of arguments are on one line before, and on several
  /// lines after.
  @Test(arguments: ["Account", "Status"])
  func columnIsSmallChange(entity: String) async throws {
    let repository = try await repository()
    try addAttribute("pinned", to: entity, in: repository.workspace)
    #expect(try await repository.workspace.run("generate", "-q") == Outcome(0))
    let (added, removed) = try await changedLines(in: repository)
    #expect(added > 10 && added <= 45, "\(added) lines are added")
    #expect(removed <= 5, "\(removed) lines are removed")
  }

  @Test(arguments: ["Account", "Status", "Notice"])
  func columnInNewVersionIsSmallChange(entity: String) async throws {
    let repository = try await repository()
    let workspace = repository.workspace
    #expect(try await workspace.run("freeze", "-q") == Outcome(0))
    try addAttribute("pinned", to: entity, in: workspace)
    try workspace.write(
      "Schemas/social.yaml",
      try workspace.read("Schemas/social.yaml").replacingOccurrences(
        of: "name: Social\n", with: "name: Social\nversion: 2\n"))
    #expect(try await workspace.run("generate", "-q") == Outcome(0))
    let (added, removed) = try await changedLines(in: repository)
    #expect(added > 50 && added <= 250, "\(added) lines are added")
    #expect(removed <= 20, "\(removed) lines are removed")
  }

  /// Two branches that each add an attribute to another entity. What Git merges is what `generate`
  /// writes for the merged schema.
  @Test(arguments: [("Hashtag", "Notice"), ("Status", "Account"), ("Account", "Hashtag")])
  func branchesConflictOnlyInManifest(theirs: String, ours: String) async throws {
    let repository = try await repository()
    let workspace = repository.workspace
    try await repository.git("checkout", "--quiet", "-b", "theirs")
    try addAttribute("isHidden", to: theirs, in: workspace)
    #expect(try await workspace.run("generate", "-q") == Outcome(0))
    try await repository.commit("Add an attribute")
    try await repository.git("checkout", "--quiet", "main")
    try addAttribute("isRead", to: ours, in: workspace)
    #expect(try await workspace.run("generate", "-q") == Outcome(0))
    try await repository.commit("Add another attribute")
    #expect(try await repository.outcome(["merge", "--quiet", "theirs"]).status == 1)
    let conflicts = try await repository.git("diff", "--name-only", "--diff-filter=U")
    #expect(conflicts == "Generated/Social/.Social.swiftsync\n")
    let check = try await workspace.run("generate", "--check")
    #expect(check.status == 1)
    #expect(
      check.output.contains(
        "Generated/Social/.Social.swiftsync: has conflict markers of Git\n"), "\(check)")
    try await repository.git("add", "--all")
    // Nobody has edited a file, so there are no warnings.
    #expect(try await workspace.run("generate", "-q") == Outcome(0))
    let changed = try await repository.git("diff", "--name-only")
    #expect(changed == "Generated/Social/.Social.swiftsync\n")
    #expect(try await workspace.run("generate", "--check", "-q") == Outcome(0))
    try await repository.git("add", "--all")
    try await repository.git("commit", "--quiet", "--no-edit")
  }
}
