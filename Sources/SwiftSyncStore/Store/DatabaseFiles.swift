import CSQLite
@_spi(Generated) import SwiftSyncCoding
import SwiftSyncFoundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// The state of a database's files in the file system, by which a store notices that another
/// process has written while the store had no connection.
///
/// The files are not opened: closing one would release all locks that the process holds on it, e.g.
/// those of another store.
struct DatabaseFiles: Equatable, Sendable {
  private struct State: Equatable, Sendable {
    let file: FileIdentity
    let size: Int64
    /// The modification time in nanoseconds.
    let modified: Int64

    init?(of path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      file = FileIdentity(status)
      size = Int64(status.st_size)
      #if canImport(Darwin)
        let time = status.st_mtimespec
      #else
        let time = status.st_mtim
      #endif
      modified = time.nanoseconds
    }
  }

  private let database: State?
  /// The state of the log; `nil` if it is empty or does not exist.
  private let log: State?

  init(of path: String) {
    database = State(of: path)
    let log = State(of: path + "-wal")
    self.log = log?.size == 0 ? nil : log
  }

  /// The maximum time, in nanoseconds, for which a file's modification time may not change while
  /// the file is written.
  private static let tick: Int64 = 20_000_000

  /// Whether each later write changes a file's modification time.
  private var areSettled: Bool {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return [database, log].allSatisfy { state in
      state.map { $0.modified < now.nanoseconds - Self.tick } ?? true
    }
  }

  /// The state that the last connection of a store finds before it is closed.
  struct Observation: Sendable {
    /// The state of the files; `nil` if another process is writing.
    var files: DatabaseFiles?
    /// Whether another connection has committed since the store was last notified.
    var hasNews = false

    /// Checkpoints the log into the database and reads the state of the files while no other
    /// connection can write.
    init(of writer: Writer) {
      // Without writing, it cannot keep others from writing.
      if writer.connection.isReadOnly { return }
      do throws(SyncError) {
        try writer.connection.withoutWaiting { () throws(SyncError) in try look(with: writer) }
      } catch {
        // Another process uses the database, or the disk is full, so the store must assume that
        // something was written.
        files = nil
      }
    }

    private mutating func look(with writer: Writer) throws(SyncError) {
      // Otherwise, closing the connection would checkpoint the log and change the files.
      _ = try writer.connection.integer("PRAGMA wal_checkpoint(TRUNCATE)")
      for _ in 0..<5 {
        try writer.connection.writeTransaction { () throws(SyncError) in
          if try writer.hasForeignCommits() { hasNews = true }
          files = DatabaseFiles(of: writer.path)
          return ((), .rollback)
        }
        if files?.areSettled == true { return }
        sqlite3_sleep(10)
      }
      files = nil
    }
  }
}

extension DatabaseFiles {
  /// The suffixes of the database and of the files that SQLite keeps next to it.
  static let suffixes = ["", "-wal", "-shm", "-journal"]

  /// Removes the database and the files next to it, which no connection may have open. The database
  /// goes last: without it, no one would find the others.
  static func remove(at path: String) throws {
    for suffix in suffixes.reversed() where FileManager.default.fileExists(atPath: path + suffix) {
      try FileManager.default.removeItem(atPath: path + suffix)
    }
  }
}

/// A file, whatever its name.
struct FileIdentity: Equatable, Sendable {
  private let device: UInt64
  private let number: UInt64

  fileprivate init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(status.st_ino)
  }

  /// The file at a path; `nil` if there is none.
  init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }
}

extension timespec {
  fileprivate var nanoseconds: Int64 { Int64(tv_sec) * 1_000_000_000 + Int64(tv_nsec) }
}
