import Programs
@_spi(Generated) import SwiftSyncRuntime
import Testing

/// A store sends and accepts the examples of `docs/reference/wire-protocols.md`.
///
/// `RECORD_GOLDENS=1` writes the rows, queues and summaries, and fails if one has changed. The
/// requests are written by hand.
@Suite struct WireProtocolTests {
  private let page: DocumentPage

  init() throws {
    page = try DocumentPage("reference/wire-protocols.md")
  }

  @Test func examplesMatchStore() async throws {
    let schema = try #require(page.schema)
    try await PageCheck.run(page) { section in
      var examples = try WireExamples(section, schema: schema)
      return try await examples.run()
    }
  }

  @Test(arguments: PushEndpoint.WireProtocol.allCases)
  func everyProtocolIsDocumented(_ wireProtocol: PushEndpoint.WireProtocol) {
    #expect(page.sections.contains { $0.title == "Protocol `\(wireProtocol.rawValue)`" })
  }
}
