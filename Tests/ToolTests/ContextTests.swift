import Foundation
import Programs
import Testing

@Suite struct ContextTests {
  private struct Context: Decodable {
    struct Schema: Decodable {
      struct Entity: Decodable { let name: String }
      let name: String
      let entities: [Entity]
    }
    let contextVersion: Int
    let swift: [String: String]
    let schema: Schema
  }

  @Test func printsTemplateContext() async throws {
    let workspace = try Workspace.withSchema()
    let outcome = try await workspace.run("context")
    #expect(outcome.status == 0 && outcome.errors == "")
    let context = try JSONDecoder().decode(Context.self, from: Data(outcome.output.utf8))
    #expect(context.contextVersion == 1)
    #expect(context.swift["Array"] == "Array")
    #expect(context.schema.name == "Shop")
    #expect(context.schema.entities.map(\.name) == ["Item"])
    try await workspace.expect("context", "Schemas/shop.yaml", gives: outcome)
    try await workspace.expect("context", "--schema", "Schemas/shop.yaml", gives: outcome)
    #expect(try await workspace.run("context", "-", input: Samples.shop).status == 0)
  }

  @Test func printsPartOfContext() async throws {
    let workspace = try Workspace.withSchema()
    try await workspace.expect(
      "context", "--path", "schema.entities.Item.name", gives: Outcome(0, output: "\"Item\"\n"))
    try await workspace.expect(
      "context", "--path", "schema.entities.Itme",
      gives: Outcome(
        1,
        errors:
          "swiftsync-gen: error: there is no 'Itme' in 'schema.entities'; did you mean 'Item'?\n"))
    let without = try await workspace.run("context", "--without", "history", "--without", "swift")
    #expect(without.status == 0 && without.output.contains("\"schema\""))
    #expect(!without.output.contains("\"history\"") && !without.output.contains("\"swift\":"))
  }

  @Test func printsSchemaOfContext() async throws {
    let workspace = try Workspace()
    let outcome = try await workspace.run("context", "--json-schema")
    #expect(outcome.status == 0 && outcome.errors == "")
    #expect(
      outcome.output.hasPrefix("{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\"")
    )
    let combined = try await workspace.run("context", "--json-schema", "--path", "schema")
    #expect(combined.status == 64)
    #expect(combined.errors.contains("option '--json-schema' cannot be combined with others"))
  }

  @Test func invalidSchemaPrintsNoContext() async throws {
    let outcome = try await Workspace().run("context", "-", input: Samples.broken)
    #expect(outcome.status == 1 && outcome.output == "")
    #expect(outcome.errors.hasPrefix("<stdin>:9:14: error: "))
  }
}
