import SyncGenEmit
import Testing

/// `base` as a URL.
@Suite struct BaseURLTests {
  private static func text(_ name: String, base: String) throws -> String {
    let schema = """
      swiftsync: 1
      name: Notes
      version: 1
      generate: { sets: [swift, openapi, html] }
      entities: { Note: { attributes: { id: int } } }
      api:
        base: \(base)
        version: 2
        endpoints: { notes: { get: /notes, returns: [Note], missing-rows: keep } }
      """
    let file = try #require(
      try SchemaFixture.files(schema).first { $0.path == name || $0.path.hasSuffix("/" + name) })
    return String(decoding: file.bytes, as: UTF8.self)
  }

  /// The client begins with the URL, so requests do not repeat its path.
  @Test(arguments: ["https://notes.example/api", "http://localhost:8000"])
  func clientHasDefault(_ url: String) throws {
    let client = try Self.text("NotesAPI.swift", base: url)
    #expect(client.contains("baseURL: URL? = nil,"))
    #expect(client.contains("or: \"\(url)\""))
    #expect(client.contains("The start of every URL, by default `\(url)`."))
    let endpoint = try Self.text("NotesAPI+NotesEndpoint.swift", base: url)
    #expect(endpoint.contains(#"EndpointRequest(.get, "/v2/notes")"#))
    let document = try Self.text("openapi.yaml", base: url)
    #expect(document.contains("\nservers:\n  - url: \"\(url)\"\npaths:\n"))
    #expect(document.contains("\n  \"/v2/notes\":\n"))
    let page = try Self.text("Notes.html", base: url)
    #expect(page.contains("Every URL begins with <code>\(url)</code>"))
  }

  @Test func pathIsNoDefault() throws {
    let client = try Self.text("NotesAPI.swift", base: "/api")
    #expect(client.contains("baseURL: URL,"))
    #expect(!client.contains("by default"))
    let endpoint = try Self.text("NotesAPI+NotesEndpoint.swift", base: "/api")
    #expect(endpoint.contains(#"EndpointRequest(.get, "/api/v2/notes")"#))
    #expect(!(try Self.text("openapi.yaml", base: "/api")).contains("servers:"))
  }
}
