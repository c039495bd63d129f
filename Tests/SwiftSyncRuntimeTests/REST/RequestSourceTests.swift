import Foundation
import Testing

@_spi(Generated) import SwiftSyncREST
@_spi(Generated) @testable import SwiftSyncSession
@_spi(Generated) @testable import SwiftSyncStore

/// The text that identifies each list for which the database keeps state.
@Suite struct RequestSourceTests {
  private func search(_ text: String) -> EndpointRequest {
    var request = EndpointRequest(.post, "/tasks/search")
    request.body = Data(#"{"project": "\#(text)"}"#.utf8)
    return request
  }

  @Test func plainRequestIsMethodAndURL() {
    var request = EndpointRequest(.get, "/tasks")
    request.addQuery("state", text: "open")
    request.headers["Accept"] = "application/json"
    #expect(request.source == "GET /tasks?state=open")
  }

  @Test func digestsBodyAndHeaders() {
    #expect(search("a").source == "POST /tasks/search #9611796d231f8b964d0e5b0887d1577a")
    #expect(search("a").source != search("b").source)
    var request = EndpointRequest(.get, "/tasks")
    request.headers["X-Workspace"] = "1"
    let first = request.source
    request.headers["X-Workspace"] = "2"
    #expect(first != request.source && !request.source.contains("Workspace"))
  }

  @Test func ignoresPerRequestHeaders() {
    var request = EndpointRequest(.get, "/tasks")
    request.headers["Idempotency-Key"] = UUID().uuidString
    request.headers["X-Request-ID"] = UUID().uuidString
    request.headers["Authorization"] = "Bearer secret"
    #expect(request.source == "GET /tasks")
  }

  @Test func omitsSecrets() {
    var request = EndpointRequest(.get, "/tasks")
    request.secretKeys = ["api_key"]
    request.addQuery("api_key", text: "hunter2")
    request.addQuery("page", text: "1")
    #expect(request.source == "GET /tasks?page=1")
  }
}
