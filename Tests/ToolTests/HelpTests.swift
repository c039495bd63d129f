import Foundation
import Testing

@Suite struct HelpTests {
  static let commands = ["init", "validate", "generate", "apply", "context", "render", "help"]

  @Test func listsEveryCommand() async throws {
    let outcome = try await Workspace().run("--help")
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    let names = outcome.output.components(separatedBy: "commands:\n").last?
      .split(separator: "\n").prefix { $0.hasPrefix("  ") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }
    #expect(names == Self.commands)
    #expect(try await Workspace().run("help") == outcome)
    #expect(try await Workspace().run("-h") == outcome)
  }

  @Test(arguments: commands)
  func isTheSameHoweverItIsAskedFor(_ command: String) async throws {
    let workspace = try Workspace()
    let outcome = try await workspace.run("help", command)
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(outcome.output.hasPrefix("usage: swiftsync-gen \(command)"))
    for arguments in [[command, "--help"], [command, "-h"], ["--help", command]] {
      try await workspace.expect(arguments, gives: outcome)
    }
  }

  /// Who asks for help is not told what else is wrong.
  @Test func needsNoOtherArguments() async throws {
    #expect(try await Workspace().run("apply", "--help", "--strict").status == 0)
  }

  @Test func linesAreNarrowEnoughToRead() async throws {
    for command in Self.commands {
      let lines = try await Workspace().run("help", command).output.split(separator: "\n")
      #expect(lines.allSatisfy { $0.count <= 88 }, "\(command)")
    }
  }

  @Test func printsTheVersion() async throws {
    let expected = Outcome(0, output: "swiftsync-gen 0.1.0\n")
    #expect(try await Workspace().run("--version") == expected)
    #expect(try await Workspace().run("-q", "--version") == expected)
  }

  /// `docs/command-line.md` shows the help text of each command.
  @Test func referenceIsWhatTheToolSays() async throws {
    let reference = try String(
      contentsOf: Repository.url("docs/command-line.md"), encoding: .utf8)
    for command in Self.commands {
      let help = try await Workspace().run("help", command).output
      #expect(reference.contains("\n## \(command)\n"), "no section on '\(command)'")
      #expect(reference.contains("```\n\(help)```\n"), "not the help of '\(command)':\n\(help)")
    }
    let blocks = reference.components(separatedBy: "```\nusage: swiftsync-gen ").count - 1
    #expect(blocks == Self.commands.count)
  }
}
