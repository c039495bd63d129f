import Foundation
import SyncGenDiagnostics
import TestHelpers
import Testing

@testable import SyncGenImport

/// Documents, databases and models, and the schemas that are created from them: `Cases/core-data`,
/// `Cases/openapi`, `Cases/sqlite` and `Cases/swift` have a folder for each case.
@Suite struct SourceCaseTests {
  @Test(arguments: ["core-data", "openapi", "sqlite", "swift"].flatMap(ImportCase.all))
  func sourceCasesGiveExpectedSchema(_ one: ImportCase) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("import-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
    let source = try SourceReaders.read([try one.source(in: folder)], ImportOptions())
    let result = try InMemory.schema(of: source)
    #expect(try one.expect(result.text, in: "expected.yaml"))
    let lines =
      result.model.remarks.map { "\($0.place): \($0.message)" } + result.model.suggestions
    let shown = lines.map { one.shown($0).replacingOccurrences(of: folder.path + "/", with: "") }
    #expect(try one.expect(shown.map { $0 + "\n" }.joined(), in: "expected.txt"))
  }
}

extension ImportCase {
  /// The path of the source; a database is created from its script.
  fileprivate func source(in folder: URL) throws -> String {
    if exists("tables.sql") {
      let path = folder.appendingPathComponent("app.sqlite").path
      try Database(at: path).run(try text("tables.sql"))
      return path
    }
    let name = ["api.yaml", "Model.xcdatamodel"].first(where: exists) ?? "Models.swift"
    return self.folder.appendingPathComponent(name).path
  }
}
