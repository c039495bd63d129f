import SyncGenDiagnostics
import Testing

@Suite struct DiagnosticRendererTests {
  private static let diagnostic = Diagnostic(
    .unknownType, "field 'e' has unknown type 'a\"b'",
    at: SourceSpan(path: "a,b.yaml", line: 3, column: 12, endLine: 3, endColumn: 17),
    notes: [.init("100 % sure", at: SourceSpan(path: "a,b.yaml", line: 1, column: 2))],
    fixIt: .init(replacement: "string", at: SourceSpan(path: "a,b.yaml", line: 3, column: 12)))

  @Test func writesText() {
    #expect(
      DiagnosticRenderer.render([Self.diagnostic], as: .text) == """
        a,b.yaml:3:12: error: field 'e' has unknown type 'a"b' [unknown-type]
        a,b.yaml:1:2: note: 100 % sure
        a,b.yaml:3:12: note: fix: replace with 'string'

        """)
  }

  @Test func writesTextInColor() {
    let lines = DiagnosticRenderer.text(of: Self.diagnostic, isColored: true).split(separator: "\n")
    #expect(lines[0].hasPrefix("a,b.yaml:3:12: \u{1B}[1;31merror:\u{1B}[0m field"))
    #expect(lines[1] == "a,b.yaml:1:2: \u{1B}[1;36mnote:\u{1B}[0m 100 % sure")
  }

  @Test func writesJSON() {
    #expect(
      DiagnosticRenderer.render([Self.diagnostic], as: .json)
        == #"{"severity":"error","code":"unknown-type","message":"field 'e' has unknown type 'a\"b'","#
        + #""path":"a,b.yaml","line":3,"column":12,"endLine":3,"endColumn":17,"#
        + #""notes":[{"message":"100 % sure","path":"a,b.yaml","line":1,"column":2,"#
        + #""endLine":1,"endColumn":2}],"fix":{"replacement":"string","path":"a,b.yaml","line":3,"#
        + #""column":12,"endLine":3,"endColumn":12}}"# + "\n")
  }

  @Test func writesGitHubCommands() {
    #expect(
      DiagnosticRenderer.render([Self.diagnostic], as: .github)
        == "::error file=a%2Cb.yaml,line=3,col=12,title=unknown-type::field 'e' has unknown type "
        + "'a\"b'%0A100 %25 sure%0Afix: replace with 'string'\n")
  }

  @Test func sortsByPositionWithinFiles() {
    var bag = DiagnosticBag()
    for (path, line) in [("b", 9), ("a", 5), ("b", 2), ("a", 1)] {
      bag.add(Diagnostic(.unknownKey, "x", at: SourceSpan(path: path, line: line)))
    }
    #expect(bag.sorted.map { "\($0.span.path)\($0.span.line)" } == ["b2", "b9", "a1", "a5"])
  }
}
