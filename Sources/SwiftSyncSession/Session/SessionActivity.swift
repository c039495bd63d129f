import SwiftSyncThreads

/// The task of a started session.
///
/// `@unchecked`: the lock protects all mutable state.
final class SessionActivity: @unchecked Sendable {
  private struct Running {
    let number: Int
    let task: Task<Void, Never>
    let control: RunControl
  }

  private let lock = ThreadLock()
  private var running: Running?
  private var lastNumber = 0
  private var viewCount = 0

  /// Starts the work unless it is running.
  func start(_ control: RunControl, _ work: @escaping @Sendable () async -> Void) {
    lock.withLock {
      guard running == nil else { return }
      lastNumber += 1
      let number = lastNumber
      let task = Task {
        await work()
        end(number)
      }
      running = Running(number: number, task: task, control: control)
    }
  }

  /// Stops the work, and waits until it has ended.
  func stop() async {
    let last = lock.withLock { () -> Running? in
      defer { running = nil }
      return running
    }
    guard let last else { return }
    last.control.stop()
    last.task.cancel()
    await last.task.value
  }

  private func end(_ number: Int) {
    lock.withLock {
      if running?.number == number { running = nil }
    }
  }

  /// Counts a view that shows the session.
  func addView() { lock.withLock { viewCount += 1 } }

  /// Returns whether no view shows the session any more.
  func removeView() -> Bool {
    lock.withLock {
      viewCount -= 1
      return viewCount == 0
    }
  }
}
