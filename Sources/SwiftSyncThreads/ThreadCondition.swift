#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// A lock with a condition: a thread can wait under it until another thread has changed something.
package final class ThreadCondition: @unchecked Sendable {
  private let lock = ThreadLock()
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  package init() {
    condition.initialize(to: pthread_cond_t())
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    condition.deallocate()
  }

  package func withLock<Result>(_ body: () -> Result) -> Result {
    lock.withLock(body)
  }

  /// Releases the lock until another thread signals, or spuriously. Call it only while you hold the
  /// lock.
  package func wait() {
    pthread_cond_wait(condition, lock.mutex)
  }

  /// Wakes all waiting threads.
  package func broadcast() {
    pthread_cond_broadcast(condition)
  }
}
