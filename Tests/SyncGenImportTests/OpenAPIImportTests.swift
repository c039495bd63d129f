import Foundation
import SyncGenDiagnostics
import SyncGenImport
import Testing

/// OpenAPI documents, and the schemas that are created from them.
@Suite struct OpenAPIImportTests {
  private func read(_ text: String, _ path: String) throws -> ImportedSchema {
    try OpenAPIImport.read(SourceFile(path: path, bytes: Array(text.utf8)))
  }

  /// Earlier versions of the tool wrote an article before the names of entities.
  @Test func readsDocumentsOfEarlierToolVersions() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Generated/Tracker/openapi.yaml")
    let text = try String(contentsOf: file, encoding: .utf8)
    let former = text.replacing("A partial update of `", with: "A partial update of a `")
      .replacing("What was written to a row of `", with: "What was written to a `")
    try #require(former != text)
    let current = try ImportedText.of(read(text, "openapi.yaml"), "Tracker").text
    #expect(try ImportedText.of(read(former, "openapi.yaml"), "Tracker").text == current)
    let unread = text.replacing("A partial update of `", with: "An update of `")
      .replacing("What was written to a row of `", with: "What was written to `")
    #expect(try ImportedText.of(read(unread, "openapi.yaml"), "Tracker").text != current)
  }

  @Test func readsVersion30() throws {
    let (text, remarks) = try ImportedText.of(read(OpenAPIDocuments.shop, "shop30.yaml"), "Shop")
    #expect(
      text == #"""
        enums:
          Status: { cases: { open: open, inWork: in-work, done: done } }
          OrderPriority: { cases: { low: 1, high: 2 } }

        scalars:
          Code: { type: string, pattern: "^[A-Z]+$" }

        types:
          AddressGeo: { lat: "double?", lon: "double?" }
          Address: { street: { type: string, doc: With the number. }, geo: "AddressGeo?" }
          Line:
            sku: string
            count: int = 1 # at least 1
          Payment:
            tag: kind
            cases:
              card: { last4: string }
              cash: { given: "double?" }
          OrderInput: { id: "int?", customerID: int, note: "string?" }
          Failure: { id: string, message: string }
          ErrorResponse: { title: "string?" }

        entities:
          Customer:
            attributes:
              id: int
              createdAt: date
              name: string # at most 80 characters
              address: Address?
            relations:
              orders: { to: [Order], inverse: customer }

          # guessed: 'direction: pull', because no request body has the member
          Order:
            doc: Something that a customer wants.
            attributes:
              id: int
              createdAt: { type: date, direction: pull }
              status: Status
              code: { type: "Code?", direction: pull }
              total: { type: decimal, direction: pull }
              dueOn: { type: "day?", remote: dueOn, direction: pull }
              token: { type: "uuid?", direction: push }
              link: { type: "url?", direction: pull, deprecated: The API deprecates it. }
              labels: { type: "[string: string]?", direction: pull }
              tags: { type: "[string] = []", direction: pull }
              matrix: { type: "json?", direction: pull }
              payment: { type: "Payment?", direction: pull }
              priority: { type: OrderPriority = 1, direction: pull }
              either: { type: "json?", direction: pull }
              lines: { type: "[Line]?", direction: pull }
            relations:
              customer: Customer

        api:
          # at https://shop.example
          base: /v2
          headers: { X-Api-Key: { type: string, secret: true } }
          endpoints:
            ordersList: # guessed: the pages, from 'page' and 'has_more'; the first is 1 by default
              doc: All orders.
              get: /orders
              query:
                page: int? # 1 if left out
                perPage: int? # at most 50
                status: Status
                ids: string? # a list in one string, separated by ','
              headers: { X-Trace: "string?" }
              returns: { data: [Order], hasMore: "bool?" }
              errors: { default: Problem }
              page: { number: page, size: { per_page: 50 }, end: { more: has_more } }
              stores: { root: data }
            createOrder:
              post: /orders
              headers: { X-Trace: "string?" }
              body: OrderInput
              returns: Order
              errors: { 422: Failure }
            order: { get: "/orders/{orderID}", returns: Order }
            # guessed: OrderPatch has members of Order
            updateOrder: { patch: "/orders/{orderID}", body: Order.Patch }
            headOrder: { head: "/orders/{orderID}", errors: { 404: none } }
            createPhoto:
              post: /photos
              body: { multipart: { title: "string?", photo: file } }
              returns: data

        """#)
    #expect(
      remarks == """
        shop30.yaml:110:21: left as JSON: it has lists in lists or dictionaries
        shop30.yaml:113:21: left as JSON: it has one of 2 forms that no key distinguishes
        shop30.yaml:6:5: server 'https://test.example' is not imported
        shop30.yaml:66:12: security scheme 'login' (http bearer) is not imported; add a middleware that signs requests
        shop30.yaml:55:14: OPTIONS /orders/{order_id} is left out: only GET, HEAD, POST, PUT, PATCH and DELETE are endpoints
        shop30.yaml:20:11: GET /orders: parameter 'session' in cookie is not imported
        shop30.yaml:13:7: GET /orders: response headers are not in the type: X-Rate-Limit
        shop30.yaml:37:9: POST /orders: the body as application/xml is not imported
        shop30.yaml:35:7: POST /orders: 'callbacks' is not imported
        shop30.yaml:35:7: POST /orders: 'security' is not imported
        """)
  }

  @Test func readsVersion31() throws {
    let (text, remarks) = try ImportedText.of(read(OpenAPIDocuments.desk, "desk31.json"), "Desk")
    #expect(
      text == #"""
        types:
          TicketBody:
            tag: type
            cases:
              text: { text: "string?" }
              image: { url: "url?" }
          TicketPreview: { author: "json?" }
          TicketPageMeta: { nextCursor: "string?" }
          TicketPage: { items: [Ticket], meta: "TicketPageMeta?" }
          Hit: { score: "double?" }
          Miss: { reason: "string?" }

        entities:
          Ticket:
            attributes:
              uuid: uuid
              title: string
              closed: { type: "date?", dates: unix }
              price: money?
              body: "[TicketBody]?"
              preview: TicketPreview?
              missing: json?
              file: data?
            relations:
              owner: Agent
              assignee: Agent?
              watchers: { to: [Agent], inverse: none }
              parent: Ticket?
              children: { to: [Ticket], inverse: parent }
            identity: uuid

          Agent:
            attributes:
              key: string # guessed: from the list of GET /agents
            relations:
              ownedTickets: { to: [Ticket], inverse: owner } # guessed: from the names
              assigned: { to: [Ticket], inverse: assignee } # guessed: from the names
            identity: key

        api:
          endpoints:
            tickets: # guessed: the pages, from 'cursor' and 'meta.next_cursor'
              get: /tickets
              query:
                cursor: string?
                limit: int? # 20 if left out
              returns: TicketPage
              page: { cursor: cursor, next: meta.next_cursor, size: { limit: 20 } }
              stores: { root: items }
            # guessed: the pages, from 'Link'
            agents: { get: /agents, returns: [Agent], page: { link: next } }
            search: { get: /search, query: { q: string }, returns: [json] }

        """#)
    #expect(
      remarks == """
        desk31.json:20:60: left as JSON: 'Agent' is an entity, which a value cannot hold
        desk31.json:21:16: 'other.yaml#/Thing' is not in the document: not imported
        desk31.json:7:116: left as JSON: it has one of 2 forms that no key distinguishes
        desk31.json:9:31: webhook 'ticketOpened' is not imported
        desk31.json:1:1: 'other.yaml' cannot be read; bundle the document into one file first, for example with 'npx @redocly/cli bundle desk31.json --output bundled.yaml'
        """)
  }

  @Test(arguments: [
    ("info: {}\nopenapi: 4.0.0", "2:10", "only OpenAPI 3.0 and 3.1 can be imported"),
    ("", "1:1", "the file is empty, expected a mapping"),
    ("openapi: 3.0.0\na: [", "3:1", "invalid YAML: a value is missing here"),
    (
      "openapi: 3.1.0\ninfo: { title: A }", "1:1",
      "the document has no schemas under 'components/schemas' and no operations under 'paths'"
    ),
    (
      "openapi: 3.1.0\ncomponents:\n  schemas:\n    A: { properties: { b: { type: string } } }",
      "4:5",
      "no object under 'components/schemas' has an identity such as 'id', and there are no operations under 'paths'"
    ),
    (
      "openapi: 3.1.0\npaths:\n  /a: { parameters: [] }", "3:3",
      "the document has no schemas under 'components/schemas' and no operations under 'paths'"
    ),
  ])
  func rejectsUnusableDocuments(_ text: String, _ place: String, _ message: String) {
    #expect(throws: ImportFailure(at: "a.yaml:\(place)", message)) { try read(text, "a.yaml") }
  }

  /// A reference to a part of a component does not name a component, and may lead back to itself.
  @Test func readsRecursiveParts() throws {
    let schema = try read(
      """
      openapi: 3.1.0
      components:
        schemas:
          Folder:
            properties:
              id: { type: string }
              view:
                type: object
                properties:
                  title: { type: string }
                  parts: { type: array, items: { $ref: "#/components/schemas/Folder/properties/view" } }
      """, "parts.yaml")
    let (text, remarks) = try ImportedText.of(schema, "Parts")
    #expect(
      text == """
        types:
          FolderView: { title: "string?", parts: "[json]?" }

        entities:
          Folder:
            attributes:
              id: string # guessed: the identity, although it is optional
              view: FolderView?

        """)
    #expect(remarks == "parts.yaml:8:11: left as JSON: it contains itself")
  }

  /// A component that only others extend is not an entity, unless something refers to it.
  @Test(arguments: [
    ("", ["Circle"]),
    ("Named: { allOf: [{ $ref: \"#/components/schemas/Base\" }] }", ["Base", "Circle"]),
    (
      "Scene: { properties: { id: { type: string }, all: { items: { $ref: \"#/components/schemas/Shape\" } } } }",
      ["Shape", "Circle", "Scene"]
    ),
  ])
  func omitsBaseSchemas(_ more: String, _ entities: [String]) throws {
    let schema = try read(
      """
      openapi: 3.1.0
      components:
        schemas:
          Base: { type: object, required: [id], properties: { id: { type: integer }, name: { type: string } } }
          Shape: { allOf: [{ $ref: "#/components/schemas/Base" }, { properties: { area: { type: number } } }] }
          Circle:
            properties: { radius: { type: number } }
            allOf: [{ $ref: "#/components/schemas/Shape" }]
          \(more)
      """, "a.yaml")
    #expect(schema.entities.map(\.name) == entities)
    let circle = try #require(schema.entities.first { $0.name == "Circle" })
    #expect(Set(circle.attributes.map(\.name)) == ["id", "name", "area", "radius"])
  }

  /// References to themselves, and values that are not schemas at all.
  /// In a document without line breaks, a column says little.
  @Test func namesPartsOfOneLine() throws {
    let row = #"{"type":"object","properties":{"id":{"type":"string"},"x":{"type":"array"}}}"#
    let item = #"{"content":{"application/json":{"schema":{"type":"object"}}},"description":""}"#
    let text =
      #"{"openapi":"3.0.0","info":{"title":"x"},"paths":{"/rows":{"get":{"responses":{"200":"#
      + #"{"description":"","headers":{"X-A":{}}}}},"head":{"responses":{"200":\#(item)}}}},"#
      + #""components":{"schemas":{"Other":{"type":"string"},"Row":{"not":{},"allOf":[\#(row)]}}}}"#
    let remarks = try read(text, "api.json").remarks.map { "\($0.place): \($0.message)" }
    let places = remarks.map {
      $0.split(separator: " ").dropFirst().prefix(2).joined(separator: " ")
    }
    #expect(places == ["(Row): 'not':", "(GET /rows):", "(GET /rows):"])
  }

  @Test func toleratesCircularReferences() throws {
    let schema = try read(
      """
      openapi: 3.1.0
      paths: { /a: { get: { responses: { "200": { $ref: "#/paths/~1a/get/responses/200" } } } }, /b: 3 }
      components:
        schemas:
          A: { $ref: "#/components/schemas/B" }
          B: { $ref: "#/components/schemas/A" }
          C: { allOf: [{ $ref: "#/components/schemas/C" }, { $ref: "#/components/schemas/D" }] }
          D: { type: object, properties: { id: { type: string }, c: { $ref: "#/components/schemas/C" }, a: { $ref: "#/components/schemas/A" }, list: { $ref: "#/components/schemas/L" } } }
          L: { type: array, items: { $ref: "#/components/schemas/L" } }
          Tree: { type: object, properties: { left: { $ref: "#/components/schemas/Tree" }, all: { type: array, items: { $ref: "#/components/schemas/Tree" } } } }
          Odd: [1, 2]
      """, "a.yaml")
    _ = try ImportedText.of(schema, "Odd")
    #expect(schema.entities.map(\.name) == ["C"])
    #expect(schema.types.map(\.name) == ["Tree"])
  }
}
