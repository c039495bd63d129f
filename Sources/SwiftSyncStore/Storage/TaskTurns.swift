import SwiftSyncThreads

/// Lets other tasks run from time to time.
///
/// A call that runs in the caller's task does not suspend it. A task that makes only such calls
/// would occupy one of the few threads that all tasks share.
///
/// `@unchecked`: the lock protects all mutable state.
final class TaskTurns: @unchecked Sendable {
  /// A turn costs as much as half of a short call.
  private static let callsPerTurn = 8

  private let lock = ThreadLock()
  private var count = 0

  /// Records the end of a call, and lets other tasks run if it was the last one of a turn.
  func end() async {
    let isLast = lock.withLock {
      count += 1
      return count.isMultiple(of: Self.callsPerTurn)
    }
    if isLast { await Task.yield() }
  }
}
