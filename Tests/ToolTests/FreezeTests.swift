import Foundation
import Programs
import Testing

@Suite struct FreezeTests {
  private static let frozen = Outcome(
    0, errors: "Schemas/shop.yaml: froze version 1 as Schemas/shop.versions/1.json\n")

  /// Version 2 of the schema, with another attribute instead of the price.
  private static func second(_ attribute: String, _ more: String = "") -> String {
    Samples.shop.replacingOccurrences(of: "version: 1", with: "version: 2")
      .replacingOccurrences(of: "price: double?", with: attribute) + more
  }

  @Test func freezesOnce() async throws {
    let workspace = try Workspace.withSchema()
    try await workspace.expect("freeze", gives: Self.frozen)
    let text = try workspace.read("Schemas/shop.versions/1.json")
    try await workspace.expect(
      "freeze", gives: Outcome(0, errors: "Schemas/shop.yaml: version 1 is already frozen\n"))
    try await workspace.expect("freeze", "-q", gives: Outcome(0))
    #expect(try workspace.read("Schemas/shop.versions/1.json") == text)
    #expect(text.contains("\n        \"title\": {\n          \"type\": \"string\",\n"))
    #expect(
      try workspace.files(in: "Schemas") == ["shop.versions/1.json", "shop.yaml"])
  }

  @Test func checksThatVersionIsFrozen() async throws {
    let workspace = try Workspace.withSchema()
    try await workspace.expect(
      "freeze", "--check",
      gives: Outcome(
        1,
        errors: """
          Schemas/shop.yaml:3:10: error: version 1 is not frozen [unfrozen-version]
          Schemas/shop.yaml:3:10: note: before a build with it leaves the team, run 'swiftsync-gen \
          freeze' and commit Schemas/shop.versions/1.json

          """))
    try await workspace.expect(
      "freeze", "--check", "--format", "github",
      gives: Outcome(
        1,
        output: """
          ::error file=Schemas/shop.yaml,line=3,col=10,title=unfrozen-version::version 1 is not \
          frozen%0Abefore a build with it leaves the team, run 'swiftsync-gen freeze' and commit \
          Schemas/shop.versions/1.json

          """))
    #expect(try workspace.files(in: ".") == ["Schemas/shop.yaml"])
    try await workspace.run("freeze")
    try await workspace.expect(
      "freeze", "--check", gives: Outcome(0, errors: "Schemas/shop.yaml: version 1 is frozen\n"))
  }

  /// The order of files and lines is no part of a version.
  @Test func ignoresOrderOfDeclarations() async throws {
    let workspace = try Workspace()
    let entities = ["A", "B"]
    try workspace.write("Schemas/shop.yaml", Samples.shop(entities: entities))
    try await workspace.run("freeze")
    try workspace.write("Schemas/shop.yaml", Samples.shop(entities: entities.reversed()))
    #expect(try await workspace.run("validate", "-q") == Outcome(0))
  }

  @Test func rejectsChangedFrozenVersion() async throws {
    let workspace = try Workspace.withSchema()
    try await workspace.run("freeze")
    try workspace.write(
      "Schemas/shop.yaml", Samples.shop.replacingOccurrences(of: "double?", with: "money?"))
    let error = Outcome(
      1,
      errors: """
        Schemas/shop.yaml:3:10: error: version 1 is frozen and the schema differs from it: 'version' \
        must be raised to 2 [frozen-version]
        Schemas/shop.yaml:3:10: note: changes the remote key of attribute 'Item.price' from 'price' to \
        '{ minor: price_minor, currency: price_currency }'
        Schemas/shop.yaml:3:10: note: changes the type of attribute 'Item.price' from 'double' to \
        'money', and there is no conversion between them

        """)
    for command in ["freeze", "validate", "generate", "plan"] {
      try await workspace.expect(command, gives: error)
    }
    #expect(try workspace.files(in: ".").count == 2)
  }

  @Test func allowsChangedDocumentation() async throws {
    let workspace = try Workspace.withSchema()
    try await workspace.run("freeze")
    let schema = Samples.shop.replacingOccurrences(
      of: "title: string", with: "title: { type: string, doc: What it is called. }")
    try workspace.write("Schemas/shop.yaml", schema)
    let outcome = try await workspace.run("generate", "-q")
    #expect(outcome == Outcome(0))
  }

  /// Version 1 is frozen, and version 2 calls a function of the app and has an entity of version 1.
  @Test(arguments: ["used", "all"]) func freezingDoesNotChangeOutput(history: String) async throws {
    let workspace = try Workspace.withSchema()
    let first = Samples.shop + "\n  Other: { attributes: { id: int } }\n"
    try workspace.write("Schemas/shop.yaml", first)
    try await workspace.run("freeze")
    let second = first.replacingOccurrences(of: "version: 1", with: "version: 2")
      .replacingOccurrences(of: "output: ", with: "history: \(history), output: ")
    try workspace.write(
      "Schemas/shop.yaml", second + "migrations: { 2: [{ custom: fillPrices }] }\n")
    #expect(try await workspace.run("generate", "-q") == Outcome(0))
    try await workspace.run("freeze")
    let outcome = try await workspace.run("generate")
    #expect(outcome.errors.contains(": Generated/Shop is up to date ("), "\(outcome)")
    let newest = try workspace.read("Generated/Shop/ShopSchema.swift")
    let frozen = try workspace.read("Generated/Shop/ShopSchemaV1.swift")
    #expect(frozen.contains("ShopSchemaV2._CurrentOther") == (history == "all"))
    #expect(newest.contains("_CurrentOther = ") == (history == "all"))
  }

  @Test func rejectsUndeclaredDataLoss() async throws {
    let workspace = try Workspace.withSchema()
    try await workspace.run("freeze")
    try workspace.write("Schemas/shop.yaml", Self.second("code: string?"))
    let error = Outcome(
      1,
      errors: """
        Schemas/shop.yaml:6:3: error: 'Item.price' is gone in version 2, so its values would be \
        deleted [data-loss]
        Schemas/shop.yaml:6:3: note: renamed? add 'renamed-from: price' to the new attribute
        Schemas/shop.yaml:6:3: note: really dropping it? add 'migrations: { 2: [{ drops: \
        [Item.price] }] }'

        """)
    try await workspace.expect("freeze", gives: error)
    #expect(!workspace.exists("Schemas/shop.versions/2.json"))
    try workspace.write(
      "Schemas/shop.yaml",
      Self.second("code: string?", "\nmigrations:\n  2:\n    - drops: [Item.price]\n"))
    try await workspace.expect(
      "freeze",
      gives: Outcome(
        0, errors: "Schemas/shop.yaml: froze version 2 as Schemas/shop.versions/2.json\n"))
  }

  @Test func firstFrozenVersionNeedNotBeOne() async throws {
    let workspace = try Workspace()
    try workspace.write("Schemas/shop.yaml", Self.second("price: double?", "\noldest-version: 2\n"))
    try await workspace.expect(
      "freeze",
      gives: Outcome(
        0, errors: "Schemas/shop.yaml: froze version 2 as Schemas/shop.versions/2.json\n"))
  }

  /// The frozen files may be lost.
  @Test func firstFrozenVersionNeedsSupported() async throws {
    let workspace = try Workspace()
    try workspace.write("Schemas/shop.yaml", Self.second("price: double?"))
    try await workspace.expect(
      "freeze",
      gives: Outcome(
        1,
        errors: """
          Schemas/shop.yaml:3:10: error: 'version' is 2, but no earlier version is frozen, so databases of earlier versions cannot be opened [unfrozen-version]
          Schemas/shop.yaml:3:10: note: if version 1 has shipped, restore its file in the folder of the frozen versions, for example from Git; a version that was never frozen can still be: restore its schema, run 'swiftsync-gen freeze', and then raise 'version'
          Schemas/shop.yaml:3:10: note: if no build with an earlier version has left the team, write 1 or add 'oldest-version: 2'

          """))
    #expect(!workspace.exists("Schemas/shop.versions/2.json"))
  }

  @Test func freezeRejectsStandardInput() async throws {
    let workspace = try Workspace()
    try await workspace.expect(
      "freeze", "-", input: Samples.shop,
      gives: Outcome(
        1,
        errors:
          "swiftsync-gen: error: a schema on standard input has no folder for frozen versions\n"))
  }

  // MARK: Steps that `generate` writes

  @Test func writesStepThatShellRuns() async throws {
    let workspace = try Workspace.withSchema()
    try await workspace.run("freeze")
    try await workspace.run("generate")
    let fresh = try workspace.read("Generated/Shop/schema.sql")
    #expect(try workspace.execute(fresh, on: "shop.sqlite") == nil)
    let row = "INSERT INTO items VALUES (1, 'Tea', 2.5)"
    #expect(try workspace.execute(row, on: "shop.sqlite") == nil)
    try workspace.write(
      "Schemas/shop.yaml",
      Self.second("cost: { type: double?, renamed-from: price, remote: price }"))
    try await workspace.run("generate")
    let step = try workspace.read("Generated/Shop/migrations/2.sql")
    #expect(try workspace.execute(step, on: "shop.sqlite") == nil)
    let rows = try workspace.rows(
      of: "shop.sqlite", "SELECT id, title, cost, user_version FROM items, pragma_user_version")
    #expect(rows == [["1", "Tea", "2.5", "2"]])
    // The step cannot be applied twice.
    #expect(
      try workspace.execute(step, on: "shop.sqlite")
        == "CHECK constraint failed: the version of this database is not 1")
    try await workspace.expect(
      "generate", "--check", gives: Outcome(0, errors: "6 files are up to date\n"))
  }

  @Test func depfileContainsFrozenVersions() async throws {
    let workspace = try Workspace.withSchema()
    try await workspace.run("freeze")
    try await workspace.run("generate", "--depfile", "shop.d")
    #expect(try workspace.read("shop.d").contains("Schemas/shop.versions/1.json"))
  }
}
