import Foundation
import SyncGenEmit
import Testing

/// The document declares every schema to which it refers, and has the contents of all endpoints
/// with the same method and path.
@Suite struct OpenAPIContentTests {
  private static func lines(_ endpoints: [String]) throws -> [String] {
    let schema = """
      swiftsync: 1
      name: App
      version: 1
      generate: { sets: [openapi] }
      types: { One: { a: int }, Two: { b: int } }
      entities:
        Task: { attributes: { id: int } }
        Fault: { attributes: { id: int } }
        Cause: { attributes: { id: int } }
      api:
        endpoints:
      \(endpoints.map { "    " + $0 }.joined(separator: "\n"))
      """
    let file = try #require(try SchemaFixture.files(schema).first { $0.path == "openapi.yaml" })
    return String(decoding: file.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private static func operation(_ endpoints: [String]) throws -> [String] {
    try lines(endpoints).drop { !$0.hasPrefix("      operationId") }.dropFirst()
      .prefix { $0.hasPrefix("      ") }.map { String($0.dropFirst(6)) }
  }

  /// The names of the declared schemas, and of those to which the document refers.
  private static func schemas(_ endpoints: [String]) throws -> (
    declared: Set<String>, used: [String]
  ) {
    let lines = try lines(endpoints)
    let declared = lines.drop { !$0.hasPrefix("components") }.compactMap {
      $0.firstMatch(of: #/^ {4}(\w+):$/#).map { String($0.output.1) }
    }
    let used = lines.flatMap { line in
      line.matches(of: ##/#\/components\/schemas\/(\w+)/##).map { String($0.output.1) }
    }
    return (Set(declared), used)
  }

  @Test func declaresErrorAndParameterSchemas() throws {
    let (declared, used) = try Self.schemas([
      #"a: { get: /a, query: { p: Task.Patch }, returns: string, errors: { 410: "[string: Cause]", 422: Fault } }"#
    ])
    #expect(declared == ["One", "Two", "TaskPatch", "Fault", "Cause"])
    #expect(Set(used) == ["TaskPatch", "Fault", "Cause"])
  }

  @Test func operationListsAllMediaTypes() throws {
    #expect(
      try Self.operation([
        "a: { post: /a, body: { a: int }, returns: One }",
        "b: { post: /a, body: { form: { x: int } }, returns: data }",
        "c: { post: /a, body: { multipart: { f: file } } }",
      ]) == [
        "requestBody:",
        "  required: true",
        "  content:",
        "    application/json:",
        #"      schema: { "type": "object", "properties": { "a": { "type": "integer", "format": "int64" } }, "required": ["a"] }"#,
        "    application/x-www-form-urlencoded:",
        #"      schema: { "type": "object", "properties": { "x": { "type": "integer", "format": "int64" } }, "required": ["x"] }"#,
        "    multipart/form-data:",
        #"      schema: { "type": "object", "properties": { "f": { "type": "string", "contentMediaType": "application/octet-stream" } }, "required": ["f"] }"#,
        "responses:",
        #"  "2XX":"#,
        "    description: Success.",
        "    content:",
        "      application/json:",
        ##"        schema: { "$ref": "#/components/schemas/One" }"##,
        "      application/octet-stream:",
        #"        schema: { "type": "string", "contentMediaType": "application/octet-stream" }"#,
      ])
  }

  @Test func combinesErrorsOfSameStatus() throws {
    let lines = try Self.operation([
      "a: { get: /a, returns: One, errors: { 404: none, 409: One, 410: none, default: Problem } }",
      "b: { get: /a, returns: Two, errors: { 404: Two, 409: Two, 410: none, default: Two } }",
    ])
    let two = ##"{ "$ref": "#/components/schemas/Two" }"##
    #expect(
      lines.drop { !$0.hasPrefix(#"  "404""#) }.map {
        $0.hasPrefix(#"        schema: { "type": "object""#) ? "        schema: …" : $0
      } == [
        #"  "404":"#,
        "    description: Failure.",
        "    content:",
        "      application/json:",
        "        schema: \(two)",
        #"  "409":"#,
        "    description: Failure.",
        "    content:",
        "      application/json:",
        ##"        schema: { "anyOf": [{ "$ref": "#/components/schemas/One" }, \##(two)] }"##,
        #"  "410":"#,
        "    description: No result.",
        "  default:",
        "    description: Failure.",
        "    content:",
        "      application/problem+json:",
        "        schema: …",
        "      application/json:",
        "        schema: \(two)",
      ])
  }

  @Test func parametersMatchSentQuery() throws {
    let lines = try Self.operation([
      #"a: { get: /a, query: { price: money, limit: "money?", filter: "[string: int]", more: "[string: string]?" }, returns: string }"#
    ])
    #expect(
      lines.filter { $0.hasPrefix("  - ") } == [
        #"  - { "name": "price_minor", "in": "query", "required": true, "schema": { "type": "integer" } }"#,
        #"  - { "name": "price_currency", "in": "query", "required": true, "schema": { "type": "string" } }"#,
        #"  - { "name": "limit_minor", "in": "query", "required": false, "schema": { "type": "integer" } }"#,
        #"  - { "name": "limit_currency", "in": "query", "required": false, "schema": { "type": "string" } }"#,
        #"  - { "name": "filter", "in": "query", "required": true, "style": "deepObject", "explode": true, "schema": { "type": "object", "additionalProperties": { "type": "integer", "format": "int64" } } }"#,
        #"  - { "name": "more", "in": "query", "required": false, "style": "deepObject", "explode": true, "schema": { "type": "object", "additionalProperties": { "type": "string" } } }"#,
      ])
  }

  private static let defaults =
    #"a: { get: /a, query: { limit: int = 20, sort: 'string = "date"', more: "int? = 5" }, returns: string }"#

  /// A request may leave out a parameter with a default.
  @Test func parametersHaveTheirDefaults() throws {
    #expect(
      try Self.operation([Self.defaults]).filter { $0.hasPrefix("  - ") } == [
        #"  - { "name": "limit", "in": "query", "required": false, "schema": { "type": "integer", "format": "int64", "default": 20 } }"#,
        #"  - { "name": "sort", "in": "query", "required": false, "schema": { "type": "string", "default": "date" } }"#,
        #"  - { "name": "more", "in": "query", "required": false, "schema": { "type": "integer", "format": "int64", "default": 5 } }"#,
      ])
  }

  @Test func methodsHaveTheDefaultsOfParameters() throws {
    let schema = """
      swiftsync: 1
      name: App
      version: 1
      entities: { Task: { attributes: { id: int } } }
      api:
        endpoints:
          \(Self.defaults)
      """
    let text = try SchemaFixture.files(schema).map { String(decoding: $0.bytes, as: UTF8.self) }
      .joined().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(text.contains(#"limit: Int = 20, sort: String = "date", more: Int? = 5"#))
  }
}
