@_spi(Generated) import SwiftSyncREST

/// The queue of local writes, as a push takes from it.
///
/// What is handed out stays in the queue until the server has responded: `sent_revision`, `sent_operation` and
/// `sent_fields` say what it was, while `fields` collects what is written from then on. An upload that gets no response
/// leaves them, so that the next one hands out both.
final class ChangeQueue {
  let connection: Connection
  /// Statements that are run for each row, by what they do: to find them by their text takes longer than to run them.
  private var kept: [Step: Statement] = [:]

  private enum Step: Hashable {
    case read(entity: Int)
    case lease
    case confirm(keepsClock: Bool)
    case dropTouch
  }

  init(on connection: Connection) {
    self.connection = connection
  }

  private func statement(
    _ step: Step, _ sql: @autoclosure () -> String
  ) throws(SyncError) -> Statement {
    if let known = kept[step] { return known }
    let prepared = try connection.statement(sql())
    kept[step] = prepared
    return prepared
  }

  /// The new rows of an entity whose upload got no response, so that they may have arrived.
  func repeatedInserts(of plan: EntityPlan) throws(SyncError) -> [QueuedChange] {
    try due(of: plan, "AND operation = 'insert' AND sent_operation = 'insert'")
  }

  /// The entries of an entity that are to be pushed now, in the order of their first writes.
  ///
  /// A row that was rejected waits, or is quarantined, unless it was written since.
  func due(of plan: EntityPlan) throws(SyncError) -> [QueuedChange] {
    try due(of: plan, "")
  }

  private func due(
    of plan: EntityPlan, _ condition: String
  ) throws(SyncError) -> [QueuedChange] {
    let query = try connection.statement(
      """
      \(select(plan)) NOT INDEXED
      WHERE entity = ?1 AND operation IN ('insert', 'update', 'delete')
        AND (is_quarantined = 0 AND coalesce(retry_at <= \(TableSQL.now), 1)
          OR revision > coalesce(sent_revision, revision)) \(condition)
      ORDER BY sequence
      """)
    defer { query.reset() }
    query.bind(1, plan.metadata.name)
    var changes: [QueuedChange] = []
    while try query.step() {
      if let change = read(query, plan) { changes.append(change) }
    }
    return changes
  }

  /// An entry as it is now; `nil` if there is nothing to be pushed any more.
  func current(_ change: QueuedChange, of plan: EntityPlan) throws(SyncError) -> QueuedChange? {
    let query = try statement(
      .read(entity: plan.index), "\(select(plan)) WHERE sequence = ?1 AND entity = ?2")
    defer { query.reset() }
    query.bind(1, change.sequence)
    query.bind(2, plan.metadata.name)
    guard try query.step(), let found = read(query, plan), found.key == change.key else {
      return nil
    }
    return found
  }

  private func select(_ plan: EntityPlan) -> String {
    """
    SELECT sequence, revision, operation, fields || coalesce(sent_fields, ''), clock, changed_at,
      coalesce(sent_operation = operation, 0), sent_fields IS NOT NULL, \(plan.queuedIDParts)
    FROM swiftsync_changes
    """
  }

  private func read(_ query: Statement, _ plan: EntityPlan) -> QueuedChange? {
    guard let operation = query.text(2).flatMap(PendingRow.Operation.init) else { return nil }
    let fields = QueuedFields(list: query.text(3) ?? ",")
    return QueuedChange(
      sequence: query.integer(0), revision: query.integer(1), operation: operation,
      fields: query.integer(7) == 0 ? fields : QueuedFields(fields.names),
      clock: query.value(4).stored, changedAt: query.text(5) ?? "",
      isRepeated: query.integer(6) != 0,
      key: plan.identity.indices.map { query.value(Int32($0 + 8)).stored })
  }

  /// Notes that an entry is on its way.
  ///
  /// That ends the wait of a row that was rejected and written since: an upload without a response is sent again at once.
  /// An insert that may have arrived already keeps apart what was written since it was first sent: that is all that
  /// is left to be pushed if it has.
  func lease(_ change: QueuedChange) throws(SyncError) {
    guard change.operation != .insert || !change.isRepeated else { return try leaseAgain(change) }
    let statement = try statement(
      .lease,
      """
      UPDATE swiftsync_changes SET sent_revision = revision, sent_operation = operation,
        sent_fields = ?2, fields = ',', retry_at = NULL, is_quarantined = 0 WHERE sequence = ?1
      """)
    statement.bind(1, change.sequence)
    statement.bind(2, change.fields.list)
    try statement.run()
  }

  private func leaseAgain(_ change: QueuedChange) throws(SyncError) {
    let statement = try connection.statement(
      "UPDATE swiftsync_changes SET sent_revision = revision WHERE sequence = ?1")
    statement.bind(1, change.sequence)
    try statement.run()
  }

  /// Takes an entry out whose row is gone although no trigger has seen it go.
  func drop(_ change: QueuedChange) throws(SyncError) {
    let statement = try connection.statement("DELETE FROM swiftsync_changes WHERE sequence = ?1")
    statement.bind(1, change.sequence)
    try statement.run()
  }

  // MARK: - Responses

  /// Notes that the server has taken an entry as it was handed out; what was written since stays.
  ///
  /// - Returns: What the entry is now if nothing was written since and it keeps the clock; otherwise no one has asked.
  @discardableResult
  func confirm(
    _ change: QueuedChange, of plan: EntityPlan
  ) throws(SyncError) -> PendingChange? {
    try ListRuns(on: connection).confirm(change.key, of: plan)
    let keepsClock =
      plan.hasLocalClock && (plan.metadata.sync.keepsTombstones || change.operation != .delete)
    if try confirmUnwritten(change, keepsClock: keepsClock) {
      guard keepsClock else { return nil }
      return PendingChange(
        sequence: change.sequence, operation: .touch, fields: ",", clock: change.clock)
    }
    try confirmWritten(change, keepsClock: keepsClock)
    return nil
  }

  private func confirmWritten(_ change: QueuedChange, keepsClock: Bool) throws(SyncError) {
    guard let latest = try latest(of: change) else { return }
    if let operation = latest.rest(after: change) {
      return try rebase(change, as: operation, latest)
    }
    guard keepsClock else { return try drop(change) }
    try forgetUpload(of: change, as: "touch", fields: ",")
  }

  /// Confirms an entry that was not written since it was handed out: nearly all of them.
  ///
  /// - Returns: Whether it is one.
  private func confirmUnwritten(
    _ change: QueuedChange, keepsClock: Bool
  ) throws(SyncError) -> Bool {
    let statement = try statement(
      .confirm(keepsClock: keepsClock),
      "\(keepsClock ? Self.makeTouch : "DELETE FROM swiftsync_changes") "
        + "WHERE sequence = ?1 AND sent_revision = ?2 AND revision = ?2")
    statement.bind(1, change.sequence)
    statement.bind(2, change.revision)
    try statement.run()
    return connection.changes > 0
  }

  private static let makeTouch = """
    UPDATE swiftsync_changes SET operation = 'touch', fields = ',', sent_revision = NULL,
      sent_operation = NULL, sent_fields = NULL, attempts = 0, last_error = NULL,
      retry_at = NULL, is_quarantined = 0
    """

  /// Takes out the entries that only keep clocks which the server's rows have replaced.
  func dropTouches(_ changes: some Sequence<QueuedChange>) throws(SyncError) {
    let statement = try statement(
      .dropTouch, "DELETE FROM swiftsync_changes WHERE sequence = ?1 AND operation = 'touch'")
    for change in changes {
      statement.bind(1, change.sequence)
      try statement.run()
    }
  }

  /// Notes that the server has not taken an entry, and why.
  ///
  /// - Returns: Whether it is quarantined now.
  func reject(
    _ change: QueuedChange, _ message: String, _ retry: RetryPolicy
  ) throws(SyncError) -> Bool {
    guard let latest = try latest(of: change) else { return false }
    let attempts = latest.attempts + 1
    let isQuarantined = attempts >= Int64(retry.maxAttempts)
    let statement = try connection.statement(
      """
      UPDATE swiftsync_changes SET fields = ?2, sent_operation = NULL, sent_fields = NULL,
        attempts = ?3, last_error = ?4, is_quarantined = ?5,
        retry_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ?6) WHERE sequence = ?1
      """)
    statement.bind(1, change.sequence)
    statement.bind(2, QueuedFields(change.fields.names.union(latest.fields)).list)
    statement.bind(3, attempts)
    statement.bind(4, message)
    statement.bind(5, Int64(isQuarantined ? 1 : 0))
    statement.bind(6, "+\(retry.delay(afterFailures: attempts)) seconds")
    try statement.run()
    return isQuarantined
  }

  /// Makes an entry one to be pushed again, because the server has a row that the change was not made from.
  ///
  /// A new row that the server has is one that arrived, so what was written since is an update of it.
  func rebase(_ change: QueuedChange) throws(SyncError) {
    guard let latest = try latest(of: change) else { return }
    guard latest.operation == "insert" else {
      let fields = QueuedFields(change.fields.names.union(latest.fields))
      return try forgetUpload(of: change, as: latest.operation, fields: fields.list)
    }
    guard latest.fields.isEmpty else {
      return try forgetUpload(of: change, as: "update", fields: QueuedFields(latest.fields).list)
    }
    try forgetUpload(of: change, as: "touch", fields: ",")
  }

  /// Notes the clock of the server's row that a change is made from now.
  func setClock(_ clock: StoredValue, of change: QueuedChange) throws(SyncError) {
    let statement = try connection.statement(
      "UPDATE swiftsync_changes SET clock = ?2 WHERE sequence = ?1 AND clock IS NOT ?2")
    statement.bind(1, change.sequence)
    statement.bind(2, clock)
    try statement.run()
  }

  private func rebase(
    _ change: QueuedChange, as operation: PendingRow.Operation, _ latest: Latest
  ) throws(SyncError) {
    let fields = operation == .update ? latest.fields : []
    try forgetUpload(of: change, as: operation.rawValue, fields: QueuedFields(fields).list)
  }

  private func forgetUpload(
    of change: QueuedChange, as operation: String, fields: String
  ) throws(SyncError) {
    let statement = try connection.statement(
      """
      UPDATE swiftsync_changes SET operation = ?2, fields = ?3, sent_revision = NULL,
        sent_operation = NULL, sent_fields = NULL, attempts = 0, last_error = NULL,
        retry_at = NULL, is_quarantined = 0 WHERE sequence = ?1
      """)
    statement.bind(1, change.sequence)
    statement.bind(2, operation)
    statement.bind(3, fields)
    try statement.run()
  }

  /// What an entry is now; `nil` if it went while it was on its way.
  private func latest(of change: QueuedChange) throws(SyncError) -> Latest? {
    let query = try connection.statement(
      """
      SELECT revision, operation, fields, attempts FROM swiftsync_changes
      WHERE sequence = ?1 AND sent_revision = ?2
      """)
    defer { query.reset() }
    query.bind(1, change.sequence)
    query.bind(2, change.revision)
    guard try query.step() else { return nil }
    return Latest(
      revision: query.integer(0), operation: query.text(1) ?? "",
      fields: Set((query.text(2) ?? "").split(separator: ",").map(String.init)),
      attempts: query.integer(3))
  }
}

/// What an entry is when the response to its upload arrives.
private struct Latest {
  let revision: Int64
  let operation: String
  /// Written since it was handed out.
  let fields: Set<String>
  let attempts: Int64

  /// What is still to be pushed when the server has taken what was handed out.
  func rest(after change: QueuedChange) -> PendingRow.Operation? {
    guard revision != change.revision, let operation = PendingRow.Operation(rawValue: operation)
    else { return nil }
    switch (change.operation, operation) {
    case (.delete, .delete): return nil
    case (_, .delete): return .delete
    // The server has deleted the row, which has come back here.
    case (.delete, _): return .insert
    case (.insert, _), (.update, _): return fields.isEmpty ? nil : .update
    }
  }
}

extension EntityPlan {
  /// The columns of the identity out of an entry's `id`.
  var queuedIDParts: String {
    guard identity.count > 1 else { return "id" }
    return identity.indices.map { "json_extract(id, '$[\($0)]')" }.joined(separator: ", ")
  }

  /// Whether local writes may set the clock, so that it is not the server's.
  var hasLocalClock: Bool {
    guard let clock = metadata.sync.clock else { return false }
    return metadata.attributes[clock].isTouched || metadata.attributes[clock].direction.isExported
  }
}
