import Foundation
import SyncGenEmit
import Testing

/// The document has the parameters for paging.
@Suite struct OpenAPIPageTests {
  private static func lines(_ endpoint: String) throws -> [String] {
    let schema = """
      swiftsync: 1
      name: App
      version: 1
      generate: { sets: [openapi] }
      types: { Search: { text: string, cursor: "string?" } }
      entities:
        Task: { attributes: { id: int, at: { type: date, dates: unix } }, sync: { clock: at } }
      api:
        endpoints:
          tasks: \(endpoint)
      """
    let file = try #require(try SchemaFixture.files(schema).first { $0.path == "openapi.yaml" })
    return String(decoding: file.bytes, as: UTF8.self).split(separator: "\n")
      .drop { !$0.hasPrefix("      operationId") }.dropFirst()
      .prefix { !$0.hasPrefix("      responses") }
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }

  private static func query(_ name: String, _ schema: String) -> String {
    #"- { "name": "\#(name)", "in": "query", "required": false, "schema": \#(schema) }"#
  }

  private static let integer = #"{ "type": "integer", "format": "int64" }"#

  private static let seconds =
    #"{ "type": "number", "description": "Seconds since 1970-01-01T00:00:00Z." }"#

  @Test func queryParameters() throws {
    let counted = try Self.lines(
      "{ get: /t, returns: [Task], since: at, page: { offset: skip, limit: { take: 10 } } }"
    )
    #expect(
      counted == [
        "parameters:", Self.query("at", Self.seconds), Self.query("skip", Self.integer),
        Self.query("take", Self.integer),
      ])
    let last = try Self.lines(
      "{ get: /t, returns: [Task], page: { after: before, last: at } }")
    #expect(last == ["parameters:", Self.query("before", Self.seconds)])
    let cursor = try Self.lines(
      "{ get: /t, returns: { items: [Task] }, page: { cursor: after, next: next }, stores: { root: items } }"
    )
    #expect(cursor == ["parameters:", Self.query("after", "{}")])
    let link = try Self.lines("{ get: /t, returns: [Task], page: { link: next } }")
    #expect(link == [])
    let unstored = try Self.lines(
      "{ get: /t, returns: [{ nr: int }], page: { after: before, last: nr } }")
    #expect(unstored == ["parameters:", Self.query("before", Self.integer)])
  }

  @Test func declaresQueryParameterOnce() throws {
    let lines = try Self.lines(
      #"{ get: /t, query: { page: "int?" }, returns: [Task], page: page }"#)
    #expect(lines == ["parameters:", Self.query("page", Self.integer)])
  }

  @Test func bodyMembers() throws {
    let page = "page: { cursor: body.cursor, next: next, size: { body.page.size: 10 } }"
    let size = #""page": { "type": "object", "properties": { "size": \#(Self.integer) } }"#
    let added = #"{ "type": "object", "properties": { "cursor": {}, \#(size) } }"#
    func body(_ isRequired: Bool, _ schema: String) -> [String] {
      [
        "requestBody:", "required: \(isRequired)", "content:", "application/json:",
        "schema: \(schema)",
      ]
    }
    #expect(
      try Self.lines("{ post: /t, returns: { items: [Task] }, \(page), stores: { root: items } }")
        == body(false, added))
    #expect(
      try Self.lines(
        "{ post: /t, body: Task.Patch, returns: { items: [Task] }, \(page), stores: { root: items } }"
      )
        == body(true, ##"{ "allOf": [{ "$ref": "#/components/schemas/TaskPatch" }, \##(added)] }"##)
    )
    let rest = #"{ "type": "object", "properties": { \#(size) } }"#
    #expect(
      try Self.lines(
        "{ post: /t, body: Search, returns: { items: [Task] }, \(page), stores: { root: items } }")
        == body(true, ##"{ "allOf": [{ "$ref": "#/components/schemas/Search" }, \##(rest)] }"##))
  }
}
