@_spi(Generated) import SwiftSyncREST

/// What rows are written with: a connection, the schema worked out, and who wants to know of it.
final class Writer {
  let connection: Connection
  let plan: SchemaPlan
  let recorder: ChangeRecorder
  /// The database that was replaced by this one when it was opened.
  let replaced: ReplacedDatabase?
  private let observers: ObserverList
  private let history: UndoHistory
  let path: String
  /// `PRAGMA schema_version` when the tables and triggers were last looked at.
  private var checkedVersion: Int64?
  /// `PRAGMA data_version` when it was last asked for.
  private var dataVersion: Int64?

  init(
    _ connection: Connection, _ plan: SchemaPlan, at path: String,
    observers: ObserverList = ObserverList(), history: UndoHistory = UndoHistory(),
    replaced: ReplacedDatabase? = nil
  ) {
    self.connection = connection
    self.path = path
    self.plan = plan
    self.observers = observers
    self.history = history
    self.replaced = replaced
    recorder = ChangeRecorder(plan, on: connection)
  }

  /// Notes that tables and triggers have just been looked at.
  func noteTables() throws(SyncError) {
    checkedVersion = try connection.integer("PRAGMA schema_version")
  }

  /// Looks at tables and triggers again if something has changed since the last transaction: another process may
  /// have migrated the database, or another library may have dropped what records local writes.
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

  func entity(_ name: String) throws(SyncError) -> EntityPlan {
    guard let entity = plan.entity(name) else {
      throw .unknownEntity(name, known: plan.entityNames)
    }
    return entity
  }

  /// Runs `body` in one transaction and tells the observers when it is committed.
  ///
  /// - Parameters:
  ///   - token: Of the job that this is; when its task is cancelled before the end, all is undone.
  ///   - tables: Tables whose changes `body` asks the recorder for.
  ///   - role: What the transaction is for the history of steps, if those are recorded.
  func transaction<Value>(
    _ token: CancellationToken? = nil, watching tables: Set<WatchedTable> = [],
    as role: UndoRole = .foreign,
    _ body: (SyncTransaction) throws(SyncError) -> (Value, Connection.Ending)
  ) throws(SyncError) -> Value {
    // This is compiled again for each body, what it calls is not.
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

  /// What a transaction tells others when it is committed.
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
    // A statement that still reads would keep the database from being tidied up after the commit.
    defer { connection.resetStatements() }
    guard ending == .commit else { return }
    // SQLite itself undoes all on a full disk, and when SQL says OR ROLLBACK.
    guard connection.isInTransaction else { throw .endedTransaction }
    try transaction.finish()
    try token?.check()
    if commit.isRecording, commit.role.isRecorded, !transaction.hasForeignRows {
      commit.images = try recorder.images()
    }
    commit.changes = try recorder.takeChanges()
  }

  @inline(never)
  private func post(_ commit: Commit) {
    if let images = commit.images { history.note(images, as: commit.role) }
    observers.post(commit.changes, upTo: commit.lastObserver)
  }
}
