/// A database with a local copy of a server's rows.
///
/// ```swift
/// let store = SyncStore(NotesSchema.self)
/// try await store.insert(Note(title: "Milk"))
/// ```
///
/// One call can write while any number of calls read (SQLite's WAL mode). Reads, and writes of
/// single rows while nothing else is written, run in the caller's task. All other writes, payloads,
/// migrations and pushes run on the writing thread, in the order of the calls. Exports, and rows
/// with JSON or recursive values, use threads with a larger stack. Async calls suspend while they
/// wait for another call; they never block a thread. With a database in memory, `read` waits for
/// the running write, and blocks its thread.
public final class SyncStore: Sendable {
  /// The schema that the store was opened with.
  @_spi(Generated)
  public let metadata: SchemaMetadata
  /// The database file.
  public let path: String
  /// Controls which calls can use the database, and when.
  let gate: CallGate
  /// `nil` if the connections cannot be reopened: for an in-memory database or a read-only one.
  let opener: DatabaseOpener?
  /// The opening of the database.
  let openingRun: OpeningRun
  let observers: ObserverList
  package let history: UndoHistory
  /// `nil` if commits of other processes are not observed.
  let foreignCommits: ForeignCommits?
  /// Whether no call writes.
  package let isReadOnly: Bool
  private let log: SyncLog
  /// The order of calls that run in the caller's task.
  private let turns = TaskTurns()
  /// Serializes pushes of local writes. Two at once would lease the same rows.
  package let uploads = AsyncMutex()
  /// Serializes sessions, whose steps take turns with other pushes.
  package let sessions = AsyncMutex()
  /// Serializes suspending and resuming.
  let transitions = AsyncMutex()
  package let errorReaders = ErrorReaders()
  /// The time of reads on the main thread.
  package let immediateReads = ImmediateReads()
  private let parking = ParkingPlace()
  /// What suspends the store while the app is in the background.
  let attachment = SuspensionPlace()
  /// The state of the database while the store is suspended. Accessed only in transitions.
  var parked: ParkedDatabase? {
    get { parking.parked }
    set { parking.parked = newValue }
  }

  /// - Parameters:
  ///   - opener: How to open the connections again; `nil` if that is not possible.
  ///   - watchesFile: Whether commits of other processes are observed.
  init(
    _ metadata: SchemaMetadata, path: String, gate: CallGate, opener: DatabaseOpener? = nil,
    run: OpeningRun = OpeningRun(), watchesFile: Bool = false, readOnly isReadOnly: Bool = false,
    observers: ObserverList, history: UndoHistory, log: SyncLog
  ) {
    self.gate = gate
    foreignCommits =
      watchesFile ? ForeignCommits(at: path, gate, observers, log, polls: isReadOnly) : nil
    self.metadata = metadata
    self.path = path
    self.opener = opener
    openingRun = run
    self.isReadOnly = isReadOnly
    self.observers = observers
    self.history = history
    self.log = log
  }

  deinit {
    // A migration that still runs continues when the database is opened again.
    openingRun.token.cancel()
  }

  /// The path of an in-memory database, which exists while its store does.
  @_spi(Generated)
  public static let memoryPath = Connection.memoryPath

  /// Closes the database after all earlier calls have ended. A migration that still runs is
  /// interrupted, and continues when the database is opened again.
  ///
  /// Later calls and all observations throw `SyncError.closed`. A store that is no longer
  /// referenced closes itself.
  public func close() async {
    openingRun.token.cancel()
    foreignCommits?.close()
    await gate.close()?.close()
    // If the database was still being opened, it is available only now.
    await gate.waitForEndOfOpening()
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
    let value = try await logged(operation) { (database) async throws(SyncError) in
      if changesRows { try checkWritable() }
      return try await database.writer.run(as: token, job)
    }
    if !log.isSilent, let report = (value as? any Reporting)?.applyReport {
      log.note(report, of: operation)
    }
    return value
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
      return try await use(call)
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
    log.note(event, of: operation)
  }

  /// Logs an error of the store itself.
  package func note(_ error: any Error, of operation: String) {
    if let error = error as? SyncError { log.note(error, of: operation) }
  }
}

extension ForeignCommits {
  /// Watches the file of a store while it is observed.
  fileprivate convenience init(
    at path: String, _ gate: CallGate, _ observers: ObserverList, _ log: SyncLog,
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
      } catch {
        // The watch is about to be stopped, unless the store continues, or the store to be opened.
        if error == .suspended || error == .opening { return true }
        if error != .closed { log.note(error, of: SyncStore.observation) }
        return error != .closed
      }
    }
    // The log can be watched only once the database is open.
    setSuspended(true)
    observers.setPresence { [weak self] isPresent in self?.setActive(isPresent) }
  }
}
