import Foundation
import Programs
import Testing

/// Conflicts in each kind of file, fragments of several teams, a review, and another version of the
/// tool.
@Suite(.enabled(if: GitRepository.isAvailable, "Git is not installed")) struct TeamFileTests {
  // MARK: Conflicts

  /// Files of the repository, with markers of Git in them.
  private static let conflict = "<<<<<<< HEAD\n=======\n>>>>>>> other\n"

  @Test func conflictInFragment() async throws {
    let repository = try await GitRepository(Workspace())
    let workspace = repository.workspace
    try repository.write(version: 1, "", "include: [more.yaml]")
    func write(_ attribute: String) throws {
      try workspace.write(
        "Schemas/more.yaml", "entities:\n  More:\n    attributes:\n      id: int\n\(attribute)")
    }
    try write("")
    try await repository.commitGenerated("Begin")
    try await repository.begin("other")
    try write("      a: int?\n")
    try await repository.commitGenerated("Add a")
    try await repository.check(out: "main")
    try write("      b: int?\n")
    try await repository.commitGenerated("Add b")
    try await repository.mergeWithConflict("other")
    let error = """
      Schemas/more.yaml:5:1: error: the file has conflict markers of Git, in lines 5, 7 and 9 \
      [conflict-markers]
      Schemas/more.yaml:5:1: note: \(GitRepository.markersAdvice)

      """
    try await workspace.expect("validate", gives: Outcome(1, errors: error))
    try await workspace.expect("generate", gives: Outcome(1, errors: error))
    try await workspace.expect("format", "--check", gives: Outcome(1, errors: error))
    try write("      a: int?\n      b: int?\n")
    try await repository.commitGenerated("Merge")
    try await repository.checks(against: "main")
  }

  @Test func conflictInFrozenVersion() async throws {
    let repository = try await GitRepository.withShippedVersions()
    try await repository.begin("feature", at: "shipped~1")
    try repository.write(version: 2, "phone: string?")
    try await repository.release("Another version 2")
    try await repository.mergeWithConflict("main")
    try repository.write(version: 3, "zip: string?, phone: string?")
    try await repository.workspace.expect(
      "validate", gives: Outcome(1, errors: Self.frozenTwice))
  }

  private static let frozenTwice = """
    Schemas/app.versions/2.json:6:1: error: two branches froze version 2, and Git could not merge them \
    [version-conflict]
    Schemas/app.versions/2.json:6:1: note: keep the file of the branch that shipped first ('git \
    checkout --ours' or '--theirs'), raise 'version' in Schemas/app.yaml to 3 with both branches' \
    changes, and freeze it when it ships

    """

  /// A database of either branch has the version of the schema, or an older one.
  @Test func conflictInFrozenVersionIsNotOneOfDatabases() async throws {
    let repository = try await GitRepository.withShippedVersions()
    let workspace = repository.workspace
    try await repository.store(#"[{"id": 1, "name": "A"}]"#, on: "two")
    try await repository.begin("feature", at: "shipped~1")
    try await repository.store(#"[{"id": 1, "name": "A"}]"#, on: "one")
    try repository.write(version: 2, "phone: string?")
    try await repository.release("Another version 2")
    try await repository.mergeWithConflict("main")
    try repository.write(version: 2, "zip: string?, phone: string?")
    let error = Outcome(1, errors: Self.frozenTwice)
    for device in ["one", "two", "new"] {
      let apply = [
        "apply", "site.rows.json", "--entity", "Site", "--database", "\(device).sqlite",
      ]
      try await workspace.expect(apply, gives: error)
      try await workspace.expect(apply + ["--dry-run"], gives: error)
      if device == "new" { continue }
      #expect(try await repository.update(device) == error)
    }
    #expect(!workspace.exists("new.sqlite"))
    #expect(
      try workspace.rows(of: "one.sqlite", "SELECT user_version FROM pragma_user_version")
        == [["1"]])
  }

  /// The file with the markers keeps its name.
  @Test func conflictInFrozenVersionIsNotWithdrawn() async throws {
    let repository = try await GitRepository.withShippedVersions()
    let workspace = repository.workspace
    try await repository.begin("feature", at: "shipped~1")
    try repository.write(version: 2, "phone: string?")
    try await repository.release("Another version 2")
    try await repository.mergeWithConflict("main")
    try repository.write(version: 2, "zip: string?, phone: string?")
    try await workspace.expect(
      "freeze", "--withdraw", "2",
      gives: Outcome(
        1,
        errors: Self.frozenTwice
          + "swiftsync-gen: error: nothing was withdrawn: finish the merge first\n"))
    #expect(try workspace.files(in: "Schemas/app.versions") == ["1.json", "2.json"])
  }

  /// What is recorded of each run is in one line, so both branches have changed it.
  @Test func conflictInManifest() async throws {
    let repository = try await GitRepository(Workspace())
    let workspace = repository.workspace
    func write(_ names: String...) throws {
      let schema = names.map { "  \($0): { attributes: { id: int } }\n" }.joined()
      let endpoints = names.map { name in
        "    \(name.lowercased()): { get: /\(name.lowercased()), returns: [\(name)], missing-rows: keep }\n"
      }.joined()
      try workspace.write(
        "Schemas/app.yaml",
        "swiftsync: 1\nname: App\nversion: 1\ngenerate: { output: ../Generated, sets: [fixtures] }\n"
          + "entities:\n\(schema)# End of the entities.\napi:\n  endpoints:\n\(endpoints)")
    }
    try write("Site")
    try await repository.commitGenerated("Begin")
    try await repository.begin("other")
    try write("Site", "Beta")
    try await repository.commitGenerated("Add Beta")
    try await repository.check(out: "main")
    try write("Alpha", "Site")
    try await repository.commitGenerated("Add Alpha")
    try await repository.mergeWithConflict("other")
    let manifest = "Generated/.App.swiftsync"
    #expect(try workspace.read(manifest).contains("<<<<<<< HEAD"))
    let outcome = try await workspace.run("generate", "--check")
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("\(manifest): has conflict markers of Git\n"), "\(outcome)")
    // The files of both branches are known as generated, and none is reported as edited.
    #expect(try await workspace.run("generate", "-q") == Outcome(0))
    #expect(
      try workspace.read(manifest).split(separator: "\t").dropFirst(2).map {
        $0.split(separator: " ")[1].trimmingCharacters(in: .newlines)
      } == ["AppFixtures.swift"]
        + ["alpha/valid.json", "beta/valid.json", "fixtures.yaml", "site/valid.json"].map {
          "fixtures/\($0)"
        })
    try await repository.commit("Merge")
    try await repository.checks(against: "main")
  }

  @Test func conflictInAttributes() async throws {
    let repository = try await GitRepository.withShippedVersions()
    let workspace = repository.workspace
    #expect(try await workspace.run("git-setup", "--yes").status == 0)
    let block = try workspace.read(".gitattributes")
    try workspace.write(".gitattributes", "*.png binary\n" + Self.conflict + block)
    try await workspace.expect(
      "git-setup",
      gives: Outcome(
        1,
        errors: """
          swiftsync-gen: error: .gitattributes:2 is a conflict marker of Git; keep the lines of both \
          branches, delete the markers, and run the command again

          """))
    // Between its own lines, the command knows what is right.
    let lines = block.split(separator: "\n", maxSplits: 1).map(String.init)
    try workspace.write(".gitattributes", "\(lines[0])\n\(Self.conflict)\(lines[1])")
    #expect(try await workspace.run("git-setup", "--yes").status == 0)
    #expect(try workspace.read(".gitattributes") == block)
  }

  // MARK: Fragments

  /// Two teams add a fragment each, with the steps that it needs, and meet in no line.
  @Test func fragmentsOfTwoTeams() async throws {
    let repository = try await GitRepository(Workspace())
    let workspace = repository.workspace
    func write(_ team: String, _ text: String) throws {
      try workspace.write("Schemas/teams/\(team).yaml", text)
    }
    func write(version: Int) throws {
      try repository.write(version: version, "", "include: [teams/*.yaml]")
    }
    try write(version: 1)
    try write("a", "entities:\n  Alpha: { attributes: { id: int, old: string? } }\n")
    try write("b", "entities:\n  Beta: { attributes: { id: int, old: string? } }\n")
    try await repository.release("Version 1")
    #expect(try await workspace.run("git-setup", "--yes").status == 0)
    try await repository.commit("Set up Git")
    try await repository.store(#"[{"id": 1, "name": "A"}]"#, on: "user")
    for (branch, entity) in [("a", "Alpha"), ("b", "Beta")] {
      try await repository.begin(branch, at: "main")
      try write(version: 2)
      try write(
        branch,
        """
        entities:
          \(entity): { attributes: { id: int } }
        migrations:
          2: [{ drops: [\(entity).old] }]

        """)
      try await repository.commitGenerated("Change \(entity)")
    }
    let merge = try await repository.outcome(["merge", "--no-commit", "a"])
    #expect(merge.status == 0, "\(merge)")
    #expect(try await workspace.run("generate", "--check", "-q").status == 1)
    try await repository.commitGenerated("Merge")
    try await repository.checks(against: "main")
    try await workspace.expect(
      "plan", "--against", "main",
      gives: Outcome(
        0,
        output: """
          App, version 1 to 2

          - drops attribute 'Alpha.old': its values are deleted
          - drops attribute 'Beta.old': its values are deleted

          """))
    #expect(
      try await repository.update("user")
        == Outcome(0, output: #"[{"id":1,"name":"A"}]"# + "\n"))
    // A team has no version of its own, and no entity of another team.
    try write("a", "version: 3\nentities:\n  Alpha: { attributes: { id: int } }\n")
    try await workspace.expect(
      "validate",
      gives: Outcome(
        1,
        errors: """
          Schemas/teams/a.yaml:1:1: error: key 'version' is not allowed in a fragment, which can have \
          only 'enums', 'types', 'scalars', 'traits', 'entities' and 'migrations' [not-a-fragment]
          Schemas/app.yaml:9:11: note: it is included here

          """))
    try write("a", "entities:\n  Beta: { attributes: { id: int } }\n")
    let outcome = try await workspace.run("validate")
    #expect(
      outcome.errors.hasPrefix(
        "Schemas/teams/b.yaml:2:3: error: 'Beta' is already declared [duplicate-name]\n"),
      "\(outcome)")
  }

  // MARK: A review

  /// What a branch adds to what has shipped, as a comment on its pull request.
  @Test func review() async throws {
    let repository = try await GitRepository.withShippedVersions()
    let workspace = repository.workspace
    try await repository.begin("feature")
    try repository.write(
      version: 3, "phone: string?", "migrations: { 3: [{ drops: [Site.zip] }] }")
    let plan = ["plan", "--against", "main", "--format", "markdown"]
    try await workspace.expect(
      plan,
      gives: Outcome(
        0,
        output: """
          ### App: version 2 to 3

          Risk: **loses data**

          | Change | Rows | Risk |
          |---|---|---|
          | adds attribute 'Site.phone' | existing rows get null | none |
          | drops attribute 'Site.zip' | its values are deleted | **loses data** |

          <details>
          <summary>SQL</summary>

          ```sql
          -- derived from the two versions
          ALTER TABLE sites DROP COLUMN zip;
          ALTER TABLE sites ADD COLUMN phone TEXT;
          ```

          </details>

          """))
    let refused = try await workspace.run(plan + ["--fail-on", "loses-data"])
    #expect(refused.status == 1)
    #expect(
      refused.errors
        == "swiftsync-gen: error: the risk is 'loses-data', which '--fail-on loses-data' refuses\n")
    #expect(try await workspace.run(plan + ["--fail-on", "loses-unsent-changes"]).status == 0)
    // A release that froze more than one version shows each of them.
    try await repository.release("Version 3")
    try repository.write(version: 4, "phone: string?, city: string?")
    let steps = try await workspace.run(plan)
    #expect(
      steps.output.split(separator: "\n").filter { $0.hasPrefix("### ") }
        == ["### App: version 2 to 3", "### App: version 3 to 4"])
  }

  // MARK: Versions of the tool

  /// A branch was generated by a newer tool.
  @Test func newerTool() async throws {
    let repository = try await GitRepository.withShippedVersions()
    let workspace = repository.workspace
    let manifest = try workspace.read("Generated/.App.swiftsync")
    let version = try await workspace.run("--version").output.split(separator: " ")[1].dropLast()
    try await repository.begin("newer")
    try workspace.write(
      "Generated/.App.swiftsync",
      manifest.replacingOccurrences(of: "tool: \(version)", with: "tool: 9.10.0"))
    let site = try workspace.read("Generated/Site.swift")
    try workspace.write("Generated/Site.swift", site + "// New in 9.10.\n")
    try await repository.commit("Update the tool")
    try await repository.check(out: "main")
    try await repository.git("merge", "--quiet", "newer")
    let error =
      "swiftsync-gen: error: Schemas/app.yaml: version 9.10.0 of the tool wrote 1 file in Generated, and "
      + "this is \(version): update the tool"
    try await workspace.expect("generate", "--check", gives: Outcome(1, errors: error + "\n"))
    try await workspace.expect(
      "generate", gives: Outcome(1, errors: error + ", or replace them with '--force'\n"))
    // All generate with one version, which the schema states.
    let schema = try workspace.read("Schemas/app.yaml")
    try workspace.write(
      "Schemas/app.yaml",
      schema.replacingOccurrences(of: "name: App", with: "name: App\ntool: \"\(version)\""))
    #expect(try await workspace.run("generate", "--force", "-q") == Outcome(0))
    try await repository.checks(against: "shipped")
  }
}
