import TestHelpers
import Foundation
import SyncGenEmit
import Testing

/// The JSON Schema for the payloads of a schema, tested on rows.
@Suite struct PayloadSchemaTests {
  private static func problems(_ row: String, as definition: String) throws -> [String] {
    let files = try GoldenTests.files(of: GoldenTests.otherSets)
    let file = try #require(files.first { $0.path == "Library.schema.json" })
    let checker = JSONSchemaChecker(try JSON(text: String(decoding: file.bytes, as: UTF8.self)))
    return try checker.problems(of: JSON(text: row), by: "#/$defs/\(definition)")
  }

  private static let book = """
    {"id": "0a000000-0000-4000-8000-000000000001", "isbn": "1", "name": "A",
     "created_at": "2026-01-02T03:04:05Z", "updated_at": 1772530200,
     "costs": {"fee": "1.50"}, "price_minor": 5, "price_currency": "EUR", "pages": null,
     "extra": {"a": [1]}, "counts": {"a": 1}, "author_ids": [],
     "copies": [{"number": 1, "state": {"id": "shelf", "label": "On the shelf"}}]}
    """

  @Test func acceptsValidPayloads() throws {
    #expect(try Self.problems(Self.book, as: "Book") == [])
    #expect(try Self.problems(#"{"no": 1, "book": {"id": "x"}}"#, as: "Copy") == [])
    #expect(try Self.problems(#"{"no": 1, "book_id": "x"}"#, as: "Copy") == [])
    #expect(try Self.problems(#"{"done": 1}"#, as: "Progress") == [])
  }

  @Test(arguments: [
    (#"{"isbn": 1}"#, [".isbn: type"]), (#"{"rating": "1"}"#, [".rating: type"]),
    (#"{"rating": null}"#, [".rating: type"]), (#"{"pages": "1"}"#, [".pages: anyOf"]),
    (#"{"price_currency": "euro"}"#, [".price_currency: anyOf"]),
    (#"{"costs": {"fee": "1,5"}}"#, [".costs.fee: anyOf"]),
    (#"{"topics": [1]}"#, [".topics[0]: type"]),
    (#"{"author_ids": [1]}"#, [".author_ids[0]: type"]),
    (#"{"authors": [{"name": 1}]}"#, [".authors[0]: anyOf"]),
    (#"{"copies": [{"binding": 3}]}"#, [".copies[0]: anyOf"]), (#"{}"#, []),
  ])
  func rejectsValuesOfOtherTypes(_ patch: String, _ expected: [String]) throws {
    #expect(try Self.problems(patch, as: "Book.Patch") == expected)
  }

  @Test func requiresFieldsOfNewRows() throws {
    #expect(
      try Self.problems("{}", as: "Book") == [
        ": id is missing", ": isbn is missing", ": name is missing", ": created_at is missing",
        ": updated_at is missing",
      ])
    #expect(try Self.problems("{}", as: "Copy") == [": anyOf", ": anyOf"])
    #expect(try Self.problems("{}", as: "Progress") == [": done is missing"])
  }
}
