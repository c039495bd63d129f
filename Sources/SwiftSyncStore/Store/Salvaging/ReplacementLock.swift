import SwiftSyncFoundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// Lets one opening at a time replace a database.
///
/// Each needs the old database for itself, so two would keep each other from it. The lock is that of
/// the database's folder, which needs no file, and ends with the process.
struct ReplacementLock {
  private let descriptor: Int32

  /// Waits until no other opening holds the lock.
  ///
  /// - Parameter path: The path of the database.
  init(of path: String) throws(SyncError) {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    descriptor = open(folder.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.failure(folder) }
    while flock(descriptor, LOCK_EX) != 0 {
      if errno == EINTR { continue }
      // A volume without such locks: SQLite's own keep two openings from replacing the file.
      if errno == ENOTSUP || errno == ENOLCK { return }
      let failure = Self.failure(folder)
      close(descriptor)
      throw failure
    }
  }

  func end() { close(descriptor) }

  private static func failure(_ folder: URL) -> SyncError {
    .unreadableFile(path: folder.path, reason: String(cString: strerror(errno)))
  }
}
