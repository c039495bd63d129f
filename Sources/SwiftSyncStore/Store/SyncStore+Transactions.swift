extension SyncStore {
  /// Runs reads and writes in one transaction.
  ///
  /// ```swift
  /// let isDone = try await store.transaction { transaction in
  ///   guard try transaction.fetch(Todo.self, id: id) != nil else { return false }
  ///   try transaction.update(Todo.self, id: id, Todo.Patch(state: .value(.done)))
  ///   return true
  /// }
  /// ```
  ///
  /// - Parameter body: The reads and writes. It runs on the writing thread, so other writes wait.
  ///   If it throws an error, the transaction is rolled back.
  /// - Returns: The value that `body` returns.
  /// - Throws: The error of `body`, unchanged; `SyncError.refused` if a deleted row is still
  ///   referenced with `on-delete: deny`; `SyncError.cancelled` if the task was cancelled before
  ///   the end; and any other `SyncError` if the database fails.
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

  /// Runs reads and writes in one transaction on the caller's thread, which waits for other writes.
  package func transactionInPlace<Value>(
    _ body: (SyncTransaction) throws -> Value
  ) throws -> Value {
    try gate.runBlocking { (database) throws(SyncError) in
      try database.writer.runBlocking { (writer) throws(SyncError) in
        try writer.outcome(nil, of: body)
      }
    }.get()
  }

  /// Runs reads and writes in one transaction on the connection of another library, on the caller's
  /// thread.
  ///
  /// Call it where the library provides its connection, e.g. with GRDB:
  ///
  /// ```swift
  /// try queue.write { db in
  ///   try SyncStore.transaction(TrackerSchema.self, on: db.sqliteConnection!) { transaction in
  ///     try transaction.apply(.data(response), as: Todo.self)
  ///   }
  ///   try db.notifyChanges(in: .fullDatabase)
  /// }
  /// ```
  ///
  /// The library's observers do not receive the writes unless they are notified, as in the last
  /// line.
  ///
  /// Inside a transaction of the library, the call is a savepoint; otherwise it is a transaction.
  /// Pragmas do not change, and no prepared statement is left open. The tables must exist: let a
  /// migration of the library run `TrackerSchema.ddl`. Stores that have the same file open observe
  /// the commit like one of another process. SQLite checks references with a foreign key when the
  /// outermost transaction ends.
  ///
  /// - Parameters:
  ///   - schema: The generated schema, whose tables the database contains.
  ///   - handle: The `sqlite3*` of a connection that may be used on this thread until `body`
  ///     returns.
  ///   - body: The reads and writes. An error that it throws rolls back only its own changes.
  /// - Throws: The error of `body`; `SyncError.unusableDatabase` if the tables do not match the
  ///   schema, `SyncError.unusableConnection` if the schema enforces references and the connection
  ///   has `PRAGMA foreign_keys` off.
  @discardableResult
  public static func transaction<Value>(
    _ schema: (some StoreSchema).Type, on handle: OpaquePointer,
    _ body: (SyncTransaction) throws -> Value
  ) throws -> Value {
    try transaction(schema.metadata, on: handle, body)
  }

  /// Like `transaction(_:on:_:)`, for a schema that is known at run time.
  @_spi(Generated)
  @discardableResult
  public static func transaction<Value>(
    _ metadata: SchemaMetadata, on handle: OpaquePointer,
    _ body: (SyncTransaction) throws -> Value
  ) throws -> Value {
    if metadata.isReadOnly { throw SyncError.readOnlyDatabase(path: "of the connection") }
    let connection = Connection(borrowing: handle)
    try DatabaseSetup.check(borrowed: connection, for: metadata)
    let writer = Writer(connection, SchemaPlan(metadata), at: "of the connection")
    return try writer.outcome(nil, of: body).get()
  }
}

extension Writer {
  /// The value or error of a closure that runs in a transaction. If it throws, all of its changes
  /// are undone.
  fileprivate func outcome<Value>(
    _ token: CancellationToken?, of body: (SyncTransaction) throws -> Value
  ) throws(SyncError) -> Result<Value, any Error> {
    try transaction(token, as: .step) { (transaction) throws(SyncError) in
      let result = Result { try body(transaction) }
      if case .success = result { return (result, .commit) }
      return (result, .rollback)
    }
  }
}
