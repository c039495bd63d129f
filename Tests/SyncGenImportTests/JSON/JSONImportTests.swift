import Foundation
import SyncGenCommandLine
import Testing

@testable import SyncGenImport

/// Schemas that are created from JSON responses: `Cases/json` has a folder for each case.
@Suite struct JSONImportTests {
  @Test(arguments: ImportCase.all(of: "json"))
  func jsonCasesGiveExpectedSchema(_ one: ImportCase) throws {
    let source: ImportedSchema
    do {
      source = try one.read()
    } catch let failure as ImportFailure {
      let text = "\(failure.place.map { "\($0): " } ?? "")\(failure.message)\n"
      #expect(try one.expect(one.shown(text), in: "expected.txt"))
      return
    }
    let result = try InMemory.schema(of: source)
    #expect(try one.expect(result.text, in: "expected.yaml"))
    let remarks = result.model.remarks.map { "\($0.place): \($0.message)" }
    let answers = result.model.answers
    let lines = (remarks + answers.suggestions + answers.commands).map { one.shown($0) + "\n" }
    #expect(try one.expect(lines.joined(), in: "expected.txt"))
  }

  /// A response that is larger than a piece is read in parts.
  @Test func readsLargePayloadLikeSmallOne() throws {
    let row = #"{"id": 1, "name": "A \"b\"", "tags": ["x"], "owner": {"id": 2, "email": null}}"#
    let large =
      "{\"data\": [" + Array(repeating: row, count: 30_000).joined(separator: ",\n") + "]}"
    let small = "{\"data\": [\(row), \(row)]}"
    let texts = try [large, small].map { text in
      let file = try TemporaryFile("rows.json", text)
      let schema = try SourceReaders.read([file.path], ImportOptions())
      return try InMemory.schema(of: schema).text
    }
    #expect(large.utf8.count > 2 * JSONWindow.pieceSize)
    #expect(texts[0].replacing("30000 of 30000", with: "2 of 2") == texts[1])
  }

  @Test(arguments: [
    ("[{\"id\": 1},\n {\"id\" 2}]", "2:8: unexpected character in JSON [invalid-json]"),
    ("[{\"id\": 1}", "1:11: the JSON ends in the middle of a value [invalid-json]"),
    ("", "1:1: there is no JSON [invalid-json]"),
    ("[1, 2]", " found no list of objects with an identity; there are no objects in it"),
  ])
  func locatesInvalidJSON(_ text: String, _ message: String) throws {
    let file = try TemporaryFile("rows.json", text)
    do {
      _ = try SourceReaders.read([file.path], ImportOptions())
      Issue.record("it was read")
    } catch let failure as ImportFailure {
      #expect("\(failure.place ?? ""): \(failure.text)" == "\(file.path):\(message)")
    }
  }

  /// Reading large rows takes less memory, but has the same result.
  @Test func readsRowsWithManyKeys() throws {
    let keys = (0..<700).map { "\"c\($0)\": \($0 % 3 == 0 ? "\"t\"" : "\($0)")" }
      .joined(separator: ",")
    let rows = (0..<20).map { "{\"id\": \($0), \(keys)}" }.joined(separator: ",")
    let file = try TemporaryFile("rows.json", "[" + rows + "]")
    let schema = try SourceReaders.read([file.path], ImportOptions())
    #expect(schema.entities.map(\.attributes.count) == [701])
  }

  /// The error is in a part of a large response.
  @Test func locatesInvalidJSONInLargePayload() throws {
    let rows = Array(repeating: #"{"id": 1, "text": "something"},"#, count: 60_000)
    let file = try TemporaryFile("rows.json", "[\n" + rows.joined(separator: "\n") + "\n}]")
    do {
      _ = try SourceReaders.read([file.path], ImportOptions())
      Issue.record("it was read")
    } catch let failure as ImportFailure {
      #expect(
        "\(failure.place ?? ""): \(failure.text)"
          == "\(file.path):60002:1: unexpected character in JSON [invalid-json]")
    }
  }
}

/// A file that is removed with the object.
final class TemporaryFile {
  let path: String
  private let folder: URL

  init(_ name: String, _ text: String) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "import-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let url = folder.appendingPathComponent(name)
    try Data(text.utf8).write(to: url)
    path = url.path
  }

  deinit {
    // The system removes the folder if this fails.
    try? FileManager.default.removeItem(at: folder)
  }
}
