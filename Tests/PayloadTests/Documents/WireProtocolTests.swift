import Programs
@_spi(Generated) import SwiftSyncRuntime
import Testing

/// The examples of `docs/wire-protocols.md` are what a store sends and understands.
///
/// `RECORD_GOLDENS=1` writes the rows, queues and summaries, and fails if one has changed. Requests are written by hand.
@Suite struct WireProtocolTests {
  private let page: DocumentPage

  init() throws {
    page = try DocumentPage("wire-protocols.md")
  }

  @Test func showWhatHappens() async throws {
    let schema = try #require(page.schema)
    try await PageCheck.run(page) { section in
      var examples = try WireExamples(section, schema: schema)
      return try await examples.run()
    }
  }

  @Test(arguments: PushEndpoint.WireProtocol.allCases)
  func everyProtocolHasASection(_ wireProtocol: PushEndpoint.WireProtocol) {
    #expect(page.sections.contains { $0.title == "Protocol `\(wireProtocol.rawValue)`" })
  }
}
