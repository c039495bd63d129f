import Foundation
import Programs
import SyncGenEmit
import Testing

/// The tests in the README and on the page about testing pass, with the app of the README.
@Suite struct TestingPageTests {
  private let readme: [String]
  private let page: [String]

  init() throws {
    (readme, page) = (try Self.snippets("README.md"), try Self.snippets("docs/testing.md"))
  }

  @Test func pass() async throws {
    let toolchain = try SwiftToolchain()
    let text = try Self.text("README.md").components(separatedBy: "```yaml\n")[1]
    let schema = try #require(text.components(separatedBy: "\n```").first)
    try toolchain.write(SchemaFixture.files(schema, path: "Schemas/Notes.yaml"))
    try toolchain.write(try program(), to: "main.swift")
    let build = try await toolchain.build(linking: ["SwiftSyncSimulator"])
    try #require(build.output == "")
    let run = try await toolchain.run(["./main"])
    #expect(run.output == "done\n")
    try toolchain.remove()
  }

  /// The tests as functions, and the snippets that stand alone.
  private func program() throws -> String {
    let tests = [
      try snippet("@Test func anOfflineNoteIsSentLater", in: readme),
      try snippet("@Test func anOfflineNoteReachesTheServer", in: page),
    ]
    .map { $0.replacing("@Test ", with: "").replacing("#expect(", with: "expect(") }
    return """
      import Foundation
      import SwiftSyncRuntime
      import SwiftSyncSimulator

      func expect(_ isMet: Bool, line: Int = #line) {
        if !isMet { print("main.swift:\\(line): not met") }
      }

      \(tests.joined(separator: "\n\n"))

      func standalone() async throws {
        let backend = SimulatedBackend(NotesAPI.self)
      \(try snippet("let tablet = ", in: page))
        try await tablet.store.insert(Note(title: "From the phone"))
        try await tablet.run()
        let session = phone
        try await session.run()
        guard let note = try await session.store.fetch(Note.all).first else { return expect(false) }
      \(try snippet("try backend.edit {", in: page))
        expect(try await session.store.fetch(Note.all).map(\\.title) == ["From the tablet"])
      \(try snippet("backend.fail(.post", in: page))
      \(try snippet("backend.respond(to:", in: page))
      }

      try await anOfflineNoteIsSentLater()
      try await anOfflineNoteReachesTheServer()
      try await standalone()
      print("done")
      """
  }

  private func snippet(_ start: String, in snippets: [String]) throws -> String {
    try #require(snippets.first { $0.contains(start) })
  }

  private static func snippets(_ path: String) throws -> [String] {
    try text(path).components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "\n```").first }
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: SwiftToolchain.package.appendingPathComponent(path), encoding: .utf8)
  }
}
