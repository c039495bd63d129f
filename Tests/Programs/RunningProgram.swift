package import Foundation

/// A program that has been started.
///
/// `@unchecked`: the lock protects all mutable state.
package final class RunningProgram: @unchecked Sendable {
  private let processID: pid_t
  private let lock = NSLock()
  private let start = Date()
  private var status: Int32?
  private var duration: TimeInterval?
  private var waiting: [CheckedContinuation<Int32, Never>] = []

  init(_ processID: pid_t) {
    self.processID = processID
    let thread = Thread { [self] in watch() }
    thread.start()
  }

  package var isRunning: Bool { lock.withLock { status == nil } }

  /// How long the program ran, in seconds, however late the waiting task continues; `nil` while it
  /// runs.
  package var seconds: TimeInterval? { lock.withLock { duration } }

  /// Sends the program a signal, unless it has ended.
  package func send(_ signal: Int32) {
    // Under the lock, the process ID belongs to this program, even if it has just ended.
    lock.withLock { if status == nil { kill(processID, signal) } }
  }

  /// Waits for the program to end.
  ///
  /// - Returns: The status, see `ProgramOutcome`.
  @discardableResult
  package func end() async -> Int32 {
    await withCheckedContinuation { continuation in
      let status = lock.withLock {
        if self.status == nil { waiting.append(continuation) }
        return self.status
      }
      if let status { continuation.resume(returning: status) }
    }
  }

  private func watch() {
    var info = siginfo_t()
    // The process stays in the process table until it is removed below, where nothing sends
    // signals.
    while waitid(P_PID, id_t(processID), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    let (status, continuations) = lock.withLock {
      var state: Int32 = 0
      while waitpid(processID, &state, 0) < 0, errno == EINTR {}
      let ended = Self.status(of: state)
      self.status = ended
      duration = Date().timeIntervalSince(start)
      defer { waiting = [] }
      return (ended, waiting)
    }
    for continuation in continuations { continuation.resume(returning: status) }
  }

  /// The result of macros in C, which Swift does not import.
  private static func status(of state: Int32) -> Int32 {
    let signal = state & 0x7F
    return signal == 0 ? state >> 8 & 0xFF : -signal
  }
}
