/// A question for rows of an entity, which can be asked on any connection.
struct Query<Entity: SyncedEntity>: Sendable {
  var condition: Condition
  var order: [SortTerm] = []
  var limit: Int?
  var offset = 0
  var softDeleted = SoftDeleted.exclude

  init(
    where condition: (QueriedRow<Entity>) -> Condition = { _ in .always },
    order: (QueriedRow<Entity>) -> [SortTerm] = { _ in [] }, limit: Int? = nil, offset: Int = 0,
    softDeleted: SoftDeleted = .exclude
  ) {
    let row = QueriedRow<Entity>(.root)
    self.condition = condition(row)
    self.order = order(row)
    self.limit = limit
    self.offset = offset
    self.softDeleted = softDeleted
  }

  /// The rows in their order.
  func rows(on connection: Connection, _ schema: SchemaMetadata) throws(SyncError) -> [Entity] {
    let sql = try QuerySQL(self, schema)
    let statement = try connection.statement(sql.rows)
    statement.bind(sql.parameters)
    return try statement.rows(of: Entity.self)
  }

  /// The number of rows, whatever limit and offset are.
  func count(on connection: Connection, _ schema: SchemaMetadata) throws(SyncError) -> Int {
    let sql = try QuerySQL(self, schema)
    let statement = try connection.statement(sql.count)
    statement.bind(Array(sql.parameters.prefix(statement.parameterCount)))
    defer { statement.reset() }
    return try statement.step() ? Int(statement.integer(0)) : 0
  }
}

/// The statements of a query.
struct QuerySQL {
  let rows: String
  let count: String
  /// The values of the parameters; those of limit and offset come last, and `count` has none of them.
  let parameters: [StoredValue]

  init<Entity: SyncedEntity>(
    _ query: Query<Entity>, _ schema: SchemaMetadata
  ) throws(SyncError) {
    if query.offset < 0 || query.limit ?? 0 < 0 {
      throw .invalidOption("a limit or an offset of a query cannot be negative")
    }
    let entity = Entity.metadata
    let table = quoted(entity.table)
    var writer = ConditionSQL(schema: schema, values: SQLValues())
    var conditions: [String] = []
    if !query.condition.isAlways {
      conditions.append(try writer.condition(query.condition.node, on: entity, as: table))
    }
    if let marks = entity.condition(for: query.softDeleted, as: table) { conditions.append(marks) }
    let suffix = conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))"
    count = "SELECT count(*) FROM \(table)\(suffix)"
    var rows = "SELECT \(entity.columnList(as: table)) FROM \(table)\(suffix) ORDER BY "
    rows += try Self.order(query, of: entity, as: table, writer)
    if query.limit != nil || query.offset > 0 {
      rows += " LIMIT \(writer.values.place(.integer(Int64(query.limit ?? -1))))"
      rows += " OFFSET \(writer.values.place(.integer(Int64(query.offset))))"
    }
    self.rows = rows
    parameters = writer.values.parameters
  }

  /// The identity comes last, so that equal rows have an order and pages do not overlap.
  private static func order<Entity: SyncedEntity>(
    _ query: Query<Entity>, of entity: EntityMetadata, as table: String, _ writer: ConditionSQL
  ) throws(SyncError) -> String {
    var keys: [String] = []
    for term in query.order {
      let key = try writer.sortKey(term.place, of: entity, as: table)
      keys.append(term.isDescending ? "\(key) DESC" : key)
    }
    // Where all rows that meet a condition are wanted, the index of the condition is worth more than one that
    // gives the order: the plus keeps SQLite from walking through all rows by identity.
    let isSorted = keys.isEmpty && query.limit == nil && !query.condition.isAlways
    return (keys + [entity.identityList(as: (isSorted ? "+" : "") + table)]).joined(separator: ", ")
  }
}

extension EntityMetadata {
  /// All columns of the table, by its name in a statement.
  func columnList(as alias: String) -> String {
    columns.map { "\(alias).\(quoted($0.name))" }.joined(separator: ", ")
  }

  /// The columns of the identity.
  func identityList(as alias: String) -> String {
    identity.map { "\(alias).\(quoted(columns[$0].name))" }.joined(separator: ", ")
  }
}

extension Statement {
  /// All rows of a query whose columns are those of the entity's table.
  func rows<Entity: SyncedEntity>(of type: Entity.Type) throws(SyncError) -> [Entity] {
    try entities(type, RowColumns(pointer))
  }
}
