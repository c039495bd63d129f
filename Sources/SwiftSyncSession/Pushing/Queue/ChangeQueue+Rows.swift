@_spi(Generated) import SwiftSyncStore
import SwiftSyncValues

/// Changes of queue entries by requests for single rows.
extension ChangeQueue {
  /// Marks an entry as sent in its current state.
  func markSent(_ change: QueuedChange) throws(SyncError) {
    try run(
      """
      UPDATE swiftsync_changes SET sent_revision = revision, sent_operation = operation,
        sent_fields = ?2, fields = ',', retry_at = NULL, is_quarantined = 0 WHERE sequence = ?1
      """, [.integer(change.sequence), .text(change.fields.list)])
  }

  /// Postpones fields of a new row to a later update: the entry counts as written after it was
  /// sent.
  func keepForLater(_ change: QueuedChange, _ fields: Set<String>) throws(SyncError) {
    let names = fields.sorted().map { "\($0)," }.joined()
    try run(
      "UPDATE swiftsync_changes SET fields = fields || ?2, revision = revision + 1 "
        + "WHERE sequence = ?1", [.integer(change.sequence), .text(names)])
  }

  /// Undoes `keepForLater` for a rejected creation, which must not count as written since then.
  func takeBack(_ change: QueuedChange) throws(SyncError) {
    try run(
      "UPDATE swiftsync_changes SET sent_revision = revision WHERE sequence = ?1 AND revision = ?2",
      [.integer(change.sequence), .integer(change.revision + 1)])
  }

  /// Marks an entry as not sent, because the server has neither accepted nor rejected it.
  ///
  /// - Returns: Whether the entry was sent in that state.
  @discardableResult
  func release(_ change: QueuedChange) throws(SyncError) -> Bool {
    try run(
      """
      UPDATE swiftsync_changes SET fields = fields || coalesce(sent_fields, ''),
        sent_revision = NULL, sent_operation = NULL, sent_fields = NULL
      WHERE sequence = ?1 AND sent_revision = ?2
      """, [.integer(change.sequence), .integer(change.revision)])
    return connection.changes > 0
  }

  /// Changes a sent update to an unsent creation, unless the row has since been deleted.
  func recreate(_ change: QueuedChange) throws(SyncError) {
    try run(
      """
      UPDATE swiftsync_changes SET operation = 'insert', fields = fields || coalesce(sent_fields, ''),
        old_values = NULL, sent_revision = NULL, sent_operation = NULL, sent_fields = NULL
      WHERE sequence = ?1 AND operation = 'update'
      """, [.integer(change.sequence)])
  }

  /// Delays an entry until it is written again or the delay has passed.
  func postpone(
    _ change: QueuedChange, _ reason: ProblemReason, for delay: Duration
  ) throws(SyncError) {
    try run(
      """
      UPDATE swiftsync_changes SET retry_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ?2)
      WHERE sequence = ?1
      """, [.integer(change.sequence), .text(delay.sqlModifier)])
    try note(.postponed, of: change, reason)
  }

  /// Records what is wrong with an entry.
  func note(
    _ kind: SyncProblem.Kind, of change: QueuedChange, _ reason: ProblemReason
  ) throws(SyncError) {
    try run(
      """
      UPDATE swiftsync_changes SET problem = ?2, last_error = ?3, status = ?4, code = ?5, body = ?6
      WHERE sequence = ?1
      """,
      [
        .integer(change.sequence), .text(kind.rawValue), .text(reason.message),
        reason.status.map { .integer(Int64($0)) } ?? .null,
        reason.code.map(StoredValue.text) ?? .null,
        reason.body.map { .blob(Array($0)) } ?? .null,
      ])
  }

  /// Records that an entry cannot be sent, unless something else is wrong with it.
  func noteUnpushable(_ change: QueuedChange, _ reason: ProblemReason) throws(SyncError) {
    try run(
      "UPDATE swiftsync_changes SET problem = ?2, last_error = ?3 "
        + "WHERE sequence = ?1 AND problem IS NULL",
      [
        .integer(change.sequence), .text(SyncProblem.Kind.notPushable.rawValue),
        .text(reason.message),
      ])
  }

  /// Records that the server no longer has the row of an update. The row and the entry remain.
  ///
  /// `none` as the sent operation makes a later insertion of the row, after its deletion here, an
  /// insertion for the server too.
  func keepGone(_ change: QueuedChange, _ reason: ProblemReason) throws(SyncError) {
    try run(
      """
      UPDATE swiftsync_changes SET fields = ?2 || substr(fields, 2), sent_operation = 'none',
        sent_fields = NULL, retry_at = NULL, is_quarantined = 0 WHERE sequence = ?1
      """, [.integer(change.sequence), .text(change.fields.list)])
    try note(.goneOnServer, of: change, reason)
  }

  /// Changes the update of a row that the server no longer has to an insertion.
  /// Its lists are sent with it, since the server has lost them too.
  func createAgain(_ sequence: Int64, _ plan: EntityPlan) throws(SyncError) {
    let lists = plan.relations.filter { relation in
      if case .members = relation.kind { return relation.metadata.direction.isPushed }
      return false
    }
    try run(
      """
      UPDATE swiftsync_changes SET operation = 'insert', fields = ?2, old_values = NULL,
        sent_revision = NULL, sent_operation = NULL, sent_fields = NULL, \(Self.untried) WHERE sequence = ?1
      """,
      [.integer(sequence), .text(QueuedFields(Set(lists.map(\.metadata.name))).list)])
  }

  private func run(_ sql: String, _ values: [StoredValue]) throws(SyncError) {
    let statement = try connection.statement(sql)
    statement.bind(values)
    try statement.run()
  }
}
