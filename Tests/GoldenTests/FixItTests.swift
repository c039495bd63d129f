import SyncGenDiagnostics
import SyncGenMigration
import SyncGenSchema
import Testing

/// After its fix-its are applied, a schema needs no more of them.
@Suite struct FixItTests {
  private static let renamed = """
    swiftsync: 1
    name: App
    version: 2
    enums:
      Mood: { cases: { quiet: { value: calm, renamed-from: calm }, mad: {renamed-from: angry} } }
    entities:
      Person:
        renamed-from: Human  # once
        attributes:
          id: int
          first: { renamed-from: last, type: string, remote: last }
          last: { type: string, renamed-from: first, remote: first }
          nick: {
            type: string,
            renamed-from: short
          }
          tags: { type: "[string]?", renamed-from: labels }
          mood:
            type: Mood
            renamed-from: temper

    """

  private static let unnamed = """
    swiftsync: 1
    name: App
    version: 3
    enums:
      Mood: { cases: { quiet: { value: calm }, mad: {} } }
    entities:
      Person:
        attributes:
          id: int
          first: { type: string, remote: last }
          last: { type: string, remote: first }
          nick: {
            type: string
          }
          tags: { type: "[string]?" }
          mood:
            type: Mood

    """

  /// A rename belongs to its version.
  @Test(arguments: ["\n", "\r\n"])
  func removesRenamesOfTheFrozenVersion(lineEnd: String) throws {
    let frozen = Self.renamed.replacing("\n", with: lineEnd)
    let next = frozen.replacing("version: 2", with: "version: 3")
    let fixIts = try fixIts(from: frozen, to: next)
    #expect(fixIts.count == 8)
    // From the end, so that no fix moves another one.
    let sorted = fixIts.sorted { ($0.span.line, $0.span.column) > ($1.span.line, $1.span.column) }
    let fixed = sorted.reduce(next) { apply($1, to: $0) }
    #expect(fixed == Self.unnamed.replacing("\n", with: lineEnd))
    #expect(try self.fixIts(from: frozen, to: fixed) == [])
  }

  private func fixIts(from frozen: String, to next: String) throws -> [Diagnostic.FixIt] {
    var bag = DiagnosticBag()
    let schemas = [frozen, next].compactMap { text in
      SchemaCompiler.compile(
        path: "schema.yaml", read: { path in SourceFile(path: path, bytes: Array(text.utf8)) },
        into: &bag)
    }
    #expect(bag.diagnostics == [] && schemas.count == 2)
    _ = MigrationPlanner.step(from: schemas[0], to: schemas[1], into: &bag)
    #expect(bag.diagnostics.allSatisfy { $0.code == .spentFormerName && $0.fixIt != nil })
    return bag.diagnostics.compactMap(\.fixIt)
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
