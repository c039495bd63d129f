import Foundation
import SyncGenEmit
import Testing

@Suite struct ContextReferenceTests {
  private let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("docs/reference/template-context.md")

  /// `RECORD_GOLDENS=1` writes the page and fails.
  @Test func pageMatchesCode() throws {
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil {
      try ContextReference.markdown().write(to: page, atomically: true, encoding: .utf8)
      Issue.record("recorded docs/reference/template-context.md")
    }
    #expect(try String(contentsOf: page, encoding: .utf8) == ContextReference.markdown())
  }

  @Test func everyTypeHasSection() {
    let page = ContextReference.markdown()
    let lines = page.split(separator: "\n")
    let sections = Set(lines.filter { $0.hasPrefix("## ") }.map { $0.dropFirst(3) })
    let members = lines.drop { $0 != "## schema" }.filter { $0.hasPrefix("| `") }
    let types = members.map { line in
      let words = line.split(separator: "|")[1].split(separator: " ").map(String.init)
      let start = words.starts(with: ["list", "of"]) ? 2 : 0
      return words[start...].prefix { $0 != "or" }.joined(separator: " ")
    }
    #expect(types.count > 150)
    for type in Set(types).subtracting([
      "string", "number", "boolean", "values by name", "JSON value",
    ]) {
      #expect(sections.contains(type[...]), "no section '\(type)'")
    }
  }

  @Test func contextIsJSON() throws {
    let schema = try SchemaFixture.schema(TortureSchema.names(access: "public", count: 12))
    let text = try ContextEmitter.json(of: schema, toolVersion: "1.2.3")
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let context = try #require(object)
    #expect(context["contextVersion"] as? Int == 1)
    #expect((context["tool"] as? [String: String]) == ["version": "1.2.3"])
    let schemaObject = try #require(context["schema"] as? [String: Any])
    let entities = try #require(schemaObject["entities"] as? [[String: Any]])
    #expect(entities.first?["name"] as? String == "Task")
    #expect(entities.first?["table"] as? String == "tasks")
    #expect((context["swift"] as? [String: String])?["Date"] == "Foundation.Date")
  }

  /// Types lead to the types of their fields, and a type may contain itself.
  @Test func contextOfRecursiveTypesIsFinite() throws {
    let schema = try SchemaFixture.schema(
      """
      swiftsync: 1
      name: Shop
      version: 1
      types:
        Address: { street: string, geo: "Geo?" }
        Geo: { latitude: double }
        Block:
          tag: type
          cases: { text: { body: string }, list: { blocks: { type: "[Block]", default: [] } } }
      entities:
        Page: { attributes: { id: int, address: "Address?", main: "Block?" } }
      """)
    let text = try ContextEmitter.json(of: schema, toolVersion: "1.2.3")
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let schemaObject = try #require(object?["schema"] as? [String: Any])
    let types = try #require(schemaObject["valueTypes"] as? [[String: Any]])
    let address = try #require(types.first { $0["name"] as? String == "Address" })
    #expect(address["reached"] as? [String] == ["Address", "Geo"])
    #expect(address["isCyclic"] as? Bool == false)
    let block = try #require(types.first { $0["name"] as? String == "Block.List" })
    #expect(block["isCyclic"] as? Bool == true)
  }
}
