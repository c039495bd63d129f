import SwiftSyncFoundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// Keeps a database from being replaced while another store opens it.
///
/// Openings share the lock, and a replacement has it alone. SQLite's own locks are on the file, but
/// the log belongs to the name: a connection that has opened the old file would create its log next
/// to the new one. The lock is that of the database's folder, which needs no file, and ends with the
/// process.
struct ReplacementLock {
  private let descriptor: Int32

  /// Waits until no store opens the database, and no other one replaces it.
  ///
  /// - Parameter path: The path of the database.
  init(of path: String) throws(SyncError) {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    descriptor = open(folder.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.failure(folder) }
    guard Self.lock(descriptor, LOCK_EX) else {
      // A volume without such locks: SQLite's own keep two openings from replacing the file.
      if errno == ENOTSUP || errno == ENOLCK { return }
      let failure = Self.failure(folder)
      close(descriptor)
      throw failure
    }
  }

  /// Waits until no store replaces the database.
  ///
  /// - Parameter path: The path of the database. Without access to its folder, nothing is locked,
  ///   because nothing there can be replaced.
  init?(opening path: String) {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    descriptor = open(folder.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    guard Self.lock(descriptor, LOCK_SH) else {
      close(descriptor)
      return nil
    }
  }

  func end() { close(descriptor) }

  private static func lock(_ descriptor: Int32, _ kind: Int32) -> Bool {
    while flock(descriptor, kind) != 0 {
      if errno != EINTR { return false }
    }
    return true
  }

  private static func failure(_ folder: URL) -> SyncError {
    .unreadableFile(path: folder.path, reason: String(cString: strerror(errno)))
  }
}
