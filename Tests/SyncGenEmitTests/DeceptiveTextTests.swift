import Foundation
import SyncGenDiagnostics
import SyncGenEmit
import Testing

/// Generated files show characters that change the direction of text or that are invisible.
@Suite struct DeceptiveTextTests {
  private static let schema = """
    swiftsync: 1
    name: App
    version: 1
    doc: "a\\u202Eb\\u2066c\\u200Bd"
    generate: { sets: [swift, sql, html, openapi, json-schema, mermaid, grdb, swiftdata, fixtures] }
    enums:
      Kind:
        doc: "k\\u202E"
        cases:
          one: { value: "x\\u202Ey", doc: "c\\u2069" }
          two: { value: "p\\rq" }
    entities:
      Note:
        doc: "e\\u202Ef \\U0001F468\\u200D\\U0001F467"
        deprecated: "g\\u061C"
        attributes:
          id: int
          kind: { type: Kind, default: one }
          text: { type: string, doc: "t\\u200E", default: "d\\u202Ee\\uFEFF" }
          line: { type: string, default: "l\\rm" }
          last: { type: Kind, default: two }
    api:
      base: /api
      endpoints:
        notes: { get: /notes, returns: [Note], stores: false, doc: "n\\u202E" }
    """

  @Test func generatedFilesHaveNoDeceptiveText() throws {
    let files = try SchemaFixture.files(Self.schema)
    #expect(files.count > 10)
    for file in files {
      for line in String(decoding: file.bytes, as: UTF8.self).split(separator: "\n") {
        // Editors and version control would treat a carriage return in a value as a line ending.
        let deceptive = line.unicodeScalars.filter { $0.isDeceptive || $0 == "\r" }
        #expect(
          deceptive.isEmpty,
          "\(file.path): \(line.unicodeScalars.map { $0.escaped(asASCII: true) }.joined())")
      }
    }
  }

  @Test func literalsKeepValues() throws {
    let files = try SchemaFixture.files(Self.schema)
    let swift = files.filter { $0.path.hasSuffix(".swift") }
      .map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
    #expect(swift.contains(#""x\u{202e}y""#))
    #expect(swift.contains(#""d\u{202e}e\u{feff}""#))
    #expect(swift.contains(#""l\rm""#))
    #expect(swift.contains(#""p\rq""#))
    // Joiners inside an emoji are kept.
    #expect(swift.contains("/// ef \u{1F468}\u{200D}\u{1F467}"))
    let html = try #require(files.first { $0.path.hasSuffix(".html") })
    #expect(
      String(decoding: html.bytes, as: UTF8.self).contains(#"<p>a\u{202e}b\u{2066}c\u{200b}d</p>"#))
    let openapi = try #require(files.first { $0.path == "openapi.yaml" })
    #expect(String(decoding: openapi.bytes, as: UTF8.self).contains(#""a\u202eb\u2066c\u200bd""#))
  }

  @Test func messagesEscapeDeceptiveText() {
    let diagnostic = Diagnostic(
      .invalidName, "name 'a\u{202E}b\u{E0041}'", at: SourceSpan(path: "s.yaml"))
    #expect(
      DiagnosticRenderer.text(of: diagnostic)
        == #"s.yaml:1:1: error: name 'a\u{202e}b\u{e0041}' [invalid-name]"#)
  }
}
