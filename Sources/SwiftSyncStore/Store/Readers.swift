/// The readers of a database file.
struct Readers: Sendable {
  let pool: ConnectionPool
  /// The thread for exports, and for rows with deeply nested values, which need more stack than a
  /// task has.
  let thread: SerialThread<Connection>

  /// - Parameters:
  ///   - folder: The folder of the file, if it is to be removed with the last connection.
  ///   - preparation: Runs on each connection before its first statement.
  init(
    path: String, in folder: TemporaryFolder? = nil,
    preparing preparation: Connection.Preparation? = nil
  ) throws(SyncError) {
    try self.init { [weak folder] () throws(SyncError) in
      let connection = try Connection(readingAt: path, preparation)
      connection.folder = folder
      return connection
    }
  }

  /// - Parameter open: Makes a connection.
  init(_ open: @escaping @Sendable () throws(SyncError) -> Connection) throws(SyncError) {
    thread = try SerialThread.startBlocking(named: "SwiftSync reader", open)
    pool = try ConnectionPool(open)
  }

  func close() async {
    await pool.close()
    await thread.close()
  }
}

extension Connection {
  fileprivate convenience init(
    readingAt path: String, _ preparation: Preparation?
  ) throws(SyncError) {
    try self.init(path: path, mode: .readOnly, preparing: preparation)
    try DatabaseSetup.configure(self)
  }
}
