import Foundation
import Programs
import Testing

/// `validate --against` compares with what has shipped.
@Suite(.enabled(if: GitRepository.isAvailable, "Git is not installed")) struct AgainstTests {
  private static let path = "Schemas/app.versions/2.json"
  private static let valid = "Schemas/app.yaml: valid (1 entity, 0 enums)\n"

  @Test func acceptsWhatShippedAndMore() async throws {
    let repository = try await GitRepository.withShippedVersions()
    let workspace = repository.workspace
    try await workspace.expect(
      "validate", "--against", "shipped",
      gives: Outcome(
        0,
        errors: Self.valid + "Schemas/app.yaml: versions 1 to 2 are frozen as at 'shipped'\n"))
    try repository.write(version: 3, "zip: string?, phone: string?")
    try await workspace.run("freeze", "-q")
    #expect(try await workspace.run("validate", "-q", "--against", "shipped") == Outcome(0))
    try await workspace.expect(
      "validate", "--against", "shipped~1",
      gives: Outcome(
        0, errors: Self.valid + "Schemas/app.yaml: version 1 is frozen as at 'shipped~1'\n"))
  }

  @Test func lineEndsDoNotCount() async throws {
    let repository = try await GitRepository.withShippedVersions()
    let text = try repository.workspace.read(Self.path)
    try repository.workspace.write(
      Self.path, text.replacingOccurrences(of: "\n", with: "\r\n"))
    #expect(
      try await repository.workspace.run("validate", "-q", "--against", "shipped") == Outcome(0))
  }

  @Test func rejectsRevert() async throws {
    let repository = try await GitRepository.withShippedVersions()
    try await repository.git("revert", "--no-edit", "HEAD")
    try await repository.workspace.expect(
      "validate", "--against", "shipped",
      gives: Outcome(
        1,
        errors: """
          Schemas/app.yaml:3:10: error: 'version' is 1, but it is 2 at 'shipped' [shipped-version]
          Schemas/app.yaml:3:10: note: a version is not taken back: write 2, or 3 if something has \
          changed
          Schemas/app.yaml:3:10: error: 'Schemas/app.versions/2.json' is missing, but version 2 is \
          frozen at 'shipped' [shipped-version]
          Schemas/app.yaml:3:10: note: databases of it may exist: restore it with 'git checkout \
          shipped -- Schemas/app.versions/2.json'; to undo what it added, write a new version that \
          drops it
          Schemas/app.yaml:3:10: note: if no installed app has version 2 or an older one, write \
          'oldest-version: 3'
          Schemas/app.yaml:3:10: note: if only testers have it, restore it and then withdraw it with \
          'swiftsync-gen freeze --withdraw 2'

          """))
  }

  @Test func rejectsUsedNumber() async throws {
    let repository = try await GitRepository.withShippedVersions()
    try await repository.git("revert", "--no-edit", "HEAD")
    try repository.write(version: 2, "phone: string?")
    try await repository.workspace.run("freeze", "-q")
    try await repository.workspace.expect(
      "validate", "--against", "shipped",
      gives: Outcome(
        1,
        errors: """
          Schemas/app.versions/2.json:1:1: error: frozen version 2 differs from the one at 'shipped' \
          [shipped-version]
          Schemas/app.versions/2.json:1:1: note: databases of the version at 'shipped' may exist: \
          restore it with 'git checkout shipped -- Schemas/app.versions/2.json', and make changes in a \
          new version
          Schemas/app.versions/2.json:1:1: note: if only testers have it, restore it and then withdraw it \
          with 'swiftsync-gen freeze --withdraw 2'

          """))
  }

  @Test func rejectsVersionThatTwoBranchesFroze() async throws {
    let repository = try await GitRepository.withShippedVersions()
    try await repository.git("checkout", "--quiet", "-b", "feature", "shipped~1")
    try repository.write(version: 2, "phone: string?")
    try await repository.workspace.run("freeze", "-q")
    try await repository.commit("Freeze another version 2")
    try await repository.workspace.expect(
      "validate", "--against", "main",
      gives: Outcome(
        1,
        errors: """
          Schemas/app.versions/2.json:1:1: error: this branch and 'main' have both frozen a version 2, \
          with different content [shipped-version]
          Schemas/app.versions/2.json:1:1: note: merge 'main' and keep its file: restore it with 'git \
          checkout main -- Schemas/app.versions/2.json', raise 'version' in Schemas/app.yaml to 3, and \
          freeze that version when it ships
          Schemas/app.versions/2.json:1:1: note: if one of them is a hotfix for users, and only testers \
          have the other, withdraw the other on its branch with 'swiftsync-gen freeze --withdraw 2', and \
          merge then

          """))
  }

  /// What the base has frozen since the branch began is not missing.
  @Test func acceptsBranchThatIsBehind() async throws {
    let repository = try await GitRepository.withShippedVersions()
    let workspace = repository.workspace
    try await repository.begin("feature", at: "shipped~1")
    try await workspace.expect(
      "validate", "--against", "main",
      gives: Outcome(
        0,
        errors: Self.valid + """
          Schemas/app.yaml: version 1 is frozen as at 'main'; version 2 is frozen at 'main' since this \
          branch began

          """))
    // With the same content, it may be frozen there.
    try repository.write(version: 2, "zip: string?")
    #expect(try await workspace.run("validate", "-q", "--against", "main") == Outcome(0))
    try repository.write(version: 2, "phone: string?")
    try await workspace.expect(
      "validate", "--against", "main",
      gives: Outcome(
        1,
        errors: """
          Schemas/app.yaml:3:10: error: version 2 is frozen at 'main', and this branch has another \
          version 2 [shipped-version]
          Schemas/app.yaml:3:10: note: merge 'main', and raise 'version' in Schemas/app.yaml to 3
          Schemas/app.yaml:3:10: note: in a hotfix of an older release: if only testers have the version \
          at 'main', withdraw it there with 'swiftsync-gen freeze --withdraw 2'; otherwise ship the fix \
          without this change of the schema

          """))
    // What was frozen before the branch began is.
    try repository.write(version: 1)
    try workspace.remove("Schemas/app.versions/1.json")
    let outcome = try await workspace.run("validate", "--against", "main")
    #expect(outcome.errors.contains("'Schemas/app.versions/1.json' is missing"), "\(outcome)")
  }

  @Test func acceptsSquashedVersions() async throws {
    let repository = try await GitRepository.withShippedVersions()
    try repository.write(version: 2, "zip: string?", "oldest-version: 2")
    #expect(try await repository.workspace.run("squash", "--before", "2", "--yes").status == 0)
    #expect(
      try await repository.workspace.run("validate", "-q", "--against", "shipped") == Outcome(0))
  }

  @Test func acceptsNewSchema() async throws {
    let repository = try await GitRepository(Workspace())
    try repository.workspace.write("README", "")
    try await repository.commit("Begin")
    try repository.write(version: 1)
    try await repository.workspace.expect(
      "validate", "--against", "main",
      gives: Outcome(
        0, errors: Self.valid + "Schemas/app.yaml: no version is frozen at 'main'\n"))
  }

  @Test(arguments: ["origin/main", "--all"]) func rejectsUnknownReference(name: String) async throws
  {
    let repository = try await GitRepository.withShippedVersions()
    try await repository.workspace.expect(
      "validate", "--against=\(name)",
      gives: Outcome(
        1,
        errors: """
          Schemas/app.yaml:3:10: error: Git knows no commit '\(name)' [unknown-reference]
          Schemas/app.yaml:3:10: note: fetch it first: in CI, a shallow clone has only the commit that \
          it checks

          """))
    try await repository.workspace.expect(
      "validate", "--against=\(name)", "--format", "github",
      gives: Outcome(
        1,
        output: """
          ::error file=Schemas/app.yaml,line=3,col=10,title=unknown-reference::Git knows no commit \
          '\(name)'%0Afetch it first: in CI, a shallow clone has only the commit that it checks

          """))
  }

  @Test func reportsMissingGit() async throws {
    let repository = try await GitRepository.withShippedVersions()
    let outcome = try await repository.workspace.run(
      "validate", "--against", "shipped", environment: ["PATH": "/nowhere"])
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.hasPrefix("Schemas/app.yaml:3:10: error: 'git' cannot be run: "), "\(outcome)")
    #expect(outcome.errors.hasSuffix("note: install Git, or add it to PATH\n"))
  }

  @Test func reportsMissingRepository() async throws {
    let workspace = try Workspace.withSchema()
    let outcome = try await workspace.run("validate", "--against", "main")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("error: 'git rev-parse' failed: fatal: not a git repository"))
    #expect(outcome.errors.contains("[git-failed]"))
  }

  // MARK: Folders

  /// The copy is a package, or the folder with the schemas.
  @Test(arguments: ["", "/Schemas"]) func comparesWithFolder(subfolder: String) async throws {
    let repository = try await GitRepository.withShippedVersions()
    let copy = try Workspace()
    try await repository.git(
      "worktree", "add", "--quiet", "--detach", copy.url("copy").path, "shipped")
    let folder = copy.url("copy").path + subfolder
    #expect(
      try await repository.workspace.run("validate", "-q", "--against", folder) == Outcome(0))
    try repository.workspace.remove(Self.path)
    let outcome = try await repository.workspace.run("validate", "--against", folder)
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("restore 'Schemas/app.versions/2.json' from '\(folder)'"))
  }

  @Test func rejectsFolderWithoutSchemas() async throws {
    let workspace = try Workspace.withSchema()
    try workspace.write("empty/README", "")
    try await workspace.expect(
      "validate", "--against", "empty",
      gives: Outcome(
        1,
        errors: """
          swiftsync-gen: error: the folder 'empty' has none of the schemas; name a copy of the package, \
          or of the folder with the schemas

          """))
  }
}
