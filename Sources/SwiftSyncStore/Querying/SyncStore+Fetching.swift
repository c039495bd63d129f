extension SyncStore {
  /// Returns the results of a query.
  ///
  /// ```swift
  /// let open = Todo.where { $0.state != .done }.order(\.dueOn).limit(50)
  /// let rows = try await store.fetch(open)
  /// let titles = try await store.fetch(open.select { $0.title })
  /// ```
  ///
  /// - Parameter query: A `Query`, what is derived from one, e.g. by `first`, `page`, `select` or
  ///   `including`, or an `SQLQuery`.
  /// - Throws: `SyncError.invalidStoredValue` if another program stored a value that does not match
  ///   its column's type, `SyncError.invalidValue` if a condition compares with a value that no
  ///   column can store, `SyncError.invalidOption` for a negative limit.
  public func fetch<Fetched: StoreQuery>(
    _ query: Fetched
  ) async throws(SyncError) -> Fetched.Output {
    let request = query.request
    return try await readRows(long: request.isLong) { [metadata] (connection) throws(SyncError) in
      try request.run(on: connection, metadata)
    }
  }

  /// Returns the number of rows of a query, ignoring `limit`, `offset` and `after`.
  public func count<Row>(_ query: Query<Row>) async throws(SyncError) -> Int {
    try await readRows { [metadata] (connection) throws(SyncError) in
      try query.count(on: connection, metadata)
    }
  }

  /// Returns the row with an identity, or `nil` if there is none.
  public func fetch<Entity: SyncedEntity>(
    _ entity: Entity.Type, id: Entity.Identity, softDeleted: SoftDeleted = .exclude
  ) async throws(SyncError) -> Entity? {
    let identity = id.storedValues(in: Entity.metadata)
    return try await readRows(long: Entity.metadata.nestsDeeply) { (connection) throws(SyncError) in
      // A single statement reads one snapshot.
      guard Entity.metadata.mayHaveTemporaryIdentity else {
        return try connection.row(of: entity, identity, softDeleted)
      }
      return try connection.snapshot { () throws(SyncError) in
        try connection.row(of: entity, identity, softDeleted)
      }
    }
  }

  /// Returns the rows with the given identities, in that order. Identities without a row are
  /// omitted.
  public func fetch<Entity: SyncedEntity>(
    _ entity: Entity.Type, ids: some Sequence<Entity.Identity>, softDeleted: SoftDeleted = .exclude
  ) async throws(SyncError) -> [Entity] {
    let identities = ids.map { $0.storedValues(in: Entity.metadata) }
    return try await readRows(long: Entity.metadata.nestsDeeply) { (connection) throws(SyncError) in
      try connection.snapshot { () throws(SyncError) in
        try connection.rows(of: entity, identities, softDeleted)
      }
    }
  }
}

extension Connection {
  /// The rows with these identities, in that order.
  func rows<Entity: SyncedEntity>(
    of entity: Entity.Type, _ identities: [[StoredValue]], _ softDeleted: SoftDeleted
  ) throws(SyncError) -> [Entity] {
    var rows: [Entity] = []
    for identity in identities {
      if let row = try row(of: entity, identity, softDeleted) { rows.append(row) }
    }
    return rows
  }

  /// The row with an identity, which may have replaced a temporary one.
  package func row<Entity: SyncedEntity>(
    of entity: Entity.Type, _ identity: [StoredValue], _ softDeleted: SoftDeleted
  ) throws(SyncError) -> Entity? {
    let statement = try lookup(of: ObjectIdentifier(entity), variant: softDeleted.variant) {
      Entity.metadata.lookup(softDeleted)
    }
    statement.bind(identity)
    if let row = try statement.rows(of: entity).first { return row }
    guard Entity.metadata.mayHaveTemporaryIdentity,
      let current = try TemporaryIDs(on: self).replacement(of: identity, in: Entity.metadata)
    else { return nil }
    statement.bind(current)
    return try statement.rows(of: entity).first
  }

  /// Reads several times from the same snapshot.
  package func snapshot<Value>(_ body: () throws(SyncError) -> Value) throws(SyncError) -> Value {
    // Within a transaction, all reads already use the same state.
    guard isIdle else { return try body() }
    try statement("BEGIN").run()
    do throws(SyncError) {
      let value = try body()
      try statement("COMMIT").run()
      return value
    } catch {
      resetStatements()
      // The first error is more informative than an error of ending a transaction that has written
      // nothing.
      if !isIdle { try execute("ROLLBACK") }
      throw error
    }
  }
}

extension SoftDeleted {
  fileprivate var variant: Int {
    switch self {
    case .exclude: 0
    case .include: 1
    case .only: 2
    }
  }
}

extension EntityMetadata {
  /// The statement for the row with an identity, whose parts are the parameters.
  func lookup(_ softDeleted: SoftDeleted) -> String {
    let table = quoted(table)
    var conditions = identity.enumerated().map { "\(quoted(columns[$1].name)) = ?\($0 + 1)" }
    if let marks = condition(for: softDeleted, as: table) { conditions.append(marks) }
    return "SELECT \(columnList(as: table)) FROM \(table) "
      + "WHERE \(conditions.joined(separator: " AND "))"
  }
}

extension SyncStore {
  /// Returns the rows of an SQL query that selects the entity's columns by name, in any order.
  ///
  /// ```swift
  /// let late = try await store.fetch(
  ///   Todo.self, sql: "SELECT * FROM tasks WHERE due_on < ?", ["2026-03-01"])
  /// ```
  ///
  /// - Throws: `SyncError.missingColumn` if the query leaves out a column; the errors of `query`.
  public func fetch<Entity: SyncedEntity>(
    _ entity: Entity.Type, sql: String, _ values: [StoredValue] = []
  ) async throws(SyncError) -> [Entity] {
    try await readRows(long: Entity.metadata.nestsDeeply) { (connection) throws(SyncError) in
      try connection.rows(entity, sql, values)
    }
  }

  /// Returns the rows of an SQL query.
  ///
  /// - Parameters:
  ///   - sql: A statement that only reads.
  ///   - values: The values of its parameters, in order.
  /// - Throws: `SyncError.invalidStatement` if the statement writes or has another number of
  ///   parameters, `SyncError.database` if SQLite refuses it.
  public func query(
    _ sql: String, _ values: [StoredValue] = []
  ) async throws(SyncError) -> [SQLRow] {
    try await readRows { (connection) throws(SyncError) in try connection.query(sql, values) }
  }
}
