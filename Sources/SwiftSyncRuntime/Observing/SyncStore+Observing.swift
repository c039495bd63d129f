extension SyncStore {
  /// The changes of an entity's rows from now on, whoever makes them through this store: payloads,
  /// rows and patches of the app's own, cascades, raw SQL.
  ///
  /// Commits of other connections and programs are not seen, nor what raw SQL displaces with
  /// `REPLACE` besides the row with the same identity: SQLite reports neither.
  ///
  /// ```swift
  /// for try await changes in try await store.changes(of: Task.self) {
  ///   print(changes.inserted, changes.updated, changes.deleted)
  /// }
  /// ```
  ///
  /// - Parameter startingWithRows: Whether the first element has all rows as they are now, soft-deleted ones
  ///   too; no change is lost between them and the next element, and none comes twice.
  public func changes<Entity: SyncedEntity>(
    of entity: Entity.Type, startingWithRows: Bool = false
  ) async throws(SyncError) -> ObservedChanges<Entity> {
    let position = try metadata.position(of: Entity.metadata.name)
    let mailbox = ChangeMailbox(
      ChangeMailbox.Interest(entity: position, fields: metadata.entities[position].fields))
    let tables = metadata.tables(of: position)
    let start = try await write { [observers] (writer) throws(SyncError) in
      let rows =
        startingWithRows
        ? try Query<Entity>(softDeleted: .include).rows(on: writer.connection, writer.plan.metadata)
        : nil
      return (observers.add(mailbox, tables), rows)
    }
    return ObservedChanges(
      store: self, subscription: start.0, mailbox: mailbox, initialRows: start.1)
  }

  /// The row with an identity, `nil` while there is none: now, and after each commit that changed it.
  public func observe<Entity: SyncedEntity>(
    _ entity: Entity.Type, id: Entity.Identity, softDeleted: SoftDeleted = .exclude
  ) async throws(SyncError) -> ObservedValues<Entity?> {
    let position = try metadata.position(of: Entity.metadata.name)
    let key = id.storedValues(in: Entity.metadata)
    let interest = ChangeMailbox.Interest(
      entity: position, fields: metadata.entities[position].fields, key: key)
    return try await observe(tables: metadata.tables(of: position), for: interest) {
      (connection) throws(SyncError) in
      try connection.rows(of: Entity.self, [key], softDeleted).first
    }
  }

  /// The rows that meet a condition, in an order: now, and after each commit that changed the result.
  ///
  /// ```swift
  /// let open = try await store.observe(
  ///   Task.self, where: { $0.state != .done }, order: { [$0.dueOn.ascending] }, limit: 50)
  /// for try await tasks in open { show(tasks) }
  /// ```
  ///
  /// The query runs again after a commit that touched a table that it reads; an equal result is not an
  /// element.
  ///
  /// The parameters are those of `fetch(_:where:order:limit:offset:softDeleted:)`.
  public func observe<Entity: SyncedEntity>(
    _ entity: Entity.Type,
    where condition: (QueriedRow<Entity>) -> Condition = { _ in .always },
    order: (QueriedRow<Entity>) -> [SortTerm] = { _ in [] }, limit: Int? = nil, offset: Int = 0,
    softDeleted: SoftDeleted = .exclude, isolation: isolated (any Actor)? = #isolation
  ) async throws(SyncError) -> ObservedValues<[Entity]> {
    let query = Query<Entity>(
      where: condition, order: order, limit: limit, offset: offset, softDeleted: softDeleted)
    let tables = try await tables(readBy: try QuerySQL(query, metadata).rows)
    return try await observe(tables: tables) { [metadata] (connection) throws(SyncError) in
      try query.rows(on: connection, metadata)
    }
  }

  /// What a query gives: now, and after each commit that changed it. The query runs again when a table
  /// of the schema that it reads was touched.
  ///
  /// - Throws: What `query` throws.
  public func observe(
    sql: String, _ values: [StoredValue] = []
  ) async throws(SyncError) -> ObservedValues<[SQLRow]> {
    try await observe(tables: tables(readBy: sql)) { (connection) throws(SyncError) in
      try connection.query(sql, values)
    }
  }

  private func tables(readBy sql: String) async throws(SyncError) -> Set<WatchedTable> {
    let names = try await read(operation: "observe") { (connection) throws(SyncError) in
      try connection.tables(readBy: sql)
    }
    return names.reduce(into: []) { tables, name in tables.formUnion(metadata.tables(named: name)) }
  }

  private func observe<Value: Equatable & Sendable>(
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
  /// The positions of the attributes and, after them, of the relations.
  fileprivate var fields: Range<Int> { 0..<attributes.count + relations.count }
}
