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

  /// Inserts a row.
  ///
  /// - Throws: `SyncError.database` with SQLite's constraint code if the identity or a unique value
  ///   is taken, `SyncError.unstorableValue` for a value that no column can hold.
  public func insert<Entity: SyncedEntity>(_ row: Entity) async throws(SyncError) {
    try await write { (writer) throws(SyncError) in
      var values = RowWriter(Entity.metadata)
      row.write(to: &values)
      let columns = try values.columns
      try writer.connection.writeTransaction { () throws(SyncError) in
        let statement = try writer.connection.statement(
          TableSQL(Entity.metadata).insert(columns.map(\.column)))
        statement.bind(columns.map(\.value))
        try statement.run()
        return ((), .commit)
      }
    }
  }

  /// Writes what a patch says into a row.
  ///
  /// - Returns: Whether there is such a row.
  /// - Throws: `SyncError.nullRequired` if the patch takes a required value away, and what `insert`
  ///   throws.
  @discardableResult
  public func update<Entity: SyncedEntity>(
    _ entity: Entity.Type, id: Entity.Identity, _ patch: Entity.Patch
  ) async throws(SyncError) -> Bool {
    try await write { (writer) throws(SyncError) in
      var values = RowWriter(Entity.metadata)
      patch.write(to: &values)
      let columns = try values.changedColumns(of: Entity.metadata)
      return try writer.connection.writeTransaction { () throws(SyncError) in
        let isThere = try writer.connection.update(
          Entity.metadata, id.storedValues(in: Entity.metadata), columns)
        return (isThere, .commit)
      }
    }
  }

  /// Deletes a row and carries out the `on-delete` of the references to it.
  ///
  /// - Returns: Whether there was such a row.
  /// - Throws: `SyncError.refused` if rows refer to it under `deny`.
  @discardableResult
  public func delete<Entity: SyncedEntity>(
    _ entity: Entity.Type, id: Entity.Identity
  ) async throws(SyncError) -> Bool {
    try await write { (writer) throws(SyncError) in
      guard let plan = writer.plan.entity(Entity.metadata.name) else {
        throw .unknownEntity(Entity.metadata.name, known: writer.plan.entityNames)
      }
      return try writer.connection.writeTransaction { () throws(SyncError) in
        let call = try ApplyCall(writer.plan, plan, ApplyOptions(), on: writer.connection)
        let isDeleted = try call.deleteRow(id.storedValues(in: Entity.metadata))
        return (isDeleted, .commit)
      }
    }
  }
}

extension Connection {
  /// Sets columns of a row and returns whether there is such a row.
  fileprivate func update(
    _ entity: EntityMetadata, _ identity: [StoredValue], _ settings: [RowWriter.Setting]
  ) throws(SyncError) -> Bool {
    let sql = TableSQL(entity)
    if settings.isEmpty {
      let query = try statement(sql.rowID)
      defer { query.reset() }
      query.bind(identity)
      return try query.step()
    }
    let update = try statement(sql.updateByIdentity(settings.map(\.column)))
    update.bind(settings.map(\.value) + identity)
    try update.run()
    return changes > 0
  }
}

extension Statement {
  /// Binds copies of values from the first parameter on.
  fileprivate func bind(_ values: [StoredValue]) {
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

extension RowWriter {
  /// A column and what it is set to.
  struct Setting {
    let column: Int
    let value: StoredValue
  }

  /// The columns that were set.
  fileprivate var columns: [Setting] {
    get throws(SyncError) {
      if let problem { throw problem }
      return values.enumerated().compactMap { column, value in
        value.map { Setting(column: column, value: $0) }
      }
    }
  }

  /// The columns that a patch sets; null in a required one is the default.
  fileprivate func changedColumns(of entity: EntityMetadata) throws(SyncError) -> [Setting] {
    var settings = try columns
    for (index, setting) in settings.enumerated() {
      guard setting.value == .null, entity.columns[setting.column].isRequired else { continue }
      guard let value = entity.defaultValue(of: setting.column) else {
        throw .nullRequired(entity: entity.name, member: entity.member(of: setting.column))
      }
      settings[index] = Setting(column: setting.column, value: value)
    }
    return settings
  }
}

extension EntityMetadata {
  /// The constant default of a column.
  fileprivate func defaultValue(of column: Int) -> StoredValue? {
    for attribute in attributes {
      let part = column - attribute.column
      if attribute.defaultValues.indices.contains(part) { return attribute.defaultValues[part] }
    }
    return nil
  }

  /// The name of the attribute or the relation that a column belongs to.
  fileprivate func member(of column: Int) -> String {
    attributes.last { $0.column <= column && column <= $0.column + ($0.currency == nil ? 0 : 1) }?
      .name ?? columns[column].name
  }
}
