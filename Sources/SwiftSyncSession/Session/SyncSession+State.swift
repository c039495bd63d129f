import SwiftSyncFoundation
import SwiftSyncREST
@_spi(Generated) import SwiftSyncStore

extension SyncSession {
  /// What the session is doing, and what has come of it.
  ///
  /// The part that is stored (the number of pending changes, the problems, the last success) is
  /// read in the background when it is asked for the first time.
  public var state: SyncState {
    board.observe(store)
    return board.state
  }

  /// The current state, and the next ones. A loop that is busy receives only the newest.
  ///
  /// ```swift
  /// for await state in session.states { show(state) }
  /// ```
  public var states: AsyncStream<SyncState> {
    board.observe(store)
    return board.states
  }

  /// Runs all steps now: changes and unreadable rows that wait after a failure are tried at once,
  /// and so is the step of a run that waits for another attempt.
  ///
  /// Changes that were rejected too often are not sent before they are written again or resolved.
  ///
  /// - Throws: The errors of `run(progress:)`.
  @discardableResult
  public func refresh() async throws -> Summary {
    try await noting {
      try await open()
      try await store.endWaits()
    }
    activity.hurry()
    return try await run()
  }

  // MARK: - Resolving

  /// Resolves a problem.
  ///
  /// ```swift
  /// try await session.resolve(problem, .retry)
  /// ```
  ///
  /// If the session is started, it pushes at once what is to be sent.
  ///
  /// - Parameter resolution: One of `problem.resolutions`, or `arrived(as:)` for an uncertain
  ///   creation.
  /// - Returns: Whether the problem was still there.
  /// - Throws: `SyncError.invalidOption` if the problem cannot be resolved in this way;
  ///   `SyncError.refused` if a row is to be deleted but other rows refer to it with
  ///   `on-delete: deny`.
  @discardableResult
  public func resolve(
    _ problem: SyncProblem, _ resolution: SyncProblem.Resolution
  ) async throws -> Bool {
    let isResolved = try await store.resolve(problem, resolution)
    if isResolved { requestRun(after: resolution, problem.kind) }
    return isResolved
  }

  /// Resolves all problems of a kind.
  ///
  /// ```swift
  /// try await session.resolve(.discard, for: .notKept)
  /// ```
  ///
  /// Problems that cannot be resolved in this way are left, such as those of rows whose ids the
  /// server assigns if they are to be created again.
  ///
  /// - Returns: The number of problems that were resolved.
  /// - Throws: The errors of `resolve(_:_:)`. Problems before the one that failed are resolved.
  @discardableResult
  public func resolve(
    _ resolution: SyncProblem.Resolution, for kind: SyncProblem.Kind
  ) async throws -> Int {
    var count = 0
    for problem in try await store.problems(kind)
    where problem.resolutions.contains(resolution) {
      if try await store.resolve(problem, resolution) { count += 1 }
    }
    if count > 0 { requestRun(after: resolution, kind) }
    return count
  }

  private func requestRun(after resolution: SyncProblem.Resolution, _ kind: SyncProblem.Kind) {
    // What was discarded is pulled, and unreadable rows are fetched again.
    let needsPull = kind == .unreadable || resolution == .discard
    activity.request(needsPull ? .all : .uploads)
  }

  // MARK: - What a run does

  /// Records that a push starts.
  ///
  /// - Returns: The number of changes to send, with those that were sent before.
  func noteStart(of endpoint: PushEndpoint, _ before: PushSummary) async throws(SyncError) -> Int {
    let names = Set(endpoint.routes.map(\.entity) + endpoint.entities.map(\.name))
    let isReadOnly = store.isReadOnly
    let count = try await store.readPlanned { (connection, _) throws(SyncError) -> Int in
      if isReadOnly { return 0 }
      var count = 0
      for name in names { count += try PendingChangeReader(on: connection).count(of: name) }
      return count
    }
    board.notePush(before, of: count + before.doneCount)
    return count + before.doneCount
  }

  /// Records that a step is tried again after a delay.
  func noteWait(for delay: Duration, after error: any Error) {
    let next = time.now().addingTimeInterval(delay / .seconds(1))
    board.change { state in
      let isOffline = (error as? APIError)?.isOffline == true
      state.phase = isOffline ? .offline : .waiting(until: next)
      state.lastError = SyncState.message(of: error)
    }
  }

  /// Records the end of a run.
  ///
  /// - Parameter isWhole: Whether it has run all steps.
  func note(_ summary: Summary, isWhole: Bool) async throws(SyncError) {
    let error = summary.firstStepError
    if isWhole, error == nil, summary.hasSucceeded { try await store.noteSuccess(time.now()) }
    // The observation shows it too, but perhaps after the caller has looked at the state.
    let stored = try await store.storedState()
    let phase = phase(after: summary)
    board.show(stored)
    board.change { state in
      state.phase = phase
      state.lastError = error.map(SyncState.message(of:))
    }
  }

  /// Records the error that has ended a run.
  func note(_ error: any Error) {
    let phase = restingPhase
    board.change { state in
      state.phase = phase
      if !(error is CancellationError) { state.lastError = SyncState.message(of: error) }
    }
  }

  private func phase(after summary: Summary) -> SyncState.Phase {
    guard let error = summary.cutOff else { return restingPhase }
    if error.needsSignIn { return .signInNeeded }
    if error.isOffline { return .offline }
    guard activity.isRunning else { return .stopped }
    return .waiting(
      until: time.now().addingTimeInterval(configuration.interval / .seconds(1)))
  }

  private var restingPhase: SyncState.Phase { activity.isRunning ? .idle : .stopped }
}

extension SessionBoard {
  /// Shows the progress of a push.
  func notePush(_ summary: PushSummary, of total: Int) {
    change { $0.phase = .pushing(done: summary.doneCount, of: max(total, summary.doneCount)) }
  }
}

extension PushSummary {
  /// The number of changes about which the server has decided.
  var doneCount: Int { rows.confirmed + rows.rejected + stale }
}

extension SyncSession.Summary {
  /// The error of the first step that failed.
  var firstStepError: (any Error)? {
    steps.lazy.compactMap { step in
      if case .failed(let error, _) = step.outcome { error } else { nil }
    }.first
  }

  /// Whether no step has failed or was skipped.
  var hasSucceeded: Bool {
    steps.allSatisfy { step in
      switch step.outcome {
      case .pushed, .pulled: true
      case .failed, .skipped: false
      }
    }
  }

  /// The error of the first step that failed, if no step has succeeded. A push without a request,
  /// which had nothing to send, does not count.
  var failure: (any Error)? {
    let hasResult = steps.contains { step in
      switch step.outcome {
      case .pushed(let summary): summary.requests > 0
      case .pulled: true
      case .failed, .skipped: false
      }
    }
    return hasResult ? nil : firstStepError
  }

  /// The error because of which the remaining steps, if any, were skipped.
  var cutOff: APIError? {
    steps.lazy.compactMap { step -> APIError? in
      guard case .failed(let error as APIError, _) = step.outcome, error.endsSession else {
        return nil
      }
      return error
    }.first
  }

  /// Whether the user must sign in before anything else can succeed.
  var needsSignIn: Bool { cutOff?.needsSignIn == true }
}
