/// Brings a store and its server together: pushes local writes, then pulls, endpoint by endpoint.
///
/// ```swift
/// let session = SyncSession(
///   store, push: [sync],
///   pull: [SyncPull("projects") { try await api.projects(into: store) }])
/// let summary = try await session.run()
/// if let error = summary.firstError { show(error) }
/// ```
///
/// It may be all that a small app needs. When to sync, and what beside these steps, is the app's business.
public struct SyncSession: Sendable {
  fileprivate enum Work: Sendable {
    case push(PushEndpoint)
    case pull(SyncPull)
  }

  private let store: SyncStore
  private let work: [Work]
  private let retry: SessionRetry
  private let wait: @Sendable (Double) async throws -> Void

  /// - Parameters:
  ///   - push: Where local writes go, in this order.
  ///   - pull: What is fetched then, in this order.
  ///   - retry: What is done when the network or the server cuts a step short.
  public init(
    _ store: SyncStore, push: [PushEndpoint] = [], pull: [SyncPull] = [],
    retry: SessionRetry = SessionRetry()
  ) {
    self.init(store, push: push, pull: pull, retry: retry) {
      try await Task.sleep(for: .seconds($0))
    }
  }

  /// - Parameter wait: Waits for some seconds.
  init(
    _ store: SyncStore, push: [PushEndpoint], pull: [SyncPull], retry: SessionRetry,
    wait: @escaping @Sendable (Double) async throws -> Void
  ) {
    self.store = store
    work = push.map(Work.push) + pull.map(Work.pull)
    self.retry = retry
    self.wait = wait
  }

  /// Runs all steps. Sessions of one store take turns.
  ///
  /// A step that the network or the server cuts short is tried again, when `Retry-After` says so and otherwise with
  /// growing waits; if that does not help, or the server wants a login, the steps after it are skipped. A step that
  /// fails otherwise is in the summary, and the next one begins.
  ///
  /// - Parameter progress: Is told of each step, in order.
  /// - Throws: `CancellationError` when the task is cancelled: what was done until then stays done.
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
        let step = try await run(work, progress)
        summary.steps.append(step)
        progress?(.ended(step))
        if case .failed(let error as APIError, _) = step.outcome { isCutOff = error.endsSession }
      }
      return summary
    }
  }

  private func run(
    _ work: Work, _ progress: (@Sendable (SessionProgress) -> Void)?
  ) async throws -> SyncSummary.Step {
    var done: PushSummary?
    var attempt = 1
    while true {
      let (outcome, error) = await attemptStep(work, &done, progress)
      try Task.checkCancellation()
      guard let error else {
        return .init(name: work.name, attempts: attempt, outcome: outcome)
      }
      let jitter = Double.random(in: 0...1)
      guard let delay = retry.delay(after: error, attempt: attempt, jitter: jitter) else {
        return .init(name: work.name, attempts: attempt, outcome: .failed(error, done))
      }
      progress?(.waits(work.name, seconds: delay, after: error))
      try await wait(delay)
      attempt += 1
    }
  }

  /// - Parameter done: What the attempts of a push have done together.
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
        let (summary, error) = try await store.attemptPush(to: endpoint) {
          progress?(.pushed(work.name, before + $0))
        }
        done = before + summary
        return (.pushed(before + summary), error)
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
  /// Whether other requests would fare no better.
  fileprivate var endsSession: Bool {
    if case .status(let response) = self, response.status == 401 { return true }
    return isTransient
  }
}
