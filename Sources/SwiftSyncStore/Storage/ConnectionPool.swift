import SwiftSyncThreads

/// Reading connections. With a write-ahead log, readers do not wait, so a read runs in the task
/// that asks for it, with a connection that no other read uses at the same time.
///
/// There are as many connections as concurrent reads; some are kept for later ones.
///
/// `@unchecked`: the lock protects all mutable state.
final class ConnectionPool: @unchecked Sendable {
  /// Retains a connection, so that it is closed at a defined moment rather than at the end of a
  /// caller's variable.
  private final class Lease {
    private var connection: Connection?

    init(_ connection: Connection) {
      self.connection = connection
    }

    func run<Value>(_ job: (Connection) throws(SyncError) -> Value) throws(SyncError) -> Value {
      guard let connection else { throw .closed }
      return try job(connection)
    }

    func close() { connection = nil }
  }

  /// The number of unused connections that are kept. Each has its own cache.
  private static let keptCount = 4

  private let open: @Sendable () throws(SyncError) -> Connection
  private let lock = ThreadLock()
  /// The most recently used connection is last, because its cache is warm.
  private var idle: [Lease] = []
  private var usedCount = 0
  private var isClosed = false
  private var completionHandlers: [() -> Void] = []

  /// Opens the first connection.
  init(_ open: @escaping @Sendable () throws(SyncError) -> Connection) throws(SyncError) {
    self.open = open
    idle = [Lease(try open())]
  }

  /// Runs a job on the caller's thread.
  ///
  /// - Throws: `SyncError.closed` if the pool is closed, and the errors of `job`.
  func run<Value>(
    _ job: (Connection) throws(SyncError) -> Value
  ) throws(SyncError) -> Value {
    let lease = try take()
    defer { giveBack(lease) }
    return try lease.run(job)
  }

  /// Runs a job on the caller's thread if a connection is open and unused; returns `nil` otherwise.
  func runIfIdle<Value>(
    _ job: (Connection) throws(SyncError) -> Value
  ) throws(SyncError) -> Value? {
    let lease = lock.withLock { () -> Lease? in
      guard !isClosed, let lease = idle.popLast() else { return nil }
      usedCount += 1
      return lease
    }
    guard let lease else { return nil }
    defer { giveBack(lease) }
    return try lease.run(job)
  }

  private func take() throws(SyncError) -> Lease {
    let (known, isOpen) = lock.withLock { () -> (Lease?, Bool) in
      guard !isClosed else { return (nil, false) }
      usedCount += 1
      return (idle.popLast(), true)
    }
    guard isOpen else { throw .closed }
    if let known { return known }
    do throws(SyncError) {
      return Lease(try open())
    } catch {
      giveBack(nil)
      throw error
    }
  }

  private func giveBack(_ lease: Lease?) {
    let handlers = lock.withLock { () -> [() -> Void] in
      usedCount -= 1
      if !isClosed, idle.count < Self.keptCount, let lease {
        idle.append(lease)
      } else {
        lease?.close()
      }
      guard isClosed, usedCount == 0 else { return [] }
      defer { completionHandlers = [] }
      return completionHandlers
    }
    for handler in handlers { handler() }
  }

  /// Accepts no more jobs, and returns when the running ones have ended and every connection is
  /// closed.
  func close() async {
    await withCheckedContinuation { continuation in
      let isUnused = lock.withLock { () -> Bool in
        isClosed = true
        for lease in idle { lease.close() }
        idle = []
        if usedCount > 0 { completionHandlers.append { continuation.resume() } }
        return usedCount == 0
      }
      if isUnused { continuation.resume() }
    }
  }
}
