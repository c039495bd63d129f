import Foundation
import SwiftSyncTestSupport
import TestHelpers
import Testing

@_spi(Generated) @testable import SwiftSyncREST
@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

/// Secrets at the points where descriptions cut off or shorten texts.
@Suite struct RedactionTests {
  @Test func redactsSecretAtTruncationPoint() {
    var response = HTTP.Response(
      status: 500,
      body: Data(
        (String(repeating: "a", count: 1_000) + "secret-token-of-forty-characters-0123456 b").utf8))
    response.secrets.values = ["secret-token-of-forty-characters-0123456"]
    let text = HTTP.ResponseSummary(response).description
    #expect(text == String(repeating: "a", count: 1_000) + "… b… (1042 bytes)")
  }

  @Test(arguments: [
    ("/oauth/cb?code=SECRET&state=x", "/oauth/cb?code=…&state=…"),
    ("myapp:cb?code=SECRET", "myapp:cb?code=…"),
    (
      "<https://a.example/x?cursor=1>; rel=\"next\", </y?cursor=2>; rel=\"last\"",
      "<https://a.example/x?cursor=…>; rel=\"next\", </y?cursor=…>; rel=\"last\""
    ),
    ("https://a.example/x#token=SECRET", "https://a.example/x"), ("/plain", "/plain"),
  ])
  func redactsURLsInHeaders(_ text: String, _ shown: String) {
    var headers = HTTP.Headers()
    headers["Location"] = text
    #expect(
      headers.description
        == "[Location: \(shown)]".replacing("Location", with: headers.sorted[0].name))
  }

  @Test func redactsRejectedRedirect() throws {
    let request = HTTP.Request(.get, try #require(URL(string: "https://a.example/x")))
    let response = HTTP.Response(status: 302, headers: ["Location": "myapp:cb?code=SECRET"])
    let error = #expect(throws: APIError.self) { try Redirects.next(after: response, to: request) }
    #expect(error.map { "\($0)".contains("SECRET") } == false)
  }

  @Test func redactsDumpedError() {
    var response = HTTP.Response(status: 200, body: Data(#"{"token": "hunter2"}"#.utf8))
    response.secrets.values = ["hunter2"]
    let error = APIError.undecodableBody(
      HTTP.ResponseSummary(response), reason: "token: expected a number, found \"hunter2\"")
    var dumped = ""
    dump(error, to: &dumped)
    #expect(!dumped.contains("hunter2") && dumped.contains("the body cannot be read"))
  }

  @Test func hidesHeaderThatMiddlewareMarksAsSecret() async throws {
    let transport = RecordingTransport()
    transport.respond(to: .get, "/a", status: 403, json: #"{"error": "planted-key is unknown"}"#)
    let client = APIClient(
      baseURL: .server("https://api.example"), transport: transport,
      middleware: [.headers(["X-API-Key": "planted-key"], secret: ["x-api-key"])])

    let error = await #expect(throws: APIError.self) {
      try await client.send(EndpointRequest(.get, "/a"))
    }

    #expect(
      error?.description
        == #"the status is 403, expected 200 to 299: {"error": "… is unknown"}"#)
    let request = try #require(transport.requests.first)
    #expect(request.headers["X-API-Key"] == "planted-key")
    #expect(!"\(request.headers)".contains("planted-key"))
  }

  @Test func removesFileOfLateResponse() async throws {
    let file = FileBody.temporary()
    try Data("late".utf8).write(to: file)
    await #expect(throws: CancellationError.self) {
      try await withThrowingTaskGroup(of: HTTP.Response.self) { group in
        group.addTask { throw CancellationError() }
        group.addTask {
          while !Task.isCancelled { await Task.yield() }
          return HTTP.Response(status: 200, bodyFile: file)
        }
        return try await group.firstResponse()
      }
    }
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }
}
