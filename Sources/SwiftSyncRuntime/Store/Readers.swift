@_spi(Generated) import SwiftSyncREST

/// What reads a database file.
struct Readers: Sendable {
  let pool: ConnectionPool
  /// Exports, and rows with values that are nested deeply, which need more stack than a task has.
  let thread: SerialThread<Connection>

  init(path: String) async throws(SyncError) {
    thread = try await SerialThread.start(named: "SwiftSync reader") { () throws(SyncError) in
      try Connection(readingAt: path)
    }
    pool = try ConnectionPool { () throws(SyncError) in try Connection(readingAt: path) }
  }

  func close() async {
    await pool.close()
    await thread.close()
  }
}

extension Connection {
  fileprivate convenience init(readingAt path: String) throws(SyncError) {
    try self.init(path: path, mode: .readOnly)
    try DatabaseSetup.configure(self)
  }
}
