import Foundation
import Programs
import Testing

/// Standard output and standard error of all kinds.
@Suite struct StreamTests {
  /// `context | head -1`
  @Test func closedReaderIsNotFailure() async throws {
    let workspace = try Workspace.withSchema()
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let context = try workspace.tool(["context"]).start(output: .handle(pipe.fileHandleForWriting))
    #expect(await context.end() == 0)
  }

  @Test func unwritableOutputIsFailure() async throws {
    let workspace = try Workspace.withSchema()
    let readOnly = try FileHandle(forReadingFrom: workspace.url("Schemas/shop.yaml"))
    let context = try workspace.tool(["context"]).start(output: .handle(readOnly))
    #expect(await context.end() == 1)
  }

  @Test(.enabled(if: Terminal.isAvailable)) func usesColorOnlyForTerminal() async throws {
    let coloured = "\u{1B}[1;31merror:\u{1B}[0m"
    #expect(try await onTerminal(["TERM": "xterm"]).contains(coloured))
    for variables in [["TERM": "xterm", "NO_COLOR": "1"], ["TERM": "dumb"]] {
      let text = try await onTerminal(variables)
      #expect(text.contains(" error: ") && !text.contains("\u{1B}"))
    }
    let workspace = try Workspace()
    let outcome = try await workspace.run(
      "validate", "-", input: Samples.broken, environment: ["TERM": "xterm"])
    #expect(!outcome.errors.contains("\u{1B}"))
  }

  /// The output of `validate` for a broken schema, with a terminal as standard error.
  private func onTerminal(_ variables: [String: String]) async throws -> String {
    let workspace = try Workspace()
    try workspace.write("s.yaml", Samples.broken)
    let (screen, terminal) = try Terminal.open()
    let tool = workspace.tool(["validate", "s.yaml"], environment: variables)
    try await tool.start(errors: .handle(terminal)).end()
    return String(decoding: screen.availableData, as: UTF8.self)
  }
}
