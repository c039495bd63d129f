import Foundation
import Programs
@_spi(Generated) import SwiftSyncRuntime
import SwiftSyncURLSession
import TestHelpers
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Responses that no server should send. Each is received by a process of its own, which
/// Foundation may stop.
@Suite struct MalformedResponseTests {
  private static let json = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
  private static let idle =
    "fewer than 1024 bytes were transferred in 2.0 seconds; if that is expected, raise TransferLimits.idleTime"

  /// - Parameter count: The number of requests, one after another.
  private func outcome(
    of responses: [ScriptedServer.Response], count: Int = 1
  ) async throws -> ProgramOutcome {
    let server = try ScriptedServer(responses)
    let paths = (0..<count).map { "/\($0)" }
    return try await Program(built: "transfer-client", ["get", server.origin] + paths).run()
  }

  /// Foundation on Linux stops the process, as `docs/reference/limits.md` says; elsewhere the call fails.
  private func expectFailure(of response: ScriptedServer.Response) async throws {
    let outcome = try await outcome(of: [response])
    #if canImport(FoundationNetworking)
      if outcome.status < 0 { return }
    #endif
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix("/0: ") && !outcome.output.hasPrefix("/0: 200"))
  }

  @Test(arguments: ["HTTP/1.1 200 OK\r\nContent-Ty", json])
  func connectionClosedInHeader(_ start: String) async throws {
    try await expectFailure(of: .last(start))
  }

  @Test func largestContentLength() async throws {
    try await expectFailure(of: .last(Self.json + "Content-Length: \(Int64.max)\r\n\r\n{}"))
  }

  @Test func demandForCredentialsIsResponse() async throws {
    let demand = ScriptedServer.Response.json(
      #"{"error":1}"#, status: "401 Unauthorized",
      headers: [#"WWW-Authenticate: Basic realm="x""#])
    let outcome = try await outcome(of: [demand, .json("{}")], count: 2)
    #expect(
      outcome.output == """
        /0: the status is 401, expected 200 to 299: {"error":1}
        /1: 200, 2 bytes

        """)
  }

  /// The call ends at its limit, even while the session is reading what the server sends.
  @Test func endlessTrailersReachLimit() async throws {
    let start = Self.json + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n"
    let trailers = Array(repeating: Array("X-A: 1\r\n".utf8), count: 1000).flatMap { $0 }
    let outcome = try await outcome(of: [.endless(start, trailers)])
    #expect(outcome.output == "/0: \(Self.idle)\n")
  }

  // MARK: - Compressed bodies

  /// A list of 40 objects, without the last 40 bytes of its compressed form.
  private static let truncated = Data(
    base64Encoded:
      """
      H4sIAAAAAAACAz3QuQ2AQBQD0V6ICbDN3QoioA60vSOhPxtN9mT5eodnOKc2/lXV1VTn6lJdq1t1rx44\
      HUQUpDAFKlTBClfA
      """)

  #if canImport(FoundationNetworking)
    private struct File: Endpoint {
      static let response: WireFormat<URL> = .file
      static func request(for endpoint: Self) throws(APIError) -> EndpointRequest {
        EndpointRequest(.get, "/file")
      }
    }

    private func client(
      _ type: String, answers: Int = 1, encoding: String = "Content-Encoding: gzip\r\n"
    ) throws -> (client: APIClient, server: ScriptedServer) {
      let body = try #require(Self.truncated)
      let head =
        "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\n\(encoding)Content-Length: \(body.count)\r\n\r\n"
      let bytes = Array(head.utf8) + Array(body)
      let server = try ScriptedServer(
        Array(repeating: .flood(bytes, count: 1), count: answers))
      return (APIClient(baseURL: .server(server.origin), limits: .patient), server)
    }

    private static let reason =
      "the body has the content encoding 'gzip', so on this platform it cannot be checked that it is complete; send 'Accept-Encoding: identity' to request it uncompressed"

    @Test func compressedFileIsNoSuccess() async throws {
      let (client, server) = try client("image/png")
      let error = await #expect(throws: APIError.self) { try await client.send(File()) }
      #expect(error?.description.contains(Self.reason) == true, "\(String(describing: error))")
      let request = try #require(server.requests.first).lowercased()
      #expect(request.contains("\r\naccept-encoding: identity\r\n"))
    }

    @Test func compressedLinesAreNoSuccess() async throws {
      let (client, server) = try client("application/x-ndjson")
      let error = await #expect(throws: APIError.self) {
        try await client.send(EndpointRequest(.get, "/lines"))
      }
      #expect(error?.description.contains(Self.reason) == true, "\(String(describing: error))")
      #expect(server.requests.count == 1)
    }

    /// A request that states the header field accepts a body that may be incomplete.
    @Test func statedAcceptEncodingSkipsCheck() async throws {
      let (client, server) = try client("application/x-ndjson")
      var request = EndpointRequest(.get, "/lines")
      request.headers["Accept-Encoding"] = "gzip"
      #expect(try await client.send(request).status == 200)
      #expect(server.requests.count == 1)
    }
  #endif

  /// JSON that is cut off cannot be read, so compressed JSON needs no other check.
  @Test func truncatedCompressedJSONIsNoSuccess() async throws {
    struct Values: Endpoint {
      static let response: WireFormat<JSONValue> = .value()
      static func request(for endpoint: Self) throws(APIError) -> EndpointRequest {
        EndpointRequest(.get, "/json")
      }
    }
    let body = try #require(Self.truncated)
    let head = Self.json + "Content-Encoding: gzip\r\nContent-Length: \(body.count)\r\n\r\n"
    let server = try ScriptedServer([.flood(Array(head.utf8) + Array(body), count: 1)])
    let client = APIClient(baseURL: .server(server.origin), limits: .patient)
    await #expect(throws: APIError.self) { try await client.send(Values()) }
  }
}
