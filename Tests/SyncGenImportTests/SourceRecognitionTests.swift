import Foundation
import Testing

@testable import SyncGenImport

/// Long files, whose start does not show what they are.
@Suite struct SourceRecognitionTests {
  private static let filler = String(repeating: "a long text ", count: 6000)

  private func kind(of text: String, _ name: String) throws -> SourceKind {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(UUID().uuidString)-\(name)")
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: file) } }
    try Data(text.utf8).write(to: file)
    return try SourceRecognizer.kind(of: file.path)
  }

  @Test func findsOpenAPIAfterLongComponents() throws {
    let json =
      #"{"components": {"schemas": {"Todo": {"description": "\#(Self.filler)"}}}, "openapi": "3.0.3"}"#
    #expect(try kind(of: json, "api.json") == .openAPI)
    let yaml =
      "components:\r\n  schemas:\r\n    Todo: { description: \(Self.filler) }\r\nopenapi: 3.0.3\r\n"
    #expect(try kind(of: yaml, "api.yaml") == .openAPI)
  }

  @Test func findsSwiftFilesInFoldersOfFolders() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("folders-\(UUID().uuidString)")
    let inner = folder.appendingPathComponent("App/Models")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
    #expect(throws: ImportFailure.self) { try SourceRecognizer.kind(of: folder.path) }
    try Data().write(to: inner.appendingPathComponent("Note.swift"))
    #expect(try SourceRecognizer.kind(of: folder.path) == .swift)
  }

  @Test func readsOtherLongJSONAsRows() throws {
    let rows = #"{"rows": [{"id": 1, "text": "\#(Self.filler)"}], "openapi": "3.0.3"}"#
    #expect(try kind(of: rows, "rows.json") == .json)
    let tags = #"{"tags": [{"id": 1, "text": "\#(Self.filler)"}]}"#
    #expect(try kind(of: tags, "tags.json") == .json)
    #expect(throws: ImportFailure.self) { try kind(of: "text: \(Self.filler)", "a.yaml") }
  }
}
