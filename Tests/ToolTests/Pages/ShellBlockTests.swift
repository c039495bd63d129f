import Foundation
import Programs
import TestHelpers
import Testing

@testable import SyncGenCommandLine
@testable import swiftsync_gen

/// Each command in the README and the guides exists: those of the tool with their options, scripts,
/// plugins, and those of Git. Whatever depends on files is tested by the suites of the pages.
@Suite struct ShellBlockTests {
  /// Programs that cannot run here, or that everybody knows.
  private static let programs: Set<String> = [
    "brew", "cd", "cp", "curl", "defaults", "done", "exit", "for", "ln", "mkdir", "sqlite3",
    "xcodebuild",
  ]

  @Test func commandsExist() async throws {
    let scripts = try PageBlock.ofGuides(in: ["sh", "yaml"]).map { ($0, Self.script($0)) }
    #expect(scripts.contains { $0.0.isWorkflow && !$0.1.isEmpty })
    for (block, script) in scripts {
      let parsing = try await Program(named: "bash", ["-n", "-c", script]).run(joinsErrors: true)
      #expect(parsing == Outcome(0), "\(block): \(parsing.output)")
      for command in ShellScript(script).commands {
        let problem = try await Self.problem(with: command)
        #expect(problem == nil, "\(block): \(command.joined(separator: " "))")
      }
    }
  }

  /// The script of a block for a shell; that of a workflow is in the lines that run commands.
  private static func script(_ block: PageBlock) -> String {
    if !block.isWorkflow { return block.language == "sh" ? block.text : "" }
    return block.text.matches(of: #/- run: (.+)\n/#).map { "\($0.1)\n" }.joined()
  }

  private static func problem(with command: [String]) async throws -> String? {
    let arguments = Array(command.dropFirst())
    switch command[0] {
    case "swiftsync-gen": return usageProblem(with: arguments)
    case "swift": return try packageProblem(with: arguments)
    case "git": return try await gitProblem(with: arguments)
    case let path where path.hasPrefix("scripts/"):
      let isScript = FileManager.default.isExecutableFile(atPath: Repository.url(path).path)
      return isScript ? nil : "there is no script '\(path)'"
    case let name: return programs.contains(name) ? nil : "nothing is known of '\(name)'"
    }
  }

  /// What is wrong with the arguments of the tool.
  private static func usageProblem(with arguments: [String]) -> String? {
    do throws(UsageError) {
      _ = try Call(arguments[...], among: .all)
      return nil
    } catch {
      return error.message
    }
  }

  /// What is wrong with a command of SwiftPM: its plugins have the options of `generate`.
  private static func packageProblem(with arguments: [String]) throws -> String? {
    let words = arguments.dropFirst().drop { $0.hasPrefix("--allow-") }
    switch arguments.first {
    case "build", "test": return words.isEmpty ? nil : "unknown options"
    case "run" where words.first == "swiftsync-gen":
      return usageProblem(with: Array(words.dropFirst()))
    case "package":
      let manifests = try ["Package.swift", "Prebuilt/Package.swift"].map { path in
        try PageBlock.text(of: path)
      }
      let verb = "verb: \"\(words.first ?? "")\""
      guard manifests.contains(where: { $0.contains(verb) }) else { return "there is no \(verb)" }
      return usageProblem(with: ["generate"] + words.dropFirst())
    default: return "an unknown command of SwiftPM"
    }
  }

  /// `git COMMAND -h` prints the usage of a command with status 129.
  private static func gitProblem(with arguments: [String]) async throws -> String? {
    guard GitRepository.isAvailable else { return nil }
    let usage = Program(named: "git", [arguments.first ?? "", "-h"])
    let status = try await usage.run(joinsErrors: true).status
    return status == 129 ? nil : "an unknown command of Git"
  }

  @Test func findsMistakes() async throws {
    let script = """
      swiftsync-gen validate --strikt  # a comment; with 'quotes'
      for name in $(git branchs --list 'a (b)'); do
        swiftsync-gen plan --against "$name" > plan.md || frobnicate
      done
      swift package generate-modles --check
      swift run swiftsync-gen frieze
      scripts/missing
      """
    var problems: [String] = []
    for command in ShellScript(script).commands {
      if let problem = try await Self.problem(with: command) { problems.append(problem) }
    }
    #expect(
      problems == [
        "unknown option '--strikt'; did you mean '--strict'?", "an unknown command of Git",
        "nothing is known of 'frobnicate'", "there is no verb: \"generate-modles\"",
        "unknown command 'frieze'; did you mean 'freeze'?", "there is no script 'scripts/missing'",
      ])
  }
}
