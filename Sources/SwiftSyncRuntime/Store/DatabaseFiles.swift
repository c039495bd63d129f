import CSQLite
@_spi(Generated) import SwiftSyncREST

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// What the system says of a database's files, by which a store notices that somebody has written while it had no
/// connection.
///
/// The files are not opened: closing one would release all locks that the process has on it, e.g. those of another
/// store.
struct DatabaseFiles: Equatable, Sendable {
  private struct State: Equatable, Sendable {
    let device: UInt64
    let number: UInt64
    let size: Int64
    /// In nanoseconds.
    let modified: Int64

    init?(of path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      device = UInt64(truncatingIfNeeded: status.st_dev)
      number = UInt64(status.st_ino)
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
  /// `nil` if the log has nothing, which it has not either after it was removed.
  private let log: State?

  init(of path: String) {
    database = State(of: path)
    let log = State(of: path + "-wal")
    self.log = log?.size == 0 ? nil : log
  }

  /// How long the time of a file may stay the same while it is written, in nanoseconds.
  private static let tick: Int64 = 20_000_000

  /// Whether each write from now on gives a file another time.
  private var areSettled: Bool {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return [database, log].allSatisfy { state in
      state.map { $0.modified < now.nanoseconds - Self.tick } ?? true
    }
  }

  /// What the last connection of a store finds before it is closed.
  struct Observation: Sendable {
    /// `nil` if another process writes.
    var files: DatabaseFiles?
    /// Whether another connection has committed since the store was told last.
    var hasNews = false

    /// Copies the log into the database and looks at the files while no other connection can write.
    init(of writer: Writer) {
      // Without writing, it cannot keep others from writing.
      if writer.connection.isReadOnly { return }
      do throws(SyncError) {
        try writer.connection.withoutWaiting { () throws(SyncError) in try look(with: writer) }
      } catch {
        // Another process is in the way, or the disk is full: the store has to expect that something was written.
        files = nil
      }
    }

    private mutating func look(with writer: Writer) throws(SyncError) {
      // Otherwise closing the connection would do so, and the files would not be what they were.
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

extension timespec {
  fileprivate var nanoseconds: Int64 { Int64(tv_sec) * 1_000_000_000 + Int64(tv_nsec) }
}
