import Foundation
import Programs

/// A process that can be killed, with line-based input and output.
///
/// `@unchecked`: the lock protects all mutable state.
final class ChildProcess: @unchecked Sendable {
  /// The timeout for a line, in seconds. Nothing takes nearly as long, even on a busy machine.
  private static let patience = 300.0

  private let program: RunningProgram
  private let input = Pipe()
  private let output = Pipe()
  private let errors: URL
  private let lock = NSLock()
  /// Held during a write or a close, since a new file may reuse the descriptor of a closed pipe.
  private let streamLock = NSLock()
  private var lines: [String] = []
  private var isClosed = false
  private var waiting: CheckedContinuation<String?, Never>?

  /// - Parameter errors: The file for standard error.
  init(_ program: Program, errors: URL) throws {
    self.errors = errors
    // A killed child does not read; writing to it must be an error and must not end the tests.
    signal(SIGPIPE, SIG_IGN)
    self.program = try program.start(
      input: .handle(input.fileHandleForReading), output: .handle(output.fileHandleForWriting),
      errors: .file(errors))
    // Only the child may hold its ends, or the end of the process is not detected.
    try input.fileHandleForReading.close()
    try output.fileHandleForWriting.close()
    let thread = Thread { [self] in read() }
    thread.start()
  }

  /// Kills the process without waiting.
  func kill() {
    program.send(SIGKILL)
  }

  /// Kills the process and waits for its end.
  func end() async {
    kill()
    await program.end()
    close()
  }

  func write(_ line: Data) {
    do {
      try streamLock.withLock {
        try input.fileHandleForWriting.write(contentsOf: line + Data("\n".utf8))
      }
    } catch {
      // The process has ended, and whoever waits for a line gets `nil`.
    }
  }

  /// The next line of the output; `nil` if the process has ended.
  func line() async throws -> String? {
    let watch = Task { [self] in
      try await Task.sleep(for: .seconds(Self.patience))
      giveUp()
    }
    defer { watch.cancel() }
    let line: String? = await withCheckedContinuation { continuation in
      lock.lock()
      if !lines.isEmpty {
        let line = lines.removeFirst()
        lock.unlock()
        continuation.resume(returning: line)
      } else if isClosed {
        lock.unlock()
        continuation.resume(returning: nil)
      } else {
        waiting = continuation
        lock.unlock()
      }
    }
    guard line != "hangs" else {
      throw SimulationFailure("a process says nothing for \(Self.patience) s")
    }
    return line
  }

  /// The content of standard error.
  var complaints: String {
    do {
      return try String(contentsOf: errors, encoding: .utf8)
    } catch {
      return "\(error)"
    }
  }

  // MARK: - Reading

  private func read() {
    let descriptor = output.fileHandleForReading.fileDescriptor
    var rest: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 65536)
    while true {
      var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      // Another child may hold the other end; then only the process itself shows that it has ended.
      if poll(&polled, 1, 50) == 0 {
        if program.isRunning { continue }
        break
      }
      let count = Foundation.read(descriptor, &bytes, bytes.count)
      guard count > 0 else { break }
      rest += bytes[..<count]
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        deliver(String(decoding: rest[..<end], as: UTF8.self))
        rest.removeSubrange(...end)
      }
    }
    close()
    closeStreams()
  }

  private func closeStreams() {
    do {
      try streamLock.withLock {
        try output.fileHandleForReading.close()
        try input.fileHandleForWriting.close()
      }
    } catch {
      // They are already closed.
    }
  }

  private func deliver(_ line: String) {
    let continuation = lock.withLock {
      defer { waiting = nil }
      if waiting == nil { lines.append(line) }
      return waiting
    }
    continuation?.resume(returning: line)
  }

  /// Ends the wait for a line, if there is one.
  private func giveUp() {
    let continuation = lock.withLock {
      defer { waiting = nil }
      return waiting
    }
    continuation?.resume(returning: "hangs")
  }

  private func close() {
    let continuation = lock.withLock {
      isClosed = true
      defer { waiting = nil }
      return waiting
    }
    continuation?.resume(returning: nil)
  }
}
