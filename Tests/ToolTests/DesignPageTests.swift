import Testing

/// The schemas and the response of docs/design-your-backend.md are valid.
@Suite struct DesignPageTests {
  private let page: MarkdownPage

  init() throws { page = try MarkdownPage("docs/design-your-backend.md") }

  @Test(arguments: [0, 1])
  func showsValidSchemas(index: Int) async throws {
    let blocks = page.blocks("yaml")
    #expect(blocks.count == 2)
    let workspace = try Workspace()
    try workspace.write("Schemas/App.yaml", Self.whole(blocks[index]))
    let outcome = try await workspace.run("validate", "--strict")
    #expect(outcome.errors == "" && outcome.status == 0)
  }

  @Test func showsAcceptedResponse() async throws {
    let workspace = try Workspace()
    try workspace.write("Schemas/App.yaml", try #require(page.blocks("yaml").first))
    try workspace.write("response.json", try #require(page.blocks("json").first))
    let command = ["check-payload", "response.json", "--entity", "Note"]
    #expect(page.text.contains("`swiftsync-gen \(command.joined(separator: " "))`"))
    try await workspace.expect(command, gives: Outcome(0, output: "2 rows, 0 rejected\n"))
  }

  /// The lines of the table, each in a schema that has what it needs.
  @Test func showsValidLines() async throws {
    for line in ["resources: { Note: /notes }", "update: put", "path: /albums/", "root: results"] {
      #expect(page.text.contains("`\(line)`"))
    }
    let workspace = try Workspace()
    try workspace.write(
      "Schemas/App.yaml",
      """
      swiftsync: 1
      entities:
        Artist: { attributes: { id: int = temporary, name: string } }
        Genre: { attributes: { id: int }, relations: { albums: [Album] } }
        Album:
          attributes: { id: int = temporary, isDeleted: { type: bool = false, remote: deleted } }
          relations:
            artist: { to: Artist, remote: artist }
            genres: { to: [Genre], remote: genres }
          sync: { tombstone: { flag: isDeleted } }
      api:
        resources:
          Artist:
            path: /artists/
            update: put
            root: results
            page: { number: page, end: { not-found: true } }
          Genre: { path: /genres, only: [list], root: results, page: { next: next } }
          Album: { path: "/artists/{artist}/albums", item: "/albums/{id}", page: { link: next } }

      """)
    let outcome = try await workspace.run("validate", "--strict")
    #expect(outcome.errors == "" && outcome.status == 0)
  }

  private static func whole(_ schema: String) -> String {
    schema.hasPrefix("swiftsync:") ? schema : "swiftsync: 1\n" + schema
  }
}
