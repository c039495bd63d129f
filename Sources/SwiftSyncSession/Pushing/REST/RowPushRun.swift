import SwiftSyncFoundation
@_spi(Generated) import SwiftSyncStore

/// One push by requests for single rows: passes over the queue until nothing can be sent.
final class RowPushRun {
  /// The number of times that a state of a row is sent in a run: once, and again after a conflict.
  private static let tries = 3
  /// The number of consecutive requests without a response after which the push ends: the
  /// connection failed, not the rows.
  private static let outage = 5
  /// The number of consecutive server errors after which the push ends: the server failed, not the
  /// rows.
  private static let errors = 20
  /// The wait after status 429 without a stated time, and the longest wait.
  private static let pauses = HTTP.RetryPolicy.requests

  private let store: SyncStore
  private let endpoint: PushEndpoint
  private let progress: (@Sendable (PushSummary) -> Void)?
  private let wait: @Sendable (Duration) async throws -> Void
  /// The results so far. Also valid if the run fails.
  private(set) var summary = PushSummary()
  private var budget: RunBudget
  private var pass = RowPass()
  private var tries: [TriedRow: Int] = [:]
  private var refreshes: [Int64: Int] = [:]
  /// Changes that are not sent again in this run, by their positions in the queue.
  private var given: Set<Int64> = []
  private var later: [FailedChange] = []
  private var lost: [FailedChange] = []
  private var reported: Set<RowSchedulePlanner.NotPushable> = []
  private var failuresInRow = 0
  private var errorsInRow = 0
  private var pausesInRow = 0
  private var pause: Duration?
  private var succeeded = false
  /// The error that prevents further requests.
  private var end: APIError?
  private var lastFailure: APIError?

  init(
    _ store: SyncStore, _ endpoint: PushEndpoint, _ progress: (@Sendable (PushSummary) -> Void)?,
    wait: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.store = store
    self.endpoint = endpoint
    self.progress = progress
    self.wait = wait
    budget = RunBudget(endpoint.client.limits)
  }

  func run() async throws {
    while end == nil {
      try Task.checkCancellation()
      try await plan()
      guard !pass.schedule.isEmpty else { break }
      let before = summary.requests
      try await runPass()
      // The pass has changed nothing, so another one would not either.
      if summary.requests == before { break }
    }
    try await finish()
  }

  private func plan() async throws(SyncError) {
    let (tries, settled) = (tries, given)
    let planned = try await job { [endpoint] (writer, _) throws(SyncError) in
      let planner = try RowSchedulePlanner(endpoint, writer.plan, on: writer.connection)
      let pass = try planner.pass { change in
        !settled.contains(change.sequence) && tries[TriedRow(change), default: 0] < Self.tries
      }
      let queue = ChangeQueue(on: writer.connection)
      for (missing, changes) in pass.notPushable {
        for change in changes { try queue.noteUnpushable(change, missing.reason) }
      }
      return pass
    }
    pass = RowPass(planned)
    for (missing, changes) in planned.notPushable where reported.insert(missing).inserted {
      note(missing, changes)
    }
    try await noteUncertain(
      planned.uncertain.filter { planned.sent[$0.change.sequence]?.isUncertain != true })
    given.formUnion(planned.uncertain.map(\.change.sequence))
  }

  private func note(_ missing: RowSchedulePlanner.NotPushable, _ changes: [QueuedChange]) {
    summary.add(
      changes.map {
        SyncProblem(
          .notPushable, entity: missing.entity, key: $0.key, members: $0.fields.names.sorted(),
          missing.reason)
      })
    store.log(
      .notPushable(
        entity: missing.entity, operation: missing.operation.rawValue, changes.count),
      of: operation)
  }

  // MARK: - A pass

  private func runPass() async throws {
    let box = ResponseBox<(RowRequest, RowVerdict)>()
    try await withThrowingTaskGroup(of: Void.self) { group in
      var arrived: [(RowRequest, RowVerdict)] = []
      var open = 0
      while true {
        let requests = try await step(&arrived, free: endpoint.slots - open)
        for request in requests {
          open += 1
          group.addTask { [client = endpoint.client] in
            await box.put((request, await Self.send(request, by: client)))
          }
        }
        if open == 0 {
          guard try await sleepIfAsked() else { return }
          continue
        }
        arrived = await box.take()
        open -= arrived.count
        for (_, verdict) in arrived { note(verdict) }
      }
    }
  }

  private static func send(_ request: RowRequest, by client: APIClient) async -> RowVerdict {
    // Unsent changes must not count as possibly arrived.
    if Task.isCancelled { return .notYet(.cancelled) }
    do throws(APIError) {
      return RowVerdict(.success(try await client.response(to: request.message)), to: request)
    } catch {
      return RowVerdict(.failure(error), to: request)
    }
  }

  /// Settles the responses that have arrived and selects the next changes, in one transaction.
  private func step(
    _ arrived: inout [(RowRequest, RowVerdict)], free: Int
  ) async throws -> [RowRequest] {
    let responses = arrived.map { (request: $0.0, verdict: $0.1) }
    arrived = []
    let (refreshes, isOpen) = (refreshes, end == nil && pause == nil && !Task.isCancelled)
    let result = try await job { [endpoint, pass] (writer, transaction) throws(SyncError) in
      try RowPushStep(endpoint, pass, writer, transaction)
        .run(responses, free: free, isOpen: isOpen) { request in
          refreshes[request.pushed.change.sequence, default: 0] < Self.tries
        }
    }
    take(result.outcome)
    for request in result.requests { note(request) }
    return result.requests
  }

  private func note(_ request: RowRequest) {
    if request.purpose == .refresh {
      refreshes[request.pushed.change.sequence, default: 0] += 1
    } else {
      tries[TriedRow(request.pushed.change), default: 0] += 1
    }
    do {
      try budget.spend()
    } catch {
      end = end ?? error
    }
  }

  // MARK: - Responses

  /// Records what a response shows about the connection.
  private func note(_ verdict: RowVerdict) {
    switch verdict {
    case .lost(.cancelled), .notYet(.cancelled):
      end = end ?? .cancelled
    case .lost(let error), .notYet(let error):
      lastFailure = error
      switch error {
      case .status, .contentType: errorsInRow += 1
      default: failuresInRow += 1
      }
      if failuresInRow >= Self.outage || errorsInRow >= Self.errors { end = end ?? error }
    case .limited(let error, let asked):
      pausesInRow += 1
      let usual = Self.pauses.delay(afterFailures: Int64(pausesInRow))
      pause = max(pause ?? .zero, asked ?? usual)
      if pausesInRow > Self.pauses.maxAttempts * endpoint.slots
        || (asked ?? .zero) > Self.pauses.maxDelay
      {
        end = end ?? error
      }
    case .stopped(let error):
      end = end ?? error
    case .accepted, .gone, .outdated, .rejected:
      succeeded = true
      failuresInRow = 0
      errorsInRow = 0
      pausesInRow = 0
    }
  }

  private func take(_ outcome: RowSettlement.Outcome) {
    summary = summary + outcome.summary
    later += outcome.later
    lost += outcome.lost
    for (request, fate) in outcome.fates {
      if case .failed = fate { given.insert(request.pushed.change.sequence) }
    }
    for pushed in outcome.uncertain { log(uncertain: pushed) }
    for event in outcome.events { store.log(event, of: operation) }
    if !outcome.fates.isEmpty { progress?(summary) }
  }

  // MARK: - Waiting

  /// - Returns: Whether the server asked for a pause, which has ended.
  private func sleepIfAsked() async throws -> Bool {
    guard let time = pause, end == nil else { return false }
    pause = nil
    try await wait(time)
    return true
  }

  /// Delays rows whose requests failed while others succeeded, or reports that the server cannot be
  /// reached.
  private func finish() async throws {
    if end == .cancelled { throw CancellationError() }
    // If the server responds to some requests, the failing ones must not block the others.
    let isReachable = succeeded || errorsInRow >= Self.errors
    try await postpone(isReachable ? later + lost : lost, if: isReachable ? 1 : 2)
    if end == nil, let lastFailure, !succeeded { end = lastFailure }
    if let end { throw end }
  }

  /// Records failures, and delays the rows that have failed at least a number of times.
  ///
  /// A push that has reached nothing says little about its rows. A row that ends two pushes in this
  /// way may be the cause, so the third push tries the others.
  private func postpone(
    _ failed: [FailedChange], if least: Int64
  ) async throws(SyncError) {
    guard !failed.isEmpty else { return }
    try await job { [endpoint] (writer, _) throws(SyncError) in
      try SentRequests(on: writer.connection).postpone(
        failed, ifFailed: least, endpoint.laterAttempts)
    }
    progress?(summary)
  }

  // MARK: - Helpers

  private func noteUncertain(_ changes: [PushedChange]) async throws(SyncError) {
    guard !changes.isEmpty else { return }
    try await job { (writer, _) throws(SyncError) in
      let sent = SentRequests(on: writer.connection)
      for pushed in changes { try sent.noteUncertain(pushed.change) }
    }
    for pushed in changes { log(uncertain: pushed) }
  }

  private func log(uncertain pushed: PushedChange) {
    let entity = store.metadata.entities[pushed.entity].name
    store.log(.uncertainCreate(entity: entity, identity: pushed.key.text), of: operation)
  }

  private var operation: String { "push \(endpoint.source)" }

  /// Runs a transaction, even in a cancelled task: responses that have arrived are settled before
  /// the push ends.
  private func job<Value: Sendable>(
    _ body: @escaping @Sendable (Writer, SyncTransaction) throws(SyncError) -> Value
  ) async throws(SyncError) -> Value {
    let (store, operation) = (store, operation)
    let task = Task { () async -> Result<Value, SyncError> in
      do throws(SyncError) {
        return .success(
          try await store.write(operation: operation) { (writer) throws(SyncError) in
            try writer.connection.delayingCheckpoints { () throws(SyncError) in
              try writer.transaction { (transaction) throws(SyncError) in
                (try body(writer, transaction), .commit)
              }
            }
          })
      } catch {
        return .failure(error)
      }
    }
    return try await task.value.get()
  }
}

/// The state of a row that was tried: the entry with its revision.
private struct TriedRow: Hashable {
  let sequence: Int64
  let revision: Int64
  let operation: PendingChange.Operation

  init(_ change: QueuedChange) {
    sequence = change.sequence
    revision = change.revision
    operation = change.operation
  }
}

extension PushEndpoint {
  /// The number of concurrent requests.
  fileprivate var slots: Int { max(1, concurrency) }
}
