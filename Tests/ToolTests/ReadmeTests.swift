import Foundation
import Programs
import Testing

/// The tool and the scripts behave as the README shows. `PageProgram` has its app.
@Suite struct ReadmeTests {
  private let page: MarkdownPage

  init() throws { page = try MarkdownPage("README.md") }

  /// The first schema is valid without a warning, and its comment lists its endpoints.
  @Test func showsWorkingSchema() async throws {
    let workspace = try Workspace()
    let schema = try #require(page.blocks("yaml").first)
    try workspace.write("Schemas/Notes.yaml", schema)
    let outcome = try await workspace.run("generate", "--strict")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let files = try workspace.files(in: "Generated/Notes")
    #expect(files.contains("Note.swift") && files.contains("NotesSchema.swift"))
    let generated = try files.filter { $0.hasSuffix("Endpoint.swift") }.flatMap { file in
      try workspace.read("Generated/Notes/\(file)").matches(of: #/\n  /// `([A-Z]+ /\S+)`\n/#)
        .map { String($0.1) }
    }
    let comment = try #require(schema.components(separatedBy: "# ").last)
    #expect(Set(generated) == Set(Self.requests(comment)))
    #expect(Set(generated).count == 5)
  }

  /// The requests of a list such as `GET, POST /notes; DELETE /notes/{id}`.
  private static func requests(_ list: String) -> [String] {
    list.split(separator: ";").flatMap { part in
      let words = part.split { $0 == " " || $0 == "," || $0 == "\n" }
      return words.dropLast().map { "\($0) \(words.last ?? "")" }
    }
  }

  @Test func countsLinesOfTheList() throws {
    let pattern = #/\n## A synced list in (\d+) lines of Swift\n/#
    let heading = try #require(page.text.firstMatch(of: pattern))
    let limit = try #require(Int(heading.1))
    let lines = try #require(page.blocks("swift").first).split(separator: "\n").count
    #expect((limit - 9...limit).contains(lines))
  }

  /// The three commands that import a response, run in order.
  @Test func showsWorkingImport() async throws {
    let workspace = try Workspace()
    try workspace.write(
      "issues.json",
      #"""
      [
        { "id": 1, "title": "Buy bread", "assignee": { "id": 7, "name": "Ada" } },
        { "id": 2, "title": "Call Ada", "assignee": null }
      ]
      """#)
    let lines = page.commands.filter { $0.hasPrefix("swiftsync-gen ") }
    #expect(lines.count == 3)
    for line in lines {
      let arguments = line.split(separator: " ").dropFirst().map(String.init)
      #expect(try await workspace.run(arguments).status == 0, "\(line)")
    }
    #expect(workspace.exists("Schemas/app.yaml") && workspace.exists("Generated/App/Issue.swift"))
    #expect(
      try workspace.rows(of: "app.sqlite", "SELECT title FROM issues ORDER BY id") == [
        ["Buy bread"], ["Call Ada"],
      ])
  }

  /// The paths of what `scripts/release` makes.
  @Test func showsPrebuiltTool() throws {
    let script = try MarkdownPage("scripts/release").text
    let output = try #require(script.firstMatch(of: #/\noutput=\$\{output:-(.+)\}\n/#)).1
    let package = try #require(script.firstMatch(of: #/\npackage=\$output/(.+)\n/#)).1
    let bundle = try #require(script.firstMatch(of: #/\nbundle=\$output/(.+)\n/#)).1
    for page in [page, try MarkdownPage("docs/install.md")] {
      #expect(page.text.contains("\"../swiftsync-gen/\(output)/\(package)\""))
      #expect(page.commands.contains { $0.hasPrefix("cp \(output)/\(bundle)/*/swiftsync-gen ") })
    }
  }

  /// `scripts/check-citations` checks the links.
  @Test func showsExistingPictures() {
    let paths = page.text.matches(of: #/ src(?:set)?="([^"]+)"/#).map { String($0.1) }
    #expect(paths.count == 2)
    for path in paths {
      #expect(FileManager.default.fileExists(atPath: Repository.url(path).path), "\(path)")
    }
  }
}
