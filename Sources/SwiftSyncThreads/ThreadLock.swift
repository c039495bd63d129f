#if canImport(Darwin)
  package import Darwin
#elseif canImport(Musl)
  package import Musl
#elseif canImport(Glibc)
  package import Glibc
#endif

/// A mutual exclusion lock.
///
/// `Mutex` of `Synchronization` would need a newer macOS, and loading Foundation for its lock takes
/// long.
package final class ThreadLock: @unchecked Sendable {
  @usableFromInline let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  package init() {
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  @inlinable
  package func withLock<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }
}
