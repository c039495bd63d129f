import Foundation
import Programs
import Testing

/// The response and the tables of docs/design-your-backend.md are valid.
@Suite struct DesignPageTests {
  private let page: MarkdownPage

  init() throws { page = try MarkdownPage("docs/design-your-backend.md") }

  @Test func showsAcceptedResponse() async throws {
    let workspace = try Workspace()
    try workspace.write("Schemas/App.yaml", try #require(page.blocks("yaml").first))
    try workspace.write("response.json", try #require(page.blocks("json").first))
    let command = ["check-payload", "response.json", "--entity", "Note"]
    #expect(page.text.contains("`swiftsync-gen \(command.joined(separator: " "))`"))
    try await workspace.expect(command, gives: Outcome(0, output: "2 rows, 0 rejected\n"))
  }

  /// The second column of the last table. The schema has each of these lines.
  @Test func showsValidLines() async throws {
    let table = try #require(page.text.components(separatedBy: "\n| Your backend |").last)
    let lines = table.components(separatedBy: "\n\n")[0].split(separator: "\n").dropFirst(2)
      .compactMap { $0.split(separator: "|").last }
      .flatMap { cell in cell.matches(of: #/`([^`]+: [^`]+)`/#).map { String($0.1) } }
    #expect(lines.count == 12)
    for line in lines { #expect(Self.lines.contains(line), "\(line)") }
    let workspace = try Workspace()
    try workspace.write("Schemas/App.yaml", Self.lines)
    let outcome = try await workspace.run("validate")
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  private static let lines = """
    swiftsync: 1
    entities:
      Note: { attributes: { id: uuid = new } }
      Project: { attributes: { id: uuid = new } }
      Task: { attributes: { id: uuid = new }, relations: { project: Project } }
      Artist: { attributes: { id: int = temporary } }
      Genre:
        attributes: { id: int, isDeleted: { type: bool = false, remote: deleted } }
        sync: { tombstone: { flag: isDeleted } }
      Album:
        attributes: { id: int = temporary, updatedAt: "date?" }
        relations:
          artist: { to: Artist, remote: artist }
          genres: { to: [Genre], remote: genres }
        sync: { clock: updatedAt }
    api:
      resources:
        Note: /notes
        Task: { path: "/projects/{project}/tasks", item: "/tasks/{id}" }
        Artist:
          path: /artists
          update: put
          root: results
          page: { number: page, end: { not-found: true } }
        Genre: { path: /genres, only: [list], root: results, page: { next: next } }
        Album: { path: /albums, since: updated_at__gte, page: { link: next } }
      endpoints:
        ping: { post: /ping, returns: { ok: bool }, fails: { unless: ok, code: error } }

    """
}
