extension SyncStore {
  /// The changes of an entity's rows from now on, whoever makes them through this store: payloads,
  /// rows and patches of the app's own, cascades, raw SQL.
  ///
  /// Commits of other connections and programs are not seen, nor what raw SQL displaces with
  /// `REPLACE` besides the row with the same identity: SQLite tells of neither.
  ///
  /// ```swift
  /// for try await changes in try await store.changes(of: Task.self) {
  ///   print(changes.inserted, changes.updated, changes.deleted)
  /// }
  /// ```
  ///
  /// - Parameter startingWithRows: Whether the first element has all rows as they are now; no change
  ///   is lost between them and the next element, and none comes twice.
  public func changes<Entity: SyncedEntity>(
    of entity: Entity.Type, startingWithRows: Bool = false
  ) async throws(SyncError) -> ObservedChanges<Entity> {
    let position = try metadata.position(of: Entity.metadata.name)
    let mailbox = ChangeMailbox(
      ChangeMailbox.Interest(entity: position, fields: metadata.entities[position].fields))
    let tables = metadata.tables(of: position)
    let start = try await write { [observers] (writer) throws(SyncError) in
      let rows =
        startingWithRows ? try writer.connection.all(Entity.self) : nil
      return (observers.add(mailbox, tables), rows)
    }
    return ObservedChanges(
      store: self, subscription: start.0, mailbox: mailbox, initialRows: start.1)
  }

  /// The row with an identity, `nil` while there is none: now, and after each commit that touched it.
  public func observe<Entity: SyncedEntity>(
    _ entity: Entity.Type, id: Entity.Identity
  ) async throws(SyncError) -> ObservedValues<Entity?> {
    let position = try metadata.position(of: Entity.metadata.name)
    let key = id.storedValues(in: Entity.metadata)
    let interest = ChangeMailbox.Interest(
      entity: position, fields: metadata.entities[position].fields, key: key)
    return try await observe(tables: metadata.tables(of: position), for: interest) {
      (connection) throws(SyncError) in try connection.row(Entity.self, key)
    }
  }

  /// All rows of an entity in the order of their identities: now, and after each commit that touched
  /// one of them.
  public func observeAll<Entity: SyncedEntity>(
    _ entity: Entity.Type
  ) async throws(SyncError) -> ObservedValues<[Entity]> {
    try await observe(entities: [Entity.metadata.name]) { (connection) throws(SyncError) in
      try connection.all(Entity.self)
    }
  }

  /// What a query gives: now, and after each commit that touched a table of the schema that it reads.
  ///
  /// - Throws: What `query` throws.
  public func observe(
    sql: String, _ values: [StoredValue] = []
  ) async throws(SyncError) -> ObservedValues<[SQLRow]> {
    let names = try await read(operation: "observe") { (connection) throws(SyncError) in
      try connection.tables(readBy: sql)
    }
    let tables = names.reduce(into: Set<WatchedTable>()) { tables, name in
      tables.formUnion(metadata.tables(named: name))
    }
    return try await observe(tables: tables) { (connection) throws(SyncError) in
      try connection.query(sql, values)
    }
  }

  /// What a query gives that reads rows of some entities, and the members of their relations.
  func observe<Value: Sendable>(
    entities: [String], _ read: @escaping @Sendable (Connection) throws(SyncError) -> Value
  ) async throws(SyncError) -> ObservedValues<Value> {
    var tables: Set<WatchedTable> = []
    for entity in entities {
      tables.formUnion(metadata.tables(of: try metadata.position(of: entity)))
    }
    return try await observe(tables: tables, read)
  }

  private func observe<Value: Sendable>(
    tables: Set<WatchedTable>, for interest: ChangeMailbox.Interest? = nil,
    _ read: @escaping @Sendable (Connection) throws(SyncError) -> Value
  ) async throws(SyncError) -> ObservedValues<Value> {
    let mailbox = ChangeMailbox(interest)
    // On the writing thread: what is committed after this job is told, what was before it is read.
    let subscription = try await write { [observers] (_) throws(SyncError) in
      observers.add(mailbox, tables)
    }
    return ObservedValues(store: self, subscription: subscription, mailbox: mailbox, read: read)
  }
}

extension EntityMetadata {
  /// The positions of the attributes and, behind them, of the relations.
  fileprivate var fields: Range<Int> { 0..<attributes.count + relations.count }
}
