extension SyncStore {
  /// The row with an identity, or `nil`.
  public func fetch<Entity: SyncedEntity>(
    _ entity: Entity.Type, id: Entity.Identity
  ) async throws(SyncError) -> Entity? {
    try await read { (connection) throws(SyncError) in
      let query = try connection.statement(TableSQL(Entity.metadata).lookup)
      query.bind(id.storedValues(in: Entity.metadata))
      return try query.entities(Entity.self).first
    }
  }

  /// All rows of an entity, in the order of their identities.
  public func fetchAll<Entity: SyncedEntity>(
    _ entity: Entity.Type
  ) async throws(SyncError) -> [Entity] {
    try await read { (connection) throws(SyncError) in
      try connection.statement(TableSQL(Entity.metadata).all).entities(Entity.self)
    }
  }
}

extension Statement {
  /// Binds copies of values from the first parameter on.
  func bind(_ values: [StoredValue]) {
    for (index, value) in values.enumerated() { bind(Int32(index + 1), value) }
  }

  /// All rows of the query as models.
  fileprivate func entities<Entity: SyncedEntity>(
    _ type: Entity.Type
  ) throws(SyncError) -> [Entity] {
    defer { reset() }
    var entities: [Entity] = []
    while try step() {
      do {
        entities.append(try Entity(row: Row(pointer, from: 1)))
      } catch let error as SyncError {
        throw error
      } catch {
        throw .unreadableRow(entity: Entity.metadata.name, reason: String(describing: error))
      }
    }
    return entities
  }
}
