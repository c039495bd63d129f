import Foundation
import Testing

@_spi(Generated) @testable import SwiftSyncREST
@_spi(Generated) @testable import SwiftSyncSession
@_spi(Generated) @testable import SwiftSyncStore

/// The requests for pages, and the targets of their URLs.
@Suite struct PageRequestTests {
  // MARK: Parameters

  @Test func replacesQueryParameters() throws {
    var request = EndpointRequest(.get, "/a")
    request.addQuery("page", text: "7")
    request.addQuery("q", text: "x")
    try request.setParameter("page", .number("2"))
    #expect(request.queryText == "?q=x&page=2")
    try request.setParameter("page", .text("a b"))
    #expect(request.queryText == "?q=x&page=a%20b")
    try request.setParameter("page", nil)
    #expect(request.queryText == "?q=x")
    #expect(request.body == nil)
  }

  static let bodies: [(body: String?, name: String, value: PageMarks.Value?, expected: String?)] = [
    (nil, "body.cursor", nil, nil),
    (nil, "body.cursor", .text("\""), #"{"cursor":"\""}"#),
    (#"{"cursor":null,"n":1.50}"#, "body.cursor", nil, #"{"n":1.50}"#),
    (
      #"{"cursor":"a","n":12345678901234567890}"#, "body.cursor", .number("1e2"),
      #"{"cursor":1e2,"n":12345678901234567890}"#
    ),
    (nil, "body.a.b", .text("x"), #"{"a":{"b":"x"}}"#),
    (#"{"a":{"c":1}}"#, "body.a.b", .text("x"), #"{"a":{"b":"x","c":1}}"#),
    (#"{"a":null}"#, "body.a.b", .text("x"), #"{"a":{"b":"x"}}"#),
    (#"{"a":null}"#, "body.a.b", nil, #"{"a":null}"#),
  ]

  @Test(arguments: bodies)
  func setsBodyParameters(
    _ body: String?, _ name: String, _ value: PageMarks.Value?, _ expected: String?
  ) throws {
    var request = EndpointRequest(.post, "/a")
    request.body = body.map { Data($0.utf8) }
    try request.setParameter(name, value)
    #expect(request.body.map { String(decoding: $0, as: UTF8.self) } == expected)
  }

  @Test(arguments: ["[1]", #"{"a":[]}"#])
  func rejectsBodyWithoutParentObject(_ body: String) {
    var request = EndpointRequest(.post, "/a")
    request.body = Data(body.utf8)
    #expect(throws: APIError.invalidValue("'body.a.b'", reason: "the body has no object there")) {
      try request.setParameter("body.a.b", .text("x"))
    }
  }

  // MARK: URLs

  private static let origin = URL(string: "https://api.example/v1/tasks")

  private func link(
    _ text: String, after page: String? = nil, origins: [String] = [], _ method: HTTP.Method = .get
  ) throws -> PageLink {
    let origin = try #require(Self.origin)
    let first = PageLink(try page.map { try #require(URL(string: $0)) } ?? origin)
    return try PageLink(
      text, after: first, from: origin, EndpointPages(.nextURL("next"), origins: origins), method,
      HTTP.Response(status: 200))
  }

  static let urls: [(text: String, url: String)] = [
    ("https://api.example/v2?page=2", "https://api.example/v2?page=2"),
    ("HTTPS://API.example:443/v2", "HTTPS://API.example:443/v2"),
    ("?page=2", "https://api.example/v1/tasks?page=2"),
    ("/tasks?page=2#top", "https://api.example/tasks?page=2"),
    ("more?page[number]=2&q=a b", "https://api.example/v1/more?page%5Bnumber%5D=2&q=a%20b"),
    ("https://me:secret@api.example/x", "https://api.example/x"),
    ("//api.example/x", "https://api.example/x"),
  ]

  @Test(arguments: urls)
  func resolvesURLs(_ text: String, _ url: String) throws {
    let link = try link(text)
    #expect(link.url.absoluteString == url)
    #expect(!link.isOfOtherOrigin)
  }

  @Test(arguments: [
    ("https://cdn.example/x?token=secret", "https://cdn.example"),
    ("http://api.example/x", "http://api.example"),
    ("https://api.example:8443/x", "https://api.example:8443"),
    ("https://api.example@evil.example/x", "https://evil.example"),
    ("//evil.example", "https://evil.example"),
  ])
  func rejectsOtherOrigins(_ text: String, _ origin: String) {
    let error = #expect(throws: APIError.self) { try link(text) }
    #expect(error == .foreignPage(origin))
    #expect(error?.description.contains("secret") == false)
  }

  @Test func followsAllowedOrigins() throws {
    let cdn = "https://cdn.example:8443"
    let link = try link("\(cdn)/x", origins: ["https://other.example", cdn])
    #expect(link.url.absoluteString == "\(cdn)/x")
    #expect(link.isOfOtherOrigin)
    #expect(throws: APIError.foreignPage(cdn)) {
      try self.link("\(cdn)/x", origins: [cdn], .post)
    }
    #expect(throws: APIError.foreignPage("http://cdn.example")) {
      try self.link("http://cdn.example/x", origins: ["http://cdn.example"])
    }
  }

  @Test(arguments: ["ftp://api.example/x", "mailto:me@api.example", "https://"])
  func rejectsNonHTTPURLs(_ text: String) {
    #expect(throws: APIError.self) { try link(text) }
  }

  /// After another origin, requests never carry credentials again.
  @Test func doesNotRestoreCredentials() throws {
    let origin = try #require(Self.origin)
    let pages = EndpointPages(.nextURL("next"), origins: ["https://cdn.example"])
    let response = HTTP.Response(status: 200)
    let away = try PageLink(
      "https://cdn.example/x", after: PageLink(origin), from: origin, pages, .get, response)
    let back = try PageLink(
      "https://api.example/x", after: away, from: origin, pages, .get, response)
    #expect(away.isOfOtherOrigin && back.isOfOtherOrigin)
    let next = try PageLink("?page=3", after: away, from: origin, pages, .get, response)
    #expect(next.url.absoluteString == "https://cdn.example/x?page=3")
  }
}
