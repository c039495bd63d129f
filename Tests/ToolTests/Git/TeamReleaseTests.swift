import Foundation
import Programs
import Testing

/// Releases, hotfixes, reverts and squashed versions, with the devices that installed them.
@Suite(.enabled(if: GitRepository.isAvailable, "Git is not installed")) struct TeamReleaseTests {
  private static let valid = "Schemas/app.yaml: valid (1 entity, 0 enums)\n"
  private static let withdraw = "'swiftsync-gen freeze --withdraw 3'"

  // MARK: Hotfixes

  /// The main line has not frozen the number, so the hotfix takes it.
  @Test func hotfixTakesFreeNumber() async throws {
    let repository = try await GitRepository.withShippedVersions()
    let workspace = repository.workspace
    try repository.write(version: 3, "zip: string?, phone: string?")
    try await repository.commitGenerated("Add phone")
    try await repository.begin("release", at: "shipped")
    try repository.write(version: 3, "zip: string?, city: string?")
    #expect(try await workspace.run("validate", "-q", "--against", "main") == Outcome(0))
    try await repository.release("Hotfix")
    try await repository.store(#"[{"id": 1, "name": "A", "city": "Graz"}]"#, on: "user")
    try await repository.check(out: "main")
    // Until the hotfix is merged, a release of the main line would strand its users.
    try repository.write(version: 2, "zip: string?")
    let early = try await workspace.run("validate", "--against", "release", "--shipped")
    #expect(
      early.errors == """
        Schemas/app.yaml:3:10: error: version 3 has shipped at 'release', and this branch does not \
        have it [shipped-version]
        Schemas/app.yaml:3:10: note: an app of this branch could not open its databases: merge \
        'release'

        """)
    try await repository.git("checkout", "--quiet", "--", "Schemas")
    try await repository.mergeWithConflict("release")
    let both = "zip: string?, city: string?, phone: string?"
    try repository.write(version: 3, both)
    try await workspace.expect(
      "validate",
      gives: Outcome(
        1,
        errors: """
          Schemas/app.yaml:3:10: error: version 3 is frozen and the schema differs from it: 'version' \
          must be raised to 4 [frozen-version]
          Schemas/app.yaml:3:10: note: adds attribute 'Site.phone'

          """))
    try repository.write(version: 4, both)
    try await repository.commitGenerated("Merge the hotfix")
    try await repository.checks(against: "main", "release")
    #expect(
      try await repository.update("user")
        == Outcome(
          0,
          output: #"[{"id":1,"name":"A","zip":null,"city":"Graz","phone":null}]"# + "\n"))
  }

  /// The main line has frozen two versions for testers, and the release branch has none of them.
  private func behindTwoVersions() async throws -> GitRepository {
    let repository = try await GitRepository.withShippedVersions()
    try repository.write(version: 3, "zip: string?, phone: string?")
    try await repository.release("Version 3 for testers")
    try await repository.store(#"[{"id": 1, "name": "A", "phone": "1"}]"#, on: "tester")
    try repository.write(version: 4, "zip: string?, phone: string?, fax: string?")
    try await repository.release("Version 4 for testers")
    try await repository.git("tag", "before")
    try await repository.begin("release", at: "shipped")
    return repository
  }

  private static let hotfix = "zip: string?, city: string?"

  @Test func hotfixCannotTakeNumberOfOthers() async throws {
    let repository = try await behindTwoVersions()
    let workspace = repository.workspace
    // A hotfix without a change of the schema is in nobody's way.
    try await workspace.expect(
      "validate", "--against", "main",
      gives: Outcome(
        0,
        errors: Self.valid + """
          Schemas/app.yaml: versions 1 to 2 are frozen as at 'main'; versions 3 to 4 are frozen at \
          'main' since this branch began

          """))
    try repository.write(version: 3, Self.hotfix)
    try await workspace.expect(
      "validate", "--against", "main",
      gives: Outcome(
        1,
        errors: """
          Schemas/app.yaml:3:10: error: version 3 is frozen at 'main', and this branch has another \
          version 3 [shipped-version]
          Schemas/app.yaml:3:10: note: merge 'main', and raise 'version' in Schemas/app.yaml to 5
          Schemas/app.yaml:3:10: note: in a hotfix of an older release: if only testers have the version \
          at 'main', withdraw it there with \(Self.withdraw); otherwise ship the fix without this \
          change of the schema

          """))
    try await repository.release("Hotfix")
    let twice = """
      Schemas/app.versions/3.json:1:1: error: this branch and 'main' have both frozen a version 3, with \
      different content [shipped-version]
      Schemas/app.versions/3.json:1:1: note: merge 'main' and keep its file: restore it with 'git \
      checkout main -- Schemas/app.versions/3.json', raise 'version' in Schemas/app.yaml to 5, and \
      freeze that version when it ships
      Schemas/app.versions/3.json:1:1: note: if one of them is a hotfix for users, and only testers have \
      the other, withdraw the other on its branch with \(Self.withdraw), and merge then

      """
    try await workspace.expect("validate", "--against", "main", gives: Outcome(1, errors: twice))
    try await repository.check(out: "main")
    try await workspace.expect(
      "validate", "--against", "release",
      gives: Outcome(1, errors: twice.replacingOccurrences(of: "main", with: "release")))
    // A merge that keeps the testers' file is green except for the comparison with the release.
    try await repository.mergeWithConflict("release")
    try await repository.git("checkout", "--ours", ".")
    try await repository.commitGenerated("Merge")
    try await repository.checks(against: "before")
    let outcome = try await workspace.run("validate", "--against", "release", "-q")
    #expect(
      outcome.errors.hasPrefix(
        "Schemas/app.versions/3.json:1:1: error: frozen version 3 differs from the one at 'release' "
      ),
      "\(outcome)")
    let stranded = try await repository.updateToMain()
    #expect(stranded.status == 1)
  }

  @Test func hotfixTakesNumberOfTesters() async throws {
    let repository = try await behindTwoVersions()
    let workspace = repository.workspace
    try await repository.check(out: "main")
    try await workspace.expect(
      "freeze", "--withdraw", "3",
      gives: Outcome(
        0,
        errors: """
          Schemas/app.yaml: withdrew versions 3 to 4, which are now in \
          Schemas/app.versions/3-withdrawn.json, Schemas/app.versions/4-withdrawn.json
          databases of versions 3 to 4 will not be migrated: their apps start over, so no user may have \
          one
          next: set 'version' to 3; it has all changes since version 2, so 'renamed-from' states names of \
          version 2, and steps under 'migrations:' belong to version 3

          """))
    let line = "zip: string?, phone: string?, fax: string?"
    try repository.write(version: 3, line)
    try await repository.commitGenerated("Withdraw the versions of testers")
    try await repository.checks(against: "before")
    try await workspace.expect(
      "validate", "--against", "before",
      gives: Outcome(
        0,
        errors: Self.valid
          + "Schemas/app.yaml: versions 1 to 2 are frozen as at 'before'; versions 3 to 4 are withdrawn\n"
      ))
    try await repository.check(out: "release")
    try repository.write(version: 3, Self.hotfix)
    try await repository.release("Hotfix")
    try await repository.checks(against: "shipped", "main")
    try await repository.store(#"[{"id": 1, "name": "A", "city": "Graz"}]"#, on: "user")
    try await repository.check(out: "main")
    try await repository.mergeWithConflict("release")
    try repository.write(version: 4, Self.hotfix + ", phone: string?, fax: string?")
    try await repository.commitGenerated("Merge the hotfix")
    try await repository.checks(against: "before", "main", "release")
    #expect(
      try await repository.update("user")
        == Outcome(
          0,
          output:
            #"[{"id":1,"name":"A","zip":null,"city":"Graz","phone":null,"fax":null}]"# + "\n"))
    // The tester's app starts over.
    let tester = try await repository.update("tester")
    #expect(tester.status == 1)
    #expect(
      tester.errors.hasPrefix(
        "swiftsync-gen: error: the database copy.sqlite cannot be used: another version 3 ("),
      "\(tester)")
  }

  /// Without the withdrawn file, and for what users have, a missing version stays an error.
  @Test func withdrawalIsStatedAndNotForUsers() async throws {
    let repository = try await GitRepository.withShippedVersions()
    let workspace = repository.workspace
    #expect(try await workspace.run("freeze", "--withdraw", "2", "-q") == Outcome(0))
    #expect(try await workspace.run("validate", "-q", "--against", "shipped") == Outcome(0))
    try await workspace.expect(
      "validate", "--against", "shipped", "--shipped",
      gives: Outcome(
        1,
        errors: """
          Schemas/app.yaml:3:10: error: version 2 is withdrawn, but it has shipped at 'shipped' \
          [shipped-version]
          Schemas/app.yaml:3:10: note: databases of it could not be migrated: restore it with 'git \
          checkout shipped -- Schemas/app.versions/2.json', and delete the withdrawn file; a hotfix \
          cannot take its number

          """))
    // Another version that was withdrawn says nothing about this one.
    try repository.write(version: 2, "phone: string?")
    try await workspace.run("freeze", "-q")
    #expect(try await workspace.run("freeze", "--withdraw", "2", "-q") == Outcome(0))
    #expect(
      try workspace.files(in: "Schemas/app.versions")
        == ["1.json", "2-withdrawn-2.json", "2-withdrawn.json"])
    #expect(try await workspace.run("validate", "-q", "--against", "shipped") == Outcome(0))
    try workspace.remove("Schemas/app.versions/2-withdrawn.json")
    let outcome = try await workspace.run("validate", "--against", "shipped")
    #expect(
      outcome.errors.hasPrefix(
        "Schemas/app.yaml:3:10: error: 'Schemas/app.versions/2.json' is missing, but version 2 is "),
      "\(outcome)")
  }

  /// The number of the withdrawn version is the next one.
  @Test func nextVersionIsTheWithdrawnOne() async throws {
    let repository = try await GitRepository.withShippedVersions()
    let workspace = repository.workspace
    try repository.write(version: 3, "zip: string?, phone: string?")
    try await workspace.expect(
      "freeze", "--withdraw", "2",
      gives: Outcome(
        0,
        errors: """
          Schemas/app.yaml: withdrew version 2, which is now in Schemas/app.versions/2-withdrawn.json
          databases of version 2 will not be migrated: their apps start over, so no user may have one
          next: set 'version' to 2; it has all changes since version 1, so 'renamed-from' states names of \
          version 1, and steps under 'migrations:' belong to version 2

          """))
    try await workspace.expect(
      "validate",
      gives: Outcome(
        1,
        errors: """
          Schemas/app.yaml:3:10: error: 'version' is 3, but the newest frozen one is 1 [version-gap]
          Schemas/app.yaml:3:10: note: version 2 is withdrawn, so the next version is 2: write 2

          """))
    // Of version 3, nothing is known.
    try repository.write(version: 4, "zip: string?, phone: string?")
    try await workspace.expect(
      "validate",
      gives: Outcome(
        1,
        errors: """
          Schemas/app.yaml:3:10: error: 'version' is 4, but the newest frozen one is 1 [version-gap]
          Schemas/app.yaml:3:10: note: if versions 2 and 3 have shipped, restore their files in \
          'Schemas/app.versions', for example from Git
          Schemas/app.yaml:3:10: note: if no build with versions 2 or 3 has left the team, write 2

          """))
    try repository.write(version: 1)
    try await workspace.expect(
      "validate", "--against", "shipped",
      gives: Outcome(
        1,
        errors: """
          Schemas/app.yaml:3:10: error: 'version' is 1, but it is 2 at 'shipped' [shipped-version]
          Schemas/app.yaml:3:10: note: version 2 is withdrawn, so the next version is 2: write 2

          """))
  }

  @Test(arguments: [
    (["freeze", "--withdraw", "x"], 64, "option '--withdraw' takes a version, not 'x'"),
    (
      ["freeze", "--withdraw", "1", "--check"], 64,
      "options '--check' and '--withdraw' cannot be combined"
    ),
    (["validate", "--shipped"], 64, "option '--shipped' needs '--against'"),
    (
      ["freeze", "--withdraw", "1"], 1,
      "version 1 of Schemas/shop.yaml is not frozen, so nothing was withdrawn"
    ),
  ])
  func rejectsWithdrawal(arguments: [String], status: Int32, message: String) async throws {
    let outcome = try await Workspace.withSchema().run(arguments)
    #expect(outcome.status == status)
    #expect(outcome.errors.hasPrefix("swiftsync-gen: error: \(message)\n"), "\(outcome)")
  }

  // MARK: Going back

  private static let noUpdate =
    "if version 2 was never released, or was reverted, no update helps: delete the database, or open "
    + "it with 'whenUnreadable: .startOver(keeping: folder, including: [.newer])'\n"

  @Test func revertAfterTestersRanIt() async throws {
    let repository = try await GitRepository.withShippedVersions()
    let workspace = repository.workspace
    try await repository.store(#"[{"id": 1, "name": "A", "zip": "8010"}]"#, on: "tester")
    try await repository.git("revert", "--no-edit", "HEAD")
    #expect(try await workspace.run("validate", "-q", "--against", "shipped").status == 1)
    #expect(
      try await repository.update("tester")
        == Outcome(
          1,
          errors:
            "swiftsync-gen: error: the database copy.sqlite cannot be used: it has schema version "
            + "2, but only versions up to 1 are supported; update the app; " + Self.noUpdate))
    // The number is used again.
    try repository.write(version: 2, "phone: string?")
    try await workspace.run("freeze", "-q")
    #expect(try await workspace.run("validate", "-q", "--against", "shipped").status == 1)
    let reused = try await repository.update("tester")
    #expect(reused.errors.contains("another version 2 ("), "\(reused)")
    // The right way: a version that drops what is regretted.
    try await repository.git("checkout", "shipped", "--", "Schemas")
    try repository.write(version: 3, "", "migrations: { 3: [{ drops: [Site.zip] }] }")
    try await repository.commitGenerated("Undo zip")
    try await repository.checks(against: "shipped")
    #expect(
      try await repository.update("tester")
        == Outcome(0, output: #"[{"id":1,"name":"A"}]"# + "\n"))
  }

  /// A tester who goes back to the app of the store.
  @Test func downgrade() async throws {
    let repository = try await GitRepository.withShippedVersions()
    let workspace = repository.workspace
    try await repository.store(#"[{"id": 1, "name": "A", "zip": "8010"}]"#, on: "tester")
    try await repository.git("checkout", "--quiet", "--detach", "shipped~1")
    try await repository.checks(against: "shipped")
    let device = try await repository.update("tester")
    #expect(device.status == 1)
    #expect(device.errors.hasSuffix(Self.noUpdate), "\(device)")
    try await repository.check(out: "main")
    #expect(try workspace.rows(of: "copy.sqlite", "SELECT zip FROM sites") == [["8010"]])
    #expect(try await repository.update("tester").status == 0)
  }

  // MARK: Squashing

  @Test func squashMeetsBranch() async throws {
    let repository = try await GitRepository(Workspace())
    let workspace = repository.workspace
    try repository.write(version: 1)
    try await repository.release("Version 1")
    try await repository.store(#"[{"id": 1, "name": "A"}]"#, on: "old")
    try repository.write(version: 2, "zip: string?")
    try await repository.release("Version 2")
    try await repository.git("tag", "shipped")
    try await repository.store(#"[{"id": 1, "name": "A"}]"#, on: "user")
    try await repository.begin("feature")
    try repository.write(version: 3, "zip: string?, city: string?")
    try await repository.commitGenerated("Add city")
    try await repository.check(out: "main")
    let schema = try workspace.read("Schemas/app.yaml")
    try workspace.write(
      "Schemas/app.yaml",
      schema.replacingOccurrences(of: "version: 2\n", with: "version: 2\noldest-version: 2\n"))
    #expect(try await workspace.run("squash", "--before", "2", "--yes").status == 0)
    try await repository.commitGenerated("Squash")
    try await repository.checks(against: "shipped")
    try await repository.check(out: "feature")
    try await repository.checks(against: "main")
    try await repository.mergeWithConflict("main")
    // The schema of the branch lacks what permits the deletion.
    try repository.write(version: 3, "zip: string?, city: string?")
    try await workspace.expect(
      "validate", "--against", "shipped",
      gives: Outcome(
        1,
        errors: """
          Schemas/app.versions/2.json:5:14: error: frozen version 2 follows version 1, which is missing \
          [version-gap]
          Schemas/app.versions/2.json:5:14: note: databases are migrated one version at a time: restore \
          version 1 next to this file, for example from Git
          Schemas/app.versions/2.json:5:14: note: after 'squash', the schema needs 'oldest-version: 2'
          Schemas/app.yaml:3:10: error: 'Schemas/app.versions/1.json' is missing, but version 1 is frozen \
          at 'shipped' [shipped-version]
          Schemas/app.yaml:3:10: note: databases of it may exist: restore it with 'git checkout shipped \
          -- Schemas/app.versions/1.json'; to undo what it added, write a new version that drops it
          Schemas/app.yaml:3:10: note: if no installed app has version 1 or an older one, write \
          'oldest-version: 2'
          Schemas/app.yaml:3:10: note: if only testers have it, restore it and then withdraw it with \
          'swiftsync-gen freeze --withdraw 1'

          """))
    try repository.write(version: 3, "zip: string?, city: string?", "oldest-version: 2")
    try await repository.commitGenerated("Merge main")
    try await repository.checks(against: "main", "shipped")
    #expect(
      try await repository.update("user")
        == Outcome(0, output: #"[{"id":1,"name":"A","zip":null,"city":null}]"# + "\n"))
    #expect(
      try await repository.update("old")
        == Outcome(
          1,
          errors:
            "swiftsync-gen: error: the database copy.sqlite cannot be used: it has schema version "
            + "1, and there is no migration from it to version 3; open it with an earlier release of the "
            + "app first, or freeze version 1 and generate the migration\n"))
  }
}
