import SyncGenDiagnostics
import SyncGenSchema
import Testing

@testable import SyncGenImport

/// What an import lists at its end.
@Suite struct ClosingListTests {
  private func lines(_ schema: ImportedSchema) throws -> [String] {
    try InMemory.schema(of: schema).model.remarks.map { "\($0.place): \($0.message)" }
  }

  private func schema(_ relations: [ImportedRelation]) -> ImportedSchema {
    var order = ImportedEntity("order", identity: ["id"], at: "a.json")
    order.attributes = [ImportedAttribute("id", .int)]
    order.relations = relations
    var schema = ImportedSchema()
    schema.entities = [order]
    return schema
  }

  @Test func listsSameLineOnce() throws {
    var schema = schema([])
    let remarks = ["first", "second", "first"].map { ImportRemark(at: "a.json", $0) }
    schema.remarks = remarks
    #expect(try lines(schema) == ["a.json: first", "a.json: second"])
  }

  @Test func listsEachRelationshipOnce() throws {
    var list = ImportedRelation("items", toMany: "nobody")
    list.inverse = .named("order")
    list.onDelete = .cascade
    list.partial = .flag(true)
    let found = try lines(schema([list]))
    #expect(
      found == [
        "a.json: relationship 'Order.items' is left out: the target of relationship 'Order.items' is unknown: there is no entity 'nobody'"
      ])
  }

  @Test func joinsSettingsThatAreLeftOut() throws {
    var list = ImportedRelation("others", toMany: "order")
    list.inverse = .named("nothing")
    list.onDelete = .cascade
    let found = try lines(schema([list]))
    let start = "a.json: relationship 'Order.others' is written without 'on-delete', 'inverse': "
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix(start) == true)
  }

  /// A list whose pages are not requested is not complete.
  @Test func keepsMissingRowsWithoutPage() throws {
    var schema = schema([])
    var endpoint = ImportedEndpoint("orders", .get, "/orders", at: "api.yaml:3:5")
    endpoint.returns = .list(.named("order"))
    endpoint.stores = []
    endpoint.page = .mapping([YAMLEntry("unheard-of", .text("page"))])
    endpoint.notes = [.guessed(.page, "the pages, from the names of the parameters"), "deprecated"]
    schema.api = ImportedAPI()
    schema.api?.endpoints = [endpoint]
    let result = try InMemory.schema(of: schema)
    let found = result.model.remarks.map(\.message)
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("endpoint 'orders' is written without 'page': ") == true)
    let left = try #require(result.model.api?.endpoints.first)
    #expect(left.notes == ["deprecated", .guessed(.completeness, "")])
    #expect(left.keepsMissingRows)
  }

  private static let document = """
    openapi: 3.0.3
    info: { title: Shop, version: "1" }
    paths:
      /orders/{order_id}:
        get:
          operationId: getOrder
          responses:
            "200":
              description: One row
              content:
                application/json: { schema: { $ref: "#/components/schemas/Order" } }
      /orders:
        get:
          operationId: listOrders
          responses:
            "200":
              description: The rows
              content:
                application/json:
                  schema: { type: array, items: { $ref: "#/components/schemas/Order" } }
    components:
      schemas:
        Order: { type: object, required: [id], properties: { id: { type: integer } } }

    """

  private func merge(into text: String) throws -> SchemaMerge.Result {
    let source = try OpenAPIImport.read(
      SourceFile(path: "api.yaml", bytes: Array(Self.document.utf8)))
    let file = SourceFile(path: "app.yaml", bytes: Array(text.utf8))
    var bag = DiagnosticBag()
    let schema = try #require(InMemory.compile(file, &bag))
    let merge = SchemaMerge(file, schema, compile: InMemory.compile)
    return try #require(try merge.run(source, into: &bag))
  }

  @Test func listsOnlyEndpointsThatSchemaLacks() throws {
    let source = try OpenAPIImport.read(
      SourceFile(path: "api.yaml", bytes: Array(Self.document.utf8)))
    let text = try InMemory.schema(of: source).text
    let same = try merge(into: text)
    #expect(same.differences == [])
    // Endpoints can have other names in the schema, and so can their placeholders.
    let renamed = text.replacing("getOrder:", with: "order:").replacing("{orderID}", with: "{id}")
    try #require(renamed != text)
    #expect(try merge(into: renamed).differences == [])
    let without = text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.contains("listOrders") }.joined(separator: "\n")
    let result = try merge(into: without)
    #expect(result.differences.map(\.message) == ["GET /orders (listOrders) is new in the source"])
  }
}
