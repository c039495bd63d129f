public import SwiftSyncFoundation

/// A database with a local copy of a server's rows.
///
/// One call can write while any number of calls read (SQLite's WAL mode). Reads, and writes of
/// single rows while nothing else is written, run in the caller's task. Payloads, exports and
/// transactions run on the store's threads. No asynchronous call blocks a thread while it waits for
/// another call.
public final class SyncStore: Sendable {
  /// The schema that the store was opened with.
  @_spi(Generated)
  public let metadata: SchemaMetadata
  /// The database file.
  public let path: String
  /// The unreadable database that was moved when the store was opened; `nil` if none was. See
  /// `UnreadableDatabasePolicy.startOver`.
  public let replacedDatabase: ReplacedDatabase?
  /// Controls which calls can use the database, and when.
  let gate: CallGate
  /// `nil` if the connections cannot be reopened: for an in-memory database or a read-only one.
  let opener: DatabaseOpener?
  let observers: ObserverList
  package let history: UndoHistory
  /// `nil` if commits of other processes are not observed.
  let foreignCommits: ForeignCommits?
  /// Whether no call writes.
  package let isReadOnly: Bool
  private let log: SyncLog?
  /// The order of calls that run in the caller's task.
  private let turns = TaskTurns()
  /// Serializes pushes of local writes. Two at once would lease the same rows.
  package let uploads = AsyncMutex()
  /// Serializes sessions, whose steps take turns with other pushes.
  package let sessions = AsyncMutex()
  /// Serializes suspending and resuming.
  let transitions = AsyncMutex()
  private let parking = ParkingPlace()
  /// The state of the database while the store is suspended. Accessed only in transitions.
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

  /// Opens the database of a generated schema, and creates it if the file does not exist.
  ///
  /// A database of an older version is migrated first, with each step in its own transaction. An
  /// interrupted migration continues when the database is opened again.
  ///
  /// With `adopt: read-only` in the schema, the file must exist and is read in place: nothing is
  /// created, migrated or installed, and calls that write throw `SyncError.readOnlyDatabase`.
  ///
  /// - Parameters:
  ///   - schema: The generated schema.
  ///   - url: The database file.
  ///   - adoption: The version of a database that another program created, for a schema with
  ///     `adopt: true`. It is needed only once.
  ///   - options: Options for migrating an older database: a backup, and progress reports.
  ///   - policy: What to do with an unreadable database. By default, the call throws.
  ///   - observesOtherProcesses: Whether observations include commits of other processes, e.g. of
  ///     the app's extensions. A thread watches the write-ahead log while anything is observed.
  ///   - files: How the system treats the files of the database, on Apple platforms. By default,
  ///     nothing changes.
  ///   - log: Receives errors, rejected rows and unresolved references. By default, nothing is
  ///     logged.
  /// - Throws: `SyncError.newerDatabase` if an app with a newer version has written the database;
  ///   `SyncError.olderDatabase` if there is no migration from its version;
  ///   `SyncError.otherVersion` if another content of its version created it;
  ///   `SyncError.unusableDatabase` if the file is not a database, or belongs to another schema;
  ///   `SyncError.migrationFailed` if a step fails, which leaves the database at the version of the
  ///   last completed step; `SyncError.protectedDatabase` if the device is locked and the file is
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

  /// Opens an empty in-memory database, for tests and previews. It is deleted with the store.
  ///
  /// - Parameters:
  ///   - schema: The generated schema.
  ///   - log: As in
  ///     `open(_:at:adopting:migrating:whenUnreadable:observesOtherProcesses:files:log:)`.
  /// - Throws: `SyncError.database` if SQLite cannot open it.
  public static func inMemory<Schema: StoreSchema>(
    _ schema: Schema.Type, log: SyncLog? = nil
  ) async throws(SyncError) -> SyncStore {
    try await open(schema.metadata, at: memoryPath, log: log)
  }

  /// Opens an empty database in a temporary file, for tests that need reads during writes or
  /// several connections, which only files support. The file is removed when the store is closed or
  /// no longer referenced.
  ///
  /// - Parameters:
  ///   - schema: The generated schema.
  ///   - log: As in
  ///     `open(_:at:adopting:migrating:whenUnreadable:observesOtherProcesses:files:log:)`.
  /// - Throws: `SyncError.unusableDatabase` if the temporary folder is not writable.
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

  /// Opens the database of a schema that is known at run time, and creates it if the file does not
  /// exist.
  ///
  /// - Parameters:
  ///   - path: The file's path, or `memoryPath`.
  ///   - plan: The migration plan for databases of older versions.
  ///   - adoption: The version of a database that another program has created.
  ///   - options: As in
  ///     `open(_:at:adopting:migrating:whenUnreadable:observesOtherProcesses:files:log:)` of a
  ///     generated schema.
  ///   - policy: As in that method.
  ///   - log: As in that method.
  /// - Throws: The errors of
  ///   `open(_:at:adopting:migrating:whenUnreadable:observesOtherProcesses:files:log:)`.
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
        isTemporary: folder != nil, observers: ObserverList(), history: UndoHistory(), log: log,
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

  /// The path of an in-memory database, which exists while its store does.
  @_spi(Generated)
  public static let memoryPath = Connection.memoryPath

  /// Closes the database after all earlier calls have ended.
  ///
  /// Later calls and all observations throw `SyncError.closed`. A store that is no longer
  /// referenced closes itself.
  public func close() async {
    foreignCommits?.close()
    await gate.close()?.close()
    // A store that is currently being suspended or resumed closes its connections at the end of
    // that. There is no error to report: a closed store is not opened again.
    _ = await settle(nil).value
    observers.finish(.closed)
  }

  /// Runs a call that uses the database while the store is not suspended.
  private func use<Value>(
    _ call: (OpenDatabase) async throws(SyncError) -> Value
  ) async throws(SyncError) -> Value {
    let database =
      if let database = try gate.enterAtOnce() { database } else { try await gate.enter() }
    defer { gate.leave() }
    return try await call(database)
  }

  /// Runs a potentially long job on the writing thread.
  ///
  /// - Parameters:
  ///   - operation: What the log calls it.
  ///   - token: Informs the job whether the task that waits for it is cancelled.
  ///   - changesRows: Whether it is refused in a database that is only read.
  package func write<Value: Sendable>(
    operation: String = #function, as token: CancellationToken = CancellationToken(),
    changesRows: Bool = true, _ job: @escaping @Sendable (Writer) throws(SyncError) -> Value
  ) async throws(SyncError) -> Value {
    try await logged(operation) { (database) async throws(SyncError) in
      if changesRows { try checkWritable() }
      return try await database.writer.run(as: token, job)
    }
  }

  /// Runs a job that writes a few rows, in the caller's task if nothing else is being written.
  ///
  /// If another process is writing, the job fails at its start and is repeated on the writing
  /// thread, which waits.
  ///
  /// - Parameters:
  ///   - operation: What the log calls it.
  ///   - token: Informs the job whether the task that waits for it is cancelled.
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
  ///   - operation: The name of the call in the log.
  ///   - isLong: Whether the job runs on a separate thread instead, because it may take long or
  ///     needs much stack.
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

  /// Runs a job that reads, on the caller's thread.
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

  /// Like `readRows`, with the plan of the schema, which outlives the job.
  package func readPlanned<Value: Sendable>(
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
      // An observation ends with its task or with the store. Neither is an error.
      let hasEnded = operation == Self.observation && [.cancelled, .closed].contains(error)
      if !hasEnded { note(error, of: operation) }
      throw error
    }
  }

  /// The name of observations in the log.
  static let observation = "observe"

  /// Writes an event to the log.
  package func log(_ event: SyncLog.Event, of operation: String) {
    log?.note(event, of: operation)
  }

  /// Logs an error of the store itself.
  package func note(_ error: any Error, of operation: String) {
    if let error = error as? SyncError { log?.note(error, of: operation) }
  }
}

extension ForeignCommits {
  /// Watches the file of a store while it is observed.
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
        // The watch is about to be stopped, unless the store continues.
        return true
      } catch {
        if error != .closed { log?.note(error, of: SyncStore.observation) }
        return error != .closed
      }
    }
    observers.setPresence { [weak self] isPresent in self?.setActive(isPresent) }
  }
}
