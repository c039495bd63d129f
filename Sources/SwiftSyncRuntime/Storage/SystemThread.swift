#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// Threads of the system.
///
/// On Linux, those of Foundation are in the part of it that takes long to load.
enum SystemThread {
  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
      self.run = run
    }
  }

  #if canImport(Darwin)
    private typealias Argument = UnsafeMutableRawPointer
  #else
    private typealias Argument = UnsafeMutableRawPointer?
  #endif

  /// Runs `body` on a new thread, which ends with it.
  ///
  /// - Returns: Why there is no thread, in the system's words; `nil` if it was started.
  static func start(stackSize: Int, _ body: @escaping @Sendable () -> Void) -> String? {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, stackSize)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let retained = Unmanaged.passRetained(Body(body))
    let code = pthread_create(&thread, &attributes, main, retained.toOpaque())
    if code == 0 { return nil }
    retained.release()
    return String(cString: strerror(code))
  }

  private static let main: @convention(c) (Argument) -> UnsafeMutableRawPointer? = { argument in
    let opaque: UnsafeMutableRawPointer? = argument
    if let opaque { Unmanaged<Body>.fromOpaque(opaque).takeRetainedValue().run() }
    return nil
  }
}

/// A lock with which threads wait until another one signals.
///
/// `@unchecked`: the system's calls may be made from any thread.
final class ThreadCondition: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() {
    mutex.initialize(to: pthread_mutex_t())
    condition.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  func lock() { pthread_mutex_lock(mutex) }

  func unlock() { pthread_mutex_unlock(mutex) }

  func signal() { pthread_cond_signal(condition) }

  /// Frees the lock while it waits, and has it again afterwards.
  func wait() { pthread_cond_wait(condition, mutex) }
}
