import SwiftSyncStore

extension SyncSession {
  /// Stops the session and erases the store, when a user signs out.
  ///
  /// ```swift
  /// do {
  ///   try await session.signOut()
  /// } catch SyncError.unsentChanges(let count) {
  ///   isConfirming = true  // ask, then call signOut(discardingUnsentChanges: true)
  /// }
  /// ```
  ///
  /// The call waits for the step that is running, and for runs that were called. Nothing is deleted on
  /// the server; see `SyncStore.erase(keeping:)`. To keep some rows, call `stop()` and that method.
  ///
  /// - Parameter discardingUnsentChanges: Whether local changes that the server has not confirmed are
  ///   lost. If not, and if there are any, nothing is erased, and the session goes on as before.
  /// - Throws: `SyncError.unsentChanges`; the errors of `SyncStore.erase(keeping:)`;
  ///   `CancellationError`.
  public func signOut(discardingUnsentChanges: Bool = false) async throws {
    let wasStarted = activity.isRunning
    await stop()
    do {
      try await store.sessions.run {
        let count = try await store.count(PendingChange.all)
        if count > 0, !discardingUnsentChanges { throw SyncError.unsentChanges(count: count) }
        try await store.erase()
        board.show(try await store.storedState())
      }
    } catch {
      if wasStarted { start() }
      throw error
    }
    board.change { $0.lastError = nil }
  }
}
