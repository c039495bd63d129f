import SwiftSyncThreads

/// Notifies observers of commits made by other processes, while there are observers.
///
/// A thread waits for changes of the write-ahead log. It then reads `PRAGMA data_version` on the
/// writing connection, which commits of other connections change and its own do not. Commits of the
/// store therefore wake the thread without any other effect.
///
/// `@unchecked`: the lock protects all mutable state.
final class ForeignCommits: @unchecked Sendable {
  /// The pages of a commit are in the log before the commit is visible, because another process may
  /// be interrupted in between. The version is therefore read again at these delays, in
  /// milliseconds, after the last change of the file.
  private static let delays: [Int32] = [10, 40, 200, 1_000, 4_000]

  /// The polling interval in milliseconds for files without a write-ahead log.
  private static let pollingInterval: Int32 = 1_000

  private let path: String
  private let polls: Bool
  private let check: @Sendable () -> Bool
  private let lock = ThreadLock()
  private var watch: FileWatch?
  private var isWanted = false
  private var isSuspended = false
  private var isClosed = false

  /// - Parameters:
  ///   - path: The database file.
  ///   - polls: Whether to poll the version of files without a write-ahead log, such as databases
  ///     of other programs.
  ///   - check: Reads the version and notifies the observers. It is called on the waiting thread
  ///     and returns `false` if there is nothing left to watch.
  init(path: String, polls: Bool, _ check: @escaping @Sendable () -> Bool) {
    self.path = path
    self.polls = polls
    self.check = check
  }

  deinit {
    // The thread keeps the watch and the writing connection until it ends.
    watch?.stop()
  }

  /// Starts or stops the watch.
  func setActive(_ isActive: Bool) {
    lock.withLock {
      isWanted = isActive
      update()
    }
  }

  /// Stops the watch while the store has no connection and therefore may have no log.
  func setSuspended(_ isSuspended: Bool) {
    lock.withLock {
      self.isSuspended = isSuspended
      update()
    }
  }

  /// Stops the watch permanently.
  func close() {
    lock.withLock {
      isClosed = true
      update()
    }
  }

  private func update() {
    if !isWanted || isSuspended || isClosed {
      watch?.stop()
      watch = nil
    } else if watch == nil {
      watch = start()
    }
  }

  private func start() -> FileWatch? {
    let log = FileWatch(path: path + "-wal")
    guard let watch = log ?? (polls ? FileWatch() : nil) else { return nil }
    let rest = log == nil ? Self.pollingInterval : -1
    let thread = WorkerThread(named: "SwiftSync watch") { [check] in
      Self.run(watch, rest, check)
    }
    thread?.detach()
    return thread == nil ? nil : watch
  }

  /// - Parameter rest: How long it waits while nothing happens, in milliseconds; -1 without an end.
  private static func run(_ watch: FileWatch, _ rest: Int32, _ check: @Sendable () -> Bool) {
    // What came before the watch.
    var pending = delays[...]
    while check() {
      switch watch.wait(milliseconds: pending.first ?? rest) {
      case .stopped: return
      case .timeout:
        pending = pending.dropFirst()
      case .changed:
        // The version is read at most once in this period, however often the file changes.
        guard watch.pause(milliseconds: delays[0]) else { return }
        pending = delays.dropFirst()
      }
    }
  }
}
