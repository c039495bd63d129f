import Foundation
import SyncGenEmit
import Testing

/// The document has every key that a store reads from a row.
@Suite struct OpenAPITests {
  private static let schema = """
    swiftsync: 1
    name: App
    version: 1
    generate: { sets: [openapi] }
    entities:
      Task:
        attributes:
          id: int
          title: { type: string, remote: [title, name] }
          projectName: { type: "string?", remote: project.title }
          cost: { type: "money?", remote: { minor: cost.cents, currency: cost.code } }
        relations:
          project: Project
          rocket: { to: "Rocket?", remote: rocket }
      Project:
        attributes: { id: int, code: string }
        relations: { tasks: { to: [Task] } }
      Rocket: { attributes: { id: int } }
      Other: { attributes: { id: int } }
    api:
      base: /api
      endpoints:
        tasks: { get: /tasks, returns: [Task], stores: false }
    """

  /// The schemas of the document by name.
  private static func schemas() throws -> [String: [String: Any]] {
    let file = try #require(try SchemaFixture.files(schema).first { $0.path == "openapi.yaml" })
    let lines = String(decoding: file.bytes, as: UTF8.self).split(separator: "\n")
    var schemas: [String: [String: Any]] = [:]
    var name = ""
    for line in lines.drop(while: { $0 != "  schemas:" }) {
      if let match = line.wholeMatch(of: #/ {4}(\w+):/#) {
        name = String(match.output.1)
      } else if let match = line.wholeMatch(of: #/ {6}(\w+): (.+)/#) {
        schemas[name, default: [:]][String(match.output.1)] = try json(match.output.2)
      } else if let match = line.wholeMatch(of: #/ {8}"(\w+)": (.+)/#) {
        var properties = schemas[name]?["properties"] as? [String: Any] ?? [:]
        properties[String(match.output.1)] = try json(match.output.2)
        schemas[name]?["properties"] = properties
      }
    }
    return schemas
  }

  private static func json(_ text: Substring) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
  }

  private static func text(_ json: Any?) throws -> String {
    let data = try JSONSerialization.data(
      withJSONObject: try #require(json), options: [.sortedKeys, .withoutEscapingSlashes])
    return String(decoding: data, as: UTF8.self)
  }

  @Test func allowsNestedRows() throws {
    let schemas = try Self.schemas()
    #expect(
      schemas.keys.sorted() == ["ProjectNested", "RocketNested", "Task", "TaskNested"])
    let task = try #require(schemas["Task"]?["properties"] as? [String: Any])
    #expect(
      task.keys.sorted() == ["cost", "id", "name", "project", "project_id", "rocket", "title"])
    #expect(
      try Self.text(task["project"]) == """
        {"allOf":[{"anyOf":[{"format":"int64","type":"integer"},\
        {"$ref":"#/components/schemas/ProjectNested"}],"readOnly":true},\
        {"properties":{"title":{"type":["string","null"]}}}]}
        """)
    #expect(
      try Self.text(task["rocket"]) == """
        {"anyOf":[{"format":"int64","type":["integer","null"]},\
        {"anyOf":[{"anyOf":[{"format":"int64","type":"integer"},\
        {"$ref":"#/components/schemas/RocketNested"}]},{"type":"null"}],"readOnly":true}]}
        """)
    #expect(
      try Self.text(task["cost"]) == """
        {"properties":{"cents":{"type":["integer","null"]},"code":{"type":["string","null"]}},\
        "type":"object"}
        """)
    let project = try #require(schemas["ProjectNested"]?["properties"] as? [String: Any])
    #expect(
      try Self.text(project["tasks"]) == """
        {"items":{"anyOf":[{"format":"int64","type":"integer"},\
        {"$ref":"#/components/schemas/TaskNested"}]},"readOnly":true,"type":"array"}
        """)
  }

  @Test func requiresOneRemoteKeyPerValue() throws {
    let schemas = try Self.schemas()
    #expect(try Self.text(schemas["Task"]?["required"]) == #"["id"]"#)
    #expect(
      try Self.text(schemas["Task"]?["allOf"]) == """
        [{"anyOf":[{"required":["title"]},{"required":["name"]}]},\
        {"anyOf":[{"required":["project_id"]},{"required":["project"]}]}]
        """)
    #expect(try Self.text(schemas["TaskNested"]?["required"]) == #"["id"]"#)
    #expect(schemas["TaskNested"]?["allOf"] == nil)
  }

  @Test func acceptedRowsMayIncludeTemporaryID() throws {
    let schema = """
      swiftsync: 1
      name: App
      version: 1
      generate: { sets: [openapi] }
      entities:
        Shop:
          attributes: { id: { type: int, default: temporary } }
          sync: { push: true }
        Visit:
          attributes: { id: uuid }
          sync: { push: true }
      api:
        uploads: { post: /sync, protocol: batch, entities: [Shop, Visit] }
      """
    let file = try #require(try SchemaFixture.files(schema).first { $0.path == "openapi.yaml" })
    let text = String(decoding: file.bytes, as: UTF8.self)
    let temporary = #""temporary_id": { "type": "integer", "format": "int64" }"#
    #expect(text.components(separatedBy: "temporary_id").count == 2)
    #expect(text.contains(temporary))
  }
}
