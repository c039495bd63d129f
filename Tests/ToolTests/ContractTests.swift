import Foundation
import Programs
import Testing

/// The sets for backends: other tools and this tool accept their output.
@Suite struct ContractTests {
  private static let samples = [
    ("Schemas/tracker.yaml", "Generated/Tracker"), ("Schemas/github.yaml", "Generated/GitHub"),
    ("Schemas/shop.yaml", "Generated/Shop"), ("Schemas/social.yaml", "Generated/Social"),
  ]

  /// A line of `fixtures.yaml`.
  private struct Entry {
    let file: String
    let entity: String?
    let root: String?
    let isItem: Bool
    let isAccepted: Bool

    init?(_ line: Substring) throws {
      guard line.hasPrefix("  - ") else { return nil }
      func value(_ key: String) throws -> String {
        let pattern = try Regex<(Substring, Substring)>("\(key): \"?([^\",}]*[^\",} ])")
        return String(try #require(line.firstMatch(of: pattern)).output.1)
      }
      func text(_ key: String) throws -> String? {
        let value = try value(key)
        return value == "null" ? nil : value
      }
      file = try value("file")
      entity = try text("entity")
      root = try text("root")
      isItem = try value("item") == "true"
      isAccepted = try value("accepted") == "true"
    }
  }

  private static func entries(_ folder: String) throws -> [Entry] {
    let text = try String(
      contentsOf: Repository.url("\(folder)/fixtures/fixtures.yaml"), encoding: .utf8)
    return try text.split(separator: "\n").compactMap { try Entry($0) }
  }

  @Test(arguments: samples)
  func fixturesMatchDeclaredAcceptance(schema: String, folder: String) async throws {
    let workspace = try Workspace()
    let entries = try Self.entries(folder)
    #expect(entries.count > 10)
    for entry in entries {
      guard let entity = entry.entity else { continue }
      let file = Repository.url("\(folder)/fixtures/\(entry.file)").path
      var arguments = ["check-payload", file, "--entity", entity]
      arguments += ["--schema", Repository.url(schema).path]
      if let root = entry.root { arguments += ["--root", root] }
      if entry.isItem { arguments.append("--item") }
      let outcome = try await workspace.run(arguments)
      #expect(outcome.status == (entry.isAccepted ? 0 : 1), "\(file): \(outcome)")
      #expect(outcome.errors == "")
    }
  }

  @Test(arguments: samples)
  func everyFixtureHasEntry(schema: String, folder: String) throws {
    let fixtures = Repository.url("\(folder)/fixtures")
    let files = try FileManager.default.subpathsOfDirectory(atPath: fixtures.path)
      .filter { $0.hasSuffix(".json") }
    #expect(try Self.entries(folder).map(\.file).sorted() == files.sorted())
  }

  @Test func taskFixturesCoverAllStates() throws {
    let states = try Self.entries("Generated/Tracker").map(\.file).filter { $0.hasPrefix("tasks/") }
    #expect(
      states == [
        "tasks/valid.json", "tasks/missing.json", "tasks/null.json", "tasks/empty.json",
        "tasks/tombstone.json", "tasks/unknown-enum-state.json", "tasks/unknown-enum-priority.json",
        "tasks/bad-date.json",
      ])
  }

  /// Installed by `scripts/test` if pip and the network are available.
  private static let validator = Repository.url(".build/validators").path
  private static let hasValidator = FileManager.default.fileExists(
    atPath: validator + "/openapi_spec_validator")

  @Test(
    .enabled(
      if: hasValidator,
      "openapi-spec-validator is missing: scripts/test installs it if pip and the network are there"
    ),
    arguments: samples.map(\.1) + ["Tests/SampleTests/Studio", "Tests/SampleTests/Services"])
  func openAPIDocumentsAreValid(folder: String) async throws {
    let validator = Program(
      named: "python3",
      ["-m", "openapi_spec_validator", Repository.url("\(folder)/openapi.yaml").path],
      environment: Program.environment.merging(["PYTHONPATH": Self.validator]) { $1 })
    let outcome = try await validator.run(joinsErrors: true)
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(outcome.output.hasSuffix("openapi.yaml: OK\n"))
  }
}
