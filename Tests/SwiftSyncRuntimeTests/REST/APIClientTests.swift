import Foundation
@_spi(Generated) import SwiftSyncRuntime
import SwiftSyncTestSupport
import TestHelpers
import Testing

@Suite struct APIClientTests {
  let transport = RecordingTransport()

  func client(_ middleware: [any Middleware] = []) -> APIClient {
    APIClient(
      baseURL: .server("https://api.example:8443/root/"), transport: transport,
      middleware: middleware)
  }

  @Test func sendsPathQueryHeadersAndBody() async throws {
    transport.respond(to: .post, "/root/v2/a b/42", json: "{}")
    var request = EndpointRequest(.post, "/v2/{name}/{id}")
    request.setPath("name", text: "a b")
    request.setPath("id", text: "42")
    request.addQuery("q", text: "ä&b=+/?")
    request.addQuery("q", text: "{2}")
    request.headers["X-Trace"] = "7"
    request.body = Data("[1]".utf8)

    let response = try await client().send(request)

    #expect(response.status == 200 && response.body == Data("{}".utf8))
    let sent = transport.requests[0]
    #expect(
      sent.url.absoluteString
        == "https://api.example:8443/root/v2/a%20b/42?q=%C3%A4%26b%3D%2B%2F%3F&q=%7B2%7D")
    #expect(sent.description == "POST https://api.example:8443/root/v2/a%20b/42?q=…&q=…")
    #expect(sent.query == ["q": ["ä&b=+/?", "{2}"]])
    #expect(sent.bodyText == "[1]")
    #expect(
      sent.headers.sorted.map { "\($0.name): \($0.value)" }
        == ["accept: application/json", "content-type: application/json", "x-trace: 7"])
  }

  @Test(arguments: [
    ("api.example", "/a", "x", "the base URL needs a scheme, http or https, and a host"),
    ("ftp://api.example", "/a", "x", "the base URL needs a scheme, http or https, and a host"),
    ("https://", "/a", "x", "the base URL needs a scheme, http or https, and a host"),
    ("https://a.example?b", "/a", "x", "the base URL cannot have a query or a fragment"),
    ("https://a.example/b#c", "/a", "x", "the base URL cannot have a query or a fragment"),
    ("https://a.example", "/a/{id}", "", "a placeholder has no value"),
    ("https://a.example", "/a/{id}", "..", "'.' and '..' are not valid path segments"),
  ])
  func reportsReasonForInvalidURL(baseURL: String, path: String, value: String, reason: String)
    throws
  {
    var request = EndpointRequest(.get, path)
    request.setPath("id", text: value)
    let error = #expect(throws: APIError.self) { try request.url(from: .server(baseURL)) }
    guard case .invalidURL(_, let found)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(found == reason)
  }

  /// A base URL may have a path, with or without a slash at its end, and may be relative to another.
  @Test func appendsPathToBaseURL() throws {
    let request = EndpointRequest(.get, "/tasks")
    let relative = try #require(URL(string: "v2/", relativeTo: .server("https://a.example/api/")))
    let cases: [(URL, String)] = [
      (.server("https://a.example"), "https://a.example/tasks"),
      (.server("https://a.example/"), "https://a.example/tasks"),
      (.server("HTTP://a.example:8080/api"), "HTTP://a.example:8080/api/tasks"),
      (relative, "https://a.example/api/v2/tasks"),
    ]
    for (base, url) in cases {
      #expect(try request.url(from: base).absoluteString == url)
    }
  }

  /// The client of a schema whose `base` is a URL.
  @Test(arguments: [
    (nil as String?, "https://a.example/v1/tasks"), ("http://b.example", "http://b.example/tasks"),
  ])
  func usesStatedBaseURL(_ own: String?, _ url: String) throws {
    let client = APIClient(
      baseURL: own.map(URL.server), or: "https://a.example/v1", transport: transport, middleware: []
    )
    #expect(try EndpointRequest(.get, "/tasks").url(from: client.baseURL).absoluteString == url)
  }

  @Test func pathValueStaysOneSegment() throws {
    var request = EndpointRequest(.get, "/a/{id}/{other}")
    request.setPath("id", text: "../{other}?x#y%2F")
    request.setPath("other", text: "ok")
    let url = try request.url(from: .server("http://a.example"))
    #expect(url.absoluteString == "http://a.example/a/..%2F%7Bother%7D%3Fx%23y%252F/ok")
  }

  @Test func percentEncodesPath() throws {
    let request = EndpointRequest(.get, "/a b;c/ä/%2F-._~!$&'()*+,=:@/[1]")
    let url = try request.url(from: .server("http://a.example"))
    #expect(
      url.absoluteString == "http://a.example/a%20b%3Bc/%C3%A4/%2F-._~!$&'()*+,=:@/%5B1%5D")
  }

  @Test func statusErrorKeepsHeadersAndBody() async throws {
    let body = String(repeating: "x", count: 1500)
    transport.respond(
      to: .get, "/root/a", status: 429,
      headers: ["retry-after": "3", "Content-Type": "text/plain"],
      json: body)
    let error = await #expect(throws: APIError.self) {
      try await client().send(EndpointRequest(.get, "/a"))
    }
    guard case .status(let response)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(response.status == 429 && response.headers["Retry-After"] == "3")
    #expect(response.bodyStart.count == 1024 && response.bodyLength == 1500)
    #expect(
      error?.description
        == "the status is 429, expected 200 to 299: \(body.prefix(1024))… (1500 bytes)")
  }

  @Test func requiresJSONContentType() async throws {
    transport.respond(
      to: .get, "/root/a", headers: ["Content-Type": "text/html; charset=utf-8"], json: "<p>")
    transport.respond(
      to: .get, "/root/a", headers: ["Content-Type": "Application/Problem+JSON;v=1"], json: "1")
    transport.respond(to: .get, "/root/a") { _ in HTTP.Response(status: 200, body: Data("1".utf8)) }
    transport.respond(to: .get, "/root/a", headers: ["Content-Type": "text/plain"], json: "")
    let error = await #expect(throws: APIError.self) {
      try await client().send(EndpointRequest(.get, "/a"))
    }
    #expect(
      error?.description == "the content type is 'text/html; charset=utf-8', expected JSON: <p>")
    for _ in 0..<3 {
      #expect(try await client().send(EndpointRequest(.get, "/a")).isSuccess)
    }
  }

  @Test func callsMiddlewareInOrder() async throws {
    struct Mark: Middleware {
      let name: String
      func send(
        _ request: HTTP.Request, next: @Sendable (HTTP.Request) async throws -> HTTP.Response
      ) async throws -> HTTP.Response {
        var request = request
        request.headers["Marks"] = (request.headers["Marks"] ?? "") + name
        var response = try await next(request)
        response.headers["Marks"] = (response.headers["Marks"] ?? "") + name
        return response
      }
    }
    transport.respond(to: .get, "/root/a", json: "1")
    let client = client([
      Mark(name: "a"), Mark(name: "b"), .headers { ["Authorization": "Bearer 1"] },
    ])
    let response = try await client.send(EndpointRequest(.get, "/a"))
    #expect(response.headers["marks"] == "ba")
    #expect(transport.requests[0].headers["Marks"] == "ab")
    #expect(transport.requests[0].headers["authorization"] == "Bearer 1")
  }

  @Test func reportsTransportFailure() async throws {
    struct Offline: Error, CustomStringConvertible { let description = "offline" }
    transport.fail(.get, "/root/a", Offline())
    await #expect(throws: APIError.transportFailed(APIError.TransportFailure(Offline()))) {
      try await client().send(EndpointRequest(.get, "/a"))
    }
    let error = await #expect(throws: APIError.self) {
      try await client().send(EndpointRequest(.put, "/a"))
    }
    #expect(
      error?.description
        == "the request failed without a response: no response was added for PUT https://api.example:8443/root/a"
    )
  }

  @Test func cancelsRequestWithTask() async throws {
    transport.respond(to: .get, "/root/a") { _ in
      try await Task.sleep(nanoseconds: 60_000_000_000)
      return HTTP.Response(status: 200)
    }
    let task = Task { [client = client()] in
      await #expect(throws: APIError.cancelled) {
        try await client.send(EndpointRequest(.get, "/a"))
      }
    }
    while transport.requests.isEmpty { await Task.yield() }
    task.cancel()
    _ = await task.value
  }
}
