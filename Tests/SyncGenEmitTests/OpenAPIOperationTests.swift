import Foundation
import SyncGenEmit
import Testing

/// Endpoints with the same method and path are one operation of the document.
@Suite struct OpenAPIOperationTests {
  private static let schema = """
    swiftsync: 1
    name: App
    version: 1
    generate: { sets: [openapi] }
    entities:
      Task: { attributes: { id: int, at: { type: date, dates: unix } }, sync: { clock: at } }
    api:
      endpoints:
        tasks: { get: /t, query: { limit: int, sort: string }, returns: [Task], errors: { 400: "[string]", 404: none } }
        changed: { get: /t, query: { limit: "int?", sort: string }, returns: [Task], stores: { since: at }, errors: { default: Task } }
        found: { get: /t, query: { sort: int, q: string }, returns: { items: [Task] }, errors: { 400: "[string: [string]]" } }
        add: { post: /t, body: Task, returns: Task }
        addAll: { post: /t, body: [Task] }
    """

  private static func document() throws -> [String] {
    let file = try #require(try SchemaFixture.files(schema).first { $0.path == "openapi.yaml" })
    return String(decoding: file.bytes, as: UTF8.self).split(separator: "\n")
      .drop { !$0.hasPrefix("  \"/t\"") }.prefix { !$0.hasPrefix("components") }.map(String.init)
  }

  @Test func combinesParametersAndBodies() throws {
    let task = ##"{ "$ref": "#/components/schemas/Task" }"##
    let tasks = ##"{ "type": "array", "items": \##(task) }"##
    // Status 404 makes the response optional.
    let nullable = tasks.replacing(#""array""#, with: #"["array", "null"]"#)
    let found =
      ##"{ "type": "object", "properties": { "items": \##(tasks) }, "required": ["items"] }"##
    #expect(
      try Self.document() == [
        #"  "/t":"#,
        "    get:",
        #"      operationId: "tasks""#,
        "      parameters:",
        ##"        - { "name": "limit", "in": "query", "required": false, "schema": { "type": "integer", "format": "int64" } }"##,
        ##"        - { "name": "sort", "in": "query", "required": true, "schema": { "anyOf": [{ "type": "string" }, { "type": "integer", "format": "int64" }] } }"##,
        ##"        - { "name": "at", "in": "query", "required": false, "schema": { "type": "number", "description": "Seconds since 1970-01-01T00:00:00Z." } }"##,
        ##"        - { "name": "q", "in": "query", "required": false, "schema": { "type": "string" } }"##,
        "      responses:",
        #"        "2XX":"#,
        "          description: Success.",
        "          content:",
        "            application/json:",
        ##"              schema: { "anyOf": [\##(nullable), \##(tasks), \##(found)] }"##,
        #"        "400":"#,
        "          description: Failure.",
        "          content:",
        "            application/json:",
        ##"              schema: { "anyOf": [{ "type": "array", "items": { "type": "string" } }, { "type": "object", "additionalProperties": { "type": "array", "items": { "type": "string" } } }] }"##,
        #"        "404":"#,
        "          description: No result.",
        "        default:",
        "          description: Failure.",
        "          content:",
        "            application/json:",
        "              schema: \(task)",
        "    post:",
        #"      operationId: "add""#,
        "      requestBody:",
        "        required: true",
        "        content:",
        "          application/json:",
        ##"            schema: { "anyOf": [\##(task), \##(tasks)] }"##,
        "      responses:",
        #"        "2XX":"#,
        "          description: Success.",
        "          content:",
        "            application/json:",
        "              schema: \(task)",
      ])
  }
}
