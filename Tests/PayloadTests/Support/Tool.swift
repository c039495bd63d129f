import Foundation
import Programs
import Testing

/// The built tool, run as a user runs it.
enum Tool {
  /// Runs the tool and waits for it to end.
  ///
  /// - Parameters:
  ///   - wrapper: A command that runs another command, here the tool, given as its last arguments.
  static func run(
    _ arguments: [String], in scratch: Scratch, through wrapper: [String] = []
  ) async throws -> ProgramOutcome {
    try await program(arguments, in: scratch, through: wrapper).run()
  }

  /// Runs the tool, waits for it to end, and measures the time.
  ///
  /// - Parameters:
  ///   - delay: The seconds after which the tool is killed if it is still running.
  ///   - file: A file that the tool creates; the delay begins when it exists.
  static func timedRun(
    _ arguments: [String], in scratch: Scratch, killedAfter delay: TimeInterval? = nil,
    after file: String? = nil
  ) async throws -> (outcome: ProgramOutcome, seconds: TimeInterval) {
    var started: RunningProgram?
    let outcome = try await program(arguments, in: scratch, through: []).run { running in
      started = running
      if let delay { kill(running, after: delay, after: file) }
    }
    return (outcome, try #require(started?.seconds))
  }

  private static func program(
    _ arguments: [String], in scratch: Scratch, through wrapper: [String]
  ) -> Program {
    let tool = Program(built: "swiftsync-gen", arguments, in: scratch.folder)
    guard let first = wrapper.first else { return tool }
    return Program(
      URL(fileURLWithPath: first), wrapper.dropFirst() + [tool.executable.path] + arguments,
      in: scratch.folder)
  }

  private static func kill(
    _ program: RunningProgram, after delay: TimeInterval, after file: String?
  ) {
    let thread = Thread {
      while let file, program.isRunning, !FileManager.default.fileExists(atPath: file) {
        Thread.sleep(forTimeInterval: 0.000_2)
      }
      Thread.sleep(forTimeInterval: delay)
      program.send(SIGKILL)
    }
    thread.start()
  }
}
