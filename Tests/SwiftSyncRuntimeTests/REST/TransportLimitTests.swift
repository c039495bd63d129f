import Foundation
@_spi(Generated) import SwiftSyncRuntime
import SwiftSyncURLSession
import TestHelpers
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Limits and redirects of `URLSessionTransport` over real sockets.
@Suite struct TransportLimitTests {
  private func client(
    _ server: ScriptedServer, _ session: URLSession = URLSession(configuration: .patient),
    _ change: (inout TransferLimits) -> Void = { _ in }
  ) -> APIClient {
    var limits = TransferLimits.patient
    change(&limits)
    return APIClient(
      baseURL: .server(server.origin), transport: URLSessionTransport(session: session),
      limits: limits)
  }

  private func limit(
    _ client: APIClient, _ method: HTTP.Method = .get
  ) async -> TransferLimits.Exceeded.Limit? {
    var request = EndpointRequest(method, "/things")
    if method == .post { request.body = Data("{}".utf8) }
    do {
      _ = try await client.send(request)
      return nil
    } catch {
      guard case .limitExceeded(let limit) = error else {
        Issue.record("\(error)")
        return nil
      }
      return limit.limit
    }
  }

  /// The server announces 4 GiB; the client disconnects long before.
  @Test(arguments: [HTTP.Method.get, .post])
  func cutsOffOversizedBody(_ method: HTTP.Method) async throws {
    let head =
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 4294967296\r\n\r\n"
    let server = try ScriptedServer([
      .flood(Array(head.utf8) + Array(repeating: UInt8(ascii: " "), count: 1 << 16), count: 1 << 16)
    ])
    #expect(await limit(client(server) { $0.responseBytes = 1 << 20 }, method) == .responseBytes)
  }

  /// The limit applies to the decompressed size: 1,000,000 spaces in 1,004 bytes.
  @Test func limitAppliesToDecompressedBody() async throws {
    let zipped = try #require(Data(base64Encoded: Self.spaces))
    let head =
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\n"
      + "Content-Length: \(zipped.count)\r\n\r\n"
    let bytes = Array(head.utf8) + Array(zipped)
    let server = try ScriptedServer([.flood(bytes, count: 1), .flood(bytes, count: 1)])
    #expect(await limit(client(server) { $0.responseBytes = 999_999 }) == .responseBytes)
    let response = try await client(server) { $0.responseBytes = 1_000_000 }
      .send(EndpointRequest(.get, "/things"))
    #expect(response.body.count == 1_000_000)
  }

  @Test func cutsOffTricklingServer() async throws {
    let head =
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 4000000\r\n\r\n"
    let server = try ScriptedServer([.drip(head, pause: 0.02)])
    let client = client(server) { $0.idleTime = .milliseconds(300) }
    #expect(await limit(client) == .idleTime)
  }

  @Test func waitsForSlowServer() async throws {
    let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 40\r\n\r\n"
    let server = try ScriptedServer([.drip(head, pause: 0.02)])
    let response = try await client(server) { $0.idleBytes = 1 }
      .send(EndpointRequest(.get, "/things"))
    #expect(response.body.count == 40)
  }

  /// What counts are the bytes since the last check, not those since the beginning.
  @Test func comparesBytesOfEachPeriod() {
    var limits = TransferLimits()
    limits.idleBytes = 10
    var check = IdleCheck(limits)
    #expect(
      [10, 20, 100, 109, 119, 119].map { check.isTooSlow($0) } == [
        false, false, false, true, false, true,
      ])
  }

  @Test func cutsOffSilentServer() async throws {
    let server = try ScriptedServer([.silence])
    #expect(await limit(client(server) { $0.idleTime = .milliseconds(200) }, .post) == .idleTime)
  }

  // MARK: - Redirects

  /// The header fields and cookies of the session are also credentials.
  @Test func doesNotSendSessionHeadersToOtherOrigin() async throws {
    let other = try ScriptedServer([.json("{}")])
    let server = try ScriptedServer([
      .json(
        "", status: "302 Found",
        headers: ["Location: \(other.origin)/b", "Set-Cookie: id=1; Path=/"])
    ])
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpAdditionalHeaders = ["X-Session": "secret"]
    var request = EndpointRequest(.get, "/a")
    request.headers = [
      "Authorization": "Bearer secret", "X-API-Key": "secret", "Cookie": "id=secret",
    ]
    _ = try await client(server, URLSession(configuration: configuration)).send(request)
    #expect(server.requests[0].components(separatedBy: "secret").count == 5)
    let sent = try #require(other.requests.first).lowercased()
    #expect(sent.hasPrefix("get /b http/1.1\r\n") && sent.contains("accept: application/json"))
    #expect(!sent.contains("secret") && !sent.contains("cookie"), "\(sent)")
  }

  @Test func doesNotSendRedirectedWriteAsGET() async throws {
    let server = try ScriptedServer([
      .json("", status: "302 Found", headers: ["Location: /login"]), .json("{}"),
    ])
    var request = EndpointRequest(.post, "/a")
    request.body = Data("{}".utf8)
    let error = await #expect(throws: APIError.self) { try await client(server).send(request) }
    guard case .refusedRedirect? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(server.requests.count == 1)
  }

  @Test func resendsWriteWithinOrigin() async throws {
    let server = try ScriptedServer([
      .json("", status: "308 Permanent Redirect", headers: ["Location: /b"]), .json("{}"),
    ])
    var request = EndpointRequest(.put, "/a")
    request.headers["Authorization"] = "Bearer secret"
    request.body = Data("[1]".utf8)
    _ = try await client(server).send(request)
    let sent = try #require(server.requests.last)
    #expect(sent.hasPrefix("PUT /b HTTP/1.1\r\n") && sent.hasSuffix("\r\n\r\n[1]"))
    #expect(sent.contains("Bearer secret"))
  }

  /// The URL of a failed request may have secrets in its query.
  @Test func sessionErrorHasNoURL() async throws {
    let server = try ScriptedServer([.last("")])
    var request = EndpointRequest(.get, "/a")
    request.addQuery("token", text: "secret")
    let error = await #expect(throws: APIError.self) { try await client(server).send(request) }
    guard case .transportFailed(let failure)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(
      !"\(failure.cause)".contains("secret") && (failure.cause as? URLError)?.failingURL == nil)
  }

  /// 1,000,000 spaces, compressed with `gzip`.
  private static let spaces =
    "H4sIAAAAAAACA+3BgQAAAADDIJX5Ux7kVQE" + String(repeating: "A", count: 1290) + "K8G1wgmy0BCDwA="
}

extension URLSessionConfiguration {
  /// A longer timeout than any limit here, even on a machine that runs other tests at the same
  /// time.
  fileprivate static var patient: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 3_600
    return configuration
  }
}
