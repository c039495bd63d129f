/// The rows that a relation of a row leads to.
struct RelatedRows<Target: SyncedEntity>: Sendable {
  private let source: any SyncedEntity
  private let relation: Int

  init(_ source: any SyncedEntity, _ relation: Int) {
    self.source = source
    self.relation = relation
  }

  func rows(in store: SyncStore, _ softDeleted: SoftDeleted) async throws(SyncError) -> [Target] {
    let schema = store.metadata
    return try await store.read { (connection) throws(SyncError) in
      try rows(on: connection, schema, softDeleted)
    }
  }

  func rows(
    on connection: Connection, _ schema: SchemaMetadata, _ softDeleted: SoftDeleted
  ) throws(SyncError) -> [Target] {
    let key = try source.linkValue(of: relation)
    if key == .null { return [] }
    let metadata = type(of: source).metadata
    let sql = RelatedSQL(schema, metadata, metadata.relations[relation], Target.metadata)
    let statement = try connection.statement(try sql.rows(softDeleted))
    statement.bind([key])
    return try statement.rows(of: Target.self)
  }
}

extension SyncedEntity {
  /// The value by which a relation's rows are found: the reference, or else the row's identity.
  fileprivate func linkValue(of relation: Int) throws(SyncError) -> StoredValue {
    let metadata = Self.metadata
    guard case .toOne(let reference) = metadata.relations[relation].kind else {
      return identity.storedValues(in: metadata)[0]
    }
    var row = RowWriter(metadata)
    write(to: &row)
    if let problem = row.problem { throw problem }
    return row.values[reference.column] ?? .null
  }
}
