import Foundation
import Programs
import Testing

/// Files in languages without comments: those that the tool recognizes as its own, and those that
/// it does not touch.
@Suite struct UnmarkedFileTests {
  private static let schema =
    Samples.shop.replacingOccurrences(
      of: "generate: {", with: "generate: { sets: [fixtures],") + """

      api:
        endpoints:
          items: { get: /items, returns: [Item], stores: true }
          item: { get: "/items/{id}", returns: Item }

      """
  private static let file = "Generated/Shop/fixtures/items/valid.json"

  private func workspace() async throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write("Schemas/shop.yaml", Self.schema)
    #expect(try await workspace.run(["generate"]).status == 0)
    return workspace
  }

  @Test func overwritesOwnFile() async throws {
    let workspace = try await workspace()
    #expect(try workspace.read(Self.file).contains(#""title": "title""#))
    try workspace.write(
      "Schemas/shop.yaml", Self.schema.replacingOccurrences(of: "title:", with: "label:"))
    #expect(try await workspace.run(["generate"]).status == 0)
    #expect(try workspace.read(Self.file).contains(#""label": "label""#))
    #expect(try await workspace.run(["generate", "--check"]).status == 0)
  }

  @Test func removesOwnFile() async throws {
    let workspace = try await workspace()
    let schema = Self.schema.components(separatedBy: "    item: {")[0]
    try workspace.write("Schemas/shop.yaml", schema)
    #expect(try await workspace.run(["generate"]).status == 0)
    #expect(!workspace.exists("Generated/Shop/fixtures/item"))
    #expect(workspace.exists(Self.file))
  }

  @Test func keepsEditedFile() async throws {
    let workspace = try await workspace()
    try workspace.write(Self.file, "[]")
    let outcome = try await workspace.run(["generate"])
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("Generated/Shop/fixtures/items/valid.json"))
    #expect(try workspace.read(Self.file) == "[]")
  }
}
