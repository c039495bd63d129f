import Foundation
import SwiftSyncRuntime
import SwiftSyncURLSession
import TestHelpers
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// `URLSessionTransport` over real sockets.
@Suite struct URLSessionTransportTests {
  /// - Parameter timeout: Longer than any other error takes, however busy the machine is.
  private func client(_ server: ScriptedServer, timeout: TimeInterval = 900) -> APIClient {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = timeout
    let session = URLSession(configuration: configuration)
    return APIClient(
      baseURL: .server(server.origin), transport: URLSessionTransport(session: session),
      limits: .patient)
  }

  private func post(_ body: String = #"{"a":1}"#) -> EndpointRequest {
    var request = EndpointRequest(.post, "/things")
    request.body = Data(body.utf8)
    return request
  }

  @Test func sendsMethodHeadersAndBody() async throws {
    let server = try ScriptedServer([
      .json(#"{"ä":"ö"}"#, status: "201 Created", headers: ["X-Response: 7"])
    ])
    var request = post(#"{"ü":[1,2]}"#)
    request.headers["X-Trace"] = "a b"
    let response = try await client(server).send(request)
    #expect(response.status == 201 && response.headers["x-response"] == "7")
    #expect(String(decoding: response.body, as: UTF8.self) == #"{"ä":"ö"}"#)
    let sent = try #require(server.requests.first)
    #expect(sent.hasPrefix("POST /things HTTP/1.1\r\n") && sent.hasSuffix("\r\n\r\n{\"ü\":[1,2]}"))
    #expect(sent.lowercased().contains("\r\nx-trace: a b\r\n"))
    #expect(sent.lowercased().contains("\r\naccept: application/json\r\n"))
  }

  @Test(arguments: [HTTP.Method.get, .put, .patch, .delete])
  func sendsEachMethod(_ method: HTTP.Method) async throws {
    let server = try ScriptedServer([.bytes("HTTP/1.1 204 No Content\r\n\r\n")])
    let response = try await client(server).send(EndpointRequest(method, "/things"))
    #expect(response.status == 204 && response.body.isEmpty)
    #expect(server.requests[0].hasPrefix("\(method.rawValue) /things HTTP/1.1\r\n"))
  }

  @Test func followsRedirects() async throws {
    let server = try ScriptedServer([
      .json("", status: "302 Found", headers: ["Location: /elsewhere"]), .json("[]"),
    ])
    let response = try await client(server).send(EndpointRequest(.get, "/things"))
    #expect(response.status == 200 && String(decoding: response.body, as: UTF8.self) == "[]")
    #expect(server.requests.last?.hasPrefix("GET /elsewhere ") == true)
  }

  @Test func reportsRetryAfter() async throws {
    let server = try ScriptedServer([
      .json(#"{"error":1}"#, status: "429 Too Many Requests", headers: ["Retry-After: 3"])
    ])
    let error = await #expect(throws: APIError.self) { try await client(server).send(post()) }
    #expect(error?.retryAfter == .seconds(3) && error?.isTransient == true)
    #expect(error?.description == #"the status is 429, expected 200 to 299: {"error":1}"#)
  }

  @Test func rejectsHTMLResponse() async throws {
    let page = ScriptedServer.Response.text("<p>", "200 OK", ["Content-Type: text/html"])
    let server = try ScriptedServer([.bytes(page)])
    let error = await #expect(throws: APIError.self) { try await client(server).send(post()) }
    #expect(error?.description == "the content type is 'text/html', expected JSON: <p>")
  }

  @Test(arguments: [HTTP.Method.get, .post])
  func truncatedResponseIsTransportFailure(_ method: HTTP.Method) async throws {
    let server = try ScriptedServer([.half(#"{"tasks":[1,2,3,4,5,6,7,8]}"#)])
    let error = await #expect(throws: APIError.self) {
      try await client(server).send(EndpointRequest(method, "/things"))
    }
    guard case .transportFailed? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func unreachableServer() async throws {
    var server: ScriptedServer? = try ScriptedServer([])
    let client = client(try #require(server))
    server = nil
    let error = await #expect(throws: APIError.self) { try await client.send(post()) }
    guard case .transportFailed? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  /// A server that closes the connection instead of responding causes an error at once, on the
  /// first request and on a request that could have used a kept connection.
  @Test(arguments: [0, 3])
  func droppedConnectionFailsImmediately(answered: Int) async throws {
    let responses = Array(repeating: ScriptedServer.Response.json("{}"), count: answered)
    let server = try ScriptedServer(responses + [.last(""), .json("{}")])
    let client = client(server)
    for _ in 0..<answered { _ = try await client.send(EndpointRequest(.get, "/things")) }
    let error = await #expect(throws: APIError.self) { try await client.send(post()) }
    guard case .transportFailed(let failure)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect((failure.cause as? URLError)?.code != .timedOut)
    // The request was sent once: the server may have processed it.
    #expect(server.requests.count == answered + 1)
    #expect(try await client.send(post()).status == 200)
  }

  @Test func timesOut() async throws {
    let server = try ScriptedServer([.silence])
    let error = await #expect(throws: APIError.self) {
      try await client(server, timeout: 1).send(post())
    }
    #expect(error?.isTransient == true)
  }

  @Test func endsRequestOnTaskCancellation() async throws {
    let server = try ScriptedServer([.silence])
    let client = client(server, timeout: 3600)
    let request = post()
    let task = Task { try await client.send(request) }
    while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    let start = ContinuousClock.now
    task.cancel()
    let error = await #expect(throws: APIError.self) { try await task.value }
    #expect(error == .cancelled)
    // The call has not waited for the timeout.
    #expect(ContinuousClock.now - start < .seconds(3000))
  }

  @Test func cancelledTaskSendsNothing() async throws {
    let server = try ScriptedServer([.json("{}")])
    let client = client(server)
    let request = post()
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await client.send(request)
    }
    task.cancel()
    let error = await #expect(throws: APIError.self) { try await task.value }
    #expect(error == .cancelled && server.requests.isEmpty)
  }
}
