import Programs
import Testing

/// The executable that the build-tool plugin runs: `generate` of the tool, and nothing else.
@Suite struct BuildToolTests {
  private static let start = "swiftsync: 1\nname: Shop\nversion: 1\n"
  private static let generate = ["generate", "--shards", "2", "--into", "build", "shop.yaml"]

  private func workspace(_ schema: String) throws -> Workspace {
    let workspace = try Workspace(generator: "swiftsync-generate")
    try workspace.write("shop.yaml", Self.start + schema)
    return workspace
  }

  @Test func knowsOnlyGenerate() async throws {
    let workspace = try Workspace()
    let tool = { (arguments: [String]) in
      Program(built: "swiftsync-generate", arguments, in: workspace.folder)
    }
    #expect(
      try await tool(["verify"]).run()
        == Outcome(
          64,
          errors: """
            swiftsync-gen: error: unknown command 'verify'
            usage: swiftsync-gen COMMAND [options]
            See 'swiftsync-gen help'

            """))
    #expect(
      try await tool(["--version"]).run().output == workspace.run("--version").output)
    #expect(
      try await tool(["generate", "--help"]).run() == workspace.run("generate", "--help"))
  }

  @Test func refusesWhatSQLiteRefuses() async throws {
    let workspace = try workspace(
      """
      entities:
        Item:
          attributes: { id: int, price: int }
          check: prise > 0

      """)
    try await workspace.expect(
      Self.generate,
      gives: Outcome(
        1,
        errors: """
          shop.yaml:7:12: error: SQLite refuses the check of entity 'Item': no such column: prise \
          [invalid-check]
          shop.yaml:7:12: note: did you mean 'price'?

          """))
  }

  @Test func choosesSampleRowsOfChecks() async throws {
    let schema = """
      generate: { sets: [swift, fixtures] }
      entities:
        Item:
          attributes: { id: int, price: int, code: string, phase: { type: Phase, default: open } }
          check: "price > 1000 AND phase <> 'open'"
      enums:
        Phase: { cases: [open, closed] }

      """
    let (small, whole) = (try workspace(schema), try Workspace())
    try whole.write("shop.yaml", Self.start + schema)
    for workspace in [small, whole] {
      #expect(try await workspace.run(Self.generate).status == 0)
    }
    let rows = try small.read("build/SwiftSyncSchema.swift")
    #expect(rows.contains(#""price": 1001"#))
    #expect(try rows == whole.read("build/SwiftSyncSchema.swift"))
  }

  @Test func choosesSampleRowsOfChecksOnEachType() async throws {
    let (small, whole) = (
      try Workspace(generator: "swiftsync-generate"), try Workspace()
    )
    for workspace in [small, whole] {
      try workspace.write("Schemas/app.yaml", CheckedTypes.schema)
      #expect(try await workspace.run("generate", "Schemas/app.yaml").status == 0)
    }
    let files = try small.files(in: "Generated")
    #expect(files.contains("CheckedFixtures.swift"))
    #expect(try files == whole.files(in: "Generated"))
    for file in files {
      #expect(try small.read("Generated/\(file)") == whole.read("Generated/\(file)"), "\(file)")
    }
    let unmet = try small.read("Generated/fixtures/fixtures.yaml").split(separator: "\n").filter {
      $0.contains("/valid.json") && !$0.contains("accepted: true")
    }
    #expect(unmet == [])
  }
}
