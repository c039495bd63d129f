import Foundation
import Programs
import Testing

/// The tool behaves as docs/install.md shows for output that is committed.
@Suite struct InstallPageTests {
  private let page: MarkdownPage

  init() throws { page = try MarkdownPage("docs/install.md") }

  /// The commands of the tool, run in order in a new folder.
  @Test func showsWorkingCommands() async throws {
    let workspace = try Workspace()
    let prefix = "swift run swiftsync-gen "
    let lines = page.commands.filter { $0.hasPrefix(prefix) }
    #expect(lines.count == 3)
    for line in lines {
      let arguments = line.dropFirst(prefix.count).split(separator: " ").map(String.init)
      #expect(try await workspace.run(arguments).status == 0)
    }
    #expect(
      try workspace.read("Generated/Todos/TodosSchema.swift").contains("public nonisolated enum"))
  }

  /// The target's folder is the output folder of the schema that `init` writes, and the target
  /// excludes what it has apart from Swift.
  @Test func showsOutputFolder() async throws {
    let workspace = try Workspace()
    try await workspace.run("init", "todos")
    try await workspace.run("generate")
    let manifest = try #require(page.blocks("swift").first { $0.contains("let package") })
    #expect(manifest.contains(#"path: "Generated/Todos""#))
    let others = try workspace.files(in: "Generated/Todos").filter { !$0.hasSuffix(".swift") }
    #expect(!others.isEmpty)
    #expect(manifest.contains("exclude: \(others)"))
  }
}
