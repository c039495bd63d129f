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
        sent_revision = NULL, sent_operation = NULL, sent_fields = NULL
      WHERE sequence = ?1 AND operation = 'update'
      """, [.integer(change.sequence)])
  }

  /// Delays an entry until it is written again or the delay has passed.
  func postpone(_ change: QueuedChange, seconds: Double) throws(SyncError) {
    try run(
      """
      UPDATE swiftsync_changes SET retry_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ?2)
      WHERE sequence = ?1
      """, [.integer(change.sequence), .text("+\(seconds) seconds")])
  }

  private func run(_ sql: String, _ values: [StoredValue]) throws(SyncError) {
    let statement = try connection.statement(sql)
    statement.bind(values)
    try statement.run()
  }
}
