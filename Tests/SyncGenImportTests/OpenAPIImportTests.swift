import SyncGenDiagnostics
import SyncGenImport
import Testing

/// Documents of OpenAPI, and the schemas that are made of them.
@Suite struct OpenAPIImportTests {
  private func read(_ text: String, _ path: String) throws -> ImportedSchema {
    try OpenAPIImport.read(SourceFile(path: path, bytes: Array(text.utf8)))
  }

  @Test func readsVersion30() throws {
    let (text, remarks) = try ImportedText.of(read(Self.shop, "shop30.yaml"), "Shop")
    #expect(
      text == #"""
        enums:
          Status: { cases: { open: open, inWork: in-work, done: done } }
          OrderPriority: { cases: { low: 1, high: 2 } }

        scalars:
          Code: { as: string, pattern: "^[A-Z]+$" }

        types:
          AddressGeo: { lat: "double?", lon: "double?" }
          Address: { street: { type: string, doc: With the number. }, geo: "AddressGeo?" }
          Line:
            sku: string
            count: int # at least 1
          Payment:
            tag: kind
            cases:
              card: { last4: string }
              cash: { given: "double?" }
          OrderInput: { id: "int?", customerID: int, note: "string?" }
          OrderPatch: { status: "Status?" }
          Failure: { id: string, message: string }
          OrdersListError: { title: "string?" }

        entities:
          Customer:
            attributes:
              id: int
              createdAt: date
              name: string # at most 80 characters
              address: Address?
            relations:
              orders: { to: [Order], inverse: customer }

          Order:
            doc: Something that a customer wants.
            attributes:
              id: int
              createdAt: date
              status: Status
              code: Code?
              total: decimal
              dueOn: { type: "day?", remote: dueOn }
              token: { type: "uuid?", direction: export }
              link: { type: "url?", deprecated: The API deprecates it. }
              labels: "[string: string]?"
              tags: { type: [string], default: [] }
              matrix: json?
              payment: Payment?
              priority: { type: OrderPriority, default: 1 }
              either: json?
              lines: "[Line]?"
            relations:
              customer: Customer

        api:
          # at https://shop.example
          base: /v2
          headers: { X-Api-Key: { type: string, secret: true } }
          endpoints:
            ordersList: # pages are guessed from the names of the parameters
              doc: All orders.
              get: /orders
              query:
                page: int? # 1 if left out
                perPage: int? # at most 50
                status: Status
                ids: string? # a list in one text
              headers: { X-Trace: "string?" }
              returns: { data: [Order], hasMore: "bool?" }
              errors: { default: Problem }
              stores: { root: data, page: { number: page, size: { per_page: 50 }, more: has_more } }
            createOrder:
              post: /orders
              headers: { X-Trace: "string?" }
              body: OrderInput
              returns: Order
              errors: { 422: Failure }
            order: { get: "/orders/{orderID}", returns: Order, stores: true }
            updateOrder: { patch: "/orders/{orderID}", body: Order.Patch }
            createPhoto:
              post: /photos
              body: { multipart: { title: "string?", photo: file } }
              returns: data

        """#)
    #expect(
      remarks == """
        shop30.yaml:106:21: left as JSON: it has lists in lists or dictionaries
        shop30.yaml:109:21: left as JSON: it has one of 2 forms that no key tells apart
        shop30.yaml:6:5: server 'https://test.example' is not read
        shop30.yaml:62:12: security scheme 'login' (http bearer) is not read; add a middleware that signs requests
        shop30.yaml:20:11: GET /orders: parameter 'session' in cookie is not read
        shop30.yaml:13:7: GET /orders: response headers are not in the type: X-Rate-Limit
        shop30.yaml:37:9: POST /orders: the body as application/xml is not read
        shop30.yaml:35:7: POST /orders: 'callbacks' is not read
        shop30.yaml:35:7: POST /orders: 'security' is not read
        shop30.yaml:51:11: HEAD /orders/{order_id} is left out: only GET, POST, PUT, PATCH and DELETE are endpoints
        """)
  }

  @Test func readsVersion31() throws {
    let (text, remarks) = try ImportedText.of(read(Self.desk, "desk31.json"), "Desk")
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
              key: string
            relations:
              ownedTickets: { to: [Ticket], inverse: owner }
              assigned: { to: [Ticket], inverse: assignee }
            identity: key

        api:
          endpoints:
            tickets: # pages are guessed from the names of the parameters
              get: /tickets
              query:
                cursor: string?
                limit: int? # 20 if left out
              returns: TicketPage
              stores: { root: items, page: { cursor: cursor, next: meta.next_cursor, size: { limit: 20 } } }
            # pages are guessed from the names of the parameters
            agents: { get: /agents, returns: [Agent], stores: { page: { link: next } } }
            search: { get: /search, query: { q: string }, returns: [json] }

        """#)
    #expect(
      remarks == """
        desk31.json:20:60: left as JSON: 'Agent' is an entity, which a value cannot hold
        desk31.json:21:16: 'other.yaml#/Thing' is not in the document: not read
        desk31.json:7:116: left as JSON: it has one of 2 forms that no key tells apart
        desk31.json:9:31: webhook 'ticketOpened' is not read
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
  func refusesOtherDocuments(_ text: String, _ place: String, _ message: String) {
    #expect(throws: ImportFailure(at: "a.yaml:\(place)", message)) { try read(text, "a.yaml") }
  }

  /// What components have in common is not a row by itself, unless something refers to it.
  /// References to parts of a component name no component, and may lead back to where they are.
  @Test func readsPartsThatContainThemselves() throws {
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
              id: string
              view: FolderView?

        """)
    #expect(remarks == "parts.yaml:8:11: left as JSON: it contains itself")
  }

  @Test(arguments: [
    ("", ["Circle"]),
    ("Named: { allOf: [{ $ref: \"#/components/schemas/Base\" }] }", ["Base", "Circle"]),
    (
      "Scene: { properties: { id: { type: string }, all: { items: { $ref: \"#/components/schemas/Shape\" } } } }",
      ["Shape", "Circle", "Scene"]
    ),
  ])
  func leavesOutBases(_ more: String, _ entities: [String]) throws {
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

  /// References that lead to themselves, and what is not a schema at all.
  @Test func endsWhateverRefersToWhat() throws {
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

  // MARK: Documents

  private static let shop = #"""
    openapi: 3.0.3
    info: { title: Shop, description: "Sells things.\n\nAnd more.", version: "1" }
    servers:
      - url: https://{host}/v2/
        variables: { host: { default: shop.example } }
      - url: https://test.example
    security: [{ key: [] }]
    paths:
      /orders:
        parameters:
          - { name: X-Trace, in: header, schema: { type: string } }
        get:
          operationId: orders_list
          summary: All orders.
          parameters:
            - { name: page, in: query, schema: { type: integer, default: 1 } }
            - { name: per_page, in: query, schema: { type: integer, maximum: 50 } }
            - { name: status, in: query, required: true, schema: { $ref: "#/components/schemas/Status" } }
            - { name: ids, in: query, explode: false, schema: { type: array, items: { type: string } } }
            - { name: session, in: cookie, schema: { type: string } }
          responses:
            "200":
              description: ok
              headers: { X-Rate-Limit: { schema: { type: integer } } }
              content:
                application/json:
                  schema:
                    type: object
                    required: [data]
                    properties:
                      data: { type: array, items: { $ref: "#/components/schemas/Order" } }
                      has_more: { type: boolean }
            default: { $ref: "#/components/responses/Problem" }
        post:
          security: []
          requestBody:
            content:
              application/json: { schema: { $ref: "#/components/schemas/OrderInput" } }
              application/xml: { schema: { type: string } }
          responses:
            "201": { description: ok, content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } } }
            "422": { description: no, content: { application/json: { schema: { $ref: "#/components/schemas/Failure" } } } }
          callbacks: { done: { "{$request.body#/url}": {} } }
      /orders/{order_id}:
        get:
          responses:
            "200": { description: ok, content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } } }
        patch:
          requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/OrderPatch" } } } }
          responses: { "204": { description: ok } }
        head: { responses: { "200": { description: ok } } }
      /photos:
        post:
          requestBody:
            content:
              multipart/form-data:
                schema: { type: object, required: [photo], properties: { title: { type: string }, photo: { type: string, format: binary } } }
          responses: { "200": { description: ok, content: { image/png: { schema: { type: string, format: binary } } } } }
    components:
      securitySchemes:
        key: { type: apiKey, in: header, name: X-Api-Key }
        login: { type: http, scheme: bearer }
      responses:
        Problem: { description: no, content: { application/problem+json: { schema: { type: object, properties: { title: { type: string } } } } } }
      schemas:
        Status: { type: string, enum: [open, in-work, done] }
        Code: { type: string, pattern: "^[A-Z]+$" }
        Base:
          type: object
          required: [id, created_at]
          properties:
            id: { type: integer, format: int64, readOnly: true }
            created_at: { type: string, format: date-time }
        Customer:
          allOf:
            - $ref: "#/components/schemas/Base"
            - type: object
              required: [name]
              properties:
                name: { type: string, maxLength: 80 }
                address: { allOf: [{ $ref: "#/components/schemas/Address" }], nullable: true }
                orders: { type: array, items: { $ref: "#/components/schemas/Order" } }
        Address:
          type: object
          required: [street]
          properties:
            street: { type: string, description: With the number. }
            geo: { type: object, properties: { lat: { type: number }, lon: { type: number } } }
        Order:
          description: Something that a customer wants.
          allOf:
            - $ref: "#/components/schemas/Base"
            - type: object
              required: [status, customer_id, total]
              properties:
                status: { $ref: "#/components/schemas/Status" }
                code: { $ref: "#/components/schemas/Code" }
                customer_id: { type: integer }
                customer: { $ref: "#/components/schemas/Customer" }
                total: { type: string, format: decimal }
                dueOn: { type: string, format: date, nullable: true }
                token: { type: string, format: uuid, writeOnly: true }
                link: { type: string, format: uri, deprecated: true }
                labels: { type: object, additionalProperties: { type: string } }
                tags: { type: array, items: { type: string }, default: [] }
                matrix: { type: array, items: { type: array, items: { type: integer } } }
                payment: { $ref: "#/components/schemas/Payment" }
                priority: { type: integer, enum: [1, 2], x-enum-varnames: [low, high], default: 1 }
                either: { oneOf: [{ type: string }, { type: object, properties: { a: { type: string } } }] }
                lines: { type: array, items: { $ref: "#/components/schemas/Line" } }
        Line:
          type: object
          required: [sku, count]
          properties:
            sku: { type: string }
            count: { type: integer, minimum: 1, default: 1 }
        Payment:
          oneOf: [{ $ref: "#/components/schemas/Card" }, { $ref: "#/components/schemas/Cash" }]
          discriminator: { propertyName: kind, mapping: { card: "#/components/schemas/Card", cash: "#/components/schemas/Cash" } }
        Card: { type: object, required: [kind, last4], properties: { kind: { type: string }, last4: { type: string } } }
        Cash: { type: object, properties: { kind: { type: string }, given: { type: number, format: double } } }
        OrderInput: { type: object, required: [customer_id], properties: { id: { type: integer }, customer_id: { type: integer }, note: { type: string, nullable: true } } }
        OrderPatch: { type: object, properties: { status: { $ref: "#/components/schemas/Status" } } }
        Failure: { type: object, required: [id, message], properties: { id: { type: string }, message: { type: string } } }
    """#

  private static let desk = #"""
    {"openapi": "3.1.0", "info": {"title": "Desk", "version": "1"},
     "paths": {
      "/tickets": {"get": {"parameters": [{"name": "cursor", "in": "query", "schema": {"type": "string"}}, {"name": "limit", "in": "query", "schema": {"type": "integer", "default": 20}}],
        "responses": {"200": {"description": "", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/TicketPage"}}}}}}},
      "/agents": {"get": {"responses": {"200": {"description": "", "headers": {"Link": {}}, "content": {"application/json": {"schema": {"type": "array", "items": {"$ref": "#/components/schemas/Agent"}}}}}}}},
      "/search": {"get": {"parameters": [{"name": "q", "in": "query", "required": true, "schema": {"type": "string"}}],
        "responses": {"200": {"description": "", "content": {"application/json": {"schema": {"type": "array", "items": {"anyOf": [{"$ref": "#/components/schemas/Hit"}, {"$ref": "#/components/schemas/Miss"}]}}}}}}}}
     },
     "webhooks": {"ticketOpened": {"post": {}}},
     "components": {"schemas": {
      "TicketPage": {"type": "object", "required": ["items"], "properties": {"items": {"type": "array", "items": {"$ref": "#/components/schemas/Ticket"}}, "meta": {"type": "object", "properties": {"next_cursor": {"type": ["string", "null"]}}}}},
      "Ticket": {"type": "object", "required": ["uuid", "title", "owner"], "properties": {
        "uuid": {"type": "string", "format": "uuid"}, "title": {"type": "string"}, "closed": {"type": ["integer", "null"], "format": "unix-time"},
        "owner": {"anyOf": [{"type": "string"}, {"$ref": "#/components/schemas/Agent"}]},
        "assignee": {"oneOf": [{"$ref": "#/components/schemas/Agent"}, {"type": "null"}]},
        "watchers": {"type": "array", "items": {"$ref": "#/components/schemas/Agent"}},
        "parent": {"$ref": "#/components/schemas/Ticket"}, "children": {"type": "array", "items": {"$ref": "#/components/schemas/Ticket"}},
        "price_minor": {"type": "integer"}, "price_currency": {"type": "string"},
        "body": {"type": "array", "items": {"oneOf": [{"$ref": "#/components/schemas/TextBlock"}, {"$ref": "#/components/schemas/ImageBlock"}]}},
        "preview": {"type": "object", "properties": {"author": {"$ref": "#/components/schemas/Agent"}}},
        "missing": {"$ref": "other.yaml#/Thing"}, "file": {"type": "string", "contentEncoding": "base64"}}},
      "Agent": {"type": "object", "required": ["key"], "properties": {"key": {"type": "string"}, "owned_tickets": {"type": "array", "items": {"$ref": "#/components/schemas/Ticket"}}, "assigned": {"type": "array", "items": {"$ref": "#/components/schemas/Ticket"}}}},
      "TextBlock": {"type": "object", "required": ["type"], "properties": {"type": {"const": "text"}, "text": {"type": "string"}}},
      "ImageBlock": {"type": "object", "required": ["type"], "properties": {"type": {"const": "image"}, "url": {"type": "string", "format": "uri"}}},
      "Hit": {"type": "object", "properties": {"score": {"type": "number"}}}, "Miss": {"type": "object", "properties": {"reason": {"type": "string"}}}
     }}}
    """#
}
