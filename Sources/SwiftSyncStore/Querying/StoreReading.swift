/// What reads rows from one state of a store's database: a `SyncStore.Reader`, or a `SyncTransaction`,
/// whose reads include its own writes.
public protocol StoreReading {
  /// The database, inside the closure that receives the value.
  @_spi(Generated) var source: ReadSource { get throws(SyncError) }
}

/// A database from which rows are read.
@_spi(Generated)
public struct ReadSource {
  let connection: Connection
  let metadata: SchemaMetadata
}

extension StoreReading {
  // Only types of the runtime have a database.
  @_spi(Generated) public var source: ReadSource {
    get throws(SyncError) { throw .endedTransaction }
  }

  /// Returns the results of a query. See `SyncStore.fetch(_:)`.
  public func fetch<Fetched: StoreQuery>(_ query: Fetched) throws(SyncError) -> Fetched.Output {
    let source = try source
    return try query.request.read(source.connection, source.metadata)
  }

  /// Returns the number of rows of a query, ignoring `limit`, `offset` and `after`.
  public func count<Row>(_ query: Query<Row>) throws(SyncError) -> Int {
    let source = try source
    return try query.count(on: source.connection, source.metadata)
  }

  /// Returns the row with an identity, or `nil` if there is none.
  public func fetch<Entity: SyncedEntity>(
    _ entity: Entity.Type, id: Entity.Identity, softDeleted: SoftDeleted = .exclude
  ) throws(SyncError) -> Entity? {
    try source.connection.row(of: entity, id.storedValues(in: Entity.metadata), softDeleted)
  }

  /// Returns the rows with the given identities, in that order. Identities without a row are
  /// omitted.
  public func fetch<Entity: SyncedEntity>(
    _ entity: Entity.Type, ids: some Sequence<Entity.Identity>, softDeleted: SoftDeleted = .exclude
  ) throws(SyncError) -> [Entity] {
    let identities = ids.map { $0.storedValues(in: Entity.metadata) }
    return try source.connection.rows(of: entity, identities, softDeleted)
  }

  /// Returns rows of an SQL query as models. See `SyncStore.fetch(_:sql:_:)`.
  public func fetch<Entity: SyncedEntity>(
    _ entity: Entity.Type, sql: String, _ values: [StoredValue] = []
  ) throws(SyncError) -> [Entity] {
    try source.connection.rows(entity, sql, values)
  }

  /// Returns the rows of an SQL query. See `SyncStore.query(_:_:)`.
  public func query(_ sql: String, _ values: [StoredValue] = []) throws(SyncError) -> [SQLRow] {
    try source.connection.query(sql, values)
  }
}

extension SyncTransaction: StoreReading {
  /// The database, with the writes of the transaction.
  @_spi(Generated)
  public var source: ReadSource {
    get throws(SyncError) {
      let writer = try session()
      return ReadSource(connection: writer.connection, metadata: writer.plan.metadata)
    }
  }
}
