#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// File system events: inotify on Linux, kqueue on Apple platforms.
///
/// They only indicate that something may have changed. Folders are watched for the files in them,
/// so that a file replaced by an editor, or created later, is noticed.
package final class FileEvents {
  private let queue: Int32
  /// The watched paths with their descriptors in the queue.
  private var watched: [String: Int32] = [:]

  deinit {
    close(queue)
    #if canImport(Darwin)
      watched.values.forEach { close($0) }
    #endif
  }

  /// Waits for the next event, and consumes all pending ones.
  ///
  /// - Parameter milliseconds: The maximum time; `nil` for no limit.
  /// - Returns: `false` if nothing happened in that time.
  @discardableResult
  package func wait(atMost milliseconds: Int?) throws(FileFailure) -> Bool {
    var entry = pollfd(fd: queue, events: Int16(POLLIN), revents: 0)
    var result: Int32
    repeat {
      result = poll(&entry, 1, milliseconds.map(Int32.init) ?? -1)
    } while result < 0 && errno == EINTR
    guard result >= 0 else { throw FileFailure(.watch, "events", code: errno) }
    if result > 0 { takeAll() }
    return result > 0
  }

  /// The folder that is watched for a path: its own, or the nearest existing one above it.
  private static func folder(of path: String) -> String {
    if FileSystem.isFolder(path) { return path }
    let (parent, _) = Path.split(path)
    return parent.isEmpty || parent == path ? "." : folder(of: parent)
  }

  // MARK: Linux

  #if !canImport(Darwin)
    package init() throws(FileFailure) {
      queue = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
      guard queue >= 0 else { throw FileFailure(.watch, "events", code: errno) }
    }

    /// Watches these files and folders, and no others.
    package func watch(_ paths: Set<String>) throws(FileFailure) {
      let mask = UInt32(
        IN_MODIFY | IN_CLOSE_WRITE | IN_ATTRIB | IN_CREATE | IN_DELETE | IN_MOVED_FROM
          | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF)
      var descriptors: [String: Int32] = [:]
      for folder in Set(paths.map(Self.folder)) {
        let descriptor = inotify_add_watch(queue, folder, mask)
        guard descriptor >= 0 else { throw FileFailure(.watch, folder, code: errno) }
        descriptors[folder] = descriptor
      }
      let kept = Set(descriptors.values)
      // A deleted file no longer has a watch, which is not a failure.
      for descriptor in Set(watched.values).subtracting(kept) {
        inotify_rm_watch(queue, descriptor)
      }
      watched = descriptors
    }

    private func takeAll() {
      var buffer = [UInt8](repeating: 0, count: 1 << 14)
      while read(queue, &buffer, buffer.count) > 0 {}
    }
  #endif

  // MARK: Apple

  #if canImport(Darwin)
    package init() throws(FileFailure) {
      queue = kqueue()
      guard queue >= 0 else { throw FileFailure(.watch, "events", code: errno) }
    }

    /// Watches these files and folders, and no others.
    ///
    /// A folder reports names and a file reports its content, so both are open. Closing ends a
    /// watch.
    package func watch(_ paths: Set<String>) throws(FileFailure) {
      let old = watched
      watched = [:]
      defer { old.values.forEach { close($0) } }
      for path in paths.union(paths.map(Self.folder)) {
        let descriptor = open(path, O_EVTONLY | O_CLOEXEC)
        if descriptor < 0, errno == ENOENT { continue }
        guard descriptor >= 0 else { throw FileFailure(.watch, path, code: errno) }
        watched[path] = descriptor
        var change = kevent(
          ident: UInt(descriptor), filter: Int16(EVFILT_VNODE), flags: UInt16(EV_ADD | EV_CLEAR),
          fflags: UInt32(NOTE_WRITE | NOTE_EXTEND | NOTE_ATTRIB | NOTE_DELETE | NOTE_RENAME),
          data: 0, udata: nil)
        guard kevent(queue, &change, 1, nil, 0, nil) == 0 else {
          throw FileFailure(.watch, path, code: errno)
        }
      }
    }

    private func takeAll() {
      var now = timespec(tv_sec: 0, tv_nsec: 0)
      var events = [kevent](repeating: kevent(), count: 64)
      while kevent(queue, nil, 0, &events, 64, &now) > 0 {}
    }
  #endif
}
