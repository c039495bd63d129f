import Foundation
import Programs
import Testing

/// A program with the generated endpoints of a schema without entities.
@Suite struct RESTClientTests {
  @Test func callsEndpointsWithoutStore() async throws {
    let forecast = """
      [{"day":"2026-11-24","issued_at":"2026-11-23T18:00:00Z","sky":"fog","low":"-1.5","high":4,
        "place":{"latitude":50.9,"longitude":6.9}}]
      """
    let problem = ScriptedServer.Response.text(
      #"{"title":"no such place","status":400}"#, "400 Bad Request",
      ["Content-Type: application/problem+json"])
    let server = try ScriptedServer([
      .json(forecast), .json(#"{"id":"r1"}"#), .json("", status: "404 Not Found"), .bytes(problem),
    ])
    let outcome = try await Program(built: "weather-client", [server.origin]).run(joinsErrors: true)
    #expect(
      outcome.output == """
        2026-11-24 unknown("fog") -1.5 4 50.9
        r1
        true
        the status is 400, expected 200 to 299: {"title":"no such place","status":400}

        """)
    let requests = server.requests
    try #require(requests.count == 4)
    #expect(requests[0].hasPrefix("GET /forecast/K%C3%B6ln?days=2 HTTP/1.1\r\n"))
    #expect(requests[0].lowercased().contains("\r\nx-api-key: key\r\n"))
    #expect(
      requests[1].hasSuffix(
        "\r\n\r\n" + #"{"city":"Köln","seen_at":"2023-11-14T22:13:20Z","sky":"rain"}"#))
  }

  #if !canImport(os)
    /// Without a system log, requests are logged to standard error, without the values of queries.
    @Test func logsToStandardError() async throws {
      let server = try ScriptedServer([
        .json("[]"), .json(#"{"id":"r1"}"#), .json("", status: "404 Not Found"), .json("[]"),
      ])
      let outcome = try await Program(built: "weather-client", [server.origin, "log"])
        .run(joinsErrors: true)
      let lines = outcome.output.split(separator: "\n").filter { $0.hasPrefix("SwiftSync: ") }
      try #require(lines.count == 4, "\(outcome.output)")
      #expect(lines[0].hasPrefix("SwiftSync: GET \(server.origin)/forecast/K%C3%B6ln?days=… 200, "))
      #expect(lines[2].hasPrefix("SwiftSync: GET \(server.origin)/forecast/Atlantis 404, "))
      #expect(!outcome.output.contains("key"))
    }
  #endif

  /// The program contains neither the store nor its dependencies.
  @Test func doesNotLinkSQLite() async throws {
    let path = Program.products.appendingPathComponent("weather-client").path
    #if os(Linux)
      let libraries = try await Program(named: "ldd", [path]).run()
    #else
      let libraries = try await Program(named: "otool", ["-L", path]).run()
    #endif
    #expect(
      libraries.status == 0 && libraries.output.contains("libc")
        || libraries.output.contains("libSystem"))
    #expect(!libraries.output.lowercased().contains("sqlite"))
    // The names of symbols contain the name of their module.
    let client = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(client.range(of: Data("$s13SwiftSyncREST".utf8)) != nil)
    #expect(client.range(of: Data("$s16SwiftSyncSession".utf8)) == nil)
  }
}
