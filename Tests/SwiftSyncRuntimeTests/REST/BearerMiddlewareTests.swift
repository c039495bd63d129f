import Foundation
@_spi(Generated) import SwiftSyncRuntime
import SwiftSyncTestSupport
import TestHelpers
import Testing

@Suite struct BearerMiddlewareTests {
  /// Records callers, and blocks them until it is opened.
  private actor Gate {
    private(set) var entered: [String?] = []
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func pass(_ value: String?) async {
      entered.append(value)
      guard !isOpen else { return }
      await withCheckedContinuation { waiting.append($0) }
    }

    func open() {
      isOpen = true
      for continuation in waiting { continuation.resume() }
      waiting = []
    }
  }

  private struct Refused: Error, CustomStringConvertible { let description = "sign in" }

  let transport = RecordingTransport()

  private func client(_ tokens: APIClient.BearerMiddleware) -> APIClient {
    transport.respond(to: .get, "/a") { request in
      HTTP.Response(
        status: request.headers["Authorization"] == "Bearer good" ? 200 : 401,
        headers: ["Content-Type": "application/json"], body: Data("1".utf8))
    }
    return APIClient(
      baseURL: .server("https://api.example"), transport: transport, middleware: [tokens])
  }

  private var sent: [String] { transport.requests.map { $0.headers["Authorization"] ?? "-" } }

  @Test func refreshesOnceAndResendsEachCall() async throws {
    let gate = Gate()
    let client = client(
      .bearer(token: "old") {
        await gate.pass($0)
        return "good"
      })
    let calls = (0..<20).map { _ in
      Task { try await client.send(EndpointRequest(.get, "/a")).status }
    }
    while transport.requests.count < 20 { try await Task.sleep(for: .milliseconds(5)) }
    await gate.open()
    for call in calls { #expect(try await call.value == 200) }
    #expect(await gate.entered == ["old"])
    #expect(sent.filter { $0 == "Bearer old" }.count == 20)
    #expect(sent.filter { $0 == "Bearer good" }.count == 20)
    _ = try await client.send(EndpointRequest(.get, "/a"))
    #expect(await gate.entered.count == 1)
  }

  /// A signs out and B signs in while the token of A is being refreshed: B must not get it.
  @Test func ignoresTokenRefreshedForOtherLogin() async throws {
    let gate = Gate()
    let tokens: APIClient.BearerMiddleware = .bearer(token: "old") {
      await gate.pass($0)
      return $0 == nil ? "good" : "of A"
    }
    let client = client(tokens)
    let first = Task { try await client.send(EndpointRequest(.get, "/a")).status }
    while await gate.entered.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    tokens.setToken(nil)
    let second = Task { try await client.send(EndpointRequest(.get, "/a")).status }
    // The second call waits for the refresh in progress.
    try await Task.sleep(for: .milliseconds(50))
    await gate.open()
    _ = await first.result
    #expect(try await second.value == 200)
    #expect(await gate.entered.contains(nil))
    #expect(!sent.contains("Bearer of A"))
    #expect(tokens.token == "good")
  }

  @Test func usesTokenSetDuringFailedRefresh() async throws {
    let gate = Gate()
    let tokens: APIClient.BearerMiddleware = .bearer(token: "old") {
      await gate.pass($0)
      throw Refused()
    }
    let client = client(tokens)
    let call = Task { try await client.send(EndpointRequest(.get, "/a")).status }
    while await gate.entered.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    tokens.setToken("good")
    await gate.open()
    #expect(try await call.value == 200)
    #expect(sent == ["Bearer old", "Bearer good"])
  }

  @Test func returnsSecondUnauthorizedResponse() async throws {
    let client = client(.bearer(token: "old") { _ in "bad" })
    let error = await #expect(throws: APIError.self) {
      try await client.send(EndpointRequest(.get, "/a"))
    }
    #expect(error?.response?.status == 401)
    #expect(sent == ["Bearer old", "Bearer bad"])
  }

  @Test func refreshesFirstWithoutToken() async throws {
    let client = client(.bearer { $0 == nil ? "good" : "bad" })
    #expect(try await client.send(EndpointRequest(.get, "/a")).status == 200)
    #expect(sent == ["Bearer good"])
  }

  @Test func failedRefreshFailsAllWaitingCalls() async throws {
    let gate = Gate()
    let client = client(
      .bearer(token: "old") {
        await gate.pass($0)
        if await gate.entered.count == 1 { throw Refused() }
        return "good"
      })
    let calls = (0..<5).map { _ in Task { try await client.send(EndpointRequest(.get, "/a")) } }
    while transport.requests.count < 5 { try await Task.sleep(for: .milliseconds(5)) }
    // All requests have been refused; some may not have begun to wait yet.
    try await Task.sleep(for: .milliseconds(100))
    await gate.open()
    for call in calls {
      await #expect(throws: APIError.tokenRefreshFailed(APIError.TransportFailure(Refused()))) {
        try await call.value
      }
    }
    #expect(
      APIError.tokenRefreshFailed(APIError.TransportFailure(Refused())).description
        == "the token cannot be refreshed: sign in")
    #expect(try await client.send(EndpointRequest(.get, "/a")).status == 200)
  }

  @Test func cancelledCallDoesNotEndSharedRefresh() async throws {
    let gate = Gate()
    let client = client(
      .bearer(token: "old") {
        await gate.pass($0)
        try Task.checkCancellation()
        return "good"
      })
    let first = Task { try await client.send(EndpointRequest(.get, "/a")) }
    while await gate.entered.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    let second = Task { try await client.send(EndpointRequest(.get, "/a")) }
    while transport.requests.count < 2 { try await Task.sleep(for: .milliseconds(5)) }
    first.cancel()
    // The call ends although the refresh that it began is still running.
    await #expect(throws: APIError.cancelled) { try await first.value }
    await gate.open()
    #expect(try await second.value.status == 200)
    #expect(await gate.entered.count == 1)
  }

  @Test func refreshDoesNotWaitForItself() async throws {
    transport.respond(to: .post, "/token", json: #"["good"]"#)
    let holder = Holder()
    let client = client(
      .bearer(token: "old") { _ in
        let response = try await holder.client?.send(EndpointRequest(.post, "/token"))
        return try JSONDecoder().decode([String].self, from: response?.body ?? Data())[0]
      })
    holder.client = client
    #expect(try await client.send(EndpointRequest(.get, "/a")).status == 200)
    #expect(sent == ["Bearer old", "-", "Bearer good"])
  }

  private final class Holder: @unchecked Sendable {
    var client: APIClient?
  }

  @Test func doesNotSendTokenToOtherOrigin() async throws {
    transport.respond(
      to: .get, "/moved", status: 302, headers: ["Location": "https://other.example/b"], json: "")
    transport.respond(to: .get, "/b", json: "1")
    let client = client(.bearer(token: "good") { _ in "good" })
    _ = try await client.send(EndpointRequest(.get, "/moved"))
    #expect(sent == ["Bearer good", "-"])
  }

  @Test func replacesToken() async throws {
    let tokens: APIClient.BearerMiddleware = .bearer(token: "old") { _ in "bad" }
    let client = client(tokens)
    tokens.setToken("good")
    #expect(try await client.send(EndpointRequest(.get, "/a")).status == 200)
    tokens.setToken(nil)
    #expect(tokens.token == nil)
  }
}
