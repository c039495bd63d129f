@_spi(Generated) public import SwiftSyncREST
@_spi(Generated) public import SwiftSyncStore

/// Synchronizes a store with its server: pushes local changes and then pulls rows, endpoint by
/// endpoint.
///
/// ```swift
/// let session = SyncSession(
///   store, push: [sync],
///   pull: [SyncPull("projects") { try await api.projects(into: store) }])
/// let summary = try await session.run()
/// if let error = summary.firstError { show(error) }
/// ```
///
/// The app decides when to run the session.
public struct SyncSession: Sendable {
  fileprivate enum Work: Sendable {
    case push(PushEndpoint)
    case pull(SyncPull)
  }

  private let store: SyncStore
  private let work: [Work]
  private let retry: RetryPolicy
  private let wait: @Sendable (Duration) async throws -> Void

  /// Creates a session.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - push: The endpoints that receive local changes, in this order.
  ///   - pull: The pulls that run afterwards, in this order.
  ///   - retry: The policy for steps that fail temporarily. The default is `requests`.
  public init(
    _ store: SyncStore, push: [PushEndpoint] = [], pull: [SyncPull] = [],
    retry: RetryPolicy = .requests
  ) {
    self.init(store, push: push, pull: pull, retry: retry) { try await Task.sleep(for: $0) }
  }

  /// - Parameter wait: Waits before a step is tried again.
  init(
    _ store: SyncStore, push: [PushEndpoint], pull: [SyncPull], retry: RetryPolicy,
    wait: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.store = store
    work = push.map(Work.push) + pull.map(Work.pull)
    self.retry = retry
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
  /// - Throws: `CancellationError` when the task is cancelled. Completed work is kept.
  public func run(
    progress: (@Sendable (SessionProgress) -> Void)? = nil
  ) async throws -> SyncSummary {
    try await store.sessions.run {
      var summary = SyncSummary()
      var isCutOff = false
      for (index, work) in work.enumerated() {
        guard !isCutOff else {
          summary.steps.append(.init(name: work.name, attempts: 0, outcome: .skipped))
          continue
        }
        progress?(.began(work.name, step: index, of: self.work.count))
        let (step, last) = try await run(work, progress)
        summary.steps.append(step)
        progress?(.ended(step))
        if let error = last as? APIError { isCutOff = error.endsSession }
      }
      return summary
    }
  }

  /// - Returns: The step, and the error of its last attempt.
  private func run(
    _ work: Work, _ progress: (@Sendable (SessionProgress) -> Void)?
  ) async throws -> (SyncSummary.Step, (any Error)?) {
    var done: PushSummary?
    var earlier: (any Error)?
    var attempt = 1
    while true {
      let (outcome, error) = await attemptStep(work, &done, progress)
      try Task.checkCancellation()
      guard let error else {
        let outcome = Self.outcome(outcome, after: earlier)
        return (.init(name: work.name, attempts: attempt, outcome: outcome), nil)
      }
      earlier = error
      let jitter = Double.random(in: 0...1)
      guard let delay = retry.delay(after: error, attempt: attempt, jitter: jitter) else {
        return (.init(name: work.name, attempts: attempt, outcome: .failed(error, done)), error)
      }
      progress?(.waits(work.name, for: delay, after: error))
      try await wait(delay)
      attempt += 1
    }
  }

  /// The outcome of a step whose last attempt ended without an error.
  ///
  /// If the server has accepted and rejected nothing, that attempt had nothing left to send, because
  /// the earlier ones have postponed it. The step has failed all the same.
  private static func outcome(
    _ outcome: SyncSummary.Outcome, after earlier: (any Error)?
  ) -> SyncSummary.Outcome {
    guard let earlier, case .pushed(let summary) = outcome, !summary.hasResults,
      summary.count(of: .postponed) > 0
    else { return outcome }
    return .failed(earlier, summary)
  }

  /// - Parameter done: The combined results of all attempts of a push.
  private func attemptStep(
    _ work: Work, _ done: inout PushSummary?,
    _ progress: (@Sendable (SessionProgress) -> Void)?
  ) async -> (SyncSummary.Outcome, (any Error)?) {
    do {
      switch work {
      case .pull(let pull):
        return (.pulled(try await pull.pull()), nil)
      case .push(let endpoint):
        let before = done ?? PushSummary()
        let (summary, error) = try await store.attemptPush(
          to: endpoint, progress: { progress?(.pushed(work.name, before.followed(by: $0))) },
          wait: wait)
        let both = before.followed(by: summary)
        done = both
        return (.pushed(both), error)
      }
    } catch {
      return (.skipped, error)
    }
  }
}

extension SyncSession.Work {
  fileprivate var name: String {
    switch self {
    case .push(let endpoint): endpoint.source
    case .pull(let pull): pull.name
    }
  }
}

extension APIError {
  /// Whether other requests would fail in the same way.
  fileprivate var endsSession: Bool {
    switch self {
    case .tokenRefreshFailed: true
    case .status(let response) where response.status == 401: true
    default: isTransient
    }
  }
}

/// A step of a session that fetches rows into the store.
///
/// ```swift
/// SyncPull("projects") { try await api.projects(into: store) }
/// ```
public struct SyncPull: Sendable {
  /// The name of the step in summaries.
  public let name: String
  let pull: @Sendable () async throws -> SyncReport

  /// Creates a step.
  ///
  /// - Parameters:
  ///   - name: The name of the step in summaries.
  ///   - pull: Fetches and applies rows. It may be called several times, so it must be repeatable.
  public init(_ name: String, _ pull: @escaping @Sendable () async throws -> SyncReport) {
    self.name = name
    self.pull = pull
  }
}
