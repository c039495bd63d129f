import CSQLite
@_spi(Generated) import SwiftSyncREST

extension Connection {
  /// How a transaction ends when its body returns.
  enum Ending {
    case commit
    case rollback
  }

  /// Runs `body` in one transaction that takes the write lock at once; an error rolls it back.
  ///
  /// The lock is taken first because a transaction that reads before it writes cannot wait for
  /// another writer (SQLite documentation, "Transactions", on SQLITE_BUSY_SNAPSHOT). For the same
  /// reason no statement goes on reading after the end: the connection would keep its old snapshot,
  /// and the next transaction could not wait.
  ///
  /// - Parameter isExclusive: Whether no one may read meanwhile, where the file has no write-ahead log.
  func writeTransaction<Result>(
    exclusive isExclusive: Bool = false, _ body: () throws(SyncError) -> (Result, Ending)
  ) throws(SyncError) -> Result {
    // Kept beside the transaction, so that it is compiled once and not for each type of result.
    var result: Result?
    try perform(exclusive: isExclusive) { () throws(SyncError) in
      let (value, ending) = try body()
      result = value
      return ending
    }
    guard let result else { throw .endedTransaction }
    return result
  }

  private func perform(
    exclusive isExclusive: Bool, _ body: () throws(SyncError) -> Ending
  ) throws(SyncError) {
    try execute(isExclusive ? "BEGIN EXCLUSIVE" : "BEGIN IMMEDIATE")
    do {
      if defersReferences { try execute("PRAGMA defer_foreign_keys = ON") }
      let ending = try body()
      resetStatements()
      // SQLite may have undone all by itself.
      if ending == .commit || isInTransaction {
        try execute(ending == .commit ? "COMMIT" : "ROLLBACK")
      }
    } catch {
      try rollBack(because: error)
      throw error
    }
  }

  /// Runs `body`, which is one of many transactions that write much, so that the log is copied into the database only
  /// when it is four times as long as usual: pages that all of them write are copied once.
  func delayingCheckpoints<Result>(
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
  private func rollBack(because error: SyncError) throws(SyncError) {
    guard isInTransaction else { return }
    resetStatements()
    guard sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) == SQLITE_OK else { throw error }
  }

  /// Runs `body` so that an error undoes what it has done, and only that.
  ///
  /// A transaction must be open.
  func savepoint<Result>(
    _ name: String, _ body: () throws(SyncError) -> Result
  ) throws(SyncError) -> Result {
    var result: Result?
    try performSavepoint(name) { () throws(SyncError) in
      result = try body()
      return .commit
    }
    guard let result else { throw .endedTransaction }
    return result
  }

  private func performSavepoint(
    _ name: String, _ body: () throws(SyncError) -> Ending
  ) throws(SyncError) {
    try statement("SAVEPOINT \(name)").run()
    do {
      if try body() == .commit {
        try statement("RELEASE \(name)").run()
      } else {
        try rollBack(to: name)
      }
    } catch {
      try rollBack(to: name)
      throw error
    }
  }

  /// Undoes what a savepoint has done, unless SQLite itself has undone the whole transaction.
  private func rollBack(to name: String) throws(SyncError) {
    guard isInTransaction else { return }
    resetStatements()
    try execute("ROLLBACK TO \(name); RELEASE \(name)")
  }

  /// Runs `body` in a transaction of its own, or as a part of the one that is open.
  ///
  /// A part that fails, or asks for it, is rolled back alone.
  func nestedTransaction<Result>(
    _ body: () throws(SyncError) -> (Result, Ending)
  ) throws(SyncError) -> Result {
    var result: Result?
    try performNested { () throws(SyncError) in
      let (value, ending) = try body()
      result = value
      return ending
    }
    guard let result else { throw .endedTransaction }
    return result
  }

  private func performNested(_ body: () throws(SyncError) -> Ending) throws(SyncError) {
    guard isInTransaction else { return try perform(exclusive: false, body) }
    // The transaction may be of another library.
    if isBorrowed, defersReferences { try execute("PRAGMA defer_foreign_keys = ON") }
    try performSavepoint("swiftsync_transaction", body)
  }
}

extension Connection {
  /// Milliseconds that a statement waits for other connections.
  static let busyTimeout: Int32 = 5_000
  /// Runs `body`, whose statements fail at once if another connection is in the way.
  func withoutWaiting<Result>(
    _ body: () throws(SyncError) -> Result
  ) throws(SyncError) -> Result {
    sqlite3_busy_timeout(handle, 0)
    defer { sqlite3_busy_timeout(handle, Self.busyTimeout) }
    return try body()
  }

  /// Milliseconds between two attempts at what SQLite does not wait for.
  private static let pause: Int32 = 10

  /// Writes to a log beside the database, so that readers and a writer do not wait for each other.
  ///
  /// The first to do so in a file reads it and then locks it. Where two do, SQLite refuses one of them
  /// at once, since they could deadlock; a moment later it has nothing left to do.
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
  /// Whether another connection was in the way.
  var isBusy: Bool {
    guard case .database(let failure) = self else { return false }
    return Int32(failure.code) & 0xFF == SQLITE_BUSY
  }
}
