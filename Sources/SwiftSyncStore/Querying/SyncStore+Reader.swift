extension SyncStore {
  /// Runs queries on the caller's thread and returns their result without suspending.
  ///
  /// ```swift
  /// let row = try store.read { try $0.fetch(Todo.self, id: id) }
  /// ```
  ///
  /// Use it for short queries whose result is needed immediately, e.g. on the main thread. Writes
  /// do not delay it, except in an in-memory database, where it waits for the running write. In
  /// async code, use `fetch` with such a database: if all threads of Swift's concurrency runtime
  /// wait for a payload from an async sequence, the sequence cannot continue.
  ///
  /// - Parameter body: The queries. All of them read the same snapshot.
  /// - Returns: The value that `body` returns.
  /// - Throws: The error of `body`, unchanged; `SyncError.closed`; another `SyncError` if the
  ///   database fails.
  public func read<Value>(_ body: (Reader) throws -> Value) throws -> Value {
    let outcome = try readInPlace { [metadata] (connection) throws(SyncError) in
      try connection.snapshot { () throws(SyncError) in
        let reader = Reader(connection, metadata)
        defer { reader.end() }
        return Result { try body(reader) }
      }
    }
    if case .failure(let error) = outcome { note(error, of: "read") }
    return try outcome.get()
  }
}

extension SyncStore {
  /// Reads rows from one state of a store's database.
  ///
  /// It is valid only inside the closure that receives it. Afterwards, every call throws
  /// `SyncError.endedTransaction`.
  public final class Reader: StoreReading {
    private var open: ReadSource?

    init(_ connection: Connection, _ metadata: SchemaMetadata) {
      open = ReadSource(connection: connection, metadata: metadata)
    }

    /// The database, inside the closure.
    @_spi(Generated)
    public var source: ReadSource {
      get throws(SyncError) {
        guard let open else { throw .endedTransaction }
        return open
      }
    }

    fileprivate func end() { open = nil }
  }
}
