import SwiftSyncFoundation
@_spi(Generated) import SwiftSyncStore

/// Applies a response in one transaction: the queue, the server's rows, and the watermarks.
final class PushSettlement {
  /// The outcome of a response.
  struct Outcome: Sendable {
    var summary = PushSummary()
    /// The entities of which the server may have more rows than it has sent, by their positions in
    /// the schema.
    var unpulled: Set<Int> = []
    /// Entities of which the response contains rows, but none that is newer than those received
    /// before, by their positions in the schema.
    var repeated: Set<Int> = []
    /// Clocks of the server's rows that are not used as watermarks.
    var implausible = ImplausibleClocks()
    /// The progress with the server's rows.
    var progress = PullProgress()
    /// Events to log.
    var events: [SyncLog.Event] = []
  }

  private let endpoint: PushEndpoint
  let transaction: SyncTransaction
  let schema: SchemaPlan
  private let queue: ChangeQueue
  private let watermarks: Watermarks

  init(_ endpoint: PushEndpoint, _ writer: Writer, _ transaction: SyncTransaction) {
    self.endpoint = endpoint
    self.transaction = transaction
    schema = writer.plan
    queue = ChangeQueue(on: writer.connection)
    watermarks = Watermarks(writer.plan.metadata, on: writer.connection)
  }

  func settle(
    _ request: PushRequestWriter.Request, _ results: PushResponse, _ response: HTTP.Response,
    after progress: PullProgress, isQuestion: Bool = false
  ) throws(SyncError) -> Outcome {
    let body = response.body
    var outcome = Outcome()
    outcome.progress = progress
    outcome.summary.requests = 1
    var results = results
    results.rejectUnanswered(request.changes, schema)
    let changes = try replaceIDs(request.changes, &results)
    let touches = try settleQueue(changes, results, isQuestion, &outcome.summary)
    try reject(request.refused, &outcome.summary)
    if isQuestion {
      // Nothing was sent, so nothing was stale or left without a response.
      outcome.summary.stale = 0
      outcome.summary.unacknowledged = 0
    }
    let pushed = Set(isQuestion ? [] : changes.map(\.key))
    let plans = results.rows.keys.compactlySorted().map { schema.entities[$0] }
    for plan in EntityOrder(plans).sorted {
      let rows = results.rows[plan.index] ?? ResponseList()
      let check = keptCheck(of: isQuestion ? [] : changes, plan, results)
      try apply(rows, of: plan, pushed, results, body, touches[plan.index] ?? [:], check, &outcome)
    }
    try settleClocks(changes, results, outcome.summary)
    if endpoint.wireProtocol == .batch {
      try raiseWatermarks(results, pushed, PlausibleClocks(response), &outcome)
    }
    return outcome
  }

  // MARK: - The queue

  /// - Returns: The entries that now only keep a clock, by entity and identity.
  private func settleQueue(
    _ changes: [PushedChange], _ response: PushResponse, _ isQuestion: Bool,
    _ summary: inout PushSummary
  ) throws(SyncError) -> [Int: [RowKey: LocalChange]] {
    var touches: [Int: [RowKey: LocalChange]] = [:]
    let entries = try entries
    for pushed in changes {
      guard let outcome = response.outcome(of: pushed.key, isQuestion: isQuestion) else {
        summary.unacknowledged += 1
        continue
      }
      if let touch = try entries.settle(pushed, outcome, &summary) {
        touches[pushed.entity, default: [:]][pushed.change.key] = touch
      }
    }
    return touches
  }

  private var entries: QueueSettlement {
    get throws(SyncError) {
      QueueSettlement(
        queue, schema, endpoint.retry, try SentRequests(on: queue.connection).ifAny)
    }
  }

  /// Rejects changes that the server does not accept, or that the protocol cannot push.
  func reject(
    _ refused: [PushedChange: ProblemReason], _ summary: inout PushSummary
  ) throws(SyncError) {
    guard !refused.isEmpty else { return }
    let entries = try entries
    for (pushed, reason) in refused { try entries.settle(pushed, .rejected(reason), &summary) }
  }

  /// Removes entries that keep local clocks where the server's row has arrived, and bases changes
  /// that must be sent again on that row.
  private func settleClocks(
    _ changes: [PushedChange], _ response: PushResponse, _ summary: PushSummary
  ) throws(SyncError) {
    let clocks = response.clocks(of: Set(changes.map(\.key)))
    // A row that does not fit the schema has left the device's clock unchanged.
    if summary.count(of: .unreadable) == 0 {
      try queue.dropTouches(changes.filter { clocks[$0.key] != nil }.map(\.change))
    }
    for pushed in changes where response.stale.contains(pushed.key) {
      guard let clock = clocks[pushed.key], clock != .null else { continue }
      try queue.setClock(clock, of: pushed.change)
    }
  }

  // MARK: - The server's rows

  /// The comparison of accepted changes of an entity with the rows of the response.
  private func keptCheck(
    of changes: [PushedChange], _ plan: EntityPlan, _ response: PushResponse
  ) -> KeptCheck {
    let accepted = changes.filter {
      $0.entity == plan.index && response.accepted.contains($0.key)
        && !response.stale.contains($0.key) && response.rejected[$0.key] == nil
    }
    return KeptCheck(accepted, of: plan, on: queue.connection)
  }

  private func apply(
    _ rows: ResponseList, of plan: EntityPlan, _ pushed: Set<PushedKey>,
    _ response: PushResponse, _ body: Data, _ touches: [RowKey: LocalChange],
    _ check: KeptCheck, _ outcome: inout Outcome
  ) throws(SyncError) {
    guard endpoint.conflict != .merge else {
      return try apply(rows.texts, of: plan, .merge, body, touches, check, &outcome)
    }
    // The response to a push does not conflict with writes made in the meantime.
    func isOwn(_ row: PushResponse.Row?) -> Bool {
      guard let row else { return false }
      let key = PushedKey(entity: plan.index, key: row.key)
      return pushed.contains(key) && !response.stale.contains(key)
    }
    let own = rows.texts(where: isOwn)
    let others = rows.texts { !isOwn($0) }
    try apply(own, of: plan, .merge, body, touches, check, &outcome)
    try apply(others, of: plan, endpoint.conflict, body, [:], nil, &outcome)
  }

  private func apply(
    _ rows: [Range<Int>], of plan: EntityPlan, _ conflict: ApplyOptions.Conflict,
    _ body: Data, _ touches: [RowKey: LocalChange], _ check: KeptCheck?,
    _ outcome: inout Outcome
  ) throws(SyncError) {
    // An entity without rows is counted as well.
    if rows.isEmpty { return outcome.summary.add(ApplyReport(), of: plan.metadata.name) }
    let report = try transaction.apply(
      ResponseRows(rows, in: body), of: plan, conflict, expecting: touches, comparing: check,
      &outcome.summary)
    let awaited = report.awaited(rows)
    if !awaited.isEmpty {
      let reader = ResponseReader(schema)
      for text in awaited {
        guard let row = reader.row(at: text, in: body, plan.index) else { continue }
        outcome.progress.hold(row.clock, of: plan)
      }
    }
    guard let findings = try check?.findings() else { return }
    outcome.summary.add(findings.problems)
    try StoredProblems(on: queue.connection).add(
      findings.problems, from: endpoint.source, schema)
    outcome.events += findings.events
  }

  // MARK: - Watermarks

  /// Raises the watermarks. Pushed rows do not count: if the server sends pages, older rows of
  /// other clients may still be missing.
  ///
  /// The watermark remains before the oldest row that does not fit yet, while the push continues
  /// after the newest.
  private func raiseWatermarks(
    _ response: PushResponse, _ pushed: Set<PushedKey>, _ plausible: PlausibleClocks,
    _ outcome: inout Outcome
  ) throws(SyncError) {
    let restarted = try restartPulls(&outcome)
    for (entity, rows) in response.rows where !restarted.contains(entity) {
      let plan = schema.entities[entity]
      let stored = try watermarks.clock(of: plan, from: endpoint.source)
      if let stored, !plausible.includes(stored, of: plan) {
        // Whatever was requested with this watermark, older rows are missing.
        try watermarks.forget(plan, from: endpoint.source)
        outcome.unpulled.insert(entity)
        continue
      }
      let known = rows.knownRows
      let others = known.filter { !pushed.contains(PushedKey(entity: entity, key: $0.key)) }
      let count = rows.count - known.count + others.count
      outcome.implausible.add(rows.implausible)
      guard let newest = newest(of: others, rows.newest, plan, plausible, &outcome.implausible)
      else {
        try watermarks.confirm(of: plan, from: endpoint.source)
        continue
      }
      if outcome.progress.reach(newest, of: plan, from: stored) {
        outcome.unpulled.insert(entity)
      } else if count >= StallCheck.smallestPage {
        outcome.repeated.insert(entity)
      }
      try watermarks.raise(
        outcome.progress.watermark(newest, of: plan), of: plan, from: endpoint.source)
    }
  }

  /// Pulls entities from the beginning of which the response has made the store lose rows, e.g.
  /// because the tombstone of their parent has deleted them.
  private func restartPulls(_ outcome: inout Outcome) throws(SyncError) -> Set<Int> {
    let refetched = try RefetchedRows(schema, on: transaction.session().connection)
      .take(from: endpoint.source)
    let plans = endpoint.entities.compactMap { schema.entity($0.name) }
    var restarted: [EntityPlan] = []
    for plan in plans {
      if try outcome.progress.restart(
        plan, isRefetched: refetched.contains(plan.index), watermarks, from: endpoint.source)
      {
        restarted.append(plan)
      }
    }
    // An entity without a clock is pulled from the beginning only together with the others.
    if restarted.contains(where: { $0.clockColumn == nil }) {
      for plan in plans {
        try watermarks.forget(plan, from: endpoint.source)
        outcome.progress.forget(plan)
      }
      restarted = plans
    }
    let entities = Set(restarted.map(\.index))
    outcome.unpulled.formUnion(entities)
    return entities
  }

  /// The newest clock that can be a watermark.
  ///
  /// - Parameter others: That of further rows.
  private func newest(
    of rows: [PushResponse.Row], _ others: StoredValue?, _ plan: EntityPlan,
    _ plausible: PlausibleClocks, _ implausible: inout ImplausibleClocks
  ) -> StoredValue? {
    var newest = others
    for row in rows where row.clock != .null {
      guard plausible.includes(row.clock, of: plan) else {
        implausible.add(row.clock)
        continue
      }
      if newest.map({ row.clock.isNewer(than: $0) }) ?? true { newest = row.clock }
    }
    return newest
  }
}

extension PushResponse {
  /// What the response says about a pushed row; `nil` if it does not mention the row. If there are
  /// several results for one row, the one that confirms least is used.
  fileprivate func outcome(of key: PushedKey, isQuestion: Bool) -> QueueSettlement.Outcome? {
    if let reason = rejected[key] { return .rejected(reason) }
    if stale.contains(key) { return .stale(hasArrived: isQuestion) }
    return accepted.contains(key) ? .confirmed : nil
  }
}

extension ApplyReport {
  /// The rows that were not applied because of other rows, which may change later.
  fileprivate func awaited(_ rows: [Range<Int>]) -> [Range<Int>] {
    // The report does not list all rejected rows if there are too many.
    guard rejectedCount <= rejected.count else { return rows }
    let places = rejected.filter { [.uniqueConflict, .unknownReference].contains($0.rule) }
      .compactMap { Int($0.path.dropFirst().prefix { $0 != "]" }) }
    return Set(places).filter(rows.indices.contains).map { rows[$0] }
  }
}
