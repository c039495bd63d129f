#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// Notices writes to a file, with inotify on Linux and kqueue on Apple platforms.
///
/// Neither needs Dispatch, which takes long to load on Linux. One thread waits; any thread may stop
/// it.
final class FileWatch: Sendable {
  enum Event {
    case changed
    case timeout
    case stopped
  }

  /// Gets an event when the file changes; -1 without a file.
  private let events: Int32
  /// The descriptor of the file, where the system watches open files; -1 elsewhere.
  private let file: Int32
  /// A pipe that receives a byte to end the watch.
  private let stopReader: Int32
  private let stopWriter: Int32

  /// Watches a file; `nil` if it is not there, or the system does not watch any more files.
  ///
  /// - Parameter path: The file; `nil` if only time is to pass.
  init?(path: String? = nil) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    (stopReader, stopWriter) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    guard let watch = path.map(Self.watch) ?? (-1, -1) else {
      for end in ends { close(end) }
      return nil
    }
    (events, file) = watch
  }

  deinit {
    // Closing the file does not release a lock of SQLite, which locks only the database and the
    // shared-memory file.
    for descriptor in [events, file, stopReader, stopWriter] where descriptor >= 0 {
      close(descriptor)
    }
  }

  /// Ends the current wait and all later ones.
  func stop() {
    var byte: UInt8 = 1
    // The pipe has room for the single byte that is ever needed.
    _ = write(stopWriter, &byte, 1)
  }

  /// Waits for a change.
  ///
  /// - Parameter milliseconds: The maximum time; -1 for no limit.
  func wait(milliseconds: Int32) -> Event {
    var descriptors = [
      pollfd(fd: stopReader, events: Int16(POLLIN), revents: 0),
      pollfd(fd: events, events: Int16(POLLIN), revents: 0),
    ]
    let count = poll(&descriptors, 2, milliseconds)
    if descriptors[0].revents != 0 || count < 0 && errno != EINTR { return .stopped }
    guard count > 0 else { return .timeout }
    drain()
    return .changed
  }

  /// Waits for a time, whatever happens to the file. Returns `false` if the watch is stopped.
  func pause(milliseconds: Int32) -> Bool {
    var descriptor = pollfd(fd: stopReader, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, milliseconds) == 0
  }
}

#if canImport(Darwin)
  extension FileWatch {
    private static func watch(_ path: String) -> (events: Int32, file: Int32)? {
      let file = open(path, O_EVTONLY | O_CLOEXEC)
      guard file >= 0 else { return nil }
      let queue = kqueue()
      var change = kevent(
        ident: UInt(file), filter: Int16(EVFILT_VNODE), flags: UInt16(EV_ADD | EV_CLEAR),
        fflags: UInt32(NOTE_WRITE | NOTE_EXTEND | NOTE_DELETE), data: 0, udata: nil)
      guard queue >= 0, kevent(queue, &change, 1, nil, 0, nil) == 0 else {
        close(file)
        if queue >= 0 { close(queue) }
        return nil
      }
      return (queue, file)
    }

    private func drain() {
      var event = kevent()
      var none = timespec()
      while kevent(events, nil, 0, &event, 1, &none) > 0 {}
    }
  }
#else
  extension FileWatch {
    private static func watch(_ path: String) -> (events: Int32, file: Int32)? {
      let events = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
      guard events >= 0 else { return nil }
      guard inotify_add_watch(events, path, UInt32(IN_MODIFY)) >= 0 else {
        close(events)
        return nil
      }
      return (events, -1)
    }

    private func drain() {
      var buffer = [UInt8](repeating: 0, count: 4_096)
      while read(events, &buffer, buffer.count) > 0 {}
    }
  }
#endif
