/// Documents for the tests of the import from OpenAPI.
enum OpenAPIDocuments {
  /// In YAML, with version 3.0.
  static let shop = #"""
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
        head:
          responses:
            "200": { description: ok, headers: { ETag: { schema: { type: string } } } }
            "404": { description: no, content: { application/problem+json: {} } }
        options: { responses: { "200": { description: ok } } }
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

  /// In JSON, with version 3.1.
  static let desk = #"""
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
