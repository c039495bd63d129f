import Foundation
import Programs
import Testing

@Suite struct HelpTests {
  static let commands = [
    "init", "import", "validate", "format", "generate", "freeze", "plan", "verify", "squash",
    "git-setup", "baseline",
    "apply",
    "export",
    "check-payload", "templates", "context", "render", "docs", "explain", "completions", "help",
  ]

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
  func allHelpFormsPrintSameText(_ command: String) async throws {
    let workspace = try Workspace()
    let outcome = try await workspace.run("help", command)
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    #expect(outcome.output.hasPrefix("usage: swiftsync-gen \(command)"))
    for arguments in [[command, "--help"], [command, "-h"], ["--help", command]] {
      try await workspace.expect(arguments, gives: outcome)
    }
  }

  /// A request for help does not report other errors.
  @Test func helpNeedsNoOtherArguments() async throws {
    #expect(try await Workspace().run("apply", "--help", "--strict").status == 0)
  }

  @Test func limitsLineWidth() async throws {
    for command in Self.commands {
      let lines = try await Workspace().run("help", command).output.split(separator: "\n")
      #expect(lines.allSatisfy { $0.count <= 88 }, "\(command)")
    }
  }

  @Test func printsTheVersion() async throws {
    let expected = Outcome(0, output: "swiftsync-gen 0.1.0\n")
    #expect(try await Workspace().run("--version") == expected)
    #expect(try await Workspace().run("-q", "--version") == expected)
    #expect(try await Workspace().run("-V") == expected)
  }

  /// `docs/reference/command-line.md` shows the help text of each command; `RECORD_GOLDENS=1` writes it.
  @Test func referenceMatchesHelp() async throws {
    let page = Repository.url("docs/reference/command-line.md")
    var reference = try String(contentsOf: page, encoding: .utf8)
    for command in Self.commands {
      let help = try await Workspace().run("help", command).output
      let shown = try #require(Self.block(of: command, in: reference), "no section '\(command)'")
      #expect(reference[shown] == help)
      reference.replaceSubrange(shown, with: help)
    }
    let blocks = reference.components(separatedBy: "```\nusage: swiftsync-gen ").count - 1
    #expect(blocks == Self.commands.count)
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1" {
      try Data(reference.utf8).write(to: page)
    }
  }

  /// The range of the first code block in a command's section.
  private static func block(of command: String, in reference: String) -> Range<String.Index>? {
    guard let title = reference.range(of: "\n## \(command)\n"),
      let start = reference.range(of: "```\n", range: title.upperBound..<reference.endIndex),
      let end = reference.range(of: "```\n", range: start.upperBound..<reference.endIndex)
    else { return nil }
    return start.upperBound..<end.lowerBound
  }
}
