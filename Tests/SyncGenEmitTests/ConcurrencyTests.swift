import SyncGenDiagnostics
import SyncGenEmit
import SyncGenSchema
import Testing

/// Work on several threads gives the same results as on one.
@Suite struct ConcurrencyTests {
  @Test func keepsOrderOfResults() {
    let squares = ConcurrentMap.results(count: 1_000) {
      0
    } _: { done, index in
      done += 1
      return index * index
    }
    #expect(squares == (0..<1_000).map { $0 * $0 })
    #expect(ConcurrentMap.results(count: 0, { 0 }) { _, index in index } == [])
  }

  @Test func returnsNilIfAnyResultIsNil() {
    let results = ConcurrentMap.results(count: 1_000) {
      0
    } _: { _, index in
      index == 700 ? nil : index
    }
    #expect(results == nil)
  }

  private static let entities = (1...60).map { "  Thing\($0): { attributes: { id: int } }\n" }

  private static let schema =
    "swiftsync: 1\nname: Many\nversion: 1\n"
    + "generate: { output: Out, sets: [swift, sql] }\nentities:\n" + entities.joined()

  private func template(_ text: String) -> UserTemplate {
    let source = SourceFile(path: "Templates/a.stencil", bytes: Array(text.utf8))
    return UserTemplate(name: "a.stencil", source: source)
  }

  @Test func writesFilesForEveryEntity() throws {
    let own = template(
      "{# swiftsync: for=entity path=\"{{ entity.name }}.txt\" #}\n{{ entity.table }}")
    let files = try SchemaFixture.files(Self.schema, templates: [own])
    // One model and one text for each, the schema, and its SQL.
    #expect(files.count == 2 * 60 + 2)
    #expect(files.map(\.path) == files.map(\.path).sorted())
    let texts = files.filter { $0.template == "a.stencil" }
      .map { "\($0.path): " + String(decoding: $0.bytes, as: UTF8.self) }
    #expect(texts == (1...60).map { "Thing\($0).txt: thing\($0)s" }.sorted())
  }

  @Test func reportsErrorOnceForFirstEntity() throws {
    let wrong = template(
      "{# swiftsync: for=entity path=\"{{ entity.name }}.txt\" #}\n"
        + "{% ifnot entity.name == \"Thing1\" %}{{ entity.nmae }}{% endif %}")
    let options = EmitOptions(toolVersion: "1", schemaPath: "../a.yaml", templates: [wrong])
    var bag = DiagnosticBag()
    _ = SchemaEmitter.emit(
      try SchemaFixture.schema(Self.schema), options: options, into: &bag)
    #expect(
      bag.diagnostics.map(\.text) == [
        """
        Templates/a.stencil:2:46: error: undefined variable 'entity.nmae': there is no 'nmae' \
        [template-undefined-variable]
          note: did you mean 'name'?
        """
      ])
  }
}
