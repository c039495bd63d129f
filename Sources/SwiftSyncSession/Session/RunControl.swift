import SwiftSyncThreads

/// Ends a run of a session without interrupting a request: no further step begins, and no delay
/// before another attempt goes on. It also ends such a delay without ending the run.
///
/// `@unchecked`: the lock protects all mutable state.
final class RunControl: @unchecked Sendable {
  private let sleep: @Sendable (Duration) async throws -> Void
  private let lock = ThreadLock()
  private var hasStopped = false
  /// How often delays were ended early.
  private var hurries = 0
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

  /// Ends the current delays, and those after attempts that are being made, so that the steps are
  /// tried again at once.
  func hurry() {
    let delays = lock.withLock { () -> [Task<Void, any Error>] in
      hurries += 1
      return Array(self.delays.values)
    }
    for delay in delays { delay.cancel() }
  }

  /// A mark before an attempt, for `wait(_:after:)`.
  var mark: Int { lock.withLock { hurries } }

  /// Waits before a step is tried again.
  ///
  /// - Parameter mark: The mark before the attempt that failed; `nil` for now.
  /// - Throws: `CancellationError` if the run is stopped, or the task is cancelled.
  func wait(_ time: Duration, after mark: Int? = nil) async throws {
    let mark = mark ?? self.mark
    let (id, delay) = lock.withLock { () -> (Int, Task<Void, any Error>?) in
      guard !hasStopped, hurries == mark else { return (0, nil) }
      lastDelay += 1
      let delay = Task { [sleep] in try await sleep(time) }
      delays[lastDelay] = delay
      return (lastDelay, delay)
    }
    guard let delay else {
      if isStopped { throw CancellationError() }
      return
    }
    defer { lock.withLock { delays[id] = nil } }
    do {
      try await withTaskCancellationHandler {
        try await delay.value
      } onCancel: {
        delay.cancel()
      }
    } catch {
      let isHurried = lock.withLock { hurries != mark && !hasStopped }
      guard isHurried, !Task.isCancelled else { throw error }
    }
  }
}
