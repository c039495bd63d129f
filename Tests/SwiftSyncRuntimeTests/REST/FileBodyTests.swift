import Foundation
@_spi(Generated) @testable import SwiftSyncREST
@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore
import SwiftSyncTestSupport
import SwiftSyncURLSession
import TestHelpers
import Testing

/// Reserved header fields, forms, and bodies in files.
@Suite struct FileBodyTests {
  let transport = RecordingTransport()

  private func file(bytes: Int) throws -> URL {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    #expect(FileManager.default.createFile(atPath: url.path, contents: Data()))
    let handle = try FileHandle(forWritingTo: url)
    try handle.truncate(atOffset: UInt64(bytes))
    try handle.close()
    return url
  }

  @Test(arguments: [
    "Content-Length", "HOST", "connection", "Keep-Alive", "Proxy-Connection", "TE", "Trailer",
    "Transfer-Encoding", "Upgrade",
  ])
  func rejectsTransportHeaders(_ name: String) async throws {
    transport.respond(to: .get, "/a", json: "1")
    var request = EndpointRequest(.get, "/a")
    request.headers[name] = "1"
    let client = APIClient(baseURL: .server("https://api.example"), transport: transport)
    let error = APIError.invalidHeader(name.lowercased(), reason: "only the transport sets it")
    await #expect(throws: error) { try await client.send(request) }
    #expect(transport.requests.isEmpty)
  }

  @Test(arguments: [
    (
      #"{"a":{"b":[1,true,null],"c":{}},"d":"x y&=ü","e":null,"f":[]}"#,
      "a[b][]=1&a[b][]=true&d=x%20y%26%3D%C3%BC"
    ),
    (
      #"{"a":[{"b":1},{"b":[2,3]}],"c":[[1],[2]]}"#,
      "a[0][b]=1&a[1][b][]=2&a[1][b][]=3&c[0][]=1&c[1][]=2"
    ),
    ("{}", ""),
  ])
  func encodesFormText(_ json: String, _ expected: String) throws {
    #expect(FormText.text(try JSONValue(json: json)) == expected)
  }

  @Test func transportWithoutFilesGetsSmallFileAsData() async throws {
    transport.respond(to: .put, "/a", json: "1")
    let client = APIClient(baseURL: .server("https://api.example"), transport: transport)
    let small = try file(bytes: 3)
    defer { FileBody.remove(small) }
    var request = EndpointRequest(.put, "/a")
    request.setFile(UploadFile(small, contentType: "image/png"))
    _ = try await client.send(request)
    #expect(transport.requests[0].body == Data([0, 0, 0]) && transport.requests[0].bodyFile == nil)
    #expect(transport.requests[0].headers["Content-Type"] == "image/png")

    let large = try file(bytes: (16 << 20) + 1)
    defer { FileBody.remove(large) }
    request.setFile(UploadFile(large))
    let error = await #expect(throws: APIError.self) { try await client.send(request) }
    #expect(
      error?.description
        == "the body cannot be sent: it has 16777217 bytes, and the transport does not stream "
        + "files; use URLSessionTransport")
  }

  @Test func savedResponseStopsAtLimit() async throws {
    let head = "HTTP/1.1 200 OK\r\nContent-Length: 4294967296\r\n\r\n"
    let server = try ScriptedServer([
      .flood(Array(head.utf8) + Array(repeating: UInt8(ascii: " "), count: 1 << 16), count: 1 << 16)
    ])
    var limits = TransferLimits.patient
    limits.streamedBytes = 1 << 20
    let client = APIClient(baseURL: .server(server.origin), limits: limits)
    var request = EndpointRequest(.get, "/things")
    request.savesResponse = true
    let error = await #expect(throws: APIError.self) { try await client.send(request) }
    guard case .limitExceeded(let limit)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(limit.limit == .streamedBytes)
  }

  @Test func preventsMultipartHeaderInjection() async throws {
    let body = try await MultipartBody([
      MultipartPart(name: "a\"\r\nX: 1", content: .text("v")),
      MultipartPart(
        name: "f",
        content: .file(UploadFile(try file(bytes: 1), name: "x\ny", contentType: "text/plain"))),
    ])
    defer { FileBody.remove(body.url) }
    let text = String(
      decoding: FileManager.default.contents(atPath: body.url.path) ?? Data(), as: UTF8.self)
    #expect(text.contains("name=\"a%22%0D%0AX: 1\"\r\n\r\nv\r\n"))
    #expect(text.contains("name=\"f\"; filename=\"x%0Ay\"\r\nContent-Type: text/plain\r\n\r\n"))
    await #expect(throws: APIError.self) {
      try await MultipartBody([
        MultipartPart(name: "f", content: .data(Data(), contentType: "a\r\nX: 1"))
      ])
    }
  }

  @Test func problemIgnoresMistypedMembers() throws {
    let problem = try JSONDecoder().decode(
      Problem.self, from: Data(#"{"title":7,"status":"x","detail":"d","more":{"a":[1]}}"#.utf8))
    #expect(
      problem
        == Problem(
          detail: "d", extensions: ["more": .object(["a": .array([.number(.init(1))])])]))
    let data = try JSONEncoder().encode(problem)
    #expect(try JSONDecoder().decode(Problem.self, from: data) == problem)
  }

  @Test func summaryKeepsOneMebibyteOfBody() {
    let response = HTTP.Response(status: 500, body: Data(repeating: 65, count: (1 << 20) + 5))
    let summary = HTTP.ResponseSummary(response)
    #expect(summary.text.utf8.count == 1 << 20 && summary.bodyLength == (1 << 20) + 5)
    #expect(summary.description.hasSuffix("A… (1048581 bytes)"))
  }
}
