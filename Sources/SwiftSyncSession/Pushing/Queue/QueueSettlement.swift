@_spi(Generated) import SwiftSyncStore

/// Settles pending changes after a push, whatever its protocol.
struct QueueSettlement {
  /// What a push has found out about a change.
  enum Outcome {
    /// The server has the row as it was sent, or no longer has it.
    case confirmed
    /// The server refuses the change. The policy replaces the usual one.
    case rejected(ProblemReason, HTTP.RetryPolicy? = nil)
    /// The server has a row that the change was not based on, so the change is sent again.
    ///
    /// `hasArrived` states whether that row is known to be the one that was sent.
    case stale(hasArrived: Bool)
  }

  let queue: ChangeQueue
  private let schema: SchemaPlan
  private let retry: HTTP.RetryPolicy
  private let sent: SentRequests?

  /// - Parameter sent: The requests that may have arrived; `nil` if there are none.
  init(_ queue: ChangeQueue, _ schema: SchemaPlan, _ retry: HTTP.RetryPolicy, _ sent: SentRequests?)
  {
    self.queue = queue
    self.schema = schema
    self.retry = retry
    self.sent = sent
  }

  /// - Returns: The entry, if it now only keeps a clock.
  @discardableResult
  func settle(
    _ pushed: PushedChange, _ outcome: Outcome, _ summary: inout PushSummary
  ) throws(SyncError) -> LocalChange? {
    let plan = schema.entities[pushed.entity]
    try sent?.remove(pushed.change.sequence)
    switch outcome {
    case .confirmed:
      summary.rows.confirmed += 1
      return try queue.confirm(pushed.change, of: plan)
    case .rejected(let reason, let policy):
      summary.rows.rejected += 1
      if try queue.reject(pushed.change, reason, policy ?? retry) { summary.rows.quarantined += 1 }
      if !pushed.postponed.isEmpty { try queue.takeBack(pushed.change) }
    case .stale(let hasArrived):
      summary.stale += 1
      try queue.rebase(pushed.change, of: plan, hasArrived: hasArrived)
    }
    return nil
  }
}

extension SyncTransaction {
  /// Applies rows of an entity from the response to a push; other rows are kept.
  ///
  /// - Parameters:
  ///   - touches: The queue entries of the rows that now only keep clocks.
  ///   - check: Compares the rows with what was sent.
  func apply(
    _ rows: any ByteStream, of plan: EntityPlan, _ conflict: ApplyOptions.Conflict,
    expecting touches: [RowKey: LocalChange], comparing check: KeptCheck?,
    _ summary: inout PushSummary
  ) throws(SyncError) -> ApplyReport {
    var options = ApplyOptions()
    options.conflict = conflict
    // No savepoint, because SQLite would journal each row in a file.
    let report = try applyResponse(
      rows, to: plan.metadata.name, options, expecting: touches, comparing: check?.returned)
    summary.add(report, of: plan.metadata.name)
    let unreadable = report.rejected.map { SyncProblem(unreadable: $0, of: plan.metadata.name) }
    let writer = try session()
    try StoredProblems(on: writer.connection).add(unreadable, from: "", writer.plan)
    return report
  }
}
