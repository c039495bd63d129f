import SyncGenEmit
import Testing

/// The other names of an entity in generated code and protocols.
@Suite struct EntityNameTests {
  private static func schema(_ entities: String, sets: String = "swift, openapi") -> String {
    """
    swiftsync: 1
    name: App
    version: 1
    generate: { sets: [\(sets)] }
    entities:
    \(entities)
    api:
      uploads:
        batch: { post: /batch, protocol: batch, entities: [Todo] }
        operations: { post: /operations, protocol: operations, entities: [Todo] }
    """
  }

  private func text(of path: String, _ schema: String) throws -> String {
    let file = try #require(try SchemaFixture.files(schema).first { $0.path == path })
    return String(decoding: file.bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("remote: Job", "jobs", "Job"), ("remote: Job, plural: work", "work", "Job"),
    ("table: tasks", "todos", "Todo"),
  ])
  func protocolsUseRemoteName(keys: String, plural: String, name: String) throws {
    let schema = Self.schema("  Todo: { \(keys), attributes: { id: uuid } }")
    #expect(
      try text(of: "AppAPI.swift", schema).contains(#"PushedEntity(Todo.self, key: "\#(plural)")"#))
    let openAPI = try text(of: "openapi.yaml", schema)
    #expect(openAPI.contains(#""\#(plural)": { "type": "array""#))
    #expect(openAPI.contains(#""type": { "type": "string", "enum": ["\#(name)"] }"#))
    let wire = #""name":"Todo","remote":"\#(name)","table""#
    #expect(try text(of: "Todo.swift", schema).contains(wire) == (name != "Todo"))
  }

  @Test func entityNameTakesPrecedenceOverPatch() throws {
    let schema = Self.schema(
      """
        Todo: { attributes: { id: uuid } }
        TodoPatch: { attributes: { id: uuid } }
      """)
    let todo = try text(of: "Todo.swift", schema)
    #expect(todo.contains("struct TodoPatchValues: EntityPatch"))
    #expect(todo.contains("typealias Patch = TodoPatchValues"))
    let patch = try text(of: "TodoPatch.swift", schema)
    #expect(patch.contains("struct TodoPatchPatch: EntityPatch"))
  }

  @Test func qualifiesRuntimeTypes() throws {
    let plain = "  Todo: { attributes: { id: uuid } }"
    // An app may declare these names.
    #expect(
      try text(of: "Todo.swift", Self.schema(plain))
        .contains("var id: SwiftSyncRuntime.Patch<UUID>"))
    #expect(
      try text(of: "AppAPI.swift", Self.schema(plain))
        .contains("let _client: SwiftSyncRuntime.APIClient"))
    // Others are qualified only where the schema declares them.
    #expect(try text(of: "Todo.swift", Self.schema(plain)).contains("TodoPatch: EntityPatch"))
    let entity = Self.schema(plain + "\n  Entity: { attributes: { id: uuid } }")
    #expect(try text(of: "Todo.swift", entity).contains("TodoPatch: SwiftSyncRuntime.EntityPatch"))
  }
}
