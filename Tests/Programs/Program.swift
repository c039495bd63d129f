package import Foundation

/// A program for a test to start, with its arguments, working folder and environment.
///
/// Foundation's `Process` does the same, but on Linux it reads past the end of a buffer if the
/// tests have more than about 1,350 open files, which sometimes crashes them.
package struct Program: Sendable {
  package let executable: URL
  package let arguments: [String]
  /// The working folder; `nil` for that of the tests.
  package let folder: URL?
  /// The whole environment: nothing else is inherited.
  package let environment: [String: String]

  package init(
    _ executable: URL, _ arguments: [String], in folder: URL? = nil,
    environment: [String: String] = Self.environment
  ) {
    self.executable = executable
    self.arguments = arguments
    self.folder = folder
    self.environment = environment
  }

  /// A program that is searched for in `PATH`.
  package init(
    named name: String, _ arguments: [String], in folder: URL? = nil,
    environment: [String: String] = Self.environment
  ) {
    self.init(
      URL(fileURLWithPath: "/usr/bin/env"), [name] + arguments, in: folder,
      environment: environment)
  }

  /// The environment of the tests, read once.
  package static let environment = ProcessInfo.processInfo.environment

  /// Starts the program.
  package func start(
    input: ProgramStream = .nothing, output: ProgramStream = .nothing,
    errors: ProgramStream = .nothing
  ) throws(ProgramFailure) -> RunningProgram {
    let spawning = try Spawning(input: input, output: output, errors: errors, folder: folder)
    let texts = environment.map { "\($0.key)=\($0.value)" }
    return RunningProgram(
      try spawning.start(executable.path, [executable.path] + arguments, environment: texts))
  }

  /// Runs the program to its end and collects its output.
  ///
  /// The streams are files, so no pipe can fill up and no descriptor stays open in the tests.
  ///
  /// - Parameters:
  ///   - input: The content of standard input.
  ///   - joinsErrors: Whether standard error is part of the output.
  ///   - accompany: Receives the program as soon as it runs.
  package func run(
    input: String = "", joinsErrors: Bool = false,
    accompany: (RunningProgram) -> Void = { _ in }
  ) async throws -> ProgramOutcome {
    let streams = try StreamFiles(input: input)
    let running = try start(
      input: streams.input, output: .file(streams.output),
      errors: joinsErrors ? .output : .file(streams.errors))
    accompany(running)
    let status = await running.end()
    return ProgramOutcome(
      status, output: try streams.text(of: streams.output),
      errors: joinsErrors ? "" : try streams.text(of: streams.errors))
  }
}
