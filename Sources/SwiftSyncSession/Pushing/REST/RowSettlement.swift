import SwiftSyncFoundation
@_spi(Generated) import SwiftSyncStore

/// Settles responses to requests for single rows, in one transaction.
final class RowSettlement {
  /// The result of a change in the pass.
  enum Fate: Sendable {
    /// The server has the row, or no longer has it.
    case finished
    /// The change waits for another pass or another push.
    case failed
    /// The change is sent again.
    case again
    /// The server's row is fetched with this request.
    case asked(RowRequest)
  }

  /// The results of a set of responses.
  struct Outcome: Sendable {
    var summary = PushSummary()
    var fates: [(request: RowRequest, fate: Fate)] = []
    /// Changes whose requests may succeed later.
    var later: [FailedChange] = []
    /// Changes whose requests had no usable response, possibly because of the changes themselves.
    var lost: [FailedChange] = []
    /// Creations that only the app can settle.
    var uncertain: [PushedChange] = []
    /// Events to log.
    var events: [SyncLog.Event] = []
  }

  let endpoint: PushEndpoint
  let transaction: SyncTransaction
  let schema: SchemaPlan
  let connection: Connection
  let queue: ChangeQueue
  let entries: QueueSettlement
  private let sent: SentRequests
  private let answers: RowAnswerReader

  init(_ endpoint: PushEndpoint, _ writer: Writer, _ transaction: SyncTransaction) {
    self.endpoint = endpoint
    self.transaction = transaction
    schema = writer.plan
    connection = writer.connection
    queue = ChangeQueue(on: connection)
    sent = SentRequests(on: connection)
    entries = QueueSettlement(queue, schema, endpoint.retry, sent)
    answers = RowAnswerReader(schema)
  }

  /// Stores problems, which remain after the push.
  func keep(_ problems: [SyncProblem]) throws(SyncError) {
    try StoredProblems(on: connection).add(problems, from: endpoint.source, schema)
  }

  /// - Parameter isRefreshable: Whether a row may be fetched once more.
  func settle(
    _ responses: [(request: RowRequest, verdict: RowVerdict)], _ isRefreshable: (RowRequest) -> Bool
  ) throws(SyncError) -> Outcome {
    var outcome = Outcome()
    var rows = AnsweredRows()
    for (request, verdict) in responses {
      let fate = try settle(request, verdict, isRefreshable, &rows, &outcome)
      outcome.fates.append((request, fate))
    }
    outcome.events = try rows.apply(with: self, &outcome.summary)
    return outcome
  }

  private func settle(
    _ request: RowRequest, _ verdict: RowVerdict, _ isRefreshable: (RowRequest) -> Bool,
    _ rows: inout AnsweredRows, _ outcome: inout Outcome
  ) throws(SyncError) -> Fate {
    if verdict.isAnswered { outcome.summary.requests += 1 }
    switch verdict {
    case .accepted(let response):
      return try accept(request, response, &rows, &outcome)
    case .gone(let error):
      return try settleGone(request, ProblemReason(error), &outcome)
    case .outdated:
      return try settleOutdated(request, isRefreshable(request), &outcome)
    case .rejected(let reason):
      try entries.settle(request.pushed, .rejected(reason), &outcome.summary)
      return .failed
    case .lost(let error):
      return try settleLost(request, ProblemReason(error), &outcome)
    case .notYet(let error):
      try release(request)
      outcome.later.append(FailedChange(pushed: request.pushed, reason: ProblemReason(error)))
      return .failed
    case .limited:
      try release(request)
      return .again
    case .stopped:
      try release(request)
      return .failed
    }
  }

  // MARK: - Failures

  /// Marks a change as not sent, unless an earlier request may have arrived.
  ///
  /// A creation with a key keeps its mark, since repeating it is safe: middleware may have sent it
  /// more than once.
  private func release(_ request: RowRequest) throws(SyncError) {
    guard request.isCreation, !request.pushed.change.isRepeated, !request.hasKey else { return }
    try sent.forget(request.pushed.change.sequence)
    try queue.release(request.pushed.change)
  }

  private func settleLost(
    _ request: RowRequest, _ reason: ProblemReason, _ outcome: inout Outcome
  ) throws(SyncError) -> Fate {
    let change = request.pushed.change
    guard request.isCreation, try isUncertain(request.pushed) else {
      outcome.lost.append(FailedChange(pushed: request.pushed, reason: reason))
      return .failed
    }
    try sent.noteUncertain(change)
    outcome.uncertain.append(request.pushed)
    return .failed
  }

  /// Whether only the app can determine if a creation without a response has arrived.
  private func isUncertain(_ pushed: PushedChange) throws(SyncError) -> Bool {
    let plan = schema.entities[pushed.entity]
    guard let current = try queue.current(pushed.change, of: plan) else { return false }
    let earlier = try sent.request(of: current.sequence)
    return endpoint.fate(of: current, in: plan, earlier) == .uncertain
  }

  /// Settles a request for a row that the server does not have.
  private func settleGone(
    _ request: RowRequest, _ reason: ProblemReason, _ outcome: inout Outcome
  ) throws(SyncError) -> Fate {
    let (pushed, plan) = (request.pushed, schema.entities[request.pushed.entity])
    if request.purpose == .question {
      try sent.remove(pushed.change.sequence)
      guard try queue.release(pushed.change) else {
        // The row has since been written, so the next push sends it.
        outcome.later.append(FailedChange(pushed: pushed, reason: reason))
        return .failed
      }
      return .again
    }
    if pushed.change.operation == .update,
      try sent.request(of: pushed.change.sequence)?.isRestored == true
    {
      return try settleRestored(pushed, plan, &outcome)
    }
    if plan.metadata.sync.hasETags {
      try EntityTags(on: connection).set(nil, of: pushed.change.key, plan)
    }
    guard pushed.change.operation == .delete else {
      return try keepGone(pushed, plan, reason, &outcome)
    }
    try entries.settle(pushed, .confirmed, &outcome.summary)
    return .finished
  }

  /// Keeps an update of a row that the server no longer has until the app decides about it.
  private func keepGone(
    _ pushed: PushedChange, _ plan: EntityPlan, _ reason: ProblemReason, _ outcome: inout Outcome
  ) throws(SyncError) -> Fate {
    try sent.remove(pushed.change.sequence)
    guard let current = try queue.current(pushed.change, of: plan) else { return .failed }
    guard current.operation != .delete else {
      // Both sides have deleted the row.
      outcome.summary.rows.confirmed += 1
      try queue.drop(current)
      return .finished
    }
    try queue.keepGone(pushed.change, reason)
    return .failed
  }

  /// Creates a row again that was deleted and inserted again here: the server does not have it
  /// because this device has deleted it.
  private func settleRestored(
    _ pushed: PushedChange, _ plan: EntityPlan, _ outcome: inout Outcome
  ) throws(SyncError) -> Fate {
    guard endpoint.routes(of: plan)?.create != nil, plan.temporaryPart == nil else {
      let reason =
        "this device has deleted the row on the server, and cannot create it again "
        + "with its id"
      try entries.settle(pushed, .rejected(ProblemReason(reason), .never), &outcome.summary)
      return .failed
    }
    try sent.remove(pushed.change.sequence)
    try queue.recreate(pushed.change)
    return .again
  }

  private func settleOutdated(
    _ request: RowRequest, _ isRefreshable: Bool, _ outcome: inout Outcome
  ) throws(SyncError) -> Fate {
    outcome.summary.stale += 1
    guard isRefreshable else {
      let reason = ProblemReason("the server's row has changed again during each attempt")
      outcome.later.append(FailedChange(pushed: request.pushed, reason: reason))
      return .failed
    }
    let writer = RowRequestWriter(endpoint, schema, on: connection)
    guard let refresh = try writer.refresh(request.item, request.pushed) else {
      let reason = ProblemReason("the server's row has changed, and no endpoint fetches it")
      try entries.settle(request.pushed, .rejected(reason), &outcome.summary)
      return .failed
    }
    return .asked(refresh)
  }

  // MARK: - Success

  private func accept(
    _ request: RowRequest, _ response: HTTP.Response, _ rows: inout AnsweredRows,
    _ outcome: inout Outcome
  ) throws(SyncError) -> Fate {
    var pushed = request.pushed
    let plan = schema.entities[pushed.entity]
    let row: RowAnswer?
    do throws(APIError) {
      row = try answers.row(in: response, to: request.endpoint, of: plan)
    } catch {
      return try settleLost(request, ProblemReason(error), &outcome)
    }
    let missing = ProblemReason(
      "the response lacks the row", status: response.status, body: response.body)
    if row == nil, request.purpose != .change {
      return try request.purpose == .question
        ? settleGone(request, missing, &outcome) : settleLost(request, missing, &outcome)
    }
    if let row, row.key != pushed.change.key {
      guard request.isCreation, plan.replaces(pushed.change.key, row.key),
        try transaction.replaceTemporaryID(pushed.change.key, with: row.key, of: plan)
      else { return try settleForeign(request, row, response, &outcome) }
      pushed = PushedChange(
        entity: plan.index, change: pushed.change.renamed(row.key), postponed: pushed.postponed)
    } else if request.isCreation, plan.temporaryPart != nil, plan.isTemporary(pushed.change.key) {
      // The row would keep its temporary id forever.
      return try settleLost(request, missing, &outcome)
    }
    let touch = try settleQueue(request.purpose, pushed, plan, &outcome.summary)
    if plan.metadata.sync.hasETags || row != nil {
      let answered = AnsweredRow(
        pushed: pushed, row: isApplied(request) ? row : nil, touch: touch,
        tag: response.headers["ETag"], isOwn: request.purpose == .change)
      rows.add(answered)
    }
    return request.purpose == .refresh ? .again : .finished
  }

  /// Whether the row is applied. A response must not restore a row that was deleted here.
  private func isApplied(_ request: RowRequest) -> Bool {
    let plan = schema.entities[request.pushed.entity]
    return request.purpose != .change || request.pushed.change.operation != .delete
      || plan.metadata.sync.keepsTombstones
  }

  private func settleForeign(
    _ request: RowRequest, _ row: RowAnswer, _ response: HTTP.Response, _ outcome: inout Outcome
  ) throws(SyncError) -> Fate {
    let names = [row.key, request.pushed.change.key].map { $0.map(\.text).joined(separator: "/") }
    let reason = ProblemReason(
      "the response contains the row \(names[0]) instead of \(names[1])", status: response.status,
      body: response.body)
    // An endpoint that creates a different row would do so again.
    try entries.settle(
      request.pushed, .rejected(reason, request.isCreation ? .never : nil), &outcome.summary)
    return .failed
  }

  private func settleQueue(
    _ purpose: RowRequest.Purpose, _ pushed: PushedChange, _ plan: EntityPlan,
    _ summary: inout PushSummary
  ) throws(SyncError) -> LocalChange? {
    guard purpose != .refresh else {
      try queue.rebase(pushed.change, of: plan)
      return nil
    }
    return try entries.settle(pushed, .confirmed, &summary)
  }
}

extension HTTP.RetryPolicy {
  /// A policy that quarantines the change at once.
  fileprivate static let never = HTTP.RetryPolicy(
    maxAttempts: 1, initialDelay: .zero, maxDelay: .zero)
}
