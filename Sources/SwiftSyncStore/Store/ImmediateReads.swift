import SwiftSyncThreads

/// The time that reads on the callers' threads may take in one turn of a run loop, so that the first
/// frame of a view has rows and is not late.
///
/// `@unchecked`: the lock protects all mutable state.
package final class ImmediateReads: @unchecked Sendable {
  private let lock = ThreadLock()
  private var allowance = Duration.milliseconds(8)
  private var spent = Duration.zero
  private var isInTurn = false

  /// The time for all reads of a turn. Tests change it.
  package var limit: Duration {
    get { lock.withLock { allowance } }
    set { lock.withLock { allowance = newValue } }
  }

  /// Returns how much time of the current turn is left.
  ///
  /// - Parameter afterTurn: Schedules the end of the turn.
  func begin(_ afterTurn: (@escaping @Sendable () -> Void) -> Void) -> Duration {
    let (left, isFirst) = lock.withLock {
      defer { isInTurn = true }
      return (allowance - spent, !isInTurn)
    }
    if isFirst { afterTurn { [weak self] in self?.endTurn() } }
    return left
  }

  func add(_ time: Duration) {
    lock.withLock { spent += time }
  }

  private func endTurn() {
    lock.withLock { (spent, isInTurn) = (.zero, false) }
  }
}

extension SyncStore {
  /// Runs a job that reads on the caller's thread if a connection is free, and ends it at a
  /// deadline. Returns `nil` if no connection is free.
  func readAtOnce<Value>(
    until deadline: ContinuousClock.Instant,
    _ job: (Connection) throws(SyncError) -> Value
  ) throws(SyncError) -> Value? {
    try gate.runBlocking { (database) throws(SyncError) in
      guard let readers = database.readers else {
        return try database.writer.runIfIdle { (writer) throws(SyncError) in
          try writer.connection.run(until: deadline, job)
        }
      }
      return try readers.pool.runIfIdle { (connection) throws(SyncError) in
        try connection.run(until: deadline, job)
      }
    }
  }
}
