package import Foundation

/// A program that a test starts: what it is, what it is given, and where it works.
///
/// Foundation's `Process` does the same, but on Linux it reads beyond the end of a buffer once the
/// tests have more than some 1,350 files open, and ends them now and then.
package struct Program: Sendable {
  package let executable: URL
  package let arguments: [String]
  /// The working folder; `nil` if it is that of the tests.
  package let folder: URL?
  /// All of it: nothing else is inherited.
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

  /// A program that is looked for where the shell does.
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

  /// Starts it.
  package func start(
    input: ProgramStream = .nothing, output: ProgramStream = .nothing,
    errors: ProgramStream = .nothing
  ) throws(ProgramFailure) -> RunningProgram {
    let spawning = try Spawning(input: input, output: output, errors: errors, folder: folder)
    let texts = environment.map { "\($0.key)=\($0.value)" }
    return RunningProgram(
      try spawning.start(executable.path, [executable.path] + arguments, environment: texts))
  }

  /// Runs it to its end and collects what it writes.
  ///
  /// Its streams are files, so that no pipe can fill up and nothing of it stays open in the tests.
  ///
  /// - Parameters:
  ///   - input: What standard input holds.
  ///   - joinsErrors: Whether the errors are a part of the output.
  ///   - accompany: Gets the program as soon as it runs.
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
