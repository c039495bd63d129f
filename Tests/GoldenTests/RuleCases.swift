import SyncGenDiagnostics
import SyncGenSchema
import Testing

/// Lint rules: `schema.yaml` breaks one, with the exact messages that a user sees, and `keeps.yaml`
/// follows it.
@Suite struct RuleCases {
  @Test(arguments: GoldenCase.all(of: "rules"))
  func reportsRuleViolations(_ example: GoldenCase) throws {
    let (_, broken) = compile("schema.yaml", of: example)
    #expect(try example.differences(from: ["stderr": broken]) == [])
    let (schema, kept) = compile("keeps.yaml", of: example)
    #expect(kept == "")
    #expect(schema != nil)
  }

  private func compile(_ file: String, of example: GoldenCase) -> (schema: Schema?, text: String) {
    var bag = DiagnosticBag()
    let schema = SchemaCompiler.compile(path: file, read: example.read, into: &bag)
    return (schema, DiagnosticRenderer.render(bag.diagnostics, as: .text))
  }

  @Test func everyRuleIsCovered() {
    let names = Set(GoldenCase.all(of: "rules").map(\.name))
    #expect(Set(LintRule.allCases.map(\.rawValue)).subtracting(names) == [])
  }

  /// A warning stops nothing; an error does.
  @Test func onlyErrorLevelFailsCompilation() throws {
    let example = try #require(GoldenCase.all(of: "rules").first { $0.name == "levels" })
    #expect(compile("schema.yaml", of: example).schema == nil)
    let warned = try #require(GoldenCase.all(of: "rules").first { $0.name == "timestamps" })
    #expect(compile("schema.yaml", of: warned).schema != nil)
  }
}
