import Foundation
@_spi(Generated) import SwiftSyncRuntime
import SwiftSyncTestSupport
import TestHelpers
import Testing

@Suite struct RetryMiddlewareTests {
  private final class Waits: @unchecked Sendable {
    private let lock = NSLock()
    private var stored: [Duration] = []
    var all: [Duration] { lock.withLock { stored } }
    func add(_ time: Duration) { lock.withLock { stored.append(time) } }
  }

  let transport = RecordingTransport()
  private let waits = Waits()

  private func client(jitter: Double = 1) -> APIClient {
    let waits = waits
    let policy = HTTP.RetryPolicy(
      maxAttempts: 4, initialDelay: .seconds(2), maxDelay: .seconds(100))
    return APIClient(
      baseURL: .server("https://api.example"), transport: transport,
      middleware: [.retry(policy, jitter: { jitter }, sleep: { waits.add($0) })])
  }

  private func fail(_ method: HTTP.Method = .get, _ statuses: Int..., retryAfter: String? = nil) {
    for status in statuses {
      var headers = HTTP.Headers()
      headers["Retry-After"] = retryAfter
      transport.respond(to: method, "/a", status: status, headers: headers, json: "1")
    }
  }

  @Test(arguments: [(1.0, [2, 4, 8]), (0.0, [1, 2, 4])])
  func delaysDoubleWithJitter(_ jitter: Double, _ seconds: [Int]) async throws {
    fail(.get, 503, 429, 504, 200)
    #expect(try await client(jitter: jitter).send(EndpointRequest(.get, "/a")).status == 200)
    #expect(waits.all == seconds.map { Duration.seconds($0) })
  }

  @Test func returnsLastFailure() async throws {
    fail(.get, 500)
    let error = await #expect(throws: APIError.self) {
      try await client().send(EndpointRequest(.get, "/a"))
    }
    #expect(error?.response?.status == 500 && transport.requests.count == 4)
  }

  @Test func honorsRetryAfter() async throws {
    fail(.get, 503, retryAfter: "50")
    fail(.get, 200)
    _ = try await client(jitter: 0).send(EndpointRequest(.get, "/a"))
    #expect(waits.all == [.seconds(51)])
  }

  @Test func doesNotRetryAfterExcessiveDelay() async throws {
    fail(.get, 503, 200, retryAfter: "101")
    let error = await #expect(throws: APIError.self) {
      try await client().send(EndpointRequest(.get, "/a"))
    }
    #expect(error?.retryAfter == .seconds(101) && waits.all.isEmpty)
  }

  @Test(arguments: HTTP.Method.allCases, [nil, "k", ""])
  func retriesOnlyIdempotentRequests(_ method: HTTP.Method, _ key: String?) async throws {
    struct Lost: Error {}
    transport.fail(method, "/a", Lost())
    var request = EndpointRequest(method, "/a")
    request.headers["Idempotency-Key"] = key
    await #expect(throws: APIError.transportFailed(APIError.TransportFailure(Lost()))) {
      try await client().send(request)
    }
    let isRepeated = [.get, .head, .put, .delete].contains(method) || key == "k"
    #expect(transport.requests.count == (isRepeated ? 4 : 1))
  }

  @Test(arguments: [400, 401, 404, 409, 422, 501])
  func doesNotRetryPermanentErrors(_ status: Int) async throws {
    fail(.get, status)
    await #expect(throws: APIError.self) { try await client().send(EndpointRequest(.get, "/a")) }
    #expect(transport.requests.count == 1)
  }

  @Test func doesNotRetryRejectedRedirect() async throws {
    transport.respond(
      to: .get, "/a", status: 302, headers: ["Location": "http://api.example/b"], json: "")
    await #expect(throws: APIError.self) { try await client().send(EndpointRequest(.get, "/a")) }
    #expect(transport.requests.count == 1)
  }

  @Test func doesNotRetryCancelledCall() async throws {
    transport.respond(to: .get, "/a") { _ in
      try await Task.sleep(for: .seconds(600))
      return HTTP.Response(status: 200)
    }
    let client = client()
    let task = Task { try await client.send(EndpointRequest(.get, "/a")) }
    while transport.requests.isEmpty { await Task.yield() }
    task.cancel()
    await #expect(throws: APIError.cancelled) { try await task.value }
    #expect(transport.requests.count == 1)
  }
}
