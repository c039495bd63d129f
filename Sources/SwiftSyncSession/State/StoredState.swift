import SwiftSyncFoundation
@_spi(Generated) import SwiftSyncStore

/// The part of a session's state that is stored.
struct StoredState: Hashable, Sendable {
  let pendingCount: Int
  let problems: [SyncProblem]
  let lastSuccess: Date?

  init(
    _ connection: Connection, _ schema: SchemaPlan, _ readers: ErrorReaders
  ) throws(SyncError) {
    guard !schema.metadata.isReadOnly else {
      (pendingCount, problems, lastSuccess) = (0, [], nil)
      return
    }
    pendingCount = try PendingChangeReader(on: connection).count()
    let queued = try QueueProblems(on: connection, readers).problems(
      of: schema.entities,
      .init(count: ProblemList.limit, bodyBytes: ProblemList.bodyLimit))
    problems = ProblemList(queued).adding(try StoredProblems(on: connection).all(of: schema))
    lastSuccess = try SessionDates(on: connection).lastSuccess
  }
}

/// The `swiftsync_sessions` table.
struct SessionDates {
  private static let name = "run"

  private let connection: Connection

  init(on connection: Connection) {
    self.connection = connection
  }

  /// When all steps of a session have last succeeded.
  var lastSuccess: Date? {
    get throws(SyncError) {
      // Databases that are opened read-only may lack the table.
      let isPresent = try connection.integer(
        "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'swiftsync_sessions'")
      guard isPresent == 1 else { return nil }
      let query = try connection.statement(
        "SELECT succeeded_at FROM swiftsync_sessions WHERE name = ?1")
      defer { query.reset() }
      query.bind(1, Self.name)
      return try query.step() ? Date(canonical: query.text(0)) : nil
    }
  }

  func noteSuccess(_ date: Date) throws(SyncError) {
    let statement = try connection.statement(
      "INSERT OR REPLACE INTO swiftsync_sessions (name, succeeded_at) VALUES (?1, ?2)")
    statement.bind([.text(Self.name), date.stored(in: .text) ?? .text("")])
    try statement.run()
  }
}

extension SyncStore {
  /// The part of a session's state that is stored.
  func storedState() async throws(SyncError) -> StoredState {
    try await readPlanned { [errorReaders] (connection, schema) throws(SyncError) in
      try connection.snapshot { () throws(SyncError) in
        try StoredState(connection, schema, errorReaders)
      }
    }
  }

  /// Observes the part of a session's state that is stored.
  var storedStates: ObservedValues<StoredState> {
    queueValues { [errorReaders] (connection, schema) throws(SyncError) in
      try StoredState(connection, schema, errorReaders)
    }
  }

  /// Records that all steps of a session have succeeded.
  func noteSuccess(_ date: Date) async throws(SyncError) {
    if isReadOnly { return }
    try await write(operation: "sync") { (writer) throws(SyncError) in
      try writer.transaction { (_) throws(SyncError) in
        try SessionDates(on: writer.connection).noteSuccess(date)
        return ((), .commit)
      }
    }
  }

  /// Ends the times that changes wait before they are sent again, except for quarantined ones, and
  /// those of unreadable rows.
  func endWaits() async throws(SyncError) {
    if isReadOnly { return }
    try await write(operation: "refresh") { (writer) throws(SyncError) in
      try writer.transaction { (_) throws(SyncError) in
        for table in ["swiftsync_changes", "swiftsync_rejected"] {
          try writer.connection.execute(
            "UPDATE \(table) SET retry_at = NULL WHERE retry_at IS NOT NULL")
        }
        return ((), .commit)
      }
    }
  }
}
