import SwiftSyncStore

extension SyncSession {
  /// Synchronizes while the app is in the background.
  ///
  /// ```swift
  /// WindowGroup { NoteList().syncSession(session) }
  ///   .backgroundTask(.appRefresh("sync")) { _ = await session.runInBackground() }
  /// ```
  ///
  /// It resumes the store, runs all steps until the task is cancelled, and suspends the store again,
  /// so that the process holds no lock on the file when the system suspends it. A started session
  /// keeps the store open; `start()` resumes a store that was suspended in this way.
  ///
  /// - Returns: Whether all steps have succeeded. Errors are in `state`, and logged.
  public func runInBackground() async -> Bool {
    var hasSucceeded = false
    do {
      try await store.resume()
      hasSucceeded = try await run().hasSucceeded
    } catch {
      // The error of the run is in the state. The store logs its own.
      board.change { state in
        if !(error is CancellationError) { state.lastError = SyncState.message(of: error) }
      }
    }
    if !activity.isRunning { await park() }
    return hasSucceeded
  }

  /// Suspends the store, even if the task is cancelled.
  private func park() async {
    activity.park()
    let suspension = Task { [store] in
      do throws(SyncError) {
        try await store.suspend()
      } catch {
        // The app has resumed or closed the store in the meantime.
        store.note(error, of: "suspend")
      }
    }
    await suspension.value
    // The session may have been started in the meantime.
    if activity.isRunning, activity.unpark() { await resume() }
  }

  private func resume() async {
    do throws(SyncError) {
      try await store.resume()
    } catch {
      store.note(error, of: "resume")
    }
  }
}
