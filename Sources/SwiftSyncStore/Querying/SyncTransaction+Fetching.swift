/// Typed reads, which include the transaction's own writes.
extension SyncTransaction {
  /// Returns the results of a query. See `SyncStore.fetch(_:)`.
  public func fetch<Fetched: StoreQuery>(_ query: Fetched) throws(SyncError) -> Fetched.Output {
    let writer = try session()
    return try query.request.read(writer.connection, writer.plan.metadata)
  }

  /// Returns the number of rows of a query, ignoring `limit`, `offset` and `after`.
  public func count<Row>(_ query: Query<Row>) throws(SyncError) -> Int {
    let writer = try session()
    return try query.count(on: writer.connection, writer.plan.metadata)
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
    try fetch(entity, ids: [id], softDeleted: softDeleted).first
  }

  /// Returns the rows with the given identities, in that order. Identities without a row are
  /// omitted.
  public func fetch<Entity: SyncedEntity>(
    _ entity: Entity.Type, ids: some Sequence<Entity.Identity>, softDeleted: SoftDeleted = .exclude
  ) throws(SyncError) -> [Entity] {
    let identities = ids.map { $0.storedValues(in: Entity.metadata) }
    return try session().connection.rows(of: entity, identities, softDeleted)
  }
}
