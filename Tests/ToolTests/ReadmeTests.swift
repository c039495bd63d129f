import Foundation
import Programs
import Testing

/// The tool behaves as the README shows.
@Suite struct ReadmeTests {
  private let text: String

  init() throws {
    text = String(decoding: try Data(contentsOf: Repository.url("README.md")), as: UTF8.self)
  }

  /// The code blocks in a language, in order.
  private func blocks(_ language: String) -> [String] {
    text.components(separatedBy: "```\(language)\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
  }

  /// A workspace with the README's schema and payload, and the output of the schema.
  private func workspace() async throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write("Schemas/notes.yaml", try #require(blocks("yaml").first))
    try workspace.write("notes.json", try #require(blocks("json").first))
    #expect(try await workspace.run("generate").status == 0)
    return workspace
  }

  @Test func showsGeneratedCode() async throws {
    let workspace = try await workspace()
    let swift = try #require(blocks("swift").first)
    let model = try workspace.read("Generated/Notes/Note.swift").components(separatedBy: "\n")
      .filter { !$0.contains("///") }.joined(separator: "\n")
    #expect(model.contains(swift))
    let sql = try #require(blocks("sql").first)
    #expect(try workspace.read("Generated/Notes/schema.sql").contains(sql))
  }

  @Test func showsStoredRows() async throws {
    let workspace = try await workspace()
    let command = ["apply", "notes.json", "--entity", "Note", "--database", "notes.sqlite"]
    #expect(text.contains("`swiftsync-gen \(command.joined(separator: " "))`"))
    let report = try #require(blocks("text").first)
    try await workspace.expect(command, gives: Outcome(0, output: report))
    let rows = """
      SELECT title, mood, is_pinned, edited_at, folder_id FROM notes ORDER BY title
      """
    let stored = try workspace.rows(of: "notes.sqlite", rows)
    #expect(stored.count == 2)
    for row in stored {
      #expect(text.contains("\n| \(row.joined(separator: " | ")) |\n"))
    }
  }

  /// The three lines that import a response, with the README's payload.
  @Test func showsWorkingImport() async throws {
    let workspace = try Workspace()
    try workspace.write("issues.json", try #require(blocks("json").first))
    let block = try #require(blocks("sh").first { $0.hasPrefix("swiftsync-gen import") })
    let lines = block.split(separator: "\n").map {
      $0.split(separator: " ").dropFirst().map(String.init)
    }
    #expect(lines.count == 3)
    for arguments in lines { #expect(try await workspace.run(arguments).status == 0) }
    #expect(
      try workspace.rows(of: "app.sqlite", "SELECT title FROM issues ORDER BY title") == [
        ["Buy bread"], ["Call Ada"],
      ])
  }

  /// The commands in the section about the user's own package, run in order in a new folder.
  @Test func showsWorkingCommands() async throws {
    let workspace = try Workspace()
    let prefix = "swift run swiftsync-gen "
    let lines = blocks("sh").joined().components(separatedBy: "\n").filter { $0.hasPrefix(prefix) }
    #expect(lines.count == 3)
    for line in lines {
      let command = line.dropFirst(prefix.count).components(separatedBy: "#")[0]
      let arguments = command.split(separator: " ").map(String.init)
      #expect(try await workspace.run(arguments).status == 0)
    }
    #expect(
      try workspace.read("Generated/Todos/TodosSchemaV1.swift").contains("public nonisolated enum"))
  }

  /// The target's folder is the output folder that `init` writes into the schema.
  @Test func showsOutputFolder() async throws {
    let workspace = try Workspace()
    try await workspace.run("init", "todos")
    let schema = try workspace.read("Schemas/todos.yaml")
    let manifest = try #require(blocks("swift").first { $0.contains("let package") })
    #expect(schema.contains("output: ../Generated/Todos "))
    #expect(manifest.contains(#"path: "Generated/Todos""#))
  }

  @Test func listsExactlyKnownCommands() async throws {
    let workspace = try Workspace()
    let overview = try #require(blocks("text").last)
    for line in overview.split(separator: "\n") {
      let command = String(line.split(separator: " ")[1])
      #expect(try await workspace.run("help", command).status == 0, "\(command)")
    }
    let help = try await workspace.run("--help").output
    let listed = help.components(separatedBy: "commands:\n").last?.components(separatedBy: "\n\n")[
      0]
    let names = listed?.split(separator: "\n").compactMap { $0.split(separator: " ").first } ?? []
    for name in names where name != "help" {
      #expect(overview.contains("swiftsync-gen \(name) "), "\(name)")
    }
  }

  @Test func linksToExistingFiles() throws {
    let targets = text.components(separatedBy: "](").dropFirst()
      .compactMap { $0.components(separatedBy: ")").first }.filter { !$0.hasPrefix("http") }
    #expect(targets.count >= 4)
    for target in targets {
      let parts = target.components(separatedBy: "#")
      let file = parts[0].isEmpty ? "README.md" : parts[0]
      let url = Repository.url(file)
      #expect(FileManager.default.fileExists(atPath: url.path), "\(target)")
      guard parts.count == 2 else { continue }
      let anchors = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
        .filter { $0.hasPrefix("#") }.map(Self.anchor)
      #expect(anchors.contains(parts[1]), "\(target)")
    }
  }

  /// The name of a heading in links.
  private static func anchor(of heading: Substring) -> String {
    let words = heading.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces).lowercased()
    return String(words.compactMap { $0 == " " ? "-" : $0.isLetter || $0 == "-" ? $0 : nil })
  }
}
