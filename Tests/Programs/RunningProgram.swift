package import Foundation

/// A program that was started.
///
/// `@unchecked`: what is mutable is touched under the lock only.
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

  /// Seconds that it ran, however late the task that waits for it goes on; `nil` while it runs.
  package var seconds: TimeInterval? { lock.withLock { duration } }

  /// Sends it a signal, unless it has ended.
  package func send(_ signal: Int32) {
    // Under the lock its number is its own, also if it has just ended.
    lock.withLock { if status == nil { kill(processID, signal) } }
  }

  /// Waits for its end.
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
    // It stays in the system's table until it is taken out below, where nobody sends a signal.
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

  /// What C's macros make of it, which Swift does not see.
  private static func status(of state: Int32) -> Int32 {
    let signal = state & 0x7F
    return signal == 0 ? state >> 8 & 0xFF : -signal
  }
}
