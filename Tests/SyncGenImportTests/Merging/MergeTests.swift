import Foundation
import SyncGenDiagnostics
import Testing

@testable import SyncGenImport

/// Additions to schemas: `Cases/merge` has a folder for each case.
@Suite struct MergeTests {
  @Test(arguments: ImportCase.all(of: "merge"))
  func addsNewDeclarations(_ one: ImportCase) throws {
    let file = SourceFile(path: "app.yaml", bytes: Array(try one.text("schema.yaml").utf8))
    var bag = DiagnosticBag()
    let schema = try #require(InMemory.compile(file, &bag))
    let merge = SchemaMerge(file, schema, compile: InMemory.compile)
    let result = try #require(try merge.run(try one.read(), into: &bag))
    #expect(bag.diagnostics.map(\.message) == [])
    #expect(try one.expect(result.text, in: "expected.yaml"))
    let lines = ImportSummary(SourceReport(result, at: "app.yaml")).lines
    #expect(try one.expect(lines.map { one.shown($0) + "\n" }.joined(), in: "expected.txt"))
  }

  /// The lines of a file with CRLF keep their line endings, and new lines have the same.
  @Test(arguments: ImportCase.all(of: "merge"))
  func keepsCRLFLineEndings(_ one: ImportCase) throws {
    func text(_ name: String) throws -> String {
      try one.text(name).replacingOccurrences(of: "\n", with: "\r\n")
    }
    let file = SourceFile(path: "app.yaml", bytes: Array(try text("schema.yaml").utf8))
    var bag = DiagnosticBag()
    let schema = try #require(InMemory.compile(file, &bag))
    let merge = SchemaMerge(file, schema, compile: InMemory.compile)
    let result = try #require(try merge.run(try one.read(), into: &bag))
    #expect(Array(result.text.utf8) == Array(try text("expected.yaml").utf8))
    #expect(result.notAdded.isEmpty)
  }

  /// All existing lines remain, in their order; a mapping in braces may have more members.
  @Test(arguments: ImportCase.all(of: "merge"))
  func keepsExistingLines(_ one: ImportCase) throws {
    try MergedText.expectLines(of: one.text("schema.yaml"), in: one.text("expected.yaml"))
  }

  /// Merging the same responses again adds nothing.
  @Test(arguments: ImportCase.all(of: "merge"))
  func secondMergeAddsNothing(_ one: ImportCase) throws {
    let file = SourceFile(path: "app.yaml", bytes: Array(try one.text("expected.yaml").utf8))
    var bag = DiagnosticBag()
    let schema = try #require(InMemory.compile(file, &bag))
    let merge = SchemaMerge(file, schema, compile: InMemory.compile)
    let result = try #require(try merge.run(try one.read(), into: &bag))
    #expect(result.added == [])
    #expect(result.text == (try one.text("expected.yaml")))
  }
}
