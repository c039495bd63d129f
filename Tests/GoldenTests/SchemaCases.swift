import SyncGenDiagnostics
import SyncGenSchema
import Testing

/// Valid schemas, each with a readable dump of what it is resolved to.
@Suite struct SchemaCases {
  @Test(arguments: GoldenCase.all(of: "schemas"))
  func resolves(_ example: GoldenCase) throws {
    var bag = DiagnosticBag()
    let compiled = SchemaCompiler.compile(path: "schema.yaml", read: example.read, into: &bag)
    #expect(DiagnosticRenderer.render(bag.diagnostics, as: .text) == "")
    let schema = try #require(compiled)
    #expect(try example.differences(from: ["schema.txt": SchemaDump.text(of: schema)]) == [])
  }
}
