import SwiftSyncThreads

/// The task of a started session.
///
/// `@unchecked`: the lock protects all mutable state.
final class SessionActivity: @unchecked Sendable {
  private struct Running {
    let number: Int
    let task: Task<Void, Never>
    let control: RunControl
    let requests: RunRequests
  }

  private let lock = ThreadLock()
  private var running: Running?
  private var lastNumber = 0
  private var viewCount = 0
  /// The runs that take place, or wait for their turn.
  private var controls: [ObjectIdentifier: RunControl] = [:]
  private var isParked = false

  /// Whether the work is running.
  var isRunning: Bool { lock.withLock { running != nil } }

  /// Starts the work unless it is running.
  ///
  /// - Returns: Whether it was started.
  @discardableResult
  func start(
    _ control: RunControl, _ work: @escaping @Sendable (RunRequests) async -> Void
  ) -> Bool {
    lock.withLock {
      guard running == nil else { return false }
      lastNumber += 1
      let number = lastNumber
      let requests = RunRequests()
      let task = Task {
        await work(requests)
        end(number)
      }
      running = Running(number: number, task: task, control: control, requests: requests)
      return true
    }
  }

  /// Requests a run of the work, if it is running.
  func request(_ scope: RunRequests.Scope) {
    let requests = lock.withLock { running?.requests }
    requests?.add(scope)
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

  // MARK: - Runs

  /// Runs something whose delays can be ended with `hurry()`.
  func run<Value>(
    _ control: RunControl, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Value
  ) async throws -> Value {
    lock.withLock { controls[ObjectIdentifier(control)] = control }
    defer { lock.withLock { controls[ObjectIdentifier(control)] = nil } }
    return try await body()
  }

  /// Ends the delays of all runs.
  func hurry() {
    let controls = lock.withLock { Array(self.controls.values) }
    for control in controls { control.hurry() }
  }

  // MARK: - The background

  /// Records that the store was suspended after a run in the background.
  func park() { lock.withLock { isParked = true } }

  /// Returns whether it was suspended so, and forgets it.
  func unpark() -> Bool {
    lock.withLock {
      defer { isParked = false }
      return isParked
    }
  }

  // MARK: - Views

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
