#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// A thread with a stack as large as that of the main one.
///
/// It is made of the system's calls because no stage of the tool imports Foundation
/// (`scripts/check-imports`); the runtime, which has it, starts its threads with Foundation's `Thread`.
struct WorkerThread {
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

  private static let stackSize = 8 << 20

  private let thread: pthread_t

  /// Starts the thread; `nil` if the system has none to give.
  init?(_ body: @escaping @Sendable () -> Void) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, Self.stackSize)
    var started: pthread_t?
    let retained = Unmanaged.passRetained(Body(body))
    #if canImport(Darwin)
      let code = pthread_create(&started, &attributes, Self.main, retained.toOpaque())
    #else
      var thread = pthread_t()
      let code = pthread_create(&thread, &attributes, Self.main, retained.toOpaque())
      started = thread
    #endif
    guard code == 0, let started else {
      retained.release()
      return nil
    }
    self.thread = started
  }

  /// Waits until the body has ended.
  func join() {
    pthread_join(thread, nil)
  }

  private static let main: @convention(c) (Argument) -> UnsafeMutableRawPointer? = { argument in
    let opaque: UnsafeMutableRawPointer? = argument
    if let opaque { Unmanaged<Body>.fromOpaque(opaque).takeRetainedValue().run() }
    return nil
  }
}
