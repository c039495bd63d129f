import SwiftSyncThreads

/// A mutex for tasks, which run in the order of their arrival.
///
/// `@unchecked`: the lock protects all mutable state.
package final class AsyncMutex: @unchecked Sendable {
  private struct Waiter {
    let id: Int
    let continuation: CheckedContinuation<Void, any Error>
  }

  private let lock = ThreadLock()
  private var isTaken = false
  private var waiters: [Waiter] = []
  private var count = 0
  /// Waiters that were cancelled before they began to wait.
  private var cancelled: Set<Int> = []

  package init() {}

  /// Runs `body` when all earlier calls have ended.
  ///
  /// - Throws: `CancellationError` if the task is cancelled while it waits, and the errors of
  ///   `body`.
  package func run<Value>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Value
  ) async throws -> Value {
    try await begin()
    defer { end() }
    return try await body()
  }

  private func begin() async throws {
    let id = lock.withLock {
      count += 1
      return count
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        add(Waiter(id: id, continuation: continuation))?()
      }
    } onCancel: {
      cancel(id)
    }
  }

  /// Returns what must be done at once with a new waiter, if it does not have to wait.
  private func add(_ waiter: Waiter) -> (() -> Void)? {
    lock.withLock {
      if cancelled.remove(waiter.id) != nil {
        return { waiter.continuation.resume(throwing: CancellationError()) }
      }
      guard isTaken else {
        isTaken = true
        return { waiter.continuation.resume() }
      }
      waiters.append(waiter)
      return nil
    }
  }

  private func cancel(_ id: Int) {
    let waiter = lock.withLock { () -> Waiter? in
      guard let index = waiters.firstIndex(where: { $0.id == id }) else {
        cancelled.insert(id)
        return nil
      }
      return waiters.remove(at: index)
    }
    waiter?.continuation.resume(throwing: CancellationError())
  }

  private func end() {
    let next = lock.withLock { () -> Waiter? in
      guard !waiters.isEmpty else {
        isTaken = false
        return nil
      }
      return waiters.removeFirst()
    }
    next?.continuation.resume()
  }
}
