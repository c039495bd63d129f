import SyncGenDiagnostics
import SyncGenSchema
import Testing

/// Valid schemas, each with a readable dump of the resolved schema and the messages of lint rules.
@Suite struct SchemaCases {
  @Test(arguments: GoldenCase.all(of: "schemas"))
  func resolvesSchema(_ example: GoldenCase) throws {
    var bag = DiagnosticBag()
    let compiled = SchemaCompiler.compile(path: "schema.yaml", read: example.read, into: &bag)
    let warnings = DiagnosticRenderer.render(bag.diagnostics, as: .text)
    let schema = try #require(compiled)
    var files = ["schema.txt": SchemaDump.text(of: schema)]
    if !warnings.isEmpty { files["stderr"] = warnings }
    #expect(try example.differences(from: files) == [])
  }
}
