import CSQLite
public import SwiftSyncFoundation
@_spi(Generated) import SwiftSyncREST

/// A database that holds a local copy of a server's rows.
///
/// One call writes and any number of calls read at the same time (SQLite's WAL mode). Reads, and writes of single rows
/// while nothing else is written, run in the caller's task; payloads, exports and transactions run on threads of the
/// store. No asynchronous call waits for another one while it blocks a thread.
public final class SyncStore: Sendable {
  /// The schema that the store was opened with.
  @_spi(Generated)
  public let metadata: SchemaMetadata
  /// The database file.
  public let path: String
  /// The database that could not be read and was moved away when the store was opened; `nil` if nothing
  /// was. See `UnreadableDatabasePolicy.startOver`.
  public let replacedDatabase: ReplacedDatabase?
  /// Who may use the database, and when.
  let gate: CallGate
  /// `nil` if the connections cannot be replaced by others: a database in memory, and one that is only read.
  let opener: DatabaseOpener?
  let observers: ObserverList
  let history: UndoHistory
  /// `nil` if commits of other processes are not observed.
  let foreignCommits: ForeignCommits?
  /// Whether no call writes.
  let isReadOnly: Bool
  private let log: SyncLog?
  /// Turns of calls that run in the caller's task.
  private let turns = TaskTurns()
  /// Uploads of local writes; two at once would hand out the same rows.
  let uploads = AsyncMutex()
  /// Sessions; their steps take turns with other uploads.
  let sessions = AsyncMutex()
  /// Suspending and resuming, one after the other.
  let transitions = AsyncMutex()
  private let parking = ParkingPlace()
  /// What is left of the database while the store is suspended. Touched in transitions only.
  var parked: ParkedDatabase? {
    get { parking.parked }
    set { parking.parked = newValue }
  }

  init(
    _ metadata: SchemaMetadata, path: String, _ database: OpenDatabase,
    opener: DatabaseOpener? = nil, watchesFile: Bool = false, readOnly isReadOnly: Bool = false,
    observers: ObserverList, history: UndoHistory, replaced: ReplacedDatabase?, log: SyncLog?
  ) {
    gate = CallGate(database)
    foreignCommits =
      watchesFile ? ForeignCommits(at: path, gate, observers, log, polls: isReadOnly) : nil
    replacedDatabase = replaced
    self.metadata = metadata
    self.path = path
    self.opener = opener
    self.isReadOnly = isReadOnly
    self.observers = observers
    self.history = history
    self.log = log
  }

  /// Opens the database of a generated schema. Creates it if the file does not exist.
  ///
  /// A database of an older version is migrated first, step by step, each step in a transaction of its
  /// own. An interrupted migration continues when the database is opened again.
  ///
  /// - Parameters:
  ///   - schema: The generated schema.
  ///   - url: The database file.
  ///   - adoption: The version of a database that another program has made, for a schema with `adopt: true`. It is
  ///     needed once.
  ///   - options: Options for migrating an older database: a backup, and reports of progress.
  ///   - policy: What to do with a database that cannot be read. By default the call throws.
  ///   - observesOtherProcesses: Whether observations follow commits of other processes, e.g. of the app's extensions.
  ///     A thread watches the write-ahead log for that as long as anything is observed.
  ///   - files: How the system treats the files of the database, on Apple's platforms. By default nothing is changed.
  ///   - log: Receives errors, rejected rows and unresolved references. By default nothing is logged.
  /// - Throws: `SyncError.newerDatabase` if an app with a newer version has written it, and
  ///   `SyncError.olderDatabase` if no migration leads from its version;
  ///   `SyncError.unusableDatabase` if the file is not a database, or one of another schema;
  ///   `SyncError.migrationFailed` if a step fails, which leaves the database at the version
  ///   that the last completed step leads to; `SyncError.protectedDatabase` if the device is locked and the file
  ///   protected; `SyncError.cancelled`; `SyncError.database` if SQLite cannot open it.
  public static func open<Schema: StoreSchema>(
    _ schema: Schema.Type, at url: URL, adopting adoption: DatabaseAdoption? = nil,
    migrating options: MigrationOptions = MigrationOptions(),
    whenUnreadable policy: UnreadableDatabasePolicy = .fail, observesOtherProcesses: Bool = true,
    files: DatabaseFileOptions = DatabaseFileOptions(), log: SyncLog? = nil
  ) async throws(SyncError) -> SyncStore {
    try await open(
      schema.metadata, at: url.path, policy, files, adopting: adoption,
      watchesFile: observesOtherProcesses, log: log
    ) { path, connection, token in
      Migrator(
        connection: connection, path: path, newest: schema.metadata, plan: schema.migrations,
        options: options, token: token)
    }
  }

  /// Opens an empty database in memory, for tests and previews. It is deleted with the store.
  ///
  /// - Parameters:
  ///   - schema: The generated schema.
  ///   - log: As in `open(_:at:adopting:migrating:whenUnreadable:observesOtherProcesses:files:log:)`.
  /// - Throws: `SyncError.database` if SQLite cannot open it.
  public static func inMemory<Schema: StoreSchema>(
    _ schema: Schema.Type, log: SyncLog? = nil
  ) async throws(SyncError) -> SyncStore {
    try await open(schema.metadata, at: memoryPath, log: log)
  }

  /// Opens an empty database in a file of its own, for tests that need what only files have: reads during writes, and
  /// other connections. The file is removed when the store is closed, or when it is not referenced any more.
  ///
  /// - Parameters:
  ///   - schema: The generated schema.
  ///   - log: As in `open(_:at:adopting:migrating:whenUnreadable:observesOtherProcesses:files:log:)`.
  /// - Throws: `SyncError.unusableDatabase` if the folder for temporary files cannot be written.
  public static func temporary<Schema: StoreSchema>(
    _ schema: Schema.Type, log: SyncLog? = nil
  ) async throws(SyncError) -> SyncStore {
    let folder = try TemporaryFolder()
    return try await open(
      schema.metadata, at: folder.databasePath, .fail, in: folder, log: log
    ) { path, connection, token in
      Migrator(
        connection: connection, path: path, newest: schema.metadata, plan: schema.migrations,
        options: MigrationOptions(), token: token)
    }
  }

  /// Opens the database of a schema that is known at run time, and creates it if the file is not
  /// there.
  ///
  /// - Parameters:
  ///   - path: The file's path, or `memoryPath`.
  ///   - plan: How databases of older versions become ones of this version.
  ///   - adoption: The version of a database that another program has made.
  ///   - options: As in `open(_:at:adopting:migrating:whenUnreadable:observesOtherProcesses:files:log:)` of a generated schema.
  ///   - policy: As there.
  ///   - log: As there.
  /// - Throws: What `open(_:at:adopting:migrating:whenUnreadable:observesOtherProcesses:files:log:)` throws.
  @_spi(Generated)
  public static func open(
    _ metadata: SchemaMetadata, at path: String, plan: MigrationPlan = .none,
    adopting adoption: DatabaseAdoption? = nil,
    migrating options: MigrationOptions = MigrationOptions(),
    whenUnreadable policy: UnreadableDatabasePolicy = .fail, observesOtherProcesses: Bool = true,
    log: SyncLog? = nil
  ) async throws(SyncError) -> SyncStore {
    try await open(
      metadata, at: path, policy, adopting: adoption, watchesFile: observesOtherProcesses, log: log
    ) { path, connection, token in
      Migrator(
        connection: connection, path: path, newest: metadata, plan: plan, options: options,
        token: token)
    }
  }

  @inline(never)
  private static func open(
    _ metadata: SchemaMetadata, at path: String, _ policy: UnreadableDatabasePolicy,
    _ files: DatabaseFileOptions = DatabaseFileOptions(),
    adopting adoption: DatabaseAdoption? = nil,
    in folder: TemporaryFolder? = nil, watchesFile: Bool = false, log: SyncLog?,
    _ migrator: @escaping DatabaseOpener.MakeMigrator
  ) async throws(SyncError) -> SyncStore {
    do throws(SyncError) {
      let opener = DatabaseOpener(
        metadata: metadata, path: path, files: files, adoption: adoption,
        isTemporary: folder != nil, observers: ObserverList(), history: UndoHistory(),
        migrator: migrator)
      let store = try await start(opener, policy, folder, watchesFile: watchesFile, log)
      if let replaced = store.replacedDatabase { log?.note(replaced.error, of: "open") }
      return store
    } catch {
      log?.note(error, of: "open")
      throw error
    }
  }

  private static func start(
    _ opener: DatabaseOpener, _ policy: UnreadableDatabasePolicy, _ folder: TemporaryFolder?,
    watchesFile: Bool, _ log: SyncLog?
  ) async throws(SyncError) -> SyncStore {
    let database = try await opener.open(whenUnreadable: policy, in: folder)
    let replaced =
      policy == .fail
      ? nil : try await database.writer.run { (writer) throws(SyncError) in writer.replaced }
    return SyncStore(
      opener.metadata, path: opener.path, database, opener: opener.canReopen ? opener : nil,
      watchesFile: watchesFile && opener.canReopen, readOnly: opener.isReadOnly,
      observers: opener.observers, history: opener.history, replaced: replaced, log: log)
  }

  /// The path of a database that lives in memory, for as long as its store does.
  @_spi(Generated)
  public static let memoryPath = Connection.memoryPath

  /// Closes the database after all earlier calls have ended.
  ///
  /// Later calls throw `SyncError.closed`, and so do all observations. A store that is no longer referenced
  /// closes itself.
  public func close() async {
    foreignCommits?.close()
    await gate.close()?.close()
    // A store that is just being suspended or resumed closes its connections at the end of that. No error is left to
    // report: a closed store is not opened again.
    _ = await settle(nil).value
    observers.finish(.closed)
  }

  /// Runs a call that uses the database, when the store is not suspended.
  private func use<Value>(
    _ call: (OpenDatabase) async throws(SyncError) -> Value
  ) async throws(SyncError) -> Value {
    let database =
      if let database = try gate.enterAtOnce() { database } else { try await gate.enter() }
    defer { gate.leave() }
    return try await call(database)
  }

  /// Runs a job that may be long on the writing thread.
  ///
  /// - Parameters:
  ///   - operation: What the log calls it.
  ///   - token: Tells the job whether the task that waits for it is cancelled.
  ///   - changesRows: Whether it is refused in a database that is only read.
  func write<Value: Sendable>(
    operation: String = #function, as token: CancellationToken = CancellationToken(),
    changesRows: Bool = true, _ job: @escaping @Sendable (Writer) throws(SyncError) -> Value
  ) async throws(SyncError) -> Value {
    try await logged(operation) { (database) async throws(SyncError) in
      if changesRows { try checkWritable() }
      return try await database.writer.run(as: token, job)
    }
  }

  /// Runs a job that writes a few rows, in the caller's task if nothing else is written.
  ///
  /// If another process is writing, the job fails at its beginning and is repeated on the writing thread, which waits.
  ///
  /// - Parameters:
  ///   - operation: What the log calls it.
  ///   - token: Tells the job whether the task that waits for it is cancelled.
  ///   - changesRows: Whether it is refused in a database that is only read.
  func writeShort<Value: Sendable>(
    operation: String, as token: CancellationToken, changesRows: Bool = true,
    _ job: @escaping @Sendable (Writer) throws(SyncError) -> Value
  ) async throws(SyncError) -> Value {
    try await logged(operation) { (database) async throws(SyncError) in
      if changesRows { try checkWritable() }
      do throws(SyncError) {
        let value = try await database.writer.runShort(as: token) { (writer) throws(SyncError) in
          try writer.connection.withoutWaiting { () throws(SyncError) in try job(writer) }
        }
        await turns.end()
        return value
      } catch {
        guard error.isBusy else { throw error }
        return try await database.writer.run(as: token, job)
      }
    }
  }

  /// Runs a job that reads in the caller's task.
  ///
  /// - Parameters:
  ///   - operation: What the log calls it.
  ///   - isLong: Whether it runs on a thread of its own instead: it may take long, or needs much stack.
  func readRows<Value: Sendable>(
    operation: String = #function, long isLong: Bool = false,
    _ job: @escaping @Sendable (Connection) throws(SyncError) -> Value
  ) async throws(SyncError) -> Value {
    try await logged(operation) { (database) async throws(SyncError) in
      guard let readers = database.readers else {
        let token = CancellationToken()
        let read: @Sendable (Writer) throws(SyncError) -> Value = { (writer) throws(SyncError) in
          try job(writer.connection)
        }
        return try await isLong
          ? database.writer.run(as: token, read) : database.writer.runShort(as: token, read)
      }
      if isLong { return try await readers.thread.run(job) }
      if Task.isCancelled { throw .cancelled }
      let value = try readers.pool.run(job)
      await turns.end()
      return value
    }
  }

  /// Runs a job that reads on the caller's thread.
  func readInPlace<Value>(
    _ job: (Connection) throws(SyncError) -> Value
  ) throws(SyncError) -> Value {
    try gate.runBlocking { (database) throws(SyncError) in
      if let readers = database.readers { return try readers.pool.run(job) }
      return try database.writer.runBlocking { (writer) throws(SyncError) in
        try job(writer.connection)
      }
    }
  }

  /// As `readRows`, with the plan of the schema, which outlives the job.
  func readPlanned<Value: Sendable>(
    operation: String = #function, long isLong: Bool = false,
    _ job: @escaping @Sendable (Connection, SchemaPlan) throws(SyncError) -> Value
  ) async throws(SyncError) -> Value {
    try await readRows(operation: operation, long: isLong) {
      [metadata] (connection) throws(SyncError) in
      try job(connection, connection.plan(of: metadata))
    }
  }

  private func logged<Value>(
    _ operation: String, _ call: (OpenDatabase) async throws(SyncError) -> Value
  ) async throws(SyncError) -> Value {
    do throws(SyncError) {
      let value = try await use(call)
      if let log, let report = (value as? any Reporting)?.syncReport {
        log.note(report, of: operation)
      }
      return value
    } catch {
      note(error, of: operation)
      throw error
    }
  }

  /// Writes an event to the log.
  func log(_ event: SyncLog.Event, of operation: String) {
    log?.note(event, of: operation)
  }

  /// Tells the log of an error of the store's own.
  func note(_ error: any Error, of operation: String) {
    if let error = error as? SyncError { log?.note(error, of: operation) }
  }
}

extension ForeignCommits {
  /// Watches the file of a store while anybody observes it.
  fileprivate convenience init(
    at path: String, _ gate: CallGate, _ observers: ObserverList, _ log: SyncLog?,
    polls: Bool
  ) {
    self.init(path: path, polls: polls) {
      do throws(SyncError) {
        let hasNews = try gate.runBlocking { (database) throws(SyncError) in
          try database.writer.runBlocking { (writer) throws(SyncError) in
            try writer.hasForeignCommits()
          }
        }
        if hasNews { observers.postUnknown() }
        return true
      } catch .suspended {
        // The watch is stopped in a moment, unless the store goes on.
        return true
      } catch {
        if error != .closed { log?.note(error, of: "observe") }
        return error != .closed
      }
    }
    observers.setPresence { [weak self] isPresent in self?.setActive(isPresent) }
  }
}

extension SyncError {
  /// The error of opening a file; what SQLite says of a wrong statement stays as it is.
  func naming(file path: String) -> SyncError {
    guard case .database(let failure) = self, failure.code & 0xff != SQLITE_ERROR else {
      return self
    }
    return .unusableDatabase(path: path, reason: failure.reason)
  }
}
