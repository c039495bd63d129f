import SwiftSyncThreads
@_spi(Generated) import SwiftSyncREST

/// Connections that read. In a write-ahead log readers do not wait, so a read is ordinary work of the task that
/// asks for it, with a connection that no other read uses meanwhile.
///
/// There are as many connections as reads at the same time; some are kept for later ones.
///
/// `@unchecked`: what is mutable is touched under the lock only.
final class ConnectionPool: @unchecked Sendable {
  /// Holds a connection, so that it is closed at a certain moment and not when a caller's variable ends.
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

  /// How many unused connections are kept. Each has a cache of its own.
  private static let keptCount = 4

  private let open: @Sendable () throws(SyncError) -> Connection
  private let lock = ThreadLock()
  /// The one that was used last comes last: its cache is warm.
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
  /// - Throws: `SyncError.closed` if the pool is closed, and what `job` throws.
  func run<Value>(
    _ job: (Connection) throws(SyncError) -> Value
  ) throws(SyncError) -> Value {
    let lease = try take()
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

  /// Runs no more jobs, and returns when those that run are done and every connection is closed.
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
