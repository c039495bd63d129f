import Foundation
@_spi(Generated) import SwiftSyncRuntime
import SwiftSyncTestSupport
import TestHelpers
import Testing

/// The conditions that end the pages of an endpoint.
@Suite struct PageEndTests {
  /// An endpoint with pages of any style.
  struct Members: SyncedEndpoint {
    let pages: EndpointPages
    var root: String? = "members"
    var keyedBy: String?

    static let response: WireFormat<JSONValue> = .value()

    static func request(for endpoint: Self) throws(APIError) -> EndpointRequest {
      EndpointRequest(.get, "/members")
    }

    static func sync(for endpoint: Self) -> EndpointSync<SlackMember> {
      var options = ApplyOptions()
      options.root = endpoint.root
      options.keyedBy = endpoint.keyedBy
      options.missingRows = .keep
      return EndpointSync(options, pages: endpoint.pages)
    }
  }

  let transport = RecordingTransport()

  private func row(_ id: Int) -> String {
    #"{"id": "U\#(id)", "name": "a", "deleted": false}"#
  }

  /// Responds with pages of two rows (the last one with one), with other members next to them.
  private func respond(pages: Int, _ others: (Int) -> String) {
    for page in 1...pages {
      let ids = page < pages ? [page * 2, page * 2 + 1] : [page * 2]
      let rows = ids.map(row).joined(separator: ", ")
      transport.respond(to: .get, "/members", json: #"{"members": [\#(rows)]\#(others(page))}"#)
    }
  }

  private func sync(
    _ endpoint: Members, limits: TransferLimits = TransferLimits()
  ) async throws -> ApplyReport {
    let client = APIClient(
      baseURL: .server("https://service.example"), transport: transport, limits: limits)
    let store = try await Database().open(ServicesSchema.self)
    return try await client.sync(endpoint, into: store)
  }

  private func requests(_ pages: EndpointPages) async throws -> [String?] {
    _ = try await sync(Members(pages: pages))
    return transport.requests.map(\.url.query)
  }

  @Test func pageCount() async throws {
    respond(pages: 2) { _ in #", "meta": {"pages": 2}"# }
    let pages = EndpointPages(.number("page"), totalPages: "meta.pages")
    #expect(try await requests(pages) == ["page=1", "page=2"])
  }

  @Test func rowCount() async throws {
    respond(pages: 3) { _ in #", "total": 5"# }
    let pages = EndpointPages(.offset("skip"), total: "total")
    #expect(try await requests(pages) == ["skip=0", "skip=2", "skip=4"])
  }

  @Test func shortPage() async throws {
    respond(pages: 3) { _ in "" }
    let pages = EndpointPages(.offset("skip"), size: ("take", 2), endsOnShortPage: true)
    #expect(try await requests(pages) == ["take=2&skip=0", "take=2&skip=2", "take=2&skip=4"])
  }

  /// A flag that is null has no effect.
  @Test func falseFlag() async throws {
    respond(pages: 3) { [#", "more": null"#, #", "more": true"#, #", "more": false"#][$0 - 1] }
    let pages = EndpointPages(.number("page", from: 0), more: "more")
    #expect(try await requests(pages) == ["page=0", "page=1", "page=2"])
  }

  @Test func flagEndsCursors() async throws {
    respond(pages: 2) { #", "next": \#($0), "more": \#($0 == 1)"# }
    let pages = EndpointPages(.cursor("after", next: "next"), more: "more")
    #expect(try await requests(pages) == [nil, "after=1"])
  }

  @Test func emptyPageOfKeyedRows() async throws {
    for rows in [#""U1": {"name": "a", "deleted": false}"#, ""] {
      transport.respond(to: .get, "/members", json: #"{"members": {\#(rows)}, "more": true}"#)
    }
    let pages = EndpointPages(.number("page"), more: "more")
    #expect(try await sync(Members(pages: pages, keyedBy: "id")).inserted == 1)
    #expect(transport.requests.count == 2)
  }

  // MARK: Errors

  @Test func rejectsTooManyPages() async throws {
    respond(pages: 3) { _ in "" }
    await #expect(throws: APIError.tooManyPages(2)) {
      try await sync(Members(pages: EndpointPages(.number("page"), maxPages: 2)))
    }
    #expect(transport.requests.count == 2)
  }

  @Test func clientLimitApplies() async throws {
    respond(pages: 3) { _ in "" }
    var limits = TransferLimits()
    limits.requestsPerRun = 2
    await #expect(
      throws: APIError.limitExceeded(TransferLimits.Exceeded(.requestsPerRun, of: limits))
    ) {
      try await sync(Members(pages: EndpointPages(.number("page"))), limits: limits)
    }
  }

  @Test func maxPagesRaisesClientLimit() async throws {
    respond(pages: 3) { $0 < 3 ? #", "next": "n\#($0)""# : "" }
    var limits = TransferLimits()
    limits.requestsPerRun = 2
    let pages = EndpointPages(.cursor("after", next: "next"), maxPages: 10_001)
    #expect(try await sync(Members(pages: pages), limits: limits).inserted > 0)
  }

  @Test func rejectsRepeatedCursor() async throws {
    respond(pages: 4) { #", "next": "\#(["a", "b", "c", "a"][$0 - 1])""# }
    await #expect(throws: APIError.repeatedPage(4)) {
      try await sync(Members(pages: EndpointPages(.cursor("after", next: "next"))))
    }
  }

  @Test func rejectsFlagOfWrongType() async throws {
    respond(pages: 1) { _ in #", "more": "no""# }
    let error = await #expect(throws: APIError.self) {
      try await sync(Members(pages: EndpointPages(.number("page"), more: "more")))
    }
    #expect(
      error?.description.hasPrefix(
        "the response does not match the protocol: 'more' is expected to be true or false, found a string"
      ) == true)
  }

  @Test func describesErrors() {
    #expect(
      APIError.foreignPage("https://cdn.example").description
        == "the next page is at another origin, https://cdn.example; if it can be trusted, add it to 'origins' under 'page' of the endpoint in the schema"
    )
    #expect(
      APIError.tooManyPages(7).description
        == "there are more than 7 pages; if that is expected, raise 'max-pages' under 'page' of the endpoint in the schema"
    )
    #expect(
      APIError.repeatedPage(2).description
        == "page 2 repeats a page that was received before or refers to one; the server ignores the page parameter, or its next-page links form a loop"
    )
    #expect(APIError.tooManyPages(7).errorDescription == "The server's list has more than 7 pages.")
    #expect(
      APIError.foreignPage("https://cdn.example").recoverySuggestion
        == "Update the app, or report the problem to its developer.")
    #expect(!APIError.repeatedPage(2).isTransient)
  }
}
