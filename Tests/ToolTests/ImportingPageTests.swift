import Foundation
import Programs
import Testing

/// The tool behaves as `docs/importing.md` shows.
@Suite struct ImportingPageTests {
  private let page: MarkdownPage

  init() throws { page = try MarkdownPage("docs/importing.md") }

  /// A response becomes a schema, rows are applied, and the schema is merged.
  @Test func importsAndMerges() async throws {
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

  /// The whole summary of a document.
  @Test func summarizesDocument() async throws {
    let workspace = try Workspace()
    try workspace.write("books.yaml", Self.books)
    let outcome = try await workspace.run("import", "books.yaml")
    #expect(try outcome.errors == #require(page.blocks("text").first))
  }

  /// What the command says about rows that are wrapped.
  @Test func suggestsRootAndPages() async throws {
    let workspace = try Workspace()
    try workspace.write(
      "orders.json", #"{ "data": [{ "id": 1, "title": "Bread" }], "page": 1, "has_more": true }"#)
    let outcome = try await workspace.run("import", "orders.json")
    let shown = try #require(page.blocks("text").first { $0.contains("orders.json") })
    #expect(outcome.errors.hasSuffix("\n" + shown), "\(outcome)")
  }

  /// The differences that a merge lists, without the places.
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
    let shown = try #require(page.blocks("text").first { $0.contains("different in") })
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

  private static let books = """
    openapi: 3.0.3
    info: { title: Library, version: "1" }
    paths:
      /books:
        get:
          operationId: listBooks
          parameters:
            - { name: page, in: query, schema: { type: integer } }
          responses:
            "200":
              description: A page
              content:
                application/json:
                  schema:
                    type: object
                    required: [items, page, total_pages]
                    properties:
                      items: { type: array, items: { $ref: "#/components/schemas/Book" } }
                      page: { type: integer }
                      total_pages: { type: integer }
    components:
      schemas:
        Book:
          type: object
          required: [id, title]
          properties:
            id: { type: string, format: uuid }
            title: { type: string }
            parentId: { type: string, format: uuid, nullable: true }
            cover: { oneOf: [{ type: string }, { $ref: "#/components/schemas/Metadata" }] }
            metadata: { $ref: "#/components/schemas/Metadata" }
        Metadata:
          type: object
          properties: { isbn: { type: string } }
          additionalProperties: true

    """
}
