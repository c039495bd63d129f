import SwiftSyncREST
public import SwiftSyncStore

/// Synchronizes a store with its server: pushes local changes and then pulls rows, endpoint by
/// endpoint.
///
/// ```swift
/// let session = SyncSession(SyncStore(NotesSchema.self), NotesAPI(baseURL: url))
/// session.start()
/// ```
///
/// A session pushes to the `uploads` of the client, and pulls from its endpoints that return all
/// rows of an entity. `start()` synchronizes from now on; `run()` does so once, and returns what was
/// done:
///
/// ```swift
/// let summary = try await session.run()
/// if let error = summary.firstError { show(error) }
/// ```
///
/// `state` says what the session is doing, and what is wrong.
public final class SyncSession: Sendable {
  enum Work: Sendable {
    case push(PushEndpoint)
    case pull(Pull)
  }

  /// The store.
  public let store: SyncStore
  let configuration: Configuration
  /// All steps, in order.
  let work: [Work]
  let activity = SessionActivity()
  let board = SessionBoard()
  let time: SessionTime
  let wait: @Sendable (Duration) async throws -> Void

  /// Creates a session, which does nothing before `start()` or `run()` is called.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - api: The client of the backend.
  ///   - configuration: Further pulls, settings of the uploads, and times.
  public convenience init<API: SyncedAPI>(
    _ store: SyncStore, _ api: API, _ configuration: Configuration = Configuration()
  ) {
    self.init(store, api, configuration) { try await Task.sleep(for: $0) }
  }

  /// - Parameters:
  ///   - time: What a started session waits for.
  ///   - wait: Waits before a step is tried again.
  init<API: SyncedAPI>(
    _ store: SyncStore, _ api: API, _ configuration: Configuration = Configuration(),
    time: SessionTime = SessionTime(),
    wait: @escaping @Sendable (Duration) async throws -> Void
  ) {
    let pushes = API.uploads(of: api).map { upload in
      var endpoint = upload
      configuration.upload(&endpoint)
      store.noteErrors(of: endpoint)
      return Work.push(endpoint)
    }
    self.store = store
    self.configuration = configuration
    work = pushes + (API.pulls(of: api) + configuration.pulls).map(Work.pull)
    self.time = time
    self.wait = wait
  }

  /// Runs all steps. Sessions of one store run one after another.
  ///
  /// A step that fails temporarily is tried again, after the delay of `Retry-After` or with growing
  /// delays. If its last attempt fails, or the server responds with 401, the remaining steps are
  /// skipped. After any other error, the session continues with the next step. The summary contains
  /// all errors.
  ///
  /// - Parameter progress: Receives the progress of each step, in order.
  /// - Throws: The first error, usually an `APIError`, if no step has succeeded; a push that had
  ///   nothing to send does not count. `CancellationError` when the task is cancelled. Completed work
  ///   is kept. `SyncError` if the store could not be opened, or is closed.
  @discardableResult
  public func run(
    progress: (@Sendable (Progress) -> Void)? = nil
  ) async throws -> Summary {
    let summary = try await run(work, RunControl(wait), progress)
    if let failure = summary.failure { throw failure }
    return summary
  }

  /// Runs some steps.
  ///
  /// - Parameter control: Ends the run early.
  func run(
    _ work: [Work], _ control: RunControl,
    _ progress: (@Sendable (Progress) -> Void)? = nil
  ) async throws -> Summary {
    board.observe(store)
    return try await activity.run(control) {
      try await noting { try await open() }
      return try await store.sessions.run {
        try await noting {
          let summary = try await runSteps(of: work, control, progress)
          try await note(summary, isWhole: work.count == self.work.count)
          return summary
        }
      }
    }
  }

  /// Runs something, and records the error that ends it.
  func noting<Value>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Value
  ) async throws -> Value {
    do {
      return try await body()
    } catch {
      note(error)
      throw error
    }
  }

  func open() async throws {
    do throws(SyncError) {
      try await store.opened()
    } catch .cancelled {
      throw CancellationError()
    }
  }

  private func runSteps(
    of work: [Work], _ control: RunControl, _ progress: (@Sendable (Progress) -> Void)?
  ) async throws -> Summary {
    var summary = Summary()
    var isCutOff = false
    for (index, step) in work.enumerated() {
      guard !isCutOff, !control.isStopped else {
        summary.steps.append(.init(name: step.name, attempts: 0, outcome: .skipped))
        continue
      }
      progress?(.began(step.name, step: index, of: work.count))
      let (result, last) = try await run(step, control, progress)
      summary.steps.append(result)
      progress?(.ended(result))
      if let error = last as? APIError { isCutOff = error.endsSession }
    }
    return summary
  }

  /// - Returns: The step, and the error of its last attempt.
  private func run(
    _ work: Work, _ control: RunControl, _ progress: (@Sendable (Progress) -> Void)?
  ) async throws -> (Summary.Step, (any Error)?) {
    var done: PushSummary?
    var earlier: (any Error)?
    var attempt = 1
    while true {
      let mark = control.mark
      let (outcome, error) = await attemptStep(work, control, &done, progress)
      try Task.checkCancellation()
      guard let error else {
        let outcome = Self.outcome(outcome, after: earlier)
        return (.init(name: work.name, attempts: attempt, outcome: outcome), nil)
      }
      earlier = error
      let jitter = Double.random(in: 0...1)
      let retry = configuration.retry
      guard let delay = retry.delay(after: error, attempt: attempt, jitter: jitter) else {
        return (.init(name: work.name, attempts: attempt, outcome: .failed(error, done)), error)
      }
      progress?(.waits(work.name, for: delay, after: error))
      noteWait(for: delay, after: error)
      try await control.wait(delay, after: mark)
      attempt += 1
    }
  }

  /// The outcome of a step whose last attempt ended without an error.
  ///
  /// If the server has accepted and rejected nothing, that attempt had nothing left to send, because
  /// the earlier ones have postponed it. The step has failed all the same.
  private static func outcome(
    _ outcome: Summary.Outcome, after earlier: (any Error)?
  ) -> Summary.Outcome {
    guard let earlier, case .pushed(let summary) = outcome, !summary.hasResults,
      summary.count(of: .postponed) > 0
    else { return outcome }
    return .failed(earlier, summary)
  }

  /// - Parameter done: The combined results of all attempts of a push.
  private func attemptStep(
    _ work: Work, _ control: RunControl, _ done: inout PushSummary?,
    _ progress: (@Sendable (Progress) -> Void)?
  ) async -> (Summary.Outcome, (any Error)?) {
    do {
      switch work {
      case .pull(let pull):
        return (.pulled(try await fetch(pull)), nil)
      case .push(let endpoint):
        let before = done ?? PushSummary()
        let total = try await noteStart(of: endpoint, before)
        let (summary, error) = try await store.attemptPush(
          to: endpoint,
          progress: { [board] in
            let both = before.followed(by: $0)
            board.notePush(both, of: total)
            progress?(.pushed(work.name, both))
          }, wait: { try await control.wait($0) })
        let both = before.followed(by: summary)
        done = both
        return (.pushed(both), error)
      }
    } catch {
      return (.skipped, error)
    }
  }

  private func fetch(_ pull: Pull) async throws -> ApplyReport {
    let note: @Sendable (Int) -> Void = { [board] page in
      board.change { $0.phase = .pulling(pull.name, page: page) }
    }
    note(1)
    let report = try await PageProgress.$note.withValue(note) { try await pull.pull(store) }
    try await store.keepUnreadable(report, from: pull.name)
    return report
  }
}

extension SyncSession.Work {
  var name: String {
    switch self {
    case .push(let endpoint): endpoint.source
    case .pull(let pull): pull.name
    }
  }
}

extension APIError {
  /// Whether other requests would fail in the same way.
  var endsSession: Bool { needsSignIn || isTransient }

  /// Whether the server could not be reached.
  var isOffline: Bool {
    guard case .transportFailed(let failure) = self else { return false }
    return !failure.isUnsentByMiddleware
  }

  /// Whether the server has nothing at the path of the request, or no longer.
  var isOfMissingResource: Bool { response.map { [404, 410].contains($0.status) } ?? false }

  /// Whether the user must sign in before anything else can succeed.
  var needsSignIn: Bool {
    switch self {
    case .tokenRefreshFailed: !isTransient
    case .status(let response): response.status == 401
    default: false
    }
  }
}
