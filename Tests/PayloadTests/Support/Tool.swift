import Foundation

/// The built tool, run as users run it.
enum Tool {
  struct Outcome: Sendable {
    let status: Int32
    let output: String
    let errors: String
  }

  private static let executable: URL = {
    #if os(macOS)
      for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
        return bundle.bundleURL.deletingLastPathComponent().appendingPathComponent("swiftsync-gen")
      }
    #endif
    return Bundle.main.bundleURL.appendingPathComponent("swiftsync-gen")
  }()

  /// Runs the tool and waits for its end. Its streams are files, so that no pipe can fill up.
  ///
  /// - Parameters:
  ///   - wrapper: A command that runs the tool, which follows as its last arguments.
  ///   - delay: Seconds after which the tool is killed if it still runs.
  ///   - file: A file that the tool makes; the seconds begin when it is there.
  static func run(
    _ arguments: [String], in scratch: Scratch, through wrapper: [String] = [],
    killedAfter delay: TimeInterval? = nil, behind file: String? = nil
  ) async throws -> Outcome {
    for name in ["out", "err"] { try scratch.write(name, "") }
    let process = Process()
    let command = wrapper + [executable.path] + arguments
    process.executableURL = URL(fileURLWithPath: command[0])
    process.arguments = Array(command.dropFirst())
    process.currentDirectoryURL = scratch.folder
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(
      forWritingTo: scratch.folder.appendingPathComponent("out"))
    process.standardError = try FileHandle(
      forWritingTo: scratch.folder.appendingPathComponent("err"))
    let status: Int32 = try await withCheckedThrowingContinuation { continuation in
      process.terminationHandler = { process in
        // A signal is no exit status; negative numbers keep the two apart.
        let isExit = process.terminationReason == .exit
        continuation.resume(
          returning: isExit ? process.terminationStatus : -process.terminationStatus)
      }
      do {
        try process.run()
        if let delay { kill(process, after: delay, behind: file) }
      } catch {
        continuation.resume(throwing: error)
      }
    }
    return Outcome(status: status, output: try scratch.read("out"), errors: try scratch.read("err"))
  }

  private static func kill(_ process: Process, after delay: TimeInterval, behind file: String?) {
    let identifier = process.processIdentifier
    let thread = Thread {
      while let file, process.isRunning, !FileManager.default.fileExists(atPath: file) {
        Thread.sleep(forTimeInterval: 0.000_2)
      }
      Thread.sleep(forTimeInterval: delay)
      if process.isRunning { Foundation.kill(identifier, SIGKILL) }
    }
    thread.start()
  }
}
