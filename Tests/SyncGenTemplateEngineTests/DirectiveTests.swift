import SyncGenDiagnostics
import SyncGenTemplateEngine
import Testing

struct DirectiveTests {
  private static let text = """
    {# swiftsync: for=entity set=swift path="{{ entity.name }}+GRDB.swift" undefined=empty #}
    {{ nobody }}struct {{ entity.name }} {}
    """

  @Test func readsDirectiveInFirstLine() throws {
    let library = TemplateLibrary()
    var bag = DiagnosticBag()
    let source = SourceFile(path: "Entity.stencil", bytes: Array(Self.text.utf8))
    let template = try #require(library.parse(source, into: &bag))
    let directive = try #require(template.directive)
    #expect(directive[.for]?.text == "entity")
    #expect(directive[.set]?.text == "swift")
    #expect(directive[.trim] == nil)
    let path = try #require(directive[.path])
    #expect(path.text == "{{ entity.name }}+GRDB.swift")
    #expect(path.span.line == 1 && path.span.column == 42)

    let pathTemplate = try #require(library.parse(path, of: template, into: &bag))
    let context = try JSONValueReader.value(of: Array(#"{"entity":{"name":"Task"}}"#.utf8))
    let renderer = TemplateRenderer(library: library)
    let output = renderer.render(template, context: context, into: &bag)
    #expect(output.map { String(decoding: $0, as: UTF8.self) } == "struct Task {}")
    let name = renderer.render(pathTemplate, context: context, into: &bag)
    #expect(name.map { String(decoding: $0, as: UTF8.self) } == "Task+GRDB.swift")
    #expect(bag.diagnostics.isEmpty)
  }

  @Test func locatesErrorInPath() throws {
    let library = TemplateLibrary()
    var bag = DiagnosticBag()
    let bytes = Array(#"{# swiftsync: path="{{ a|nope }}" #}"#.utf8)
    let template = try #require(
      library.parse(SourceFile(path: "t", bytes: bytes), into: &bag))
    let path = try #require(template.directive?[.path])
    #expect(library.parse(path, of: template, into: &bag) == nil)
    #expect(lines(of: bag) == ["t:1:26: error: unknown filter 'nope' [template-unknown-filter]"])
  }

  @Test func ignoresOtherComments() throws {
    #expect(try render("{# note: a=b #}\nx") == .text("\nx"))
    #expect(try render("x{# swiftsync: nope=b #}") == .text("x"))
  }
}
