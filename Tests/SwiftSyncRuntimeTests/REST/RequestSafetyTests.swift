import Foundation
@_spi(Generated) @testable import SwiftSyncREST
@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore
import SwiftSyncTestSupport
import TestHelpers
import Testing

/// Rules for every transport: header fields, redirects, and URLs in errors.
@Suite struct RequestSafetyTests {
  let transport = RecordingTransport()

  private func client(
    _ origin: String = "https://api.example", _ middleware: [any Middleware] = [],
    limits: TransferLimits = TransferLimits()
  ) -> APIClient {
    APIClient(
      baseURL: .server(origin), transport: transport, middleware: middleware, limits: limits)
  }

  private func redirect(
    _ method: HTTP.Method, _ path: String, _ status: Int, to location: String
  ) {
    transport.respond(to: method, path, status: status, headers: ["Location": location], json: "")
  }

  private func failure(
    _ client: APIClient, _ method: HTTP.Method = .get
  ) async -> String {
    var request = EndpointRequest(method, "/a")
    request.headers["Authorization"] = "Bearer secret"
    do {
      _ = try await client.send(request)
      return "none"
    } catch {
      return error.description
    }
  }

  // MARK: - Header fields

  @Test(arguments: ["a\r\nX-Evil: 1", "a\nb", "a\rb", "a\u{0}b", "a\u{7f}", "\u{1b}[0m"])
  func rejectsControlCharactersInHeaderValue(_ value: String) async throws {
    transport.respond(to: .get, "/a", json: "{}")
    let headers: APIClient.HeaderMiddleware = .headers(["X-Secret": "\(value)"])
    #expect(
      await failure(client("https://api.example", [headers]))
        == "the header 'x-secret' cannot be sent: its value contains a control character")
    #expect(transport.requests.isEmpty)
  }

  @Test(arguments: [
    ("X-A: 1\r\nX-B", "x-a: 1??x-b"), ("a b", "a b"), ("", ""), ("ä", "?"), ("a:", "a:"),
  ])
  func rejectsInvalidHeaderName(_ name: String, _ printed: String) async throws {
    transport.respond(to: .get, "/a", json: "{}")
    var headers = HTTP.Headers()
    headers[name] = "1"
    #expect(
      await failure(client("https://api.example", [.headers(headers)]))
        == "the header '\(printed)' cannot be sent: a name can contain only letters, "
        + "digits and !#$%&'*+-.^_`|~")
    #expect(transport.requests.isEmpty)
  }

  @Test func sendsValidHeader() async throws {
    transport.respond(to: .get, "/a", json: "{}")
    let headers: HTTP.Headers = ["X-Trace_1.2~": "a\tb ä; \"q\", 1"]
    #expect(await failure(client("https://api.example", [.headers(headers)])) == "none")
    #expect(transport.requests[0].headers["x-trace_1.2~"] == "a\tb ä; \"q\", 1")
  }

  // MARK: - Redirects

  @Test(arguments: [301, 302, 303, 307, 308])
  func followsGETWithinOrigin(_ status: Int) async throws {
    redirect(.get, "/a", status, to: "/b?c=1")
    transport.respond(to: .get, "/b", json: "{}")
    #expect(await failure(client()) == "none")
    #expect(transport.requests.last?.url.absoluteString == "https://api.example/b?c=1")
    #expect(transport.requests.last?.headers["Authorization"] == "Bearer secret")
  }

  @Test(arguments: [
    "https://other.example/b", "https://api.example:444/b", "//other.example/b",
    "https://me:pw@other.example/b#x",
  ])
  func dropsCredentialsForOtherOrigin(_ location: String) async throws {
    let session: APIClient.HeaderMiddleware = .headers([
      "Cookie": "id=1", "X-API-Key": "k", "Proxy-Authorization": "p", "User-Agent": "app",
      "Accept-Language": "de",
    ])
    redirect(.get, "/a", 302, to: location)
    transport.respond(to: .get, "/b", json: "{}")
    #expect(await failure(client("https://api.example", [session])) == "none")
    let last = try #require(transport.requests.last)
    #expect(
      last.headers.sorted.map { "\($0.name): \($0.value)" }
        == ["accept: application/json", "accept-language: de", "user-agent: app"])
    #expect(last.isOfOtherOrigin && last.url.user == nil && last.url.fragment == nil)
  }

  /// Header fields that were dropped for another origin are not restored by a redirect back.
  @Test func credentialsStayDropped() async throws {
    redirect(.get, "/a", 302, to: "https://other.example/b")
    redirect(.get, "/b", 302, to: "https://api.example/c")
    transport.respond(to: .get, "/c", json: "{}")
    #expect(await failure(client()) == "none")
    let last = try #require(transport.requests.last)
    #expect(last.headers["Authorization"] == nil && last.isOfOtherOrigin)
  }

  @Test(arguments: [HTTP.Method.post, .put, .patch, .delete], [301, 302, 303])
  func doesNotRedirectWriteAsGET(_ method: HTTP.Method, _ status: Int) async throws {
    redirect(method, "/a", status, to: "/login?next=secret")
    transport.respond(to: .get, "/login", json: "{}")
    let words = await failure(client(), method)
    #expect(
      words.hasPrefix(
        "the redirect with status \(status) was not followed: a \(method.rawValue) would become a "
          + "GET of https://api.example/login?next=…;"), "\(words)")
    #expect(transport.requests.count == 1)
  }

  @Test(arguments: [307, 308])
  func followsWriteOnlyWithinOrigin(_ status: Int) async throws {
    redirect(.post, "/a", status, to: "/b")
    transport.respond(to: .post, "/b", json: "{}")
    #expect(await failure(client(), .post) == "none")
    redirect(.put, "/a", status, to: "https://other.example/b")
    #expect(
      await failure(client(), .put).contains(
        "a PUT would go to another origin, https://other.example/b;"))
    #expect(transport.requests.map(\.method) == [.post, .post, .put])
  }

  @Test func rejectsRedirectToUnencryptedURL() async throws {
    redirect(.get, "/a", 302, to: "http://api.example/a")
    #expect(
      await failure(client())
        .contains("http://api.example/a is not encrypted, but the request is;"))
    #expect(transport.requests.count == 1)
  }

  @Test(arguments: ["ftp://api.example/a", "javascript:alert(1)", "file:///etc/passwd"])
  func rejectsRedirectToOtherScheme(_ location: String) async throws {
    redirect(.get, "/a", 302, to: location)
    #expect(await failure(client()).contains("is not an HTTP URL;"))
  }

  @Test func limitsRedirects() async throws {
    redirect(.get, "/a", 302, to: "/a")
    #expect(
      await failure(client()) == "the request was redirected more than 10 times; if that is "
        + "expected, raise TransferLimits.redirects")
    #expect(transport.requests.count == 11)
  }

  @Test func redirectWithoutLocationIsStatusError() async throws {
    transport.respond(to: .get, "/a", status: 302, json: "{}")
    #expect(await failure(client()) == "the status is 302, expected 200 to 299: {}")
  }

  // MARK: - Limits of any transport

  @Test func limitsResponseBytes() async throws {
    transport.respond(to: .get, "/a", json: #"{"a": 12345}"#)
    var limits = TransferLimits()
    limits.responseBytes = 11
    #expect(
      await failure(client(limits: limits)) == "the response has more than 11 bytes; if that is "
        + "expected, raise TransferLimits.responseBytes")
    limits.responseBytes = 12
    #expect(await failure(client(limits: limits)) == "none")
  }

  @Test func limitsResponseTime() async throws {
    transport.respond(to: .get, "/a") { _ in
      try await Task.sleep(for: .seconds(600))
      return HTTP.Response(status: 200)
    }
    var limits = TransferLimits()
    limits.responseTime = .milliseconds(50)
    let error = await #expect(throws: APIError.self) {
      try await client(limits: limits).send(EndpointRequest(.get, "/a"))
    }
    #expect(error == .limitExceeded(TransferLimits.Exceeded(.responseTime, of: limits)))
    #expect(error?.isTransient == true)
  }

  // MARK: - Errors

  @Test(arguments: [
    (
      "GET https://me:pw@a.example:1/b?token=x&y#z failed",
      "GET https://a.example:1/b?token=…&… failed"
    ),
    ("url=http://a.example?x=1, b", "url=http://a.example?x=… b"),
    ("nothing", "nothing"), ("://", "://"), ("a://b@c@d/e@f?", "a://d/e@f?"),
  ])
  func redactsURLs(_ text: String, _ redacted: String) {
    #expect(URLRedaction.redacted(text) == redacted)
  }

  @Test func errorsRedactURLSecrets() async throws {
    struct Cut: Error, CustomStringConvertible {
      let description = "cut: https://api.example/a?token=secret"
    }
    transport.fail(.get, "/a", Cut())
    #expect(
      await failure(client())
        == "the request failed without a response: cut: https://api.example/a?token=…")
    let origin = await failure(client("https://me:secret@api.example?x=secret"))
    #expect(!origin.contains("secret"), "\(origin)")
    var request = EndpointRequest(.get, "/{id}")
    request.addQuery("token", text: "secret")
    let error = await #expect(throws: APIError.self) { try await client().send(request) }
    #expect(error?.description.contains("secret") == false)
  }
}
