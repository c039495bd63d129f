@_spi(Generated) import SwiftSyncStore
import SwiftSyncValues

/// The change queue, from which a push leases changes.
///
/// Leased changes are kept in the queue until the server has responded: `sent_revision`,
/// `sent_operation` and `sent_fields` describe what was sent, while `fields` collects later writes.
/// A push without a response does not change them, so that the next one leases both.
final class ChangeQueue {
  let connection: Connection
  /// The statements that run for each row, by step: finding them by their text takes longer than
  /// running them.
  private var kept: [Step: Statement] = [:]
  /// Whether runs of pages lack rows, once it is known. A queue is used in one transaction.
  private var listsLackRows: Bool?
  /// Whether there are problems of rows without a pending change, once it is known.
  private var hasStoredProblems: Bool?

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

  /// The new rows of an entity whose push got no response, so that they may have arrived.
  func repeatedInserts(of plan: EntityPlan) throws(SyncError) -> [QueuedChange] {
    try due(of: plan, "AND operation = 'insert' AND sent_operation = 'insert'")
  }

  /// The entries of an entity that must be pushed now, in the order of their first writes.
  ///
  /// A rejected row waits or is quarantined, unless it has since been written. An update of a row
  /// that the server no longer has is not sent.
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
        AND (problem IS NOT '\(LocalChange.gone)' OR operation <> 'update')
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

  /// The current state of an entry; `nil` if there is nothing left to push.
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
      coalesce(sent_operation = operation, 0), sent_fields IS NOT NULL, old_values,
      \(plan.queuedIDParts)
    FROM swiftsync_changes
    """
  }

  private func read(_ query: Statement, _ plan: EntityPlan) -> QueuedChange? {
    guard let operation = query.text(2).flatMap(PendingChange.Operation.init) else { return nil }
    let fields = QueuedFields(list: query.text(3) ?? ",")
    return QueuedChange(
      sequence: query.integer(0), revision: query.integer(1), operation: operation,
      fields: query.integer(7) == 0 ? fields : QueuedFields(fields.names),
      clock: query.value(4).stored, changedAt: query.text(5) ?? "",
      isRepeated: query.integer(6) != 0,
      key: plan.identity.indices.map { query.value(Int32($0 + 9)).stored },
      oldValues: operation == .update ? query.text(8) ?? "" : "")
  }

  /// Records that an entry is being sent.
  ///
  /// This ends the wait of a rejected row that has since been written: a push without a response is
  /// sent again at once. An insert that may already have arrived keeps later writes separate: only
  /// they must still be pushed if it has arrived.
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

  /// Removes an entry whose row no longer exists although no trigger has recorded its deletion.
  func drop(_ change: QueuedChange) throws(SyncError) {
    let statement = try connection.statement("DELETE FROM swiftsync_changes WHERE sequence = ?1")
    statement.bind(1, change.sequence)
    try statement.run()
  }

  // MARK: - Responses

  /// Records that the server has accepted an entry as it was leased. Later writes are kept.
  ///
  /// - Returns: The current entry, if nothing was written since and it keeps the clock; otherwise
  ///   nil.
  @discardableResult
  func confirm(
    _ change: QueuedChange, of plan: EntityPlan
  ) throws(SyncError) -> LocalChange? {
    try noteInLists(change, plan)
    try forgetProblems(of: change, plan)
    let keepsClock =
      plan.hasLocalClock && (plan.metadata.sync.keepsTombstones || change.operation != .delete)
    if try confirmUnwritten(change, keepsClock: keepsClock) {
      guard keepsClock else { return nil }
      return LocalChange(
        sequence: change.sequence, operation: .touch, fields: ",", clock: change.clock)
    }
    try confirmWritten(change, keepsClock: keepsClock)
    return nil
  }

  /// Removes a row that the server has from the rows that runs of pages lack.
  private func noteInLists(_ change: QueuedChange, _ plan: EntityPlan) throws(SyncError) {
    let runs = ListRuns(on: connection)
    let lackRows = if let listsLackRows { listsLackRows } else { try runs.lackRows() }
    listsLackRows = lackRows
    if lackRows { try runs.confirm(change.key, of: plan) }
  }

  /// Forgets what the server had not kept of earlier changes of a row.
  private func forgetProblems(of change: QueuedChange, _ plan: EntityPlan) throws(SyncError) {
    let problems = StoredProblems(on: connection)
    let exist = if let hasStoredProblems { hasStoredProblems } else { try !problems.isEmpty }
    hasStoredProblems = exist
    if exist { try problems.removeNotKept(change.key, of: plan) }
  }

  private func confirmWritten(_ change: QueuedChange, keepsClock: Bool) throws(SyncError) {
    guard let latest = try latest(of: change) else { return }
    if let operation = latest.rest(after: change) {
      return try rebase(change, as: operation, latest)
    }
    guard keepsClock else { return try drop(change) }
    try forgetUpload(of: change, as: "touch", fields: ",")
  }

  /// Confirms an entry that was not written since it was leased, as is the case for nearly all
  /// entries.
  ///
  /// - Returns: Whether it is such an entry.
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
      sent_operation = NULL, sent_fields = NULL, old_values = NULL, \(untried)
    """

  /// The values of an entry without attempts.
  static let untried = """
    attempts = 0, last_error = NULL, retry_at = NULL, is_quarantined = 0, problem = NULL,
      status = NULL, code = NULL, body = NULL
    """

  /// Removes the entries that only keep clocks which the server's rows have replaced.
  func dropTouches(_ changes: some Sequence<QueuedChange>) throws(SyncError) {
    let statement = try statement(
      .dropTouch, "DELETE FROM swiftsync_changes WHERE sequence = ?1 AND operation = 'touch'")
    for change in changes {
      statement.bind(1, change.sequence)
      try statement.run()
    }
  }

  /// The values before edits that were made since an entry was sent, which are what was sent.
  func laterOldValues(of change: QueuedChange) throws(SyncError) -> String {
    let query = try connection.statement(
      "SELECT old_values FROM swiftsync_changes WHERE sequence = ?1")
    defer { query.reset() }
    query.bind(1, change.sequence)
    return try query.step() ? query.text(0) ?? "" : ""
  }

  /// Records that the server has not accepted an entry, with the reason.
  ///
  /// - Returns: Whether the entry is now quarantined.
  func reject(
    _ change: QueuedChange, _ reason: ProblemReason, _ retry: HTTP.RetryPolicy
  ) throws(SyncError) -> Bool {
    guard let latest = try latest(of: change) else { return false }
    let attempts = latest.attempts + 1
    let isQuarantined = attempts >= Int64(retry.maxAttempts)
    let statement = try connection.statement(
      """
      UPDATE swiftsync_changes SET fields = ?2, sent_operation = NULL, sent_fields = NULL,
        attempts = ?3, is_quarantined = ?4,
        retry_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ?5) WHERE sequence = ?1
      """)
    statement.bind(1, change.sequence)
    statement.bind(2, QueuedFields(change.fields.names.union(latest.fields)).list)
    statement.bind(3, attempts)
    statement.bind(4, Int64(isQuarantined ? 1 : 0))
    statement.bind(5, retry.delay(afterFailures: attempts).sqlModifier)
    try statement.run()
    try note(.rejected, of: change, reason)
    return isQuarantined
  }

  /// Marks an entry to be pushed again, because the server has a row that the change was not based
  /// on.
  ///
  /// A new row that the server has is an update from then on. If it is sent for the first time, the
  /// server's row is another one with the same identity, so all of its fields are kept. If it was
  /// sent before without a response, it has probably arrived: only fields that were written after
  /// the insert are kept, because the others would undo what the server has done to the row since.
  ///
  /// - Parameter hasArrived: Whether the server's row is known to be the one that was sent, so that
  ///   only fields that were written since then are kept.
  func rebase(
    _ change: QueuedChange, of plan: EntityPlan, hasArrived: Bool = false
  ) throws(SyncError) {
    guard let latest = try latest(of: change) else { return }
    var fields = latest.fields
    if !hasArrived { fields.formUnion(change.fields.names) }
    guard latest.operation == "insert" else {
      let fields = change.fields.names.union(latest.fields)
      return try forgetUpload(
        of: change, as: latest.operation, fields: QueuedFields(fields).list)
    }
    if !change.isRepeated { fields.formUnion(plan.exportedFields) }
    try forgetUpload(
      of: change, as: fields.isEmpty ? "touch" : "update", fields: QueuedFields(fields).list)
  }

  /// Records the clock of the server's row that a change is now based on.
  func setClock(_ clock: StoredValue, of change: QueuedChange) throws(SyncError) {
    let statement = try connection.statement(
      "UPDATE swiftsync_changes SET clock = ?2 WHERE sequence = ?1 AND clock IS NOT ?2")
    statement.bind(1, change.sequence)
    statement.bind(2, clock)
    try statement.run()
  }

  private func rebase(
    _ change: QueuedChange, as operation: PendingChange.Operation, _ latest: Latest
  ) throws(SyncError) {
    let fields = operation == .update ? latest.fields : []
    try forgetUpload(
      of: change, as: operation.rawValue, fields: QueuedFields(fields).list,
      confirmed: change.oldValues)
  }

  /// - Parameter confirmed: The old values that no longer count, with which the entry's begin: those
  ///   of later edits follow them.
  private func forgetUpload(
    of change: QueuedChange, as operation: String, fields: String, confirmed: String = ""
  ) throws(SyncError) {
    let statement = try connection.statement(
      """
      UPDATE swiftsync_changes SET operation = ?2, fields = ?3, sent_revision = NULL,
        sent_operation = NULL, sent_fields = NULL, old_values = CASE
          WHEN ?2 <> 'update' THEN NULL
          WHEN substr(old_values, 1, length(?4)) = ?4 THEN substr(old_values, length(?4) + 1)
          ELSE old_values END, \(Self.untried) WHERE sequence = ?1
      """)
    statement.bind(4, confirmed)
    statement.bind(1, change.sequence)
    statement.bind(2, operation)
    statement.bind(3, fields)
    try statement.run()
  }

  /// The current state of an entry; `nil` if it was removed while it was being sent.
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

/// The state of an entry when the response to its push arrives.
private struct Latest {
  let revision: Int64
  let operation: String
  /// The fields written since the entry was leased.
  let fields: Set<String>
  let attempts: Int64

  /// The operation that must still be pushed after the server has accepted the leased change.
  func rest(after change: QueuedChange) -> PendingChange.Operation? {
    guard revision != change.revision, let operation = PendingChange.Operation(rawValue: operation)
    else { return nil }
    switch (change.operation, operation) {
    case (.delete, .delete): return nil
    case (_, .delete): return .delete
    // The server has deleted the row, which was inserted again here.
    case (.delete, _): return .insert
    case (.insert, _), (.update, _): return fields.isEmpty ? nil : .update
    }
  }
}

extension EntityPlan {
  /// The columns of the identity, extracted from an entry's `id`.
  var queuedIDParts: String {
    guard identity.count > 1 else { return "id" }
    return identity.indices.map { "json_extract(id, '$[\($0)]')" }.joined(separator: ", ")
  }

  /// The names of the attributes and references that are pushed with a new row, besides its
  /// identity.
  var exportedFields: [String] {
    metadata.attributes.filter { $0.direction.isPushed && !isIdentity($0.column) }.map(\.name)
      + references.filter {
        metadata.relations[$0.relation].direction.isPushed && partNames(of: $0.relation) == nil
          && !isIdentity($0.column)
      }.map { metadata.relations[$0.relation].name }
  }

  /// Whether local writes may set the clock, so that it is not the server's.
  var hasLocalClock: Bool {
    guard let clock = metadata.sync.clock else { return false }
    return metadata.attributes[clock].isTouched || metadata.attributes[clock].direction.isPushed
  }
}
