import Foundation
import Programs
import Testing

/// The result of a run of the tool.
typealias Outcome = ProgramOutcome

extension Workspace {
  /// Runs the tool and waits for its end.
  ///
  /// - Parameters:
  ///   - subfolder: The working folder, relative to the workspace.
  ///   - input: The contents of standard input.
  @discardableResult
  func run(
    _ arguments: String..., in subfolder: String = "", input: String = "",
    environment: [String: String] = [:]
  ) async throws -> Outcome {
    try await run(arguments, in: subfolder, input: input, environment: environment)
  }

  /// Runs the tool and reports how the outcome differs from the expected one.
  func expect(
    _ arguments: String..., in subfolder: String = "", input: String = "", gives expected: Outcome,
    at location: SourceLocation = #_sourceLocation
  ) async throws {
    try await expect(arguments, in: subfolder, input: input, gives: expected, at: location)
  }

  func expect(
    _ arguments: [String], in subfolder: String = "", input: String = "", gives expected: Outcome,
    at location: SourceLocation = #_sourceLocation
  ) async throws {
    let outcome = try await run(arguments, in: subfolder, input: input)
    #expect(outcome.status == expected.status, sourceLocation: location)
    #expect(outcome.output == expected.output, sourceLocation: location)
    #expect(outcome.errors == expected.errors, sourceLocation: location)
  }

  @discardableResult
  func run(
    _ arguments: [String], in subfolder: String = "", input: String = "",
    environment: [String: String] = [:]
  ) async throws -> Outcome {
    let tool = tool(arguments, in: subfolder, environment: environment)
    return try await Slots.shared.run { try await tool.run(input: input) }
  }

  /// Runs the tool as an unprivileged user, to whom permissions apply.
  ///
  /// - Parameter temporary: A folder for temporary files that this user can write to.
  func runAsAnybody(_ arguments: [String], temporary: URL? = nil) async throws -> Outcome {
    let tool = Program.products.appendingPathComponent("swiftsync-gen").path
    let user = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    let words = (geteuid() == 0 ? user : []) + [tool] + arguments
    let environment = temporary.map { ["TMPDIR": $0.path] } ?? [:]
    return try await Program(
      named: words[0], Array(words.dropFirst()), in: folder,
      environment: Program.environment.merging(environment) { _, new in new }
    ).run()
  }

  /// The tool, ready to be started in the workspace.
  func tool(
    _ arguments: [String], in subfolder: String = "", environment: [String: String] = [:]
  ) -> Program {
    Program(
      built: arguments.first == "generate" ? generator : "swiftsync-gen", arguments,
      in: subfolder.isEmpty ? folder : url(subfolder),
      environment: Program.environment.merging(["NO_COLOR": ""]) { _, new in new }
        .merging(environment) { _, new in new })
  }
}
