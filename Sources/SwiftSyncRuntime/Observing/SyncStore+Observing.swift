@_spi(Generated) import SwiftSyncREST

extension SyncStore {
  /// Observes the changes of an entity's rows, with one element for each commit.
  ///
  /// ```swift
  /// for try await changes in store.changes(of: Todo.self) {
  ///   print(changes.inserted, changes.updated, changes.deleted)
  /// }
  /// ```
  ///
  /// All changes made through this store are observed: payloads, the app's writes, cascades and raw SQL.
  /// Commits of other connections and processes are not, and neither are rows that `REPLACE` removes because of a unique
  /// value other than the identity, because SQLite does not report them.
  ///
  /// - Parameters:
  ///   - entity: The type of the rows. If the store's schema does not have it, the loop throws
  ///     `SyncError.unknownEntity`.
  ///   - startingWithRows: Whether the first element has all rows, including soft-deleted ones. The next elements have exactly
  ///     the changes that follow.
  public func changes<Entity: SyncedEntity>(
    of entity: Entity.Type, startingWithRows: Bool = false
  ) -> ObservedChanges<Entity> {
    ObservedChanges(store: self, startsWithRows: startingWithRows)
  }

  /// Observes the row with an identity. The first element is the current row, and a further element follows each commit
  /// that changed it. An element is `nil` if the row does not exist.
  ///
  /// - Parameters:
  ///   - entity: The type of the row.
  ///   - id: The row's identity.
  ///   - softDeleted: Whether a soft-deleted row counts as a row.
  public func observe<Entity: SyncedEntity>(
    _ entity: Entity.Type, id: Entity.Identity, softDeleted: SoftDeleted = .exclude
  ) -> ObservedValues<Entity?> {
    let key = id.storedValues(in: Entity.metadata)
    let position = metadata.entities.firstIndex { $0.name == Entity.metadata.name }
    let interest = position.map {
      ChangeMailbox.Interest(entity: $0, fields: metadata.entities[$0].fields, key: key)
    }
    return ObservedValues(
      store: self, interest: interest, isLong: Entity.metadata.nestsDeeply
    ) {
      [metadata] () async throws(SyncError) in
      metadata.tables(of: try metadata.position(of: Entity.metadata.name))
    } read: { (connection) throws(SyncError) in
      try connection.rows(of: Entity.self, [key], softDeleted).first
    }
  }

  /// Observes the rows that meet a condition. The first element is the current result, and a further element follows
  /// each commit that changed it.
  ///
  /// ```swift
  /// let open = store.observe(
  ///   Todo.self, where: { $0.state != .done }, order: { [$0.dueOn.ascending] }, limit: 50)
  /// for try await tasks in open { show(tasks) }
  /// ```
  ///
  /// The query runs when the loop begins and after each commit that touched a table that it reads. A result that equals
  /// the one before it is not an element.
  ///
  /// The parameters are those of `fetch(_:where:order:limit:offset:softDeleted:)`.
  public func observe<Entity: SyncedEntity>(
    _ entity: Entity.Type,
    where condition: (QueriedRow<Entity>) -> Condition = { _ in .always },
    order: (QueriedRow<Entity>) -> [SortTerm] = { _ in [] }, limit: Int? = nil, offset: Int = 0,
    softDeleted: SoftDeleted = .exclude
  ) -> ObservedValues<[Entity]> {
    let query = Query<Entity>(
      where: condition, order: order, limit: limit, offset: offset, softDeleted: softDeleted)
    return ObservedValues(store: self, interest: nil, isLong: Entity.metadata.nestsDeeply) {
      [self] () async throws(SyncError) in
      try await tables(readBy: try QuerySQL(query, metadata).rows)
    } read: { [metadata] (connection) throws(SyncError) in
      try query.rows(on: connection, metadata)
    }
  }

  /// Observes the rows of an SQL query. The first element is the current result, and a further element follows each
  /// commit that changed it.
  ///
  /// The query runs when the loop begins and after each commit that touched a table of the schema that it reads. The
  /// loop throws what `query(_:_:)` throws.
  ///
  /// - Parameters:
  ///   - sql: A statement that only reads.
  ///   - values: The values of its parameters, in their order.
  public func observe(sql: String, _ values: [StoredValue] = []) -> ObservedValues<[SQLRow]> {
    ObservedValues(store: self, interest: nil, isLong: false) { [self] () async throws(SyncError) in
      try await tables(readBy: sql)
    } read: { (connection) throws(SyncError) in
      try connection.query(sql, values)
    }
  }

  private func tables(readBy sql: String) async throws(SyncError) -> Set<WatchedTable> {
    let names = try await readRows(operation: "observe") { (connection) throws(SyncError) in
      try connection.tables(readBy: sql)
    }
    return names.reduce(into: []) { tables, name in tables.formUnion(metadata.tables(named: name)) }
  }
}

extension EntityMetadata {
  /// The positions of the attributes and, after them, of the relations.
  var fields: Range<Int> { 0..<attributes.count + relations.count }
}
