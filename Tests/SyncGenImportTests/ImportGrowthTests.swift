import Foundation
import SyncGenDiagnostics
import SyncGenSchema
import Testing

@testable import SyncGenImport

/// The time of imports, which must not grow faster than their sources.
@Suite(.serialized) struct ImportGrowthTests {
  /// Writes the source of a size to a folder and returns its paths.
  struct Source: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// The smaller number of entities or types.
    let count: Int
    let write: @Sendable (Int, URL) throws -> [String]
  }

  @Test(arguments: [
    Source(testDescription: "lists of the same rows", count: 40, write: Growing.listsOfSharedRows),
    Source(testDescription: "value types", count: 120, write: Growing.valueTypes),
    Source(testDescription: "OpenAPI", count: 30, write: Growing.document),
    Source(testDescription: "bodies of requests", count: 40, write: Growing.bodies),
    Source(testDescription: "Core Data", count: 40, write: Growing.model),
  ])
  func importGrowsSubquadratically(_ source: Source) throws {
    _ = try Self.work(source, of: 20)
    let small = try Self.work(source, of: source.count)
    let large = try Self.work(source, of: source.count * 8)
    // Quadratic work takes 64 times as long.
    #expect(large < small * 22, "\(small) s and \(large) s")
  }

  /// The processor time of this thread for an import, in seconds, since other tests run at the same
  /// time.
  private static func work(_ source: Source, of count: Int) throws -> Double {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("growth-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
    let paths = try source.write(count, folder)
    let start = now()
    let read = try SourceReaders.read(paths, ImportOptions())
    let result = try InMemory.schema(of: read)
    let time = now() - start
    #expect(result.schema.entities.count + result.schema.valueTypes.count >= count)
    return time
  }

  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

/// Sources of any size.
private enum Growing {
  /// A word that differs for each number.
  static func word(_ number: Int) -> String {
    let syllables = ["ba", "co", "du", "fe", "gi", "ka", "lo", "mu", "ne", "pi"]
    let digits = String(10_000 + number).compactMap(\.wholeNumberValue)
    return digits.map { syllables[$0] }.joined()
  }

  private static func save(_ text: String, _ name: String, in folder: URL) throws -> String {
    let url = folder.appendingPathComponent(name)
    try Data(text.utf8).write(to: url)
    return url.path
  }

  /// Entities that are written with bodies of their own, and operations that share a response with
  /// as many example rows.
  @Sendable static func bodies(_ count: Int, in folder: URL) throws -> [String] {
    var paths: [String] = []
    var schemas: [String] = []
    let reference = "#/components/schemas"
    for number in 0..<count {
      let name = word(number).capitalized
      let parent = word((number + 1) % count).capitalized
      paths.append(
        """
        "/\(name)": { "get": { "responses": { "200": { "$ref": "#/components/responses/All" } } } },
        "/\(name)/{id}": { "patch": {
          "requestBody": { "content": { "application/json": { "schema":
            { "$ref": "\(reference)/\(name)Update" } } } },
          "responses": { "200": { "description": "OK", "content": { "application/json": { "schema":
            { "$ref": "\(reference)/\(name)" } } } } } } }
        """)
      schemas.append(
        """
        "\(name)": { "type": "object", "required": ["id"], "properties": { "id": { "type": "string" },
          "text": { "type": "string", "maxLength": \(number + 1) },
          "up": { "$ref": "\(reference)/\(parent)" } } },
        "\(name)Update": { "type": "object", "properties": {
          "text": { "type": "string", "maxLength": \(number + 1) },
          "up": { "$ref": "\(reference)/\(parent)" } } }
        """)
    }
    let first = word(0).capitalized
    let rows = (0..<count).map { #"{ "id": "\#($0)", "text": "a" }"# }.joined(separator: ",")
    let all = """
      { "description": "OK", "content": { "application/json": { "example": [\(rows)], "schema":
        { "type": "array", "items": { "$ref": "\(reference)/\(first)" } } } } }
      """
    let text = """
      { "openapi": "3.0.3", "info": { "title": "Growing", "version": "1" },
      "paths": { \(paths.joined(separator: ",")) },
      "components": { "responses": { "All": \(all) },
      "schemas": { \(schemas.joined(separator: ",")) } } }
      """
    return [try save(text, "api.json", in: folder)]
  }

  /// A file for each entity, whose rows have two lists of the same rows.
  @Sendable static func listsOfSharedRows(_ count: Int, in folder: URL) throws -> [String] {
    try (0..<count).map { number in
      let name = word(number)
      let rows = (0..<3).map { row in
        """
        {"id": \(number * 10 + row), "\(name)_name": "a", "\(name)_text": "b", "\(name)_code": "c",
        "users": [{"id": \(row), "login": "u\(row)", "email": "u@example.com"}], "owner_ids": [\(row)]}
        """
      }
      return try save("[\(rows.joined(separator: ","))]", "\(name)s.json", in: folder)
    }
  }

  /// Rows with an object of each type.
  @Sendable static func valueTypes(_ count: Int, in folder: URL) throws -> [String] {
    let rows = (0..<3).map { row in
      let members = (0..<count).map { number in
        let name = word(number)
        return "\"\(name)\": {\"\(name)_a\": 1, \"\(name)_b\": \"x\", \"\(name)_c\": \(row)}"
      }
      return "{\"id\": \(row), \"title\": \"t\", \(members.joined(separator: ","))}"
    }
    return [try save("[\(rows.joined(separator: ","))]", "things.json", in: folder)]
  }

  /// Components that refer to each other, with value types and two operations for each.
  @Sendable static func document(_ count: Int, in folder: URL) throws -> [String] {
    var (schemas, paths) = ("", "")
    for number in 0..<count {
      let (name, next) = (word(number), word((number + 1) % count))
      schemas += """
            \(name)_row:
              type: object
              properties:
                id: { type: integer }
                \(next)_row_id: { type: integer }
                address: { $ref: "#/components/schemas/\(name)_place" }
            \(name)_place:
              type: object
              properties: { street: { type: string }, \(name): { type: string } }

        """
      paths += """
          /\(name):
            get:
              operationId: list_\(name)
              responses:
                "200":
                  content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/\(name)_row" } } } }
            post:
              operationId: add_\(name)
              requestBody:
                content: { application/json: { schema: { type: object, properties: { a: { type: string } } } } }
              responses: { "204": { description: ok } }

        """
    }
    let text = """
      openapi: 3.0.0
      info: { title: Shop, version: "1" }
      paths:
      \(paths)components:
        schemas:
      \(schemas)
      """
    return [try save(text, "api.yaml", in: folder)]
  }

  /// Entities without user info, with six attributes each.
  @Sendable static func model(_ count: Int, in folder: URL) throws -> [String] {
    let entities = (0..<count).map { number in
      let attributes = (0..<6).map { "<attribute name=\"value\($0)\" attributeType=\"String\"/>" }
      return "<entity name=\"\(word(number).capitalized)\">\(attributes.joined())</entity>"
    }
    let bundle = folder.appendingPathComponent("Shop.xcdatamodel")
    try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
    _ = try save("<model>\(entities.joined())</model>", "contents", in: bundle)
    return [bundle.path]
  }
}
