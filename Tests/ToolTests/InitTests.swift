import Foundation
import Programs
import Testing

@Suite struct InitTests {
  @Test(arguments: [
    ("app", "App"), ("shop", "Shop"), ("my-shop", "MyShop"), ("HR_data2", "HRData2"),
  ])
  func writesWorkingStarter(_ name: String, _ schema: String) async throws {
    let workspace = try Workspace()
    let made = try await workspace.run("init", name)
    #expect(
      made
        == Outcome(
          0,
          errors:
            "wrote Schemas/\(name).yaml; run 'swiftsync-gen generate' to generate Swift and SQL\n"
        ))
    #expect(try workspace.read("Schemas/\(name).yaml").contains("\nname: \(schema)\n"))
    try await workspace.expect(
      "validate", gives: Outcome(0, errors: "Schemas/\(name).yaml: valid (2 entities, 1 enum)\n"))
    #expect(try await workspace.run("generate").status == 0)
    let files = try workspace.files(in: "Generated/\(schema)")
    #expect(files.contains("Project.swift") && files.contains("schema.sql"))
  }

  /// The Swift code of this schema is compiled and linted there.
  @Test func starterMatchesGolden() async throws {
    let workspace = try Workspace()
    try await workspace.run("init")
    let golden = Repository.url("Tests/SyncGenEmitTests/Cases/starter/schema.yaml")
    let expected = String(decoding: try Data(contentsOf: golden), as: UTF8.self)
    #expect(try workspace.read("Schemas/app.yaml") == expected)
  }

  @Test func usesDefaultName() async throws {
    let workspace = try Workspace()
    try await workspace.run("init")
    #expect(try workspace.files(in: ".") == ["Schemas/app.yaml", "Schemas/swiftsync.schema.json"])
    let published = Repository.url("Schemas/swiftsync.schema.json")
    let expected = String(decoding: try Data(contentsOf: published), as: UTF8.self)
    #expect(try workspace.read("Schemas/swiftsync.schema.json") == expected)
  }

  @Test func keepsExistingFile() async throws {
    let workspace = try Workspace()
    try workspace.write("Schemas/app.yaml", "mine")
    let expected = "swiftsync-gen: error: Schemas/app.yaml already exists and was not changed\n"
    try await workspace.expect("init", gives: Outcome(1, errors: expected))
    #expect(try workspace.read("Schemas/app.yaml") == "mine")
  }

  @Test func quietPrintsNothing() async throws {
    #expect(try await Workspace().run("init", "-q") == Outcome(0))
  }
}
