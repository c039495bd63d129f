import CSQLite

extension Connection {
  /// How a transaction ends when its body returns.
  package enum Ending {
    case commit
    case rollback
  }

  /// Runs `body` in one transaction that takes the write lock at once; an error rolls it back.
  ///
  /// The lock is taken first because a transaction that reads before it writes cannot wait for
  /// another writer (SQLite documentation, "Transactions", on SQLITE_BUSY_SNAPSHOT). For the same
  /// reason, no statement continues to read after the end: the connection would keep its old
  /// snapshot, and the next transaction could not wait.
  ///
  /// - Parameter isExclusive: Whether other connections must not read at the same time, if the file
  ///   has no write-ahead log.
  package func writeTransaction<Result>(
    exclusive isExclusive: Bool = false, _ body: () throws(SyncError) -> (Result, Ending)
  ) throws(SyncError) -> Result {
    try begin(exclusive: isExclusive)
    do {
      try deferReferences()
      let (result, ending) = try body()
      try end(ending)
      return result
    } catch {
      try rollBack(because: error)
      throw error
    }
  }

  // The code around a body is specialized for each body. The rest is not, and must therefore not be
  // inlined.

  @inline(never)
  private func begin(exclusive isExclusive: Bool) throws(SyncError) {
    try execute(isExclusive ? "BEGIN EXCLUSIVE" : "BEGIN IMMEDIATE")
  }

  @inline(never)
  private func deferReferences() throws(SyncError) {
    if defersReferences { try execute("PRAGMA defer_foreign_keys = ON") }
  }

  @inline(never)
  private func end(_ ending: Ending) throws(SyncError) {
    resetStatements()
    // SQLite may have rolled back by itself.
    if ending == .commit || isInTransaction {
      try execute(ending == .commit ? "COMMIT" : "ROLLBACK")
    }
  }

  /// Runs `body`, one of many transactions that write much, with a checkpoint only when the log is
  /// four times as long as usual: pages that all of them write are copied once.
  package func delayingCheckpoints<Result>(
    _ body: () throws(SyncError) -> Result
  ) throws(SyncError) -> Result {
    if isBorrowed { return try body() }
    sqlite3_wal_autocheckpoint(handle, 4 * Self.checkpointPages)
    defer { sqlite3_wal_autocheckpoint(handle, Self.checkpointPages) }
    return try body()
  }

  /// SQLite's own default.
  private static let checkpointPages: Int32 = 1_000

  /// Ends the transaction unless SQLite has done so itself, as it does on a full disk.
  @inline(never)
  private func rollBack(because error: SyncError) throws(SyncError) {
    guard isInTransaction else { return }
    resetStatements()
    guard sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) == SQLITE_OK else { throw error }
  }

  /// Runs `body` so that an error undoes only its own changes.
  ///
  /// A transaction must be open.
  func savepoint<Result>(
    _ name: String, _ body: () throws(SyncError) -> Result
  ) throws(SyncError) -> Result {
    try beginSavepoint(name)
    do {
      let result = try body()
      try endSavepoint(name, .commit)
      return result
    } catch {
      try rollBack(to: name)
      throw error
    }
  }

  @inline(never)
  private func beginSavepoint(_ name: String) throws(SyncError) {
    try statement("SAVEPOINT \(name)").run()
  }

  @inline(never)
  private func endSavepoint(_ name: String, _ ending: Ending) throws(SyncError) {
    if ending == .commit {
      try statement("RELEASE \(name)").run()
    } else {
      try rollBack(to: name)
    }
  }

  /// Undoes the changes since a savepoint, unless SQLite has rolled back the whole transaction by
  /// itself.
  @inline(never)
  private func rollBack(to name: String) throws(SyncError) {
    guard isInTransaction else { return }
    resetStatements()
    try execute("ROLLBACK TO \(name); RELEASE \(name)")
  }

  /// Runs `body` in its own transaction, or as a part of the open one.
  ///
  /// A part that fails, or asks for it, is rolled back without the other parts.
  func nestedTransaction<Result>(
    _ body: () throws(SyncError) -> (Result, Ending)
  ) throws(SyncError) -> Result {
    let isPart = isInTransaction
    try isPart ? beginSavepoint(Self.partName) : begin(exclusive: false)
    do {
      // The transaction may belong to another library.
      if !isPart || isBorrowed { try deferReferences() }
      let (result, ending) = try body()
      try isPart ? endSavepoint(Self.partName, ending) : end(ending)
      return result
    } catch {
      try isPart ? rollBack(to: Self.partName) : rollBack(because: error)
      throw error
    }
  }

  /// The savepoint of a transaction that is part of another one.
  private static let partName = "swiftsync_transaction"
}

extension Connection {
  /// The time, in milliseconds, that a statement waits for other connections.
  static let busyTimeout: Int32 = 5_000
  /// Runs `body`, whose statements fail at once if another connection blocks them.
  func withoutWaiting<Result>(
    _ body: () throws(SyncError) -> Result
  ) throws(SyncError) -> Result {
    sqlite3_busy_timeout(handle, 0)
    defer { sqlite3_busy_timeout(handle, Self.busyTimeout) }
    return try body()
  }

  /// The time, in milliseconds, between two attempts at operations that SQLite does not wait for.
  private static let pause: Int32 = 10

  /// Switches to a write-ahead log, so that readers and a writer do not wait for each other.
  ///
  /// The first connection to do so reads the file and then locks it. If two do so at the same time,
  /// SQLite refuses one of them at once, since they could deadlock; a moment later it has nothing
  /// left to do.
  func useLog() throws(SyncError) {
    for _ in 0..<(Self.busyTimeout / Self.pause) {
      do throws(SyncError) {
        return try execute("PRAGMA journal_mode = WAL")
      } catch {
        guard error.isBusy else { throw error }
        sqlite3_sleep(Self.pause)
      }
    }
    try execute("PRAGMA journal_mode = WAL")
  }
}

extension SyncError {
  /// Whether another connection blocked the operation.
  var isBusy: Bool {
    guard case .database(let failure) = self else { return false }
    return Int32(failure.code) & 0xFF == SQLITE_BUSY
  }
}
