extension SyncStore {
  /// Observes the changes of an entity's rows, with one element for each commit.
  ///
  /// ```swift
  /// for try await changes in store.changes(of: Todo.self) {
  ///   print(changes.inserted, changes.updated, changes.deleted)
  /// }
  /// ```
  ///
  /// All changes that are made through this store are observed: payloads, the app's writes,
  /// cascades and raw SQL. Rows that `REPLACE` removes because of a unique value other than the
  /// identity are not, because SQLite does not report them. A commit of another process emits an
  /// element with `CommittedChanges.isIncomplete`.
  ///
  /// - Parameters:
  ///   - entity: The type of the rows. If the store's schema does not have it, the loop throws
  ///     `SyncError.unknownEntity`.
  ///   - startingWithRows: Whether the first element contains all rows, including soft-deleted
  ///     ones. The next elements contain exactly the changes that follow.
  public func changes<Entity: SyncedEntity>(
    of entity: Entity.Type, startingWithRows: Bool = false
  ) -> ObservedChanges<Entity> {
    ObservedChanges(store: self, startsWithRows: startingWithRows)
  }

  /// Observes the row with an identity. The first element is the current row; another one follows
  /// each commit that changes it. An element is `nil` if the row does not exist.
  ///
  /// - Parameters:
  ///   - entity: The type of the row.
  ///   - id: The row's identity.
  ///   - softDeleted: Whether a soft-deleted row counts as a row.
  public func values<Entity: SyncedEntity>(
    of entity: Entity.Type, id: Entity.Identity, softDeleted: SoftDeleted = .exclude
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
      ObservedTables(
        tables: metadata.tables(of: try metadata.position(of: Entity.metadata.name)))
    } isEqual: {
      $0 == $1
    } read: { (connection) throws(SyncError) in
      try connection.rows(of: Entity.self, [key], softDeleted).first
    }
  }

  /// Observes the results of a query. The first element is the current result; another one follows
  /// each commit that changes it.
  ///
  /// ```swift
  /// let open = Todo.where { $0.state != .done }.order(\.dueOn).limit(50)
  /// for try await tasks in store.values(of: open) { show(tasks) }
  /// ```
  ///
  /// The query runs when the loop begins, and after each commit that inserts or deletes rows of a
  /// table that it reads or changes a column that it reads. A result that equals the previous one
  /// is not emitted. A query with `.today` or with the day of a date in the device's time zone also
  /// runs at midnight and when the time zone changes.
  ///
  /// - Parameter query: A `Query`, what is derived from one, or an `SQLQuery`.
  public func values<Observed: StoreQuery>(of query: Observed)
    -> ObservedValues<Observed.Output>
  {
    values(of: query.request)
  }

  /// Observes the results of two queries, read from the same snapshot. See `values(of:)`.
  public func values<A: StoreQuery, B: StoreQuery>(
    of first: A, _ second: B
  ) -> ObservedValues<(A.Output, B.Output)> {
    let (a, b) = (first.request, second.request)
    return values(
      of: QueryRequest(joining: [a.parts, b.parts]) {
        a.isEqual($0.0, $1.0) && b.isEqual($0.1, $1.1)
      } read: { (connection, schema) throws(SyncError) in
        (try a.read(connection, schema), try b.read(connection, schema))
      })
  }

  /// Observes the results of three queries, read from the same snapshot. See `values(of:)`.
  public func values<A: StoreQuery, B: StoreQuery, C: StoreQuery>(
    of first: A, _ second: B, _ third: C
  ) -> ObservedValues<(A.Output, B.Output, C.Output)> {
    let (a, b, c) = (first.request, second.request, third.request)
    return values(
      of: QueryRequest(joining: [a.parts, b.parts, c.parts]) {
        a.isEqual($0.0, $1.0) && b.isEqual($0.1, $1.1) && c.isEqual($0.2, $1.2)
      } read: { (connection, schema) throws(SyncError) in
        (
          try a.read(connection, schema), try b.read(connection, schema),
          try c.read(connection, schema)
        )
      })
  }

  /// Observes the results of four queries, read from the same snapshot. See `values(of:)`.
  public func values<A: StoreQuery, B: StoreQuery, C: StoreQuery, D: StoreQuery>(
    of first: A, _ second: B, _ third: C, _ fourth: D
  ) -> ObservedValues<(A.Output, B.Output, C.Output, D.Output)> {
    let (a, b, c, d) = (first.request, second.request, third.request, fourth.request)
    return values(
      of: QueryRequest(joining: [a.parts, b.parts, c.parts, d.parts]) {
        a.isEqual($0.0, $1.0) && b.isEqual($0.1, $1.1) && c.isEqual($0.2, $1.2)
          && d.isEqual($0.3, $1.3)
      } read: { (connection, schema) throws(SyncError) in
        (
          try a.read(connection, schema), try b.read(connection, schema),
          try c.read(connection, schema), try d.read(connection, schema)
        )
      })
  }

  private func values<Value>(of request: QueryRequest<Value>) -> ObservedValues<Value> {
    ObservedValues(store: self, interest: nil, isLong: request.isLong, zones: request.zones) {
      [self] () async throws(SyncError) in
      try await tables(readBy: try request.statements(metadata))
    } isEqual: {
      request.isEqual($0, $1)
    } read: { [metadata] (connection) throws(SyncError) in
      try request.run(on: connection, metadata)
    }
  }

  /// Observes a value that is read from the runtime's tables of local changes, problems and
  /// sessions. A database that is only read does not have them, so its value does not change.
  package func queueValues<Value: Equatable & Sendable>(
    _ read: @escaping @Sendable (Connection, SchemaPlan) throws(SyncError) -> Value
  ) -> ObservedValues<Value> {
    ObservedValues(store: self, interest: nil, isLong: false) {
      [isReadOnly] () async throws(SyncError) in
      ObservedTables(tables: isReadOnly ? [] : [.queue])
    } isEqual: {
      $0 == $1
    } read: { [metadata] (connection) throws(SyncError) in
      try connection.snapshot { () throws(SyncError) in
        try read(connection, connection.plan(of: metadata))
      }
    }
  }

  private func tables(readBy statements: [String]) async throws(SyncError) -> ObservedTables {
    try await readRows(operation: Self.observation) { [metadata] (connection) throws(SyncError) in
      var columns: [String: Set<String>] = [:]
      for sql in statements {
        columns.merge(try connection.columns(readBy: sql)) { $0.union($1) }
      }
      return metadata.tables(withColumns: columns)
    }
  }
}

extension SchemaMetadata {
  /// The tables and fields of columns, which are given by table.
  func tables(withColumns columns: [String: Set<String>]) -> ObservedTables {
    var observed = ObservedTables()
    if !QueueSignal.tables.isDisjoint(with: columns.keys) { observed.tables.insert(.queue) }
    for (index, entity) in entities.enumerated() {
      guard let search = SearchTables(entity), columns[search.name] != nil else { continue }
      // Which documents are found, and in what order, depends on all searched text.
      let fields = entity.fieldsByColumn
      observed.tables.insert(.entity(index))
      observed.fields[index] = Set(
        (entity.identity + (entity.search?.members.map(\.column) ?? [])).map { fields[$0] })
    }
    for (name, columns) in columns {
      for table in tables(named: name) {
        observed.tables.insert(table)
        guard case .entity(let entity) = table else { continue }
        let metadata = entities[entity]
        let fields = metadata.fieldsByColumn
        observed.fields[entity, default: []].formUnion(
          metadata.columns.indices.filter { columns.contains(metadata.columns[$0].name) }
            .map { fields[$0] })
      }
    }
    return observed
  }
}

extension EntityMetadata {
  /// The positions of the attributes, followed by those of the relationships.
  var fields: Range<Int> { 0..<attributes.count + relations.count }
}
