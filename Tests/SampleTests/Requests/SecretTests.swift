import Foundation
import SwiftSyncRuntime
import SwiftSyncTestSupport
import TestHelpers
import Testing

/// Secrets are planted in every part of a request and a response, and searched for in all descriptions of them.
@Suite struct SecretTests {
  private static let planted = [
    "planted-password", "planted-code", "planted-device", "planted-token", "planted-cookie",
    "planted-bearer", "planted-user", "planted-pin\"\\ü",
  ]

  /// Every text that describes a value.
  private func texts(_ value: Any) -> [String] {
    var dumped = ""
    dump(value, to: &dumped)
    let localized = (value as? any LocalizedError).map {
      "\($0.errorDescription ?? "") \($0.recoverySuggestion ?? "")"
    }
    return ["\(value)", String(reflecting: value), dumped, localized ?? ""]
  }

  private func check(_ value: Any, _ place: Comment) {
    for text in texts(value) {
      for secret in Self.planted { #expect(!text.contains(secret), place) }
    }
  }

  private final class Log: @unchecked Sendable {
    private let lock = NSLock()
    private var stored: [APIClient.LogMiddleware.Record] = []
    var records: [APIClient.LogMiddleware.Record] { lock.withLock { stored } }
    func add(_ record: APIClient.LogMiddleware.Record) { lock.withLock { stored.append(record) } }
  }

  private struct Careless: Error, CustomStringConvertible {
    let description =
      "POST https://planted-user:planted-password@studio.example/?code=planted-code#planted-token "
      + "{\"password\":\"planted-password\"} X-Device: planted-device"
  }

  private func login(_ transport: RecordingTransport, _ log: Log) async -> APIError? {
    let logging: APIClient.LogMiddleware = .log(
      headers: ["Authorization", "X-Device", "Set-Cookie", "Cookie", "Content-Type"]
    ) { log.add($0) }
    let tokens: APIClient.HeaderMiddleware = .headers([
      "Authorization": "Bearer planted-bearer", "Cookie": "a=planted-cookie",
    ])
    let api = StudioAPI(
      baseURL: .server("https://studio.example"), transport: transport,
      middleware: [tokens, logging])
    do {
      let value = try await api.login(
        email: "a@b.example", password: "planted-password", code: "planted-code",
        xDevice: "planted-device")
      #expect(value.token == "planted-token")
      check(value, "a response")
      return nil
    } catch {
      return error
    }
  }

  private static let echo =
    #"{"detail":"planted-password was wrong","query":"planted-code","device":"planted-device","#
    + #""auth":"planted-bearer","session": "planted-cookie","token" : "planted-token","other":[1]}"#

  @Test(arguments: [
    (200, #"{"token":"planted-token","user":{"name":"A","born":"2001-02-03T00:00:00Z"}}"#),
    (200, #"{"token":{"value":"planted-token"},"user":{"name":"A","born":"soon"}}"#),
    (200, #"{"token":"planted-token","user":{"name":"A","born":"soon"}}"#),
    (401, Self.echo), (422, #"{"token":"planted-token"#), (500, #"planted-password"#),
    (308, #"planted-bearer"#),
  ])
  func redactsResponsesAndLogs(_ status: Int, _ body: String) async throws {
    let transport = RecordingTransport()
    let log = Log()
    transport.respond(
      to: .post, "/studio/login", status: status,
      headers: [
        "Set-Cookie": "session=planted-cookie",
        "Location": "https://other.example/?token=planted-token",
      ], json: body)
    if let error = await login(transport, log) {
      check(error, "an error")
      check(error.response as Any, "a summary")
      if status == 401 {
        // Values that are not secret stay readable.
        #expect(error.description.contains(#""detail":"… was wrong""#))
        #expect(error.description.contains(#""other":[1]}"#))
        #expect(error.response?.text == body)
      }
    }
    #expect(log.records.count == 1)
    for record in log.records {
      check(record, "a log")
      #expect(record.requestHeaders["authorization"] == "…")
    }
    for request in transport.requests {
      #expect(request.headers["x-device"] == "planted-device")
      check(request, "a request")
      check(request.headers, "header fields")
    }
  }

  @Test func redactsTransportErrors() async throws {
    let transport = RecordingTransport()
    let log = Log()
    transport.fail(.post, "/studio/login", Careless())
    let error = try #require(await login(transport, log))
    #expect("\(error)".contains("studio.example"))
    check(error, "an error")
    for record in log.records { check(record, "a log") }
  }

  @Test func redactsEndpointValues() {
    let endpoint = StudioAPI.LoginEndpoint(
      email: "a@b.example", password: "planted-password", code: "planted-code",
      xDevice: "planted-device")
    check(endpoint, "an endpoint")
    #expect("\(endpoint)".contains("a@b.example"))
    check(
      StudioAPI.Login.Body(email: "a@b.example", password: "planted-password"), "a body")
    let file = UploadFile(URL(fileURLWithPath: "/a.png"))
    check(
      StudioAPI.AddPictureEndpoint(id: 1, title: "a", sizes: [], picture: file, pin: 5), "parts")
  }
}
