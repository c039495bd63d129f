#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// Keeps other runs of the tool out of a folder.
///
/// The lock is on the folder itself, so no file remains, and the lock ends with the process.
package enum FolderLock {
  package enum Mode: Sendable {
    case reading
    case writing
  }

  /// Waits until the folder is free, and locks it while `body` runs.
  ///
  /// - Parameter body: Receives whether other runs are excluded: some network file systems do not
  ///   support such locks.
  package static func hold<Result>(
    _ folder: String, for mode: Mode, _ body: (Bool) throws(FileFailure) -> Result
  ) throws(FileFailure) -> Result {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileFailure(.lock, folder, code: errno) }
    defer { close(descriptor) }
    let kind = mode == .writing ? LOCK_EX : LOCK_SH
    var result = flock(descriptor, kind)
    while result != 0, errno == EINTR { result = flock(descriptor, kind) }
    return try body(result == 0 && mode == .writing)
  }
}
