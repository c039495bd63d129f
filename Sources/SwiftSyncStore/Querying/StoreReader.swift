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
  /// - Parameter body: The queries. All of them read the same state of the database.
  /// - Returns: The value that `body` returns.
  /// - Throws: The error of `body`, unchanged; `SyncError.closed`; another `SyncError` if the
  ///   database fails.
  public func read<Value>(_ body: (StoreReader) throws -> Value) throws -> Value {
    let outcome = try readInPlace { [metadata] (connection) throws(SyncError) in
      try connection.snapshot { () throws(SyncError) in
        let reader = StoreReader(connection, metadata)
        defer { reader.end() }
        return Result { try body(reader) }
      }
    }
    if case .failure(let error) = outcome { note(error, of: "read") }
    return try outcome.get()
  }
}

/// Reads rows from one state of a store's database.
///
/// It is valid only inside the closure that receives it. Afterwards, every call throws
/// `SyncError.endedTransaction`.
public final class StoreReader {
  private var connection: Connection?
  private let metadata: SchemaMetadata

  init(_ connection: Connection, _ metadata: SchemaMetadata) {
    self.connection = connection
    self.metadata = metadata
  }

  private func session() throws(SyncError) -> Connection {
    guard let connection else { throw .endedTransaction }
    return connection
  }

  fileprivate func end() { connection = nil }

  /// Returns the results of a query. See `SyncStore.fetch(_:)`.
  public func fetch<Fetched: StoreQuery>(_ query: Fetched) throws(SyncError) -> Fetched.Output {
    try query.request.read(session(), metadata)
  }

  /// Returns the number of rows of a query, ignoring `limit`, `offset` and `after`.
  public func count<Row>(_ query: Query<Row>) throws(SyncError) -> Int {
    try query.count(on: session(), metadata)
  }

  /// Returns the rows that meet a condition. See `SyncStore.fetch(_:where:order:limit:offset:softDeleted:isolation:)`.
  public func fetch<Entity: SyncedEntity>(
    _ entity: Entity.Type,
    where condition: (QueriedRow<Entity>) -> Condition = { _ in .always },
    order: (QueriedRow<Entity>) -> [SortTerm] = { _ in [] }, limit: Int? = nil, offset: Int = 0,
    softDeleted: SoftDeleted = .exclude
  ) throws(SyncError) -> [Entity] {
    try fetch(
      Query(
        where: condition, order: order, limit: limit, offset: offset, softDeleted: softDeleted))
  }

  /// Returns the number of rows that meet a condition.
  public func count<Entity: SyncedEntity>(
    _ entity: Entity.Type,
    where condition: (QueriedRow<Entity>) -> Condition = { _ in .always },
    softDeleted: SoftDeleted = .exclude
  ) throws(SyncError) -> Int {
    try count(Query<Entity>(where: condition, softDeleted: softDeleted))
  }

  /// Returns the row with an identity, or `nil` if there is none.
  public func fetch<Entity: SyncedEntity>(
    _ entity: Entity.Type, id: Entity.Identity, softDeleted: SoftDeleted = .exclude
  ) throws(SyncError) -> Entity? {
    try session().row(of: entity, id.storedValues(in: Entity.metadata), softDeleted)
  }

  /// Returns the rows with the given identities, in that order. Identities without a row are
  /// omitted.
  public func fetch<Entity: SyncedEntity>(
    _ entity: Entity.Type, ids: some Sequence<Entity.Identity>, softDeleted: SoftDeleted = .exclude
  ) throws(SyncError) -> [Entity] {
    let identities = ids.map { $0.storedValues(in: Entity.metadata) }
    return try session().rows(of: entity, identities, softDeleted)
  }

  /// Returns the rows of an SQL query. See `SyncStore.query(_:_:)`.
  public func query(
    _ sql: String, _ values: [StoredValue] = []
  ) throws(SyncError) -> [SQLRow] {
    try session().query(sql, values)
  }
}
