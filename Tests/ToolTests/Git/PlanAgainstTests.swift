import Programs
import Testing

/// `plan --against` says which numbers the base has withdrawn.
@Suite(.enabled(if: GitRepository.isAvailable, "Git is not installed")) struct PlanAgainstTests {
  private static let withdrawn =
    "version 2 is withdrawn at 'main': databases of the withdrawn version are not migrated, so apps "
    + "start over with them"
  private static let step =
    "App, version 1 to 2\n\n- adds attribute 'Site.phone': existing rows get null\n"

  /// `main` has withdrawn version 2, and a feature branch plans another one.
  private func withdrawnOnMain() async throws -> GitRepository {
    let repository = try await GitRepository.withShippedVersions()
    #expect(try await repository.workspace.run("freeze", "--withdraw", "2", "-q") == Outcome(0))
    try await repository.commit("Withdraw version 2")
    try await repository.begin("feature")
    try repository.write(version: 2, "phone: string?")
    return repository
  }

  @Test func saysThatNumberIsWithdrawn() async throws {
    let workspace = try await withdrawnOnMain().workspace
    try await workspace.expect(
      "plan", "--against", "main",
      gives: Outcome(0, output: Self.step, errors: "Schemas/app.yaml: \(Self.withdrawn)\n"))
    let markdown = try await workspace.run("plan", "--against", "main", "--format", "markdown")
    #expect(
      markdown.output.hasPrefix(
        "Schemas/app.yaml: \(Self.withdrawn)\n\n### App: version 1 to 2\n"), "\(markdown)")
    try await workspace.expect(
      "plan", "--against", "main", "--format", "github",
      gives: Outcome(
        0,
        output: "::warning file=Schemas/app.yaml,line=3,col=10,title=migration-risk::"
          + Self.withdrawn + "\n"))
    let folder = try await workspace.run("plan", "--against", ".")
    #expect(
      folder.errors
        == "Schemas/app.yaml: \(Self.withdrawn.replacing("at 'main'", with: "in '.'"))\n")
  }

  /// With one more withdrawal of a newer number.
  @Test func saysThatNumbersAreWithdrawn() async throws {
    let repository = try await GitRepository.withShippedVersions()
    let workspace = repository.workspace
    try repository.write(version: 3, "zip: string?, phone: string?")
    #expect(try await workspace.run("freeze", "-q") == Outcome(0))
    #expect(try await workspace.run("freeze", "--withdraw", "2", "-q") == Outcome(0))
    try await repository.commit("Withdraw versions 2 and 3")
    try repository.write(version: 2, "phone: string?")
    let several =
      "Schemas/app.yaml: versions 2 to 3 are withdrawn at 'main': databases of the withdrawn versions "
      + "are not migrated, so apps start over with them\n"
    try await workspace.expect(
      "plan", "--against", "main", gives: Outcome(0, output: Self.step, errors: several))
    try await workspace.expect(
      "plan", "--against", "main", "--to", "2",
      gives: Outcome(0, output: Self.step, errors: "Schemas/app.yaml: \(Self.withdrawn)\n"))
  }

  /// A branch that began before has the version, whose databases its step migrates.
  @Test func saysThatBranchStillHasWithdrawnVersion() async throws {
    let repository = try await withdrawnOnMain()
    let workspace = repository.workspace
    try await repository.git("checkout", "--quiet", "--force", "-b", "older", "shipped")
    try await workspace.expect(
      "plan", "--against", "main",
      gives: Outcome(
        0,
        output: "App, version 1 to 2\n\n- adds attribute 'Site.zip': existing rows get null\n",
        errors: "Schemas/app.yaml: version 2 is withdrawn at 'main', but still frozen here: merge "
          + "'main' first\n"))
  }

  /// What is frozen again is not of interest.
  @Test func ignoresNumberThatIsFrozenAgain() async throws {
    let repository = try await withdrawnOnMain()
    let workspace = repository.workspace
    #expect(try await workspace.run("freeze", "-q") == Outcome(0))
    try await repository.commit("Freeze version 2 again")
    try await workspace.expect(
      "plan", "--against", "feature",
      gives: Outcome(
        0,
        errors:
          "Schemas/app.yaml: version 2 is frozen at 'feature', and nothing follows it, so there "
          + "is nothing to migrate\n"))
  }
}
