import Foundation
import SyncGenDiagnostics
import Testing

@testable import SyncGenImport

/// Additions to schemas whose sections are in any order, at the end of the file or elsewhere.
@Suite struct MergeOrderTests {
  private static let sections = [
    "enums": "enums:\n  Color: { cases: [red, blue] }\n",
    "types": "types:\n  Address: { street: string }\n",
    "entities": """
    entities:
      Post:
        relations:
          next: Post?
        attributes:
          id: int
          color: string

    """,
  ]

  private static let orders = [
    ["entities"], ["types", "entities"], ["entities", "types"], ["enums", "entities"],
    ["entities", "enums"], ["enums", "types", "entities"], ["types", "enums", "entities"],
    ["entities", "enums", "types"], ["entities", "types", "enums"], ["enums", "entities", "types"],
    ["types", "entities", "enums"],
  ]

  private static let source = """
    openapi: 3.0.0
    info: { title: x, version: "1" }
    paths: {}
    components:
      schemas:
        Post:
          type: object
          required: [id]
          properties:
            id: { type: integer }
            title: { type: string }
            mood: { $ref: "#/components/schemas/Mood" }
            author: { $ref: "#/components/schemas/User" }
        Mood: { type: string, enum: [good, bad] }
        Code: { type: string, pattern: "^[A-Z]+$" }
        User:
          type: object
          properties:
            id: { type: integer }
            code: { $ref: "#/components/schemas/Code" }
            home: { $ref: "#/components/schemas/Home" }
        Home: { type: object, properties: { street: { type: string } } }
    """

  /// The ends of a file: with and without a line ending, with comments and blank lines.
  private static let ends = ["", "\n", "\n# The end.\n", "\n  # The end.", "\n\n\n"]

  private func merge(_ text: String) throws -> SchemaMerge.Result {
    let file = SourceFile(path: "app.yaml", bytes: Array(text.utf8))
    let source = try OpenAPIImport.read(
      SourceFile(path: "api.yaml", bytes: Array(Self.source.utf8)))
    var bag = DiagnosticBag()
    let schema = try #require(InMemory.compile(file, &bag), "\(bag.diagnostics.map(\.message))")
    let merge = SchemaMerge(file, schema, compile: InMemory.compile)
    return try #require(try merge.run(source, into: &bag))
  }

  @Test(arguments: orders, ["\n", "\r\n"])
  func addsAllDeclarations(_ order: [String], _ lineEnd: String) throws {
    for end in Self.ends {
      let sections = order.compactMap { Self.sections[$0] }.joined(separator: "\n")
      let text =
        ("swiftsync: 1\nname: App\nversion: 1\n\n" + sections.dropLast() + end)
        .replacingOccurrences(of: "\n", with: lineEnd)
      let result = try merge(text)
      #expect(
        result.added.sorted() == [
          "attribute Post.mood", "attribute Post.title", "entity User", "enum Mood",
          "relationship Post.author", "scalar Code", "type Home",
        ], "\(result.remarks)\n\(result.text)")
      #expect(result.notAdded.isEmpty)
      let lines = result.text.components(separatedBy: lineEnd)
      var rest = lines[...]
      for line in text.components(separatedBy: lineEnd) where !line.isEmpty {
        let index = try #require(rest.firstIndex(of: line), "\(line) is gone from \(result.text)")
        rest = rest[(index + 1)...]
      }
      if lineEnd == "\r\n" {
        #expect(lines.allSatisfy { !$0.contains("\n") })
      }
      #expect(try merge(result.text).added == [])
    }
  }

  @Test func fillsEmptySections() throws {
    let sections = Self.sections["entities"] ?? ""
    let result = try merge(
      "swiftsync: 1\nname: App\nversion: 1\ntypes: # None yet.\nenums:\n" + sections)
    #expect(result.notAdded.isEmpty)
    #expect(
      result.text.contains("types: # None yet.\n  Home: { street: \"string?\" }\nenums:\n  Mood:"))
  }

  @Test func addsToFlowMapping() throws {
    let result = try merge(
      "{ swiftsync: 1, name: App, version: 1, entities: { Post: { attributes: { id: int } } } }\n")
    #expect(
      result.added == [
        "attribute Post.title", "attribute Post.mood", "relationships Post.author", "scalar Code",
        "enum Mood", "type Home", "entity User",
      ])
  }
}
