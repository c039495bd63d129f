import SyncGenDiagnostics
import SyncGenSchema
import Testing

@Suite struct IdentifierTests {
  @Test func quotesSQLKeywords() {
    let quoted = ["order", "Group", "values", "where", "a b", "1st", "", "å"]
    for name in quoted { #expect(SQLIdentifier.quoted(name) == "\"\(name)\"") }
    #expect(SQLIdentifier.quoted("a\"b") == "\"a\"\"b\"")
    for name in ["tasks", "project_id", "line1", "_x"] {
      #expect(SQLIdentifier.quoted(name) == name)
    }
  }

  @Test func escapesSwiftKeywords() throws {
    let file = """
      swiftsync: 1
      name: Words
      version: 1
      entities:
        Task: { attributes: { id: uuid, default: int, inout: int, on: bool } }
      """
    var bag = DiagnosticBag()
    let schema = SchemaCompiler.compile(
      path: "a.yaml",
      read: { path throws(FileReadError) in
        SourceFile(path: path, bytes: Array(file.utf8))
      }, into: &bag)
    let names = try #require(schema).entities[0].attributes.map(\.name)
    #expect(names.map(\.source) == ["id", "`default`", "`inout`", "on"])
    #expect(names.map(\.label) == ["id", "default", "`inout`", "on"])
  }
}
