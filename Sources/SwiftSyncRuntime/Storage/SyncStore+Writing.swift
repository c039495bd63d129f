extension SyncStore {
  /// Inserts a row. A one-to-one link that it takes moves to it.
  ///
  /// - Throws: `SyncError.database` with SQLite's constraint code if the identity or a unique value
  ///   is taken, `SyncError.unstorableValue` for a value that no column can hold.
  public func insert<Entity: SyncedEntity>(_ row: Entity) async throws(SyncError) {
    try await edit(Entity.self) { (call) throws(SyncError) in
      var values = RowWriter(Entity.metadata)
      row.write(to: &values)
      try call.insert(values.settings)
    }
  }

  /// Writes what a patch says into a row: its columns, and the members of its to-many relations.
  ///
  /// Children that a list of the patch leaves out are deleted, unlinked or left where they are, by
  /// the same rules as in a payload (A15).
  ///
  /// - Returns: Whether there is such a row.
  /// - Throws: `SyncError.nullRequired` if the patch takes a required value away,
  ///   `SyncError.changedIdentity` if it names another row, and what `insert` throws.
  @discardableResult
  public func update<Entity: SyncedEntity>(
    _ entity: Entity.Type, id: Entity.Identity, _ patch: Entity.Patch
  ) async throws(SyncError) -> Bool {
    try await edit(entity) { (call) throws(SyncError) in
      var values = RowWriter(Entity.metadata)
      patch.write(to: &values)
      return try call.update(
        id.storedValues(in: Entity.metadata), values.patchedSettings(of: Entity.metadata),
        patch.statedLists)
    }
  }

  /// Deletes a row and carries out the `on-delete` of the references to it.
  ///
  /// Where the entity keeps its tombstones, or has an archive, the row stays and is only marked with
  /// the current time (`RestorableEntity`); what refers to it stays as it is.
  ///
  /// - Returns: Whether there was such a row that was not marked yet.
  /// - Throws: `SyncError.refused` if rows refer to it under `deny`.
  @discardableResult
  public func delete<Entity: SyncedEntity>(
    _ entity: Entity.Type, id: Entity.Identity
  ) async throws(SyncError) -> Bool {
    try await edit(entity) { (call) throws(SyncError) in
      try call.deleteOrMark(id.storedValues(in: Entity.metadata))
    }
  }

  /// Runs a write of the app's own in a transaction, with what the applier knows of links.
  func edit<Entity: SyncedEntity, Value: Sendable>(
    _ entity: Entity.Type, _ body: @escaping @Sendable (ApplyCall) throws(SyncError) -> Value
  ) async throws(SyncError) -> Value {
    try await write { (writer) throws(SyncError) in
      let name = Entity.metadata.name
      guard let plan = writer.plan.entity(name) else {
        throw .unknownEntity(name, known: writer.plan.entityNames)
      }
      do throws(SyncError) {
        return try writer.connection.writeTransaction { () throws(SyncError) in
          let call = try ApplyCall(writer.plan, plan, ApplyOptions(), on: writer.connection)
          defer { call.close() }
          let value = try body(call)
          try call.finishEdit()
          return (value, .commit)
        }
      } catch {
        throw error.naming(name)
      }
    }
  }
}

extension SyncError {
  /// The same error with the entity that was worked on.
  fileprivate func naming(_ entity: String) -> SyncError {
    guard case .database(let failure) = self, failure.entity == nil else { return self }
    return .database(
      DatabaseFailure(
        code: failure.code, message: failure.message, sql: failure.sql, entity: entity))
  }
}

extension EntityPatch {
  /// The to-many relations, and the columnless sides of one-to-ones, that the patch states.
  fileprivate var statedLists: [StatedIDList] {
    let attributes = Entity.metadata.attributes.count
    return states.enumerated().compactMap { field, state in
      guard Entity.coding.columns[field] < 0, !state.isMissing else { return nil }
      return StatedIDList(relation: field - attributes, ids: state.value)
    }
  }
}
