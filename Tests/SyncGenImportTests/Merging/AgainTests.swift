import Foundation
import SyncGenDiagnostics
import SyncGenSchema
import TestHelpers
import Testing

@testable import SyncGenImport

/// A source that is imported again after it has changed: `Cases/again` has a folder for each case.
/// The schema is `schema.yaml`, or that of the source before its change.
@Suite struct AgainTests {
  /// The same source has no difference from its schema, whatever else people have edited in it.
  @Test(arguments: ImportCase.all(of: "again"))
  func sameSourceHasNoDifferences(_ one: ImportCase) throws {
    let merge = try Merge(one)
    let result = try merge.run(one, "before")
    #expect(result.added == [])
    #expect(result.notAdded == [])
    #expect(result.differences.map(\.text) == [])
    #expect(result.text == merge.text)
  }

  @Test(arguments: ImportCase.all(of: "again"))
  func changesAreListed(_ one: ImportCase) throws {
    let merge = try Merge(one)
    let result = try merge.run(one, one.has("after") ? "after" : "before")
    let report = SourceReport(result, at: "app.yaml", isCheck: true)
    let lines = ImportSummary(report).lines.map { one.plain($0) + "\n" }
    #expect(try one.expect(lines.joined(), in: "expected.txt"))
    #expect(try one.expect(result.text, in: "expected.yaml"))
    try MergedText.expectLines(of: merge.text, in: result.text)
  }

  /// After the additions, only the differences are left, at their new lines.
  @Test(arguments: ImportCase.all(of: "again"))
  func onlyDifferencesAreLeft(_ one: ImportCase) throws {
    let version = one.has("after") ? "after" : "before"
    let first = try Merge(one).run(one, version)
    let second = try Merge(one, text: first.text).run(one, version)
    #expect(second.added == [])
    #expect(
      second.differences.map { one.plain($0.text) }
        == first.differencesInText.map { one.plain($0.text) })
  }
}

/// A schema to which a source is compared.
private struct Merge {
  let text: String
  private let file: SourceFile
  private let schema: Schema

  init(_ one: ImportCase, text: String? = nil) throws {
    self.text =
      try text ?? (one.exists("schema.yaml") ? one.text("schema.yaml") : Self.imported(one))
    file = SourceFile(path: "app.yaml", bytes: Array(self.text.utf8))
    var bag = DiagnosticBag()
    schema = try #require(InMemory.compile(file, &bag), "\(bag.diagnostics)")
  }

  private static func imported(_ one: ImportCase) throws -> String {
    try InMemory.schema(of: one.source("before")).text
  }

  func run(_ one: ImportCase, _ version: String) throws -> SchemaMerge.Result {
    let merge = SchemaMerge(file, schema, sourceName: version, compile: InMemory.compile)
    var bag = DiagnosticBag()
    return try #require(try merge.run(one.source(version), into: &bag), "\(bag.diagnostics)")
  }
}

extension ImportCase {
  private static let endings = ["yaml", "json", "swift", "sql"]

  fileprivate func has(_ version: String) -> Bool {
    Self.endings.contains { exists("\(version).\($0)") }
  }

  /// The folder of databases that tests create.
  private static let temporary = FileManager.default.temporaryDirectory
    .appendingPathComponent("import-again-\(UUID().uuidString)")

  fileprivate func source(_ version: String) throws -> ImportedSchema {
    let ending = try #require(Self.endings.first { exists("\(version).\($0)") })
    guard ending == "sql" else {
      let path = folder.appendingPathComponent("\(version).\(ending)").path
      return try SourceReaders.read([path], ImportOptions())
    }
    let parent = Self.temporary.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: parent) } }
    let path = parent.appendingPathComponent("\(version).sqlite").path
    try Database(at: path).run(try text("\(version).sql"))
    return try SourceReaders.read([path], ImportOptions())
  }

  /// A message without the paths of folders.
  fileprivate func plain(_ message: String) -> String {
    guard let start = message.range(of: Self.temporary.path + "/") else { return shown(message) }
    return plain(
      message[..<start.lowerBound]
        + String(message[start.upperBound...].drop { $0 != "/" }.dropFirst()))
  }
}
