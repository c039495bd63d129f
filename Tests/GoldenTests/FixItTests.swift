import SyncGenDiagnostics
import SyncGenSchema
import Testing

/// After its fix-its are applied, a schema needs no more of them.
@Suite struct FixItTests {
  private static let text = """
    swiftsync: 1
    name: App
    version: 1
    entities:
      Thing: { attributes: { id: int, point: "Point?" } }
    api:
      base: /v1
      types:
        Point: { x: int }
        Size: { width: int }

    """

  private static let fixed = """
    swiftsync: 1
    name: App
    version: 1
    entities:
      Thing: { attributes: { id: int, point: "Point?" } }
    types:
      Point: { x: int }
      Size: { width: int }

    api:
      base: /v1

    """

  @Test(arguments: ["\n", "\r\n"])
  func movesTypesOutOfAPI(lineEnd: String) throws {
    let old = Self.text.replacing("\n", with: lineEnd)
    let (diagnostics, fixIts) = try read(old)
    #expect(diagnostics.first?.hasSuffix("is now a section of the schema [renamed-key]") == true)
    let fixIt = try #require(fixIts.first)
    let new = apply(fixIt, to: old)
    #expect(new == Self.fixed.replacing("\n", with: lineEnd))
    #expect(try read(new).diagnostics == [])
  }

  /// The last line of a file may have no line ending.
  @Test func movesTypesAtEndOfFile() throws {
    let old = String(Self.text.dropLast()).replacing("\n", with: "\r\n")
    let fixIt = try #require(try read(old).fixIts.first)
    #expect(
      apply(fixIt, to: old) == String(Self.fixed.dropLast()).replacing("\n", with: "\r\n"))
  }

  private func read(
    _ text: String
  ) throws -> (diagnostics: [String], fixIts: [Diagnostic.FixIt]) {
    var bag = DiagnosticBag()
    let schema = SchemaCompiler.compile(
      path: "schema.yaml", read: { path in SourceFile(path: path, bytes: Array(text.utf8)) },
      into: &bag)
    #expect(schema != nil)
    let texts = bag.diagnostics.map { "\($0.message) [\($0.code.rawValue)]" }
    return (texts, bag.diagnostics.compactMap(\.fixIt))
  }

  private func apply(_ fixIt: Diagnostic.FixIt, to text: String) -> String {
    let scalars = Array(text.unicodeScalars)
    func offset(_ line: Int, _ column: Int) -> Int {
      let starts = [0] + scalars.indices.filter { scalars[$0] == "\n" }.map { $0 + 1 }
      return starts[line - 1] + column - 1
    }
    let start = offset(fixIt.span.line, fixIt.span.column)
    let end = offset(fixIt.span.endLine, fixIt.span.endColumn)
    var result = String.UnicodeScalarView(scalars[..<start])
    result.append(contentsOf: fixIt.replacement.unicodeScalars)
    result.append(contentsOf: scalars[end...])
    return String(result)
  }
}
