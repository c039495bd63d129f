import Foundation
import Programs
import Testing

/// The commands and schemas of guides that have no suite of their own.
@Suite struct GuidePagesTests {
  /// A type under `types` changes as `docs/migrating.md` shows, with the commands of the page.
  @Test func migratesValuesOfTypes() async throws {
    let page = try MarkdownPage("docs/migrating.md")
    let workspace = try Workspace()
    let head = "swiftsync: 1\nname: Cellar\n"
    try workspace.write(
      "Schemas/cellar.yaml",
      head + """
        version: 1
        types: { Label: { grapeName: string, year: int? } }
        entities: { Wine: { attributes: { id: int, label: "Label?" } } }

        """)
    let commands = page.commands.filter { $0.hasPrefix("swiftsync-gen ") }.prefix(4)
      .map { $0.split(separator: " ").dropFirst().map(String.init) }
    #expect(commands == [["freeze"], ["plan"], ["generate"], ["verify"]])
    #expect(try await workspace.run(commands[0]).status == 0)
    try workspace.write("Schemas/cellar.yaml", head + (try #require(page.blocks("yaml").first)))
    for command in commands.dropFirst() {
      let outcome = try await workspace.run(command)
      #expect(outcome.status == 0, "\(command) \(outcome)")
    }
  }

  /// The steps that state what they change are verified.
  @Test func statesWhatSQLChanges() async throws {
    let steps = try #require(try MarkdownPage("docs/migrating.md").blocks("yaml").last)
    let workspace = try Workspace()
    let schema = """
      swiftsync: 1
      name: Desk
      version: 1
      entities:
        Note: { attributes: { id: int, body: string } }
        Todo: { table: tasks, attributes: { id: int, note: string? } }

      """
    try workspace.write("Schemas/desk.yaml", schema)
    #expect(try await workspace.run("freeze").status == 0)
    try workspace.write(
      "Schemas/desk.yaml",
      schema.replacingOccurrences(of: "version: 1\n", with: "version: 2\n")
        .replacingOccurrences(of: "note: string?", with: "note: string?, size: int?")
        + steps.replacingOccurrences(of: "  4:", with: "  2:"))
    #expect(try await workspace.run("generate").status == 0)
    let outcome = try await workspace.run("verify")
    #expect(outcome.status == 0, "\(outcome)")
  }

  /// `docs/importing.md`: a response becomes a schema, rows are applied, and the schema is merged.
  @Test func importsAndMerges() async throws {
    let page = try MarkdownPage("docs/importing.md")
    let workspace = try Workspace()
    try workspace.write("issues.json", #"[{ "id": 1, "title": "Bread" }]"#)
    try workspace.write(
      "api.yaml",
      """
      openapi: 3.0.3
      info: { title: Issues, version: "1" }
      paths: {}
      components:
        schemas:
          Issue:
            type: object
            required: [id, title]
            properties: { id: { type: integer }, title: { type: string }, note: { type: string } }

      """)
    let commands = page.commands.filter { $0.hasPrefix("swiftsync-gen ") }
    #expect(commands.count == 5)
    for command in commands.prefix(4) {
      let arguments = command.split(separator: " ").dropFirst().map(String.init)
      let outcome = try await workspace.run(arguments)
      #expect(outcome.status == 0, "\(command) \(outcome)")
    }
    #expect(try workspace.read("Schemas/app.yaml").contains("note:"))
    #expect(workspace.exists("Generated/App/Issue.swift"))
  }
  /// `docs/importing.md`: what the command says about rows that are wrapped.
  @Test func suggestsRootAndPages() async throws {
    let workspace = try Workspace()
    try workspace.write(
      "orders.json", #"{ "data": [{ "id": 1, "title": "Bread" }], "page": 1, "has_more": true }"#)
    let outcome = try await workspace.run("import", "orders.json")
    let shown = try #require(
      try MarkdownPage("docs/importing.md").blocks("text").first { $0.contains("orders.json") })
    #expect(outcome.errors.hasSuffix("\n" + shown), "\(outcome)")
  }

  /// `docs/importing.md`: the differences that a merge lists, without the places.
  @Test func listsDifferences() async throws {
    let workspace = try Workspace()
    try workspace.write(
      "Schemas/app.yaml",
      """
      swiftsync: 1
      enums:
        State: { cases: [open, done] }
      entities:
        Todo: { attributes: { id: int, state: State, size: int, color: string } }
      api:
        resources:
          Todo: { path: /todos, only: [list], missing-rows: keep }

      """)
    try workspace.write("api.yaml", Self.document)
    let outcome = try await workspace.run(
      "import", "api.yaml", "--merge", "Schemas/app.yaml", "--check")
    let shown = try #require(
      try MarkdownPage("docs/importing.md").blocks("text").first { $0.contains("different in") })
    let listed = Self.withoutLines(outcome.errors)
    for line in Self.withoutLines(shown).split(separator: "\n") {
      #expect(listed.contains("\(line)\n"), "\(line)\n\(outcome.errors)")
    }
  }

  private static func withoutLines(_ text: String) -> String {
    text.replacing(#/(\.yaml):[\d:]*\d/#) { "\($0.1)" }
  }

  private static let document = """
    openapi: 3.0.3
    info: { title: Todos, version: "1" }
    paths:
      /todos:
        get:
          operationId: listTodos
          responses:
            "200":
              description: All
              content:
                application/json:
                  schema: { type: array, items: { $ref: "#/components/schemas/Todo" } }
      /lists:
        get:
          operationId: listLists
          responses:
            "200":
              description: All
              content:
                application/json:
                  schema: { type: array, items: { type: string } }
    components:
      schemas:
        State: { type: string, enum: [open, waiting, done] }
        Todo:
          type: object
          required: [id, state, size]
          properties:
            id: { type: integer }
            state: { $ref: "#/components/schemas/State" }
            size: { type: number }

    """
}
