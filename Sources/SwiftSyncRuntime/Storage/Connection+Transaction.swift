import CSQLite

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
  /// reason no statement goes on reading behind the end: the connection would keep its old snapshot,
  /// and the next transaction could not wait.
  func writeTransaction<Result>(
    _ body: () throws(SyncError) -> (Result, Ending)
  ) throws(SyncError) -> Result {
    try execute("BEGIN IMMEDIATE")
    do {
      let (result, ending) = try body()
      resetStatements()
      try execute(ending == .commit ? "COMMIT" : "ROLLBACK")
      return result
    } catch {
      try rollBack(because: error)
      throw error
    }
  }

  /// Ends the transaction unless SQLite has done so itself, as it does on a full disk.
  private func rollBack(because error: SyncError) throws(SyncError) {
    guard sqlite3_get_autocommit(handle) == 0 else { return }
    resetStatements()
    guard sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) == SQLITE_OK else { throw error }
  }
}
