/// The means to write rows: a connection, the prepared schema, and the observers.
package final class Writer {
  package let connection: Connection
  package let plan: SchemaPlan
  let recorder: ChangeRecorder
  private let observers: ObserverList
  private let history: UndoHistory
  let path: String
  /// `PRAGMA schema_version` when the tables and triggers were last checked.
  private var checkedVersion: Int64?
  /// `PRAGMA data_version` when it was last read.
  private var dataVersion: Int64?

  init(
    _ connection: Connection, _ plan: SchemaPlan, at path: String,
    observers: ObserverList = ObserverList(), history: UndoHistory = UndoHistory()
  ) {
    self.connection = connection
    self.path = path
    self.plan = plan
    self.observers = observers
    self.history = history
    recorder = ChangeRecorder(plan, on: connection)
  }

  /// Records that tables and triggers have just been checked.
  func noteTables() throws(SyncError) {
    checkedVersion = try connection.integer("PRAGMA schema_version")
  }

  /// Checks tables and triggers again if they have changed since the last transaction: another
  /// process may have migrated the database, or another library may have dropped the triggers that
  /// record local writes.
  @inline(never)
  private func checkTables() throws(SyncError) {
    if connection.isReadOnly { return }
    let found = try connection.integer("PRAGMA schema_version")
    if found == checkedVersion { return }
    if checkedVersion != nil {
      try DatabaseSetup.checkAgain(connection, at: path, for: plan.metadata)
    }
    try noteTables()
  }

  /// Whether another connection has committed anything since the last call.
  func hasForeignCommits() throws(SyncError) -> Bool {
    let found = try connection.integer("PRAGMA data_version")
    defer { dataVersion = found }
    return dataVersion != nil && found != dataVersion
  }

  package func entity(_ name: String) throws(SyncError) -> EntityPlan {
    guard let entity = plan.entity(name) else {
      throw .unknownEntity(name, known: plan.entityNames)
    }
    return entity
  }

  /// Runs `body` in one transaction and notifies the observers when it is committed.
  ///
  /// - Parameters:
  ///   - token: The token of the job. If its task is cancelled before the end, all changes are
  ///     undone.
  ///   - tables: The tables whose changes `body` requests from the recorder.
  ///   - role: The role of the transaction in the undo history, if steps are recorded.
  package func transaction<Value>(
    _ token: CancellationToken? = nil, watching tables: Set<WatchedTable> = [],
    as role: UndoRole = .foreign,
    _ body: (SyncTransaction) throws(SyncError) -> (Value, Connection.Ending)
  ) throws(SyncError) -> Value {
    // This function is specialized for each body; the functions that it calls are not.
    var commit = try begin(watching: tables, as: role)
    let value = try connection.nestedTransaction { () throws(SyncError) in
      try checkTables()
      let transaction = SyncTransaction(self, token)
      defer { transaction.end() }
      let (value, ending) = try body(transaction)
      try finish(transaction, ending, token, &commit)
      return (value, ending)
    }
    post(commit)
    return value
  }

  /// The information that a transaction passes on when it is committed.
  private struct Commit {
    let role: UndoRole
    let isRecording: Bool
    let lastObserver: Int
    var changes = CommitChanges()
    var images: [RowImage]?
  }

  @inline(never)
  private func begin(
    watching tables: Set<WatchedTable>, as role: UndoRole
  ) throws(SyncError) -> Commit {
    let observed = observers.present
    let isRecording = history.isRecording
    let recorded = isRecording ? plan.metadata.recordedTables : []
    try recorder.watch(observed.tables.watchingAll(of: tables.union(recorded)))
    recorder.begin()
    return Commit(role: role, isRecording: isRecording, lastObserver: observed.last)
  }

  @inline(never)
  private func finish(
    _ transaction: SyncTransaction, _ ending: Connection.Ending, _ token: CancellationToken?,
    _ commit: inout Commit
  ) throws(SyncError) {
    // A statement that is still reading would prevent the cleanup of the database after the commit.
    defer { connection.resetStatements() }
    guard ending == .commit else { return }
    // SQLite itself rolls back on a full disk, and if the SQL says OR ROLLBACK.
    guard connection.isInTransaction else { throw .endedTransaction }
    try transaction.finish()
    try token?.check()
    if commit.isRecording, commit.role.isRecorded, !transaction.hasForeignRows {
      commit.images = try recorder.images()
    }
    commit.changes = try recorder.takeChanges()
  }

  /// Forgets the steps that could be undone.
  func forgetUndo() { history.clear() }

  @inline(never)
  private func post(_ commit: Commit) {
    if let images = commit.images { history.note(images, as: commit.role) }
    observers.post(commit.changes, upTo: commit.lastObserver)
  }
}
