import Foundation
import Programs
import Testing

/// Two branches change the schema. What a merge gets wrong is an error before it ships, and the right
/// way keeps the rows of devices.
@Suite(.enabled(if: GitRepository.isAvailable, "Git is not installed")) struct TeamMergeTests {
  @Test func attributesOfTwoBranches() async throws {
    let repository = try await GitRepository.withShippedVersions()
    let workspace = repository.workspace
    try await repository.store(#"[{"id": 1, "name": "A", "zip": "8010"}]"#, on: "user")
    try await repository.begin("phones")
    try repository.write(version: 3, "zip: string?, phone: string?")
    try await repository.commitGenerated("Add phone")
    try await repository.check(out: "main")
    try repository.write(version: 3, "zip: string?, city: string?")
    try await repository.commitGenerated("Add city")
    try await repository.mergeWithConflict("phones")
    try await workspace.expect(
      "validate", "--against", "main",
      gives: Outcome(
        1,
        errors: """
          Schemas/app.yaml:7:1: error: the file has conflict markers of Git, in lines 7, 9 and 11 \
          [conflict-markers]
          Schemas/app.yaml:7:1: note: \(GitRepository.markersAdvice)

          """))
    try repository.write(version: 3, "zip: string?, city: string?, phone: string?")
    try await workspace.expect(
      "generate", "--check",
      gives: Outcome(
        1,
        output: """
          Generated/AppMigrationPlan.swift: has conflict markers of Git
          Generated/AppSchema.swift: has conflict markers of Git
          Generated/Site.swift: has conflict markers of Git
          Generated/migrations/3.sql: has conflict markers of Git
          Generated/schema.sql: has conflict markers of Git
          Generated/.App.swiftsync: has conflict markers of Git

          """,
        errors: "swiftsync-gen: error: 6 files would change; run 'swiftsync-gen generate'\n"))
    try await repository.commitGenerated("Merge phones")
    try await repository.checks(against: "shipped")
    #expect(
      try await repository.update("user")
        == Outcome(
          0, output: #"[{"id":1,"name":"A","zip":"8010","city":null,"phone":null}]"# + "\n"))
  }

  // MARK: Both froze

  private static func states(_ cases: String) -> String {
    "  Site: { attributes: { id: int, state: \"Phase?\" } }\nenums:\n  Phase: { cases: \(cases) }"
  }

  private static let lost = states("[planned, active, lost]")
  private static let running =
    states(
      "{ planned: planned, running: { value: running, renamed-from: active } }")
    + "\nmigrations: { 2: [{ remote-changed: [Phase.running] }] }"

  /// Version 2 is frozen on two branches, with the same tables: `shipped` adds a case, and `main`
  /// renames one with its value. A user has the first one.
  private func bothFroze() async throws -> GitRepository {
    let repository = try await GitRepository(Workspace())
    try repository.write(version: 1, entities: Self.states("[planned, active]"))
    try await repository.release("Version 1")
    try await repository.begin("shipped")
    try repository.write(version: 2, entities: Self.lost)
    try await repository.release("Version 2")
    try await repository.store(
      #"[{"id": 1, "state": "active"}, {"id": 2, "state": "lost"}]"#, on: "user")
    try await repository.check(out: "main")
    try repository.write(version: 2, entities: Self.running)
    try await repository.release("Another version 2")
    try await repository.git("tag", "before")
    return repository
  }

  private static let merged = states(
    "{ planned: planned, running: { value: running, renamed-from: active }, lost: lost }")

  /// Keeping the wrong file passes all other checks, and the user's database could not be opened.
  @Test func keepsFileThatDidNotShip() async throws {
    let repository = try await bothFroze()
    let workspace = repository.workspace
    try await repository.mergeWithConflict("shipped")
    try await repository.git("checkout", "--ours", "Schemas/app.versions/2.json")
    try repository.write(
      version: 3,
      entities: Self.merged.replacingOccurrences(of: ", renamed-from: active", with: ""))
    try await repository.commitGenerated("Merge")
    try await repository.checks(against: "before")
    let restoration = "git checkout shipped -- Schemas/app.versions/2.json"
    try await workspace.expect(
      "validate", "--against", "shipped",
      gives: Outcome(
        1,
        errors: """
          Schemas/app.versions/2.json:1:1: error: frozen version 2 differs from the one at 'shipped' \
          [shipped-version]
          Schemas/app.versions/2.json:1:1: note: databases of the version at 'shipped' may exist: \
          restore it with '\(restoration)', and make changes in a new version
          Schemas/app.versions/2.json:1:1: note: if only testers have it, restore it and then withdraw it \
          with 'swiftsync-gen freeze --withdraw 2'

          """))
    let device = try await repository.update("user")
    #expect(device.status == 1)
    #expect(device.errors.contains("another version 2 ("), "\(device)")
  }

  /// The version that did not ship is withdrawn; the branches are then merged in either order.
  @Test(arguments: [true, false]) func keepsFileThatShipped(mergesMain: Bool) async throws {
    let repository = try await bothFroze()
    let workspace = repository.workspace
    #expect(try await workspace.run("freeze", "--withdraw", "2", "-q") == Outcome(0))
    try await repository.commitGenerated("Withdraw version 2")
    try await repository.checks(against: "before")
    if mergesMain { try await repository.check(out: "shipped") }
    try await repository.mergeWithConflict(mergesMain ? "main" : "shipped")
    try repository.write(
      version: 3,
      entities: Self.merged + "\nmigrations: { 3: [{ remote-changed: [Phase.running] }] }")
    try await repository.commitGenerated("Merge")
    try await repository.checks(against: "before", "main", "shipped")
    #expect(
      try await repository.update("user")
        == Outcome(
          0, output: #"[{"id":1,"state":"running"},{"id":2,"state":"lost"}]"# + "\n"))
  }

  // MARK: Changes that meet

  @Test func renameMeetsChangeOfType() async throws {
    let repository = try await GitRepository(Workspace())
    let workspace = repository.workspace
    func write(_ size: String, _ lossy: String = "") throws {
      let attributes = "    attributes:\n      id: int\n      \(size)"
      let version = size == "size: int" ? 1 : 2
      try repository.write(version: version, entities: "  Site:\n" + attributes + lossy)
    }
    func lossy(_ name: String) -> String {
      "\nmigrations: { 2: [{ allow-lossy: [Site.\(name)] }] }"
    }
    try write("size: int")
    try await repository.release("Version 1")
    try await repository.store(#"[{"id": 1, "size": 3}]"#, on: "user")
    try await repository.begin("types")
    try write("size: double", lossy("size"))
    try await repository.commitGenerated("Store fractions")
    try await repository.check(out: "main")
    try write("length: { type: int, renamed-from: size, remote: size }")
    try await repository.commitGenerated("Rename size")
    try await repository.mergeWithConflict("types")
    // The type of one branch with the name of the other, without where the name comes from.
    try write("length: { type: double, remote: size }", lossy("size"))
    try await workspace.expect(
      "validate",
      gives: Outcome(
        1,
        errors: """
          Schemas/app.yaml:6:3: error: 'Site.size' is gone in version 2, so its values would be deleted \
          [data-loss]
          Schemas/app.yaml:6:3: note: renamed? add 'renamed-from: size' to the new attribute
          Schemas/app.yaml:6:3: note: really dropping it? add '{ drops: [Site.size] }' under \
          'migrations: 2:'
          Schemas/app.yaml:9:7: error: adds attribute 'Site.length', which is required and has no \
          constant default: rows need a value [data-loss]
          Schemas/app.yaml:9:7: note: add 'backfill: <SQL over the old row>' or a default, or make it \
          optional
          Schemas/app.yaml:10:19: error: 'allow-lossy' names 'Site.size', which the step to version 2 \
          does not need [invalid-migration]
          Schemas/app.yaml:10:19: note: nothing requires it

          """))
    try write("length: { type: double, renamed-from: size, remote: size }", lossy("length"))
    try await repository.commitGenerated("Merge")
    try await repository.checks(against: "main")
    #expect(
      try await repository.update("user") == Outcome(0, output: #"[{"id":1,"size":3}]"# + "\n"))
    #expect(
      try workspace.rows(of: "copy.sqlite", "SELECT typeof(length), length FROM sites")
        == [["real", "3.0"]])
  }

  /// Git merges them without a conflict.
  @Test func deletionMeetsNewRelation() async throws {
    let repository = try await GitRepository(Workspace())
    let workspace = repository.workspace
    let site = "  Site:\n    attributes: { id: int }\n"
    let photo = "  Photo:\n    attributes:\n      id: int\n      text: string?\n"
    let tags = "  Tag:\n    attributes: { id: int }"
    let drops = "\nmigrations: { 2: [{ drops: [Photo] }] }"
    try repository.write(version: 1, entities: site + photo + tags)
    try await repository.release("Version 1")
    try await repository.store(#"[{"id": 1}]"#, on: "user")
    try await repository.begin("drop")
    try repository.write(version: 2, entities: site + tags + drops)
    try await repository.commitGenerated("Drop photos")
    try await repository.check(out: "main")
    try repository.write(
      version: 2,
      entities: "  Site:\n    relations: { photo: Photo? }\n    attributes: { id: int }\n" + photo
        + tags)
    try await repository.commitGenerated("Add the photo of a site")
    _ = try await repository.outcome(["merge", "drop"])
    try await workspace.expect(
      "validate", "--against", "main",
      gives: Outcome(
        1,
        errors: """
          Schemas/app.yaml:7:25: error: the target of relationship 'Site.photo' is unknown: there is no \
          entity 'Photo' [unknown-entity]
          Schemas/app.yaml:7:25: note: the step to version 2 drops 'Photo'; remove what names it

          """))
    try repository.write(version: 2, entities: site + tags + drops)
    try await repository.commitGenerated("Merge")
    try await repository.checks(against: "main")
    #expect(try await repository.update("user") == Outcome(0, output: #"[{"id":1}]"# + "\n"))
  }
}
