import SwiftSyncThreads
@_spi(Generated) import SwiftSyncREST

/// What a caller and the thread that does a job for it tell each other: that the caller has given up,
/// and that the job has started, or never will.
///
/// `@unchecked`: what is mutable is touched under the lock only.
final class CancellationToken: @unchecked Sendable {
  private enum Stage {
    case new
    /// How the caller is told that the job is not started.
    case waiting((SyncError) -> Void)
    case started
    case refused
  }

  private let lock = ThreadLock()
  private var stage = Stage.new
  private var isGivenUp = false
  private var wake: (@Sendable () -> Void)?
  /// Whether the job runs in the caller's task, which can be asked then; no one else uses the token meanwhile.
  var isInTask = false

  /// Whether the caller's task is cancelled.
  var isCancelled: Bool { isInTask ? Task.isCancelled : lock.withLock { isGivenUp } }

  /// Throws `SyncError.cancelled` if the caller's task is cancelled (A19).
  func check() throws(SyncError) {
    if isCancelled { throw .cancelled }
  }

  /// Notes that the job waits for its thread. Returns `false` if it is cancelled already; `refuse` has
  /// been called then.
  func wait(_ refuse: @escaping (SyncError) -> Void) -> Bool {
    let isWelcome = lock.withLock {
      if !isGivenUp { stage = .waiting(refuse) }
      return !isGivenUp
    }
    if !isWelcome { refuse(.cancelled) }
    return isWelcome
  }

  /// Notes that the job starts. Returns `false` if the caller does not wait any more.
  func start() -> Bool {
    lock.withLock {
      guard case .waiting = stage else { return false }
      stage = .started
      return true
    }
  }

  /// Sends the caller away if the job has not started.
  func refuse(_ error: SyncError) {
    let refusal = lock.withLock { () -> ((SyncError) -> Void)? in
      guard case .waiting(let refuse) = stage else { return nil }
      stage = .refused
      return refuse
    }
    refusal?(error)
  }

  /// Cancels: a waiting job is not started, a running one is told.
  func cancel() {
    let wake = lock.withLock { () -> (@Sendable () -> Void)? in
      isGivenUp = true
      return self.wake
    }
    refuse(.cancelled)
    wake?()
  }

  /// Sets what ends the waiting of a running job; it is called at once if the caller has given up.
  func whenCancelled(_ wake: @escaping @Sendable () -> Void) {
    let isLate = lock.withLock {
      self.wake = wake
      return isGivenUp
    }
    if isLate { wake() }
  }
}
