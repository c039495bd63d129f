import Foundation
import SyncGenEmit
import Testing

/// Endpoints with the same method and path are one operation of the document.
@Suite struct OpenAPIOperationTests {
  /// Entities with different watermarks are sent in requests of their own.
  @Test func batchRequestsMayContainSomeOfTheEntities() throws {
    let schema = """
      swiftsync: 1
      name: App
      version: 1
      generate: { sets: [openapi] }
      entities:
        A: { attributes: { id: int, updatedAt: int? }, sync: { clock: updatedAt, push: true } }
        B: { attributes: { id: int, updatedAt: int? }, sync: { clock: updatedAt, push: true } }
      api: { uploads: { sync: { post: /sync, protocol: batch, entities: [A, B] } } }
      """
    let file = try #require(try SchemaFixture.files(schema).first { $0.path == "openapi.yaml" })
    let lines = String(decoding: file.bytes, as: UTF8.self).split(separator: "\n")
    let schemas = try lines.filter { $0.contains("schema: {") }.map { line in
      try #require(
        try JSONSerialization.jsonObject(with: Data(line.drop { $0 != "{" }.utf8))
          as? [String: Any])
    }
    let (request, response) = (try #require(schemas.first), try #require(schemas.dropFirst().first))
    #expect(request["required"] as? [String] == ["updated_at"])
    #expect(response["required"] == nil && response["minProperties"] as? Int == 1)
    let properties = try #require(response["properties"] as? [String: [String: Any]])
    #expect(properties.keys.sorted() == ["as", "bs"])
    for list in properties.values {
      #expect(list["required"] == nil && list["minProperties"] as? Int == 1)
    }
  }

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
        changed: { get: /t, query: { limit: "int?", sort: string }, returns: [Task], since: at, errors: { default: Task } }
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
