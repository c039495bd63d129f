import Foundation
import GitHub
import SwiftSyncRuntime
import SwiftSyncTestSupport
import TestHelpers
import Testing

@Suite struct GitHubAPITests {
  @Test func readsNestedTypesAndEpochDates() async throws {
    let transport = RecordingTransport()
    let api = GitHubAPI(baseURL: .server("https://api.github.com"), transport: transport)
    let limit = #"{"limit": 60, "used": 1, "remaining": 59, "reset": 1772526600}"#
    transport.respond(
      to: .get, "/rate_limit", json: #"{"resources": {"core": \#(limit), "search": \#(limit)}}"#)
    let response = try await api.rateLimit()
    #expect(response.rate == nil)
    #expect(try response.resources.core.resetsAt == moment("2026-03-03T08:30:00Z"))
    let json = String(decoding: try JSONEncoder().encode(response.resources.core), as: UTF8.self)
    #expect(try JSONValue(json: json)["reset"] == .number(.init(1_772_526_600)))
  }

  @Test func encodesPathParameters() async throws {
    let transport = RecordingTransport()
    let api = GitHubAPI(
      baseURL: .server("https://api.github.com"), transport: transport,
      middleware: [.headers(["Authorization": "Bearer 1"])])
    transport.respond(to: .post, "/repos/a/b c?/issues", status: 410, json: "{}")
    await #expect(throws: APIError.self) {
      try await api.createIssue(owner: "a", name: "b c?", title: "T", labels: ["x"])
    }
    let request = transport.requests[0]
    #expect(request.url.absoluteString == "https://api.github.com/repos/a/b%20c%3F/issues")
    #expect(request.bodyText == #"{"body":null,"labels":["x"],"title":"T"}"#)
    #expect(request.headers["Authorization"] == "Bearer 1")
    let error = await #expect(throws: APIError.self) { try await api.issues(owner: "", name: "b") }
    #expect(error?.description == "'owner' of the path cannot be sent: it is empty")
  }
}
