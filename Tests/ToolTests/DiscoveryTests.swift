import Programs
import Testing

/// The schemas that a command uses if none are given.
@Suite struct DiscoveryTests {
  @Test func searchesParentFolders() async throws {
    let workspace = try Workspace.withSchema()
    try workspace.write("a/b/note.txt", "")
    #expect(
      try await workspace.run("validate", in: "a/b").errors
        == "../../Schemas/shop.yaml: valid (1 entity, 0 enums)\n")
    #expect(
      try await workspace.run("validate", in: "Schemas").errors
        == "../Schemas/shop.yaml: valid (1 entity, 0 enums)\n")
  }

  @Test func usesNearestFolderWithSchemas() async throws {
    let workspace = try Workspace.withSchema()
    try workspace.write("a/Schemas/part.yaml", Samples.fragment)
    try workspace.write("a/b/Schemas/inner.yaml", Samples.shop)
    #expect(
      try await workspace.run("validate", in: "a/b").errors
        == "Schemas/inner.yaml: valid (1 entity, 0 enums)\n")
    #expect(
      try await workspace.run("validate", in: "a").errors
        == "../Schemas/shop.yaml: valid (1 entity, 0 enums)\n")
  }

  @Test func findsSchemasButNotFragments() async throws {
    let workspace = try Workspace.withSchema()
    let flow =
      "\u{FEFF}# comment\n{\"swiftsync\": 1, name: B, version: 1, generate: {output: o}, "
      + "entities: {X: {attributes: {id: int}}}}"
    try workspace.write("Schemas/b.yaml", flow)
    try workspace.write("Schemas/part.yaml", Samples.fragment)
    try workspace.write("Schemas/.hidden.yaml", Samples.shop)
    try workspace.write("Schemas/notes.txt", Samples.shop)
    #expect(
      try await workspace.run("validate").errors == """
        Schemas/b.yaml: valid (1 entity, 0 enums)
        Schemas/shop.yaml: valid (1 entity, 0 enums)

        """)
  }

  /// A file is a schema if its outermost mapping has the key, in whichever form.
  @Test(arguments: [
    "{\n  swiftsync: 1,\n  name: B, version: 1, entities: {X: {attributes: {id: int}}}\n}\n",
    "---\n{ # x: {\n\"swiftsync\" : 1, name: B, version: 1, entities: {X: {attributes: {id: int}}}}",
    "--- {swiftsync: 1, name: B, version: 1, entities: {X: {attributes: {id: int}}}}",
    "# a\n  swiftsync: 1\n  name: B\n  version: 1\n  entities: {X: {attributes: {id: int}}}\n",
  ])
  func findsSchemasInFlowStyle(text: String) async throws {
    let workspace = try Workspace()
    try workspace.write("Schemas/b.yaml", text)
    #expect(
      try await workspace.run("validate").errors == "Schemas/b.yaml: valid (1 entity, 0 enums)\n")
  }

  @Test(arguments: [
    "{ entities: { X: { attributes: { id: int } } }, enums: { swiftsync: { cases: [a] } } }",
    "{ entities: { X: { doc: 'it''s, swiftsync: 1', attributes: { id: int } } } } # , swiftsync: 1",
    "entities:\n  X:\n    doc: |\n      swiftsync: 1\n    attributes: { id: int }\n",
    "{", "{ \"swiftsync", "---\n", "",
  ])
  func doesNotTakeFragmentsForSchemas(text: String) async throws {
    let workspace = try Workspace()
    try workspace.write("Schemas/b.yaml", text)
    let outcome = try await workspace.run("validate")
    #expect(outcome.errors.contains("(these files are fragments, because they have"))
  }

  @Test(arguments: ["Schemas/a.yml", "schemas/a.yaml", "schemas/a.yml"])
  func findsAlternativeFileAndFolderNames(path: String) async throws {
    let workspace = try Workspace()
    try workspace.write(path, Samples.shop)
    let valid = "\(path): valid (1 entity, 0 enums)\n"
    #expect(try await workspace.run("validate").errors == valid)
    #expect(try await workspace.run("validate", ".").errors == "./\(valid)")
  }

  @Test func listsIgnoredFragments() async throws {
    let workspace = try Workspace()
    try workspace.write("Schemas/part.yaml", Samples.fragment)
    let expected = """
      swiftsync-gen: error: no schema found: there is no 'Schemas/*.yaml' here or in a parent folder; \
      name one, or create one with 'swiftsync-gen init' (these files are fragments, because they have no 'swiftsync' key: Schemas/part.yaml)

      """
    for command in ["validate", "generate", "context"] {
      try await workspace.expect(command, gives: Outcome(1, errors: expected))
    }
  }

  @Test func rejectsFragmentAsArgument() async throws {
    let workspace = try Workspace()
    try workspace.write("Schemas/part.yaml", Samples.fragment)
    let outcome = try await workspace.run("validate", "Schemas/part.yaml")
    #expect(outcome.status == 1)
    #expect(outcome.errors.hasPrefix("Schemas/part.yaml:1:1: error: "))
  }

  @Test func singleSchemaCommandAsksWhichOne() async throws {
    let workspace = try Workspace.withSchema()
    try workspace.write("Schemas/b.yaml", Samples.shop)
    let expected = """
      swiftsync-gen: error: there are several schemas; name one of them: Schemas/b.yaml, \
      Schemas/shop.yaml

      """
    try await workspace.expect("context", gives: Outcome(1, errors: expected))
  }
}
