import Foundation
import SwiftSyncRuntime
import SwiftSyncTestSupport
import TestHelpers
import Testing

/// Lists of services in the form that their documentation describes, each fetched completely.
@Suite struct ServicePageTests {
  let transport = RecordingTransport()
  let api: ServicesAPI
  let database: Database

  init() throws {
    api = ServicesAPI(
      APIClient(
        baseURL: .server("https://service.example"), transport: transport,
        middleware: [.headers(["Authorization": "Bearer secret"])]))
    database = try Database()
  }

  private func store() async throws -> SyncStore { try await database.open(ServicesSchema.self) }

  private var queries: [String?] { transport.requests.map(\.url.query) }

  // MARK: Stripe

  private func charges(_ ids: [String], hasMore: Bool) -> String {
    let rows = ids.map {
      #"{"id": "\#($0)", "object": "charge", "amount": 1099, "created": 1679090539, "metadata": {}}"#
    }
    return """
      {"object": "list", "url": "/v1/charges", "has_more": \(hasMore), "data": [\(rows.joined(separator: ", "))]}
      """
  }

  @Test func stripeContinuesAfterLastID() async throws {
    let store = try await store()
    transport.respond(to: .get, "/v1/charges", json: charges(["ch_3", "ch_2"], hasMore: true))
    transport.respond(to: .get, "/v1/charges", json: charges(["ch_1"], hasMore: false))
    #expect(try await api.charges(into: store).inserted == 3)
    #expect(queries == ["limit=100", "limit=100&starting_after=ch_2"])
    let stored = try await store.fetch(StripeCharge.order(\.id))
    #expect(stored.map(\.id) == ["ch_1", "ch_2", "ch_3"])
    #expect(stored.first?.created == Date(timeIntervalSince1970: 1_679_090_539))
  }

  @Test func rejectsLastRowWithoutCursorValue() async throws {
    let store = try await store()
    transport.respond(
      to: .get, "/v1/charges",
      json: #"{"has_more": true, "data": [{"id": "a", "amount": 1, "created": 1}, {"amount": 2}]}"#)
    let error = await #expect(throws: APIError.self) { try await api.charges(into: store) }
    guard case .unexpectedShape(_, let reason)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reason == "the last row has no 'id'")
  }

  // MARK: Mastodon

  private func statuses(_ ids: [Int]) -> String {
    let rows = ids.map {
      #"{"id": "\#($0)", "content": "<p>\#($0)</p>", "created_at": "2026-01-01T00:00:00.000Z"}"#
    }
    return "[\(rows.joined(separator: ", "))]"
  }

  @Test func mastodonLinksNextPageInHeader() async throws {
    let store = try await store()
    let path = "/api/v1/timelines/tag/swift"
    let url = "https://service.example\(path)"
    transport.respond(
      to: .get, path,
      headers: [
        "Link": #"<\#(url)?limit=40&max_id=8>; rel="next", <\#(url)?limit=40&min_id=9>; rel="prev""#
      ], json: statuses([9, 8]))
    transport.respond(
      to: .get, path, headers: ["Link": #"<\#(url)?limit=40&min_id=7>; rel="prev""#],
      json: statuses([7]))
    #expect(try await api.timeline(tag: "swift", local: true, into: store).inserted == 3)
    #expect(queries == ["local=true&limit=40", "limit=40&max_id=8"])
    #expect(
      transport.requests.map { $0.headers["Authorization"] == "Bearer secret" } == [true, true])
  }

  @Test func mastodonContinuesBelowLastID() async throws {
    let store = try await store()
    for ids in [[9, 8], [7], []] {
      transport.respond(to: .get, "/api/v1/accounts/1/statuses", json: statuses(ids))
    }
    #expect(try await api.statuses(account: "1", into: store).inserted == 3)
    #expect(queries == ["limit=40", "limit=40&max_id=8", "limit=40&max_id=7"])
  }

  // MARK: Slack

  private func members(_ ids: [String], next: String) -> String {
    let rows = ids.map { #"{"id": "\#($0)", "name": "\#($0)", "deleted": false}"# }
    return """
      {"ok": true, "members": [\(rows.joined(separator: ", "))], "response_metadata": {"next_cursor": "\(next)"}}
      """
  }

  @Test func slackEndsWithEmptyCursor() async throws {
    let store = try await store()
    let path = "/api/users.list"
    transport.respond(to: .get, path, json: members(["U1"], next: "dXNlcjpVMQ=="))
    // An empty page with a cursor does not end the list.
    transport.respond(to: .get, path, json: members([], next: "dXNlcjpVMg=="))
    transport.respond(to: .get, path, json: members(["U2", "U3"], next: ""))
    // Its schema has `strict`, and the metadata is next to the rows.
    #expect(try await api.members(into: store).inserted == 3)
    #expect(
      transport.requests.map { $0.query["cursor"] }
        == [nil, ["dXNlcjpVMQ=="], ["dXNlcjpVMg=="]])
    #expect(transport.requests.allSatisfy { $0.query["limit"] == ["200"] })
  }

  @Test func slackReportsFailureWithStatus200() async throws {
    let store = try await store()
    let body = #"{"ok": false, "error": "missing_scope", "needed": "users:read"}"#
    transport.respond(to: .get, "/api/users.list", json: members(["U1"], next: "dXNlcjpVMQ=="))
    transport.respond(to: .get, "/api/users.list", json: body)
    let error = await #expect(throws: APIError.self) { try await api.members(into: store) }
    guard case .failed(let response, let code)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(code == "missing_scope" && response.status == 200)
    #expect(
      error?.description == "the server says that the request failed with 'missing_scope': \(body)")
    #expect(error?.localizedDescription == "The server refused the request with 'missing_scope'.")
    #expect(error?.isTransient == false)
    #expect(try await store.count(SlackMember.all) == 1)
  }

  @Test(arguments: [
    (#"{"ok": false, "error": "missing_scope", "needed": "users:read"}"#, "missing_scope"),
    (#"{"ok": false, "error": 17}"#, "17"), (#"{"ok": null, "error": ""}"#, nil),
    (#"{"ok": 1}"#, nil), (#"{"members": []}"#, nil), ("[]", nil),
  ])
  func readsFailureFromBody(_ body: String, _ code: String?) async throws {
    transport.respond(to: .get, "/api/users.list", json: body)
    let error = await #expect(throws: APIError.self) { try await api.members() }
    guard case .failed(_, let found)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(found == code)
    let typed = error?.body(as: ServicesAPI.SlackProblem.self)
    #expect(typed?.needed == (code == "missing_scope" ? "users:read" : nil))
  }

  // MARK: GitHub

  private func issues(_ ids: [Int]) -> String {
    let rows = ids.map {
      #"{"id": \#($0), "number": \#($0), "title": "Issue \#($0)", "updated_at": "2026-01-01T00:00:00Z"}"#
    }
    return "[\(rows.joined(separator: ", "))]"
  }

  private func respondWithIssues(pages: Int) {
    for page in 1...pages {
      let url = "https://service.example/repositories/1300192/issues"
      let next = #"<\#(url)?state=all&per_page=100&page=\#(page + 1)>; rel="next""#
      let last = #"<\#(url)?state=all&per_page=100&page=\#(pages)>; rel="last""#
      transport.respond(
        to: .get, page == 1 ? "/repos/octocat/spoon/issues" : "/repositories/1300192/issues",
        headers: page < pages ? ["Link": "\(next), \(last)"] : [:], json: issues([page]))
    }
  }

  @Test func gitHubLinksNextPageAtOtherPath() async throws {
    let store = try await store()
    respondWithIssues(pages: 3)
    let report = try await api.issues(owner: "octocat", repo: "spoon", state: "all", into: store)
    #expect(report.inserted == 3)
    #expect(
      queries == [
        "state=all&per_page=100", "state=all&per_page=100&page=2", "state=all&per_page=100&page=3",
      ])
  }

  @Test func decodesPagesWithoutStore() async throws {
    respondWithIssues(pages: 3)
    var titles: [String] = []
    for try await page in api.issuesPages(owner: "octocat", repo: "spoon") {
      titles += page.map(\.title)
      if titles.count == 2 { break }
    }
    #expect(titles == ["Issue 1", "Issue 2"])
    #expect(transport.requests.count == 2)
  }

  @Test func undecodablePageEndsSequence() async throws {
    transport.respond(
      to: .get, "/repos/o/r/issues", headers: ["Link": "</other>; rel=next"], json: #"[{"id": 1}]"#)
    var pages = api.issuesPages(owner: "o", repo: "r").makeAsyncIterator()
    await #expect(throws: APIError.self) { try await pages.next() }
    #expect(try await pages.next() == nil)
    #expect(transport.requests.count == 1)
  }

  // MARK: Cursors in bodies

  @Test func notionSendsCursorInBody() async throws {
    let store = try await store()
    let ids = (1...2).map { "7a5c0000-0000-4000-8000-00000000000\($0)" }
    for (id, next) in zip(ids, [#""c2""#, "null"]) {
      transport.respond(
        to: .post, "/v1/databases/db/query",
        json: """
          {"object": "list", "results": [{"id": "\(id)", "archived": false}],
            "has_more": \(next != "null"), "next_cursor": \(next)}
          """)
    }
    let filter: JSONValue = ["property": "Done", "checkbox": ["equals": true]]
    #expect(try await api.notes(database: "db", filter: filter, into: store).inserted == 2)
    #expect(
      transport.requests.map(\.bodyText) == [
        #"{"filter":{"checkbox":{"equals":true},"property":"Done"},"page_size":100}"#,
        #"{"filter":{"checkbox":{"equals":true},"property":"Done"},"page_size":100,"start_cursor":"c2"}"#,
      ])
    #expect(queries == [nil, nil])
  }

  @Test func graphQLSendsCursorInVariables() async throws {
    let store = try await store()
    for (page, cursor) in [(1, #""abc""#), (2, #""def""#)] {
      transport.respond(
        to: .post, "/graphql",
        json: """
          {"data": {"issues": {
            "pageInfo": {"endCursor": \(cursor), "hasNextPage": \(page == 1)},
            "nodes": [{"id": "7a5c0000-0000-4000-8000-00000000000\(page)", "title": "T"}]}}}
          """)
    }
    let report = try await api.tickets(query: "query", variables: ["team": "a"], into: store)
    #expect(report.inserted == 2)
    #expect(
      transport.requests.map(\.bodyText) == [
        #"{"query":"query","variables":{"team":"a"}}"#,
        #"{"query":"query","variables":{"after":"abc","team":"a"}}"#,
      ])
  }
}
