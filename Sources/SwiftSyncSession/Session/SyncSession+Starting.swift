import SwiftSyncREST
import SwiftSyncStore

extension SyncSession {
  /// Synchronizes from now on: at once, and every `Configuration.interval`. Local writes are pushed
  /// `Configuration.pushDelay` after they were made. Does nothing if the session has been started.
  ///
  /// One run at a time takes place. If the server responds with 401, or if a token cannot be
  /// refreshed, the session stops until it is started again. The session is retained until `stop()`.
  public func start() {
    let control = RunControl(wait)
    activity.start(control) { [self] in await keepSyncing(control) }
  }

  /// Stops what `start()` has started. Waits for the step that is running; further steps are skipped.
  public func stop() async {
    await activity.stop()
  }

  /// Keeps the session started until the task is cancelled, for a view that shows it. With several
  /// such views, the last one stops the session.
  package func runWhileShown() async {
    activity.addView()
    start()
    do {
      while true { try await Task.sleep(for: .seconds(86_400)) }
    } catch {
      // The view is gone.
      if activity.removeView() { await stop() }
    }
  }

  private func keepSyncing(_ control: RunControl) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.syncRepeatedly(control) }
      if !uploads.isEmpty { group.addTask { await self.pushWrites(control) } }
      // If one of them ends, the user must sign in, or the store cannot be used.
      _ = await group.next()
      group.cancelAll()
    }
  }

  private var uploads: [Work] {
    work.filter { step in
      if case .push = step { true } else { false }
    }
  }

  /// The names of the entities whose local changes are pushed.
  private var uploadedEntities: [String] {
    work.flatMap { step -> [String] in
      guard case .push(let endpoint) = step else { return [] }
      return endpoint.routes.map(\.entity) + endpoint.entities.map(\.name)
    }
  }

  private func syncRepeatedly(_ control: RunControl) async {
    do {
      while try await sync(work, control) {
        try await Task.sleep(for: configuration.interval)
      }
    } catch {
      // The session is stopped, or the store, which logs its errors, cannot be used.
    }
  }

  private func pushWrites(_ control: RunControl) async {
    do {
      // The first run sends these.
      var handled = try await store.unsentChanges()
      for try await unsent in store.unsentChanges(of: uploadedEntities)
      where unsent.count > 0 && unsent != handled {
        try await Task.sleep(for: configuration.pushDelay)
        handled = try await store.unsentChanges()
        // Another run may have sent the changes in the meantime.
        guard handled.count > 0 else { continue }
        guard try await sync(uploads, control) else { return }
      }
    } catch {
      // As above.
    }
  }

  /// Runs steps, which are not interrupted when the session is stopped.
  ///
  /// - Returns: Whether the server accepts further requests without signing in.
  private func sync(_ work: [Work], _ control: RunControl) async throws -> Bool {
    let summary = try await Task { try await run(work, control) }.value
    try Task.checkCancellation()
    return !summary.needsSignIn
  }
}

extension SyncSession.Summary {
  /// Whether the user must sign in before anything else can succeed.
  fileprivate var needsSignIn: Bool {
    steps.contains { step in
      guard case .failed(let error as APIError, _) = step.outcome else { return false }
      return error.needsSignIn
    }
  }
}
