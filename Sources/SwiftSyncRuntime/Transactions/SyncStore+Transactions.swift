extension SyncStore {
  /// Runs several reads and writes as one change.
  ///
  /// ```swift
  /// let isDone = try await store.transaction { transaction in
  ///   guard var task = try transaction.fetch(Task.self, id: id) else { return false }
  ///   try transaction.update(Task.self, id: id, Task.Patch(state: .value(.done)))
  ///   return true
  /// }
  /// ```
  ///
  /// - Parameter body: Runs on the writing thread; nothing else is written meanwhile. An error that it
  ///   throws undoes everything.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, as it is; `SyncError.refused` if a row was deleted that another
  ///   refers to under `deny`; `SyncError.cancelled` if the task was cancelled before the end, and any
  ///   other `SyncError` if the database fails.
  public func transaction<Value: Sendable>(
    _ body: @escaping @Sendable (SyncTransaction) throws -> Value
  ) async throws -> Value {
    let token = CancellationToken()
    let outcome = try await write(operation: "transaction", as: token) {
      (writer) throws(SyncError) in try writer.outcome(token, of: body)
    }
    if case .failure(let error) = outcome { note(error, of: "transaction") }
    return try outcome.get()
  }

  /// Runs several reads and writes as one change on a connection that another library has opened, on
  /// the caller's thread.
  ///
  /// To be called where that library lends its connection, e.g. with GRDB:
  ///
  /// ```swift
  /// try queue.write { db in
  ///   try SyncStore.transaction(TrackerSchema.self, on: db.sqliteConnection!) { transaction in
  ///     try transaction.sync(response, as: Task.self)
  ///   }
  /// }
  /// ```
  ///
  /// Inside of a transaction of that library it is a savepoint, otherwise a transaction of its own.
  /// Pragmas stay as they are, and no statement is left prepared. The tables must be there: a migration
  /// of that library can run `TrackerSchema.ddl`. Stores that are open on the same file do
  /// not tell their observers of it; that library's own observation sees it. References that the
  /// schema enforces are guarded by SQLite when the outermost transaction ends.
  ///
  /// - Parameters:
  ///   - handle: The `sqlite3*` of a connection that may be used on this thread until `body` returns.
  ///   - body: An error that it throws undoes what it has done, and nothing else.
  /// - Throws: What `body` throws; `SyncError.unusableDatabase` if the tables are not those of the
  ///   schema's version, `SyncError.unusableConnection` if the schema enforces references and the
  ///   connection has `PRAGMA foreign_keys` off.
  public static func transaction<Value>(
    _ schema: (some StoreSchema).Type, on handle: OpaquePointer,
    _ body: (SyncTransaction) throws -> Value
  ) throws -> Value {
    try transaction(schema.metadata, on: handle, body)
  }

  /// As `transaction(_:on:_:)`, for a schema that is known at run time.
  @_spi(Generated)
  public static func transaction<Value>(
    _ metadata: SchemaMetadata, on handle: OpaquePointer,
    _ body: (SyncTransaction) throws -> Value
  ) throws -> Value {
    let connection = Connection(borrowing: handle)
    try DatabaseSetup.check(borrowed: connection, for: metadata)
    let writer = Writer(connection, SchemaPlan(metadata), at: "of the connection")
    return try writer.outcome(nil, of: body).get()
  }
}

extension Writer {
  /// What a closure gives or throws that runs in a transaction; if it throws, all is undone.
  fileprivate func outcome<Value>(
    _ token: CancellationToken?, of body: (SyncTransaction) throws -> Value
  ) throws(SyncError) -> Result<Value, any Error> {
    try transaction(token) { (transaction) throws(SyncError) in
      let result = Result { try body(transaction) }
      if case .success = result { return (result, .commit) }
      return (result, .rollback)
    }
  }
}
