import Foundation
@_spi(Generated) import SwiftSyncRuntime
@testable import SwiftSyncURLSession
import TestHelpers
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The time that an endpoint states for its responses, and the progress of responses.
@Suite struct TimeoutTests {
  /// A transport that responds after a time.
  private struct SlowTransport: Transport {
    let time: Duration

    func send(_ request: HTTP.Request) async throws -> HTTP.Response {
      try await Task.sleep(for: time)
      return HTTP.Response(status: 200, body: Data("[]".utf8))
    }
  }

  private func client(_ time: Duration) -> APIClient {
    APIClient(baseURL: .server("https://api.example"), transport: SlowTransport(time: time))
  }

  @Test func slowResponseExceedsTimeout() async throws {
    let request = EndpointRequest(.get, "/a", timeout: .milliseconds(20))
    let error = await #expect(throws: APIError.self) {
      try await client(.seconds(900)).send(request)
    }
    guard case .limitExceeded(let limit)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(limit.limit == .responseTime && error?.isTransient == true)
    #expect(
      limit.description
        == "the response did not finish within 0.02 seconds; if that is expected, raise 'timeout' of the endpoint in the schema"
    )
    #expect(try await client(.zero).send(request).status == 200)
  }

  /// A server that needs the whole time may send nothing during it.
  @Test func timeoutReplacesLimits() {
    let limits = TransferLimits(idleTime: .seconds(60), responseTime: .seconds(90))
    let longer = limits.allowing(.seconds(300))
    #expect(longer.responseTime == .seconds(300) && longer.idleTime == .seconds(300))
    let shorter = limits.allowing(.seconds(3))
    #expect(shorter.responseTime == .seconds(3) && shorter.idleTime == .seconds(60))
    #expect(limits.allowing(nil) == limits)
  }

  @Test func sessionDoesNotEndBeforeTimeout() throws {
    var request = HTTP.Request(.get, .server("https://api.example"))
    let usual = URLRequest(request).timeoutInterval
    request.timeout = .seconds(300)
    #expect(URLRequest(request).timeoutInterval == 301)
    request.timeout = .milliseconds(500)
    #expect(URLRequest(request).timeoutInterval == 1)
    request.timeout = nil
    #expect(URLRequest(request).timeoutInterval == usual)
  }

  // MARK: - Over real sockets

  private func client(_ server: ScriptedServer) -> APIClient {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 3_600
    return APIClient(
      baseURL: .server(server.origin),
      transport: URLSessionTransport(session: URLSession(configuration: configuration)),
      limits: .patient)
  }

  private func counts(_ head: String, _ body: String) async throws -> [DownloadProgress.Counts] {
    let server = try ScriptedServer([
      .last("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\(head)\r\n\(body)")
    ])
    let progress = DownloadProgress()
    async let response = client(server).response(
      to: EndpointRequest(.get, "/a"), downloadProgress: progress)
    var counts: [DownloadProgress.Counts] = []
    for await count in progress { counts.append(count) }
    #expect(try await response.status == 200)
    return counts
  }

  @Test func reportsReceivedBytes() async throws {
    let text = "[\(String(repeating: " ", count: 100_000))]"
    let counts = try await counts("Content-Length: 100002\r\n", text)
    #expect(counts.allSatisfy { $0.totalBytes == 100_002 })
    #expect(counts.map(\.receivedBytes) == counts.map(\.receivedBytes).sorted())
    #expect(counts.last == DownloadProgress.Counts(receivedBytes: 100_002, totalBytes: 100_002))
    #expect(counts.last?.fraction == 1)
  }

  @Test func sizeIsUnknownUntilEnd() async throws {
    let counts = try await counts("Connection: close\r\n", "[]")
    #expect(counts.dropLast().allSatisfy { $0.totalBytes == nil && $0.fraction == nil })
    #expect(counts.last == DownloadProgress.Counts(receivedBytes: 2, totalBytes: 2))
  }

  @Test func headHasNoBody() async throws {
    let server = try ScriptedServer([
      .bytes("HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: 5000000\r\n\r\n")
    ])
    var request = EndpointRequest(.head, "/photo")
    request.headers["Accept"] = "*/*"
    let response = try await client(server).response(to: request)
    #expect(response.status == 200 && response.body.isEmpty)
    #expect(response.headers["Content-Length"] == "5000000")
    #expect(server.requests.first?.hasPrefix("HEAD /photo HTTP/1.1\r\n") == true)
  }
}
