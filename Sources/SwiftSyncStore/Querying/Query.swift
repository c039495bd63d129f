/// A query for rows of an entity, as a value.
///
/// ```swift
/// let open = Todo.where { $0.state != .done }.order(\.dueOn).limit(50)
/// let rows = try await store.fetch(open)
/// let count = try await store.count(open)
/// ```
///
/// A query can be stored, passed on, modified and compared. It runs when a store fetches or
/// observes it.
public struct Query<Row: SyncedEntity>: Hashable, Sendable {
  var condition = Condition.always
  var terms: [SortTerm] = []
  var maximum: Int?
  var rowsToSkip = 0
  var softDeletion = SoftDeleted.exclude
  /// The FTS5 queries that the rows must match.
  var searches: [ExactText] = []
  var start: QueryStart<Row>?

  /// Creates a query for all rows, sorted by identity.
  public init(_ entity: Row.Type = Row.self) {}

  func changed(_ change: (inout Query) -> Void) -> Query {
    var query = self
    change(&query)
    return query
  }

  /// Returns the query restricted to rows that also meet a condition.
  ///
  /// ```swift
  /// let pinned = Note.where { $0.isPinned && $0.title != "" }
  /// ```
  public func `where`<Met: ConditionConvertible>(_ condition: (QueriedRow<Row>) -> Met) -> Query {
    let added = condition(QueriedRow(.root)).condition
    return changed { $0.condition = $0.condition.isAlways ? added : $0.condition && added }
  }

  /// Returns the query limited to a number of rows; `nil` for all.
  public func limit(_ count: Int?) -> Query { changed { $0.maximum = count } }

  /// Returns the query without its first rows.
  public func offset(_ count: Int) -> Query { changed { $0.rowsToSkip = count } }

  /// Returns the query for the rows that follow a given row in its order.
  ///
  /// Unlike with an offset, no row is missing or repeated on the next page if rows are inserted or
  /// deleted in the meantime. The row need not be stored any longer. Its own columns are compared
  /// with their values in `row`, and columns of related rows with their stored values.
  public func after(_ row: Row?) -> Query { changed { $0.start = row.map { QueryStart(row: $0) } } }

  /// Returns the query with another setting for soft-deleted rows.
  public func softDeleted(_ choice: SoftDeleted) -> Query { changed { $0.softDeletion = choice } }
}

extension SyncedEntity {
  /// The query for all rows, sorted by identity.
  public static var all: Query<Self> { Query() }

  /// Returns the query for the rows that meet a condition. See `Query.where(_:)`.
  public static func `where`<Met: ConditionConvertible>(
    _ condition: (QueriedRow<Self>) -> Met
  ) -> Query<Self> {
    all.where(condition)
  }
}

extension Query: StoreQuery {
  @_spi(Generated)
  public var request: QueryRequest<[Row]> {
    QueryRequest(isLong: Row.metadata.nestsDeeply, needsSnapshot: false, zones: zones) {
      (schema) throws(SyncError) in
      var sql = try QuerySQL(self, schema)
      return [try sql.rows()]
    } isEqual: {
      $0 == $1
    } read: { (connection, schema) throws(SyncError) in
      try rows(on: connection, schema)
    }
  }

  @_spi(Generated)
  public var rowLimit: Int? { maximum }

  @_spi(Generated)
  public func limited(to count: Int) -> Query { limit(count) }

  @_spi(Generated)
  public static func first(_ count: Int, of rows: [Row]) -> (rows: [Row], hasMore: Bool) {
    (Array(rows.prefix(count)), rows.count > count)
  }
}

extension Query {
  /// The rows in order.
  func rows(on connection: Connection, _ schema: SchemaMetadata) throws(SyncError) -> [Row] {
    var sql = try QuerySQL(self, schema)
    let statement = try connection.query(try sql.rows(), binding: sql.parameters)
    return try statement.rows(of: Row.self)
  }

  /// The number of rows, ignoring limit and offset.
  func count(on connection: Connection, _ schema: SchemaMetadata) throws(SyncError) -> Int {
    var whole = self
    whole.start = nil
    let sql = try QuerySQL(whole, schema)
    let statement = try connection.query(sql.count, binding: sql.parameters)
    defer { statement.reset() }
    return try statement.step() ? Int(statement.integer(0)) : 0
  }
}

extension Connection {
  /// A statement of a query with its values.
  func query(
    _ sql: String, binding parameters: [StoredValue]
  ) throws(SyncError) -> Statement {
    let statement = try statement(sql)
    // Only a condition in SQL can have its own parameters.
    guard statement.parameterCount == parameters.count else {
      throw .invalidStatement(sql, reason: "a condition in SQL has parameters other than '?'")
    }
    statement.bind(parameters)
    return statement
  }
}

/// Whether a query includes soft-deleted rows: those with a kept tombstone
/// (`tombstone: {…, soft-delete: true}`) and archived ones (`archive:`).
///
/// It applies to the rows that are fetched or counted. In conditions and orders, the row of a
/// to-one relationship is always included, and soft-deleted rows of to-many relationships are
/// always ignored.
public enum SoftDeleted: Hashable, Sendable {
  /// Rows that are not soft-deleted.
  case exclude
  /// All rows.
  case include
  /// Only soft-deleted rows.
  case only
}
