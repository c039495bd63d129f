import SwiftSyncFoundation
import SwiftSyncREST
@_spi(Generated) import SwiftSyncStore
import SwiftSyncThreads

extension SyncSession {
  /// Synchronizes from now on:
  ///
  /// - at once, and then every `Configuration.interval`;
  /// - when the app becomes active, and when the network returns (on Apple platforms);
  /// - local writes, `Configuration.pushDelay` after they were made.
  ///
  /// Does nothing if the session has been started. One run at a time takes place. If the server
  /// responds with 401, or if a token cannot be refreshed, the session stops until it is started
  /// again: `state.phase` is `signInNeeded`. The session is retained until `stop()`.
  public func start() {
    let control = RunControl(wait)
    let isStarted = activity.start(control) { [self] requests in
      await keepSyncing(control, requests)
    }
    guard isStarted else { return }
    board.observe(store)
    board.change { state in
      if !state.isRunning { state.phase = .idle }
    }
  }

  /// Stops what `start()` has started. Waits for the step that is running; further steps are skipped.
  public func stop() async {
    await activity.stop()
    board.change { $0.phase = .stopped }
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

  private func keepSyncing(_ control: RunControl, _ requests: RunRequests) async {
    let runs = StartedRuns(interval: configuration.interval, time, requests)
    requests.add(.all)
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.run(requests, runs, control) }
      if !uploads.isEmpty { group.addTask { await self.requestPushes(requests) } }
      group.addTask { [time] in
        for await _ in time.signals() { runs.noteSignal() }
        await Self.waitForCancellation()
      }
      // The first task ends when the user must sign in, or the store cannot be used.
      _ = await group.next()
      group.cancelAll()
    }
    runs.end()
    board.change { state in
      if state.phase == .idle { state.phase = .stopped }
    }
  }

  private var uploads: [Work] {
    work.filter { step in
      if case .push = step { true } else { false }
    }
  }

  private func run(_ requests: RunRequests, _ runs: StartedRuns, _ control: RunControl) async {
    do {
      if activity.unpark() { try await store.resume() }
      try await requests.forEach { scope in
        guard scope == .all else { return try await sync(uploads, control) }
        runs.begin()
        defer { runs.scheduleNext() }
        return try await sync(work, control)
      }
    } catch {
      // The session is stopped, or the store, which logs its errors, cannot be used.
    }
  }

  private func requestPushes(_ requests: RunRequests) async {
    do {
      // The first run sends these.
      var handled = try await store.unsentChanges()
      for try await unsent in store.observedUnsentChanges
      where unsent.count > 0 && unsent != handled {
        try await time.sleep(configuration.pushDelay)
        handled = try await store.unsentChanges()
        // Another run may have sent the changes in the meantime.
        if handled.count > 0 { requests.add(.uploads) }
      }
    } catch {
      // As above.
    }
    // The group waits for the runs, which end for the same reason.
    await Self.waitForCancellation()
  }

  private static func waitForCancellation() async {
    let nothing = AsyncStream<Void> { _ in }
    for await _ in nothing {}
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

/// When a started session runs all steps again.
///
/// `@unchecked`: the lock protects all mutable state.
private final class StartedRuns: @unchecked Sendable {
  /// The time after the beginning of a run in which signals of the system start no other one: an app
  /// that is launched becomes active, too.
  private static let quietTime: Double = 5

  private let interval: Duration
  private let time: SessionTime
  private let requests: RunRequests
  private let lock = ThreadLock()
  private var begun: Date?
  private var timer: Task<Void, Never>?

  init(interval: Duration, _ time: SessionTime, _ requests: RunRequests) {
    self.interval = interval
    self.time = time
    self.requests = requests
  }

  func begin() {
    let now = time.now()
    lock.withLock { begun = now }
  }

  func noteSignal() {
    let now = time.now()
    let isQuiet = lock.withLock {
      begun.map { now.timeIntervalSince($0) < Self.quietTime } ?? false
    }
    if !isQuiet { requests.add(.all) }
  }

  /// Starts the interval until the next run.
  func scheduleNext() {
    let next = Task { [time, interval, requests] in
      do {
        try await time.sleep(interval)
        requests.add(.all)
      } catch {
        // Another run has come first, or the session has stopped.
      }
    }
    replaceTimer(with: next)
  }

  func end() { replaceTimer(with: nil) }

  private func replaceTimer(with next: Task<Void, Never>?) {
    let last = lock.withLock { () -> Task<Void, Never>? in
      defer { timer = next }
      return timer
    }
    last?.cancel()
  }
}
