#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// A thread whose stack is large enough for the deepest payload, also in unoptimized code.
///
/// The threads of Dispatch and of Swift's own executors have small stacks, and loading Foundation
/// for its threads takes long.
package struct WorkerThread {
  private final class Body: Sendable {
    let name: String?
    let run: @Sendable () -> Void

    init(name: String?, _ run: @escaping @Sendable () -> Void) {
      self.name = name
      self.run = run
    }
  }

  #if canImport(Darwin)
    private typealias Argument = UnsafeMutableRawPointer
  #else
    private typealias Argument = UnsafeMutableRawPointer?
  #endif

  /// Only the used part of the stack takes memory.
  private static let stackSize = 32 << 20

  private let thread: pthread_t

  /// Starts the thread, which must be joined or detached; returns `nil` if the system cannot create
  /// one.
  ///
  /// - Parameter name: The name for debuggers.
  package init?(named name: String? = nil, _ body: @escaping @Sendable () -> Void) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, Self.stackSize)
    var started: pthread_t?
    let retained = Unmanaged.passRetained(Body(name: name, body))
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

  /// Waits until the body has returned.
  package func join() {
    pthread_join(thread, nil)
  }

  /// Lets the thread end by itself.
  package func detach() {
    pthread_detach(thread)
  }

  private static let main: @convention(c) (Argument) -> UnsafeMutableRawPointer? = { argument in
    let opaque: UnsafeMutableRawPointer? = argument
    guard let opaque else { return nil }
    let body = Unmanaged<Body>.fromOpaque(opaque).takeRetainedValue()
    if let name = body.name { setName(name) }
    body.run()
    return nil
  }

  private static func setName(_ name: String) {
    #if canImport(Darwin)
      pthread_setname_np(name)
    #else
      // Equivalent to pthread_setname_np, which Swift does not import. The system truncates the
      // name to 15 bytes.
      let file = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
      guard file >= 0 else { return }
      _ = write(file, name, name.utf8.count)
      close(file)
    #endif
  }
}
