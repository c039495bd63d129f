import Foundation
import SwiftSyncRuntime
import SwiftSyncTestSupport
import TestHelpers
import Testing

/// The transport with which apps test their requests.
@Suite struct RecordingTransportTests {
  private let transport = RecordingTransport()

  private func body(_ path: String) async throws -> String {
    let request = HTTP.Request(.get, .server("https://food.example/api\(path)"))
    return String(decoding: try await transport.send(request).body, as: UTF8.self)
  }

  /// A server may respond to one of these paths only.
  @Test func slashAtEndOfPathCounts() async throws {
    transport.respond(to: .get, "/api/recipes/", json: "[]")
    transport.respond(to: .get, "/api/recipes/*/", json: "{}")
    #expect(try await body("/recipes/?page=2") == "[]")
    #expect(try await body("/recipes/a%20b/") == "{}")
    for path in ["/recipes", "/recipes/7", "/recipes/7/steps/"] {
      let error = await #expect(throws: RecordingTransport.UnexpectedRequest.self) {
        try await body(path)
      }
      #expect(
        error?.recoverySuggestion
          == "Add a response: transport.respond(to: .get, \"/api\(path)\", json: \"…\").")
    }
  }
}
