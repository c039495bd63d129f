@_spi(Generated) import SwiftSyncStore
import SwiftSyncThreads

/// The state of a session, and who listens to it.
///
/// `@unchecked`: the lock protects all mutable state.
final class SessionBoard: @unchecked Sendable {
  private let lock = ThreadLock()
  private var current = SyncState()
  private var listeners: [Int: AsyncStream<SyncState>.Continuation] = [:]
  private var lastListener = 0
  /// Observes the part of the state that is stored.
  private var observation: Task<Void, Never>?

  deinit {
    observation?.cancel()
  }

  var state: SyncState { lock.withLock { current } }

  func change(_ change: (inout SyncState) -> Void) {
    // Listeners receive states in order, so they are notified under the lock. None of them calls
    // back: a stream only keeps the newest state.
    lock.withLock {
      let old = current
      change(&current)
      guard current != old else { return }
      for listener in listeners.values { listener.yield(current) }
    }
  }

  /// The current state, and the next ones. A slow loop receives only the newest.
  var states: AsyncStream<SyncState> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let id = lock.withLock { () -> Int in
        lastListener += 1
        listeners[lastListener] = continuation
        continuation.yield(current)
        return lastListener
      }
      continuation.onTermination = { [weak self] _ in self?.removeListener(id) }
    }
  }

  private func removeListener(_ id: Int) {
    lock.withLock { listeners[id] = nil }
  }

  // MARK: - The stored part

  /// Follows what the store says, from the first call on.
  func observe(_ store: SyncStore) {
    lock.withLock {
      guard observation == nil else { return }
      observation = Task { [weak self] in
        do {
          for try await stored in store.storedStates {
            guard let self else { return }
            self.show(stored)
          }
        } catch {
          // The store is closed, or cannot be read. It logs its errors.
          self?.forgetObservation()
        }
      }
    }
  }

  func show(_ stored: StoredState) {
    change { state in
      state.pendingCount = stored.pendingCount
      state.problems = stored.problems
      state.lastSuccess = stored.lastSuccess
    }
  }

  private func forgetObservation() {
    lock.withLock { observation = nil }
  }
}
