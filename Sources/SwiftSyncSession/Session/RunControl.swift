import SwiftSyncThreads

/// Ends a run of a session without interrupting a request: no further step begins, and no delay
/// before another attempt goes on.
///
/// `@unchecked`: the lock protects all mutable state.
final class RunControl: @unchecked Sendable {
  private let sleep: @Sendable (Duration) async throws -> Void
  private let lock = ThreadLock()
  private var hasStopped = false
  private var delays: [Int: Task<Void, any Error>] = [:]
  private var lastDelay = 0

  /// - Parameter sleep: Waits before a step is tried again.
  init(_ sleep: @escaping @Sendable (Duration) async throws -> Void) {
    self.sleep = sleep
  }

  var isStopped: Bool { lock.withLock { hasStopped } }

  func stop() {
    let delays = lock.withLock { () -> [Task<Void, any Error>] in
      hasStopped = true
      return Array(self.delays.values)
    }
    for delay in delays { delay.cancel() }
  }

  /// Waits before a step is tried again.
  ///
  /// - Throws: `CancellationError` if the run is stopped, or the task is cancelled.
  func wait(_ time: Duration) async throws {
    let (id, delay) = lock.withLock { () -> (Int, Task<Void, any Error>?) in
      guard !hasStopped else { return (0, nil) }
      lastDelay += 1
      let delay = Task { [sleep] in try await sleep(time) }
      delays[lastDelay] = delay
      return (lastDelay, delay)
    }
    guard let delay else { throw CancellationError() }
    defer { lock.withLock { delays[id] = nil } }
    try await withTaskCancellationHandler {
      try await delay.value
    } onCancel: {
      delay.cancel()
    }
  }
}
