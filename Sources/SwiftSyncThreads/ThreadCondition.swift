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

  /// Waits until `isDone`, which is called under the lock, returns true, or the time has passed.
  package func wait(milliseconds: Int, until isDone: () -> Bool) {
    var deadline = timespec()
    clock_gettime(CLOCK_REALTIME, &deadline)
    let nanoseconds = deadline.tv_nsec + milliseconds % 1_000 * 1_000_000
    deadline.tv_sec += milliseconds / 1_000 + nanoseconds / 1_000_000_000
    deadline.tv_nsec = nanoseconds % 1_000_000_000
    lock.withLock {
      while !isDone() {
        if pthread_cond_timedwait(condition, lock.mutex, &deadline) == ETIMEDOUT { return }
      }
    }
  }

  /// Wakes all waiting threads.
  package func broadcast() {
    pthread_cond_broadcast(condition)
  }
}
