import CSQLite

extension Connection {
  /// Milliseconds that a statement waits for other connections.
  static let busyTimeout: Int32 = 5_000
  /// Milliseconds between two attempts at what SQLite does not wait for.
  private static let pause: Int32 = 10

  /// Writes to a log beside the database, so that readers and a writer do not wait for each other.
  ///
  /// The first to do so in a file reads it and then locks it. Where two do, SQLite refuses one of them
  /// at once, since they could wait for each other for ever; a moment later it has nothing left to do.
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
  fileprivate var isBusy: Bool {
    guard case .database(let failure) = self else { return false }
    return Int32(failure.code) & 0xFF == SQLITE_BUSY
  }
}
