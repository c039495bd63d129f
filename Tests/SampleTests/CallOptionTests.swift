import Foundation
@_spi(Generated) import SwiftSyncRuntime
import SwiftSyncTestSupport
import TestHelpers
import Testing
import Tracker

/// The options in an endpoint's schema and in a call for applying rows.
@Suite struct CallOptionTests {
  let transport = RecordingTransport()
  let api: ServicesAPI
  let database: Database

  init() throws {
    api = ServicesAPI(APIClient(baseURL: .server("https://service.example"), transport: transport))
    database = try Database()
  }

  private func respond(_ rows: String) {
    transport.respond(to: .get, "/api/users.list", json: #"{"ok": true, "members": [\#(rows)]}"#)
  }

  @Test func optionsDefaultToSchema() async throws {
    let store = try await database.open(ServicesSchema.self)
    respond(#"{"id": "U1", "name": "a", "deleted": false}"#)
    try await api.members(into: store) { options in
      #expect(options.root == "members")
      #expect(options.missingRows == .keep)
      #expect(options.deletionLimit == 10)
      #expect(options.conflict == .serverWins)
      #expect(options.isStrict)
      #expect(options.relationOperations == [.insert, .update])
      #expect(options.operations == .all)
    }
  }

  @Test func callOverridesSchema() async throws {
    let store = try await database.open(ServicesSchema.self)
    respond(#"{"id": "U1", "name": "a", "deleted": false}, {"id": "U2"}"#)
    let error = await #expect(throws: APIError.self) { try await api.members(into: store) }
    guard case .store(.refused)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try await store.count(SlackMember.all) == 0)
    let report = try await api.members(into: store) { $0.isStrict = false }
    #expect(report.inserted == 1 && report.rejectedCount == 1)
    let dry = try await api.members(into: store) {
      $0.isStrict = false
      $0.isDryRun = true
      $0.operations = [.insert]
    }
    #expect(dry.inserted == 0)
  }

  /// A parameter can leave rows out of a response, so the response deletes nothing by itself.
  @Test func filteredListKeepsMissingRows() async throws {
    let store = try await database.open(ServicesSchema.self)
    let rows = #"[{"id": 1, "name": "a", "points": 1, "modified_at": "2026-01-01T00:00:00Z"}]"#
    let other = #"[{"id": 2, "name": "b", "points": 1, "modified_at": "2026-01-01T00:00:00Z"}]"#
    try await store.apply(.data(Data(other.utf8)), as: AsanaItem.self)
    transport.respond(to: .get, "/api/items/search", json: rows)
    transport.respond(to: .get, "/api/7/items", json: rows)
    transport.respond(to: .post, "/api/items/search", json: rows)
    #expect(try await api.foundItems(text: "a", into: store).deleted == 0)
    #expect(try await api.foundItems(into: store).deleted == 0)
    #expect(try await api.projectItems(project: "7", into: store).deleted == 0)
    #expect(try await api.matchingItems(text: "a", into: store).deleted == 0)
    #expect(try await store.count(AsanaItem.all) == 2)
    // The call can state that the response is complete.
    let report = try await api.foundItems(text: "a", into: store) { $0.missingRows = .delete }
    #expect(report.deleted == 1)
  }

  @Test func completeListWithParameterDeletesMissingRows() async throws {
    let store = try await database.open(ServicesSchema.self)
    let rows = #"[{"id": 1, "name": "a", "points": 1, "modified_at": "2026-01-01T00:00:00Z"}]"#
    let other = #"[{"id": 2, "name": "b", "points": 1, "modified_at": "2026-01-01T00:00:00Z"}]"#
    try await store.apply(.data(Data(other.utf8)), as: AsanaItem.self)
    transport.respond(to: .get, "/api/items", json: rows)
    #expect(try await api.wholeItems(include: "tags", into: store).deleted == 1)
  }

  /// A link to a next page says that the list goes on, whatever the schema says.
  @Test func nextLinkWithholdsDeletions() async throws {
    let store = try await database.open(ServicesSchema.self)
    let rows = #"[{"id": 1, "name": "a", "points": 1, "modified_at": "2026-01-01T00:00:00Z"}]"#
    let other = #"[{"id": 2, "name": "b", "points": 1, "modified_at": "2026-01-01T00:00:00Z"}]"#
    try await store.apply(.data(Data(other.utf8)), as: AsanaItem.self)
    transport.respond(
      to: .get, "/api/items",
      headers: ["Link": #"<https://service.example/api/items?page=2>; rel="next""#], json: rows)
    transport.respond(
      to: .get, "/api/items",
      headers: ["Link": #"<https://service.example/api/items>; rel="self""#], json: rows)
    let report = try await api.wholeItems(into: store)
    #expect(report.inserted == 1 && report.deleted == 0 && report.deletionsWithheld)
    #expect(
      report.description.contains(
        "kept the missing rows: the response has a link to a next page; give the endpoint 'page'"))
    #expect(try await api.wholeItems(into: store).deleted == 1)
  }

  @Test func valueInResponseDecides() async throws {
    let store = try await database.open(ServicesSchema.self)
    let row = #"{"id": 1, "name": "a", "points": 1, "modified_at": "2026-01-01T00:00:00Z"}"#
    let other = #"[{"id": 2, "name": "b", "points": 1, "modified_at": "2026-01-01T00:00:00Z"}]"#
    try await store.apply(.data(Data(other.utf8)), as: AsanaItem.self)
    for more in ["true", "false"] {
      transport.respond(
        to: .get, "/api/items/search", json: #"{"items": [\#(row)], "more": \#(more)}"#)
    }
    for deleted in [0, 1] {
      let report = try await api.foundItems(into: store) {
        $0.root = "items"
        $0.missingRows = .keepIf("more")
      }
      #expect(report.deleted == deleted)
    }
  }

  @Test func rejectsValueThatDecidesForPages() async throws {
    let store = try await database.open(ServicesSchema.self)
    let error = await #expect(throws: APIError.self) {
      try await api.members(into: store) { $0.missingRows = .keepIf("more") }
    }
    guard case .store(.invalidOption(let message))? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(
      message == "missingRows: 'keep-if' needs a list in one response, and the endpoint has pages")
    #expect(transport.requests.isEmpty)
  }

  @Test func rejectsDeletingMissingRowsWithSince() async throws {
    let tracker = TrackerAPI(baseURL: .server("https://tracker.example"), transport: transport)
    let store = try await database.open(TrackerSchema.self)
    let error = await #expect(throws: APIError.self) {
      try await tracker.tasks(project: TrackerIDs.project, into: store) { $0.missingRows = .delete }
    }
    guard case .store(.invalidOption(let message))? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(
      message
        == "missingRows: 'delete' needs a complete list, and an endpoint with 'since' returns a part of it"
    )
    #expect(transport.requests.isEmpty)
  }

  /// Rows that the closure drops are not counted, but the page is not empty.
  @Test func pageOfDroppedRowsDoesNotEndList() async throws {
    let tracker = TrackerAPI(baseURL: .server("https://tracker.example"), transport: transport)
    let store = try await database.open(TrackerSchema.self)
    try await store.insert(
      Project(id: TrackerIDs.project, name: "Web", code: "WEB", ownerID: TrackerIDs.ada))
    for rows in [#"[{"id": "x"}]"#, #"[{"id": "y"}]"#, "[]"] {
      transport.respond(to: .get, "/api/projects/*/tasks", json: rows)
    }
    let report = try await tracker.tasks(project: TrackerIDs.project, into: store) {
      $0.transform = { _ in nil }
    }
    #expect(report == ApplyReport())
    #expect(transport.requests.count == 3)
  }

  @Test func dryRunDoesNotRaiseWatermark() async throws {
    let tracker = TrackerAPI(baseURL: .server("https://tracker.example"), transport: transport)
    let store = try await database.open(TrackerSchema.self)
    try await store.insert(
      Project(id: TrackerIDs.project, name: "Web", code: "WEB", ownerID: TrackerIDs.ada))
    let task = """
      {"id": "\(TrackerIDs.task(1))", "title": "A", "created_at": "2026-01-01T00:00:00Z", \
      "updated_at": "2026-01-01T00:00:00Z"}
      """
    for rows in ["[\(task)]", "[]", "[]"] {
      transport.respond(to: .get, "/api/projects/*/tasks", json: rows)
    }
    let report = try await tracker.tasks(project: TrackerIDs.project, into: store) {
      $0.isDryRun = true
    }
    #expect(report.inserted == 1)
    _ = try await tracker.tasks(project: TrackerIDs.project, into: store)
    #expect(transport.requests.map(\.url.query) == ["page=1", "page=2", "page=1"])
  }
}

/// Pages at other origins.
@Suite struct ForeignPageTests {
  /// The endpoint as generated for `page: { next: next, origins: ["https://cdn.example"] }`.
  struct Members: SyncedEndpoint {
    static let response: WireFormat<JSONValue> = .value()

    static func request(for endpoint: Self) throws(APIError) -> EndpointRequest {
      EndpointRequest(.get, "/members")
    }

    static func sync(for endpoint: Self) -> EndpointSync<SlackMember> {
      var options = ApplyOptions()
      options.root = "members"
      options.missingRows = .keep
      return EndpointSync(
        options, pages: EndpointPages(.nextURL("next"), origins: ["https://cdn.example"]))
    }
  }

  /// A middleware that creates its own request, and so loses the client's notes.
  struct Rebuilding: Middleware {
    func send(_ request: HTTP.Request, next: Next) async throws -> HTTP.Response {
      try await next(
        HTTP.Request(
          request.method, request.url, headers: ["X-Key": "secret", "Accept": "application/json"]))
    }
  }

  @Test(arguments: [
    [.headers(["Authorization": "Bearer secret"])] as [any Middleware], [Rebuilding()],
  ])
  func foreignPagesGetNoCredentials(_ middleware: [any Middleware]) async throws {
    let transport = RecordingTransport()
    for (next, id) in [("https://cdn.example/2", 1), ("https://app.example/3", 2), ("", 3)] {
      transport.respond(
        to: .get, id == 1 ? "/members" : "/\(id)",
        json: """
          {"members": [{"id": "U\(id)", "name": "a", "deleted": false}], "next": "\(next)"}
          """)
    }
    let client = APIClient(
      baseURL: .server("https://app.example"), transport: transport, middleware: middleware)
    let store = try await Database().open(ServicesSchema.self)
    #expect(try await client.sync(Members(), into: store).inserted == 3)
    let requests = transport.requests
    #expect(
      requests.map(\.url.absoluteString)
        == ["https://app.example/members", "https://cdn.example/2", "https://app.example/3"])
    #expect(requests.map(\.isOfOtherOrigin) == [false, true, true])
    #expect(
      requests.map { $0.headers.sorted.map(\.name) }.dropFirst() == [["accept"], ["accept"]])
    #expect(requests[0].headers.sorted.count == 2)
  }
}
