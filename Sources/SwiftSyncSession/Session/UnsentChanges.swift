@_spi(Generated) import SwiftSyncStore

/// The pending changes that no push has sent as they are now. The value differs after each local
/// write.
struct UnsentChanges: Hashable, Sendable {
  let count: Int64
  /// The sum of their revisions.
  private let revisions: Int64
  private let latest: Int64

  /// - Parameter isReadOnly: Whether the database has no queue.
  init(on connection: Connection, isReadOnly: Bool) throws(SyncError) {
    guard !isReadOnly else {
      (count, revisions, latest) = (0, 0, 0)
      return
    }
    let query = try connection.statement(
      """
      SELECT count(*), coalesce(sum(revision), 0), coalesce(max(sequence), 0)
      FROM swiftsync_changes
      WHERE operation IN ('insert', 'update', 'delete') AND revision > coalesce(sent_revision, 0)
      """)
    defer { query.reset() }
    _ = try query.step()
    (count, revisions, latest) = (query.integer(0), query.integer(1), query.integer(2))
  }
}

extension SyncStore {
  func unsentChanges() async throws(SyncError) -> UnsentChanges {
    try await readPlanned { (connection, schema) throws(SyncError) in
      try UnsentChanges(on: connection, isReadOnly: schema.metadata.isReadOnly)
    }
  }

  /// Observes the unsent changes: now, and after each commit that changed the queue.
  var observedUnsentChanges: SyncStore.ObservedValues<UnsentChanges> {
    queueValues { (connection, schema) throws(SyncError) in
      try UnsentChanges(on: connection, isReadOnly: schema.metadata.isReadOnly)
    }
  }
}
