import SwiftSyncThreads

/// Coordinates a caller and the thread that runs its job: whether the caller has given up, and
/// whether the job has started or never will.
///
/// `@unchecked`: the lock protects all mutable state.
package final class CancellationToken: @unchecked Sendable {
  private enum Stage {
    case new
    /// The job waits. The closure notifies the caller that it will not be started.
    case waiting((SyncError) -> Void)
    case started
    case refused
  }

  private let lock = ThreadLock()
  private var stage = Stage.new
  private var isGivenUp = false
  private var wake: (@Sendable () -> Void)?
  /// Whether the job runs in the caller's task, whose state can then be read; no other code uses
  /// the token at the same time.
  var isInTask = false

  package init() {}

  /// Whether the caller's task is cancelled.
  var isCancelled: Bool { isInTask ? Task.isCancelled : lock.withLock { isGivenUp } }

  /// Throws `SyncError.cancelled` if the caller's task is cancelled (A19).
  func check() throws(SyncError) {
    if isCancelled { throw .cancelled }
  }

  /// Records that the job waits for its thread. Returns `false` if it is already cancelled, after
  /// `refuse` has been called.
  func wait(_ refuse: @escaping (SyncError) -> Void) -> Bool {
    let isWelcome = lock.withLock {
      if !isGivenUp { stage = .waiting(refuse) }
      return !isGivenUp
    }
    if !isWelcome { refuse(.cancelled) }
    return isWelcome
  }

  /// Records that the job starts. Returns `false` if the caller no longer waits.
  func start() -> Bool {
    lock.withLock {
      guard case .waiting = stage else { return false }
      stage = .started
      return true
    }
  }

  /// Refuses the job with an error if it has not started.
  func refuse(_ error: SyncError) {
    let refusal = lock.withLock { () -> ((SyncError) -> Void)? in
      guard case .waiting(let refuse) = stage else { return nil }
      stage = .refused
      return refuse
    }
    refusal?(error)
  }

  /// Cancels the job: a waiting job is not started, and a running one is notified.
  func cancel() {
    let wake = lock.withLock { () -> (@Sendable () -> Void)? in
      isGivenUp = true
      return self.wake
    }
    refuse(.cancelled)
    wake?()
  }

  /// Sets the closure that ends the waiting of a running job. It is called at once if the caller
  /// has given up.
  func whenCancelled(_ wake: @escaping @Sendable () -> Void) {
    let isLate = lock.withLock {
      self.wake = wake
      return isGivenUp
    }
    if isLate { wake() }
  }
}
