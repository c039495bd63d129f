@_spi(Generated) import SwiftSyncREST

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

/// Some rows of a query and the number of all rows.
public struct RowPage<Entity: SyncedEntity>: Hashable, Sendable {
  /// The rows of the page.
  public let rows: [Entity]
  /// The number of rows of the query without limit and offset, read at the same moment.
  public let totalCount: Int
}

/// Puts values into a statement's text while it is written: as parameters, or spelled out.
struct SQLValues {
  /// Whether values are spelled out, for a condition that has to be one text.
  let isSpelledOut: Bool
  /// The values of the parameters, from `?1` on.
  private(set) var parameters: [StoredValue] = []

  init(spelledOut isSpelledOut: Bool = false) {
    self.isSpelledOut = isSpelledOut
  }

  /// The text that stands for the value.
  mutating func place(_ value: StoredValue) -> String {
    if isSpelledOut { return Self.literal(value) }
    parameters.append(value)
    return "?\(parameters.count)"
  }

  private static func literal(_ value: StoredValue) -> String {
    switch value {
    case .null: "NULL"
    case .integer(let integer): "\(integer)"
    case .real(let real): "\(real)"
    // SQLite ends its text of a statement at the first zero.
    case .text(let text) where text.utf8.contains(0): "CAST(\(hexadecimal(text.utf8)) AS TEXT)"
    case .text(let text):
      "'\(text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''"))'"
    case .blob(let bytes): hexadecimal(bytes)
    }
  }

  private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef")
    return "x'" + bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] } + "'"
  }
}

/// Whether a query includes soft-deleted rows: those with a kept tombstone
/// (`tombstone: {…, keep: true}`) and archived ones (`archive:`).
///
/// It applies to the rows that are fetched or counted. Related rows in conditions and orders are always
/// included.
public enum SoftDeleted: Hashable, Sendable {
  /// Rows that are not soft-deleted.
  case exclude
  /// All rows.
  case include
  /// Only soft-deleted rows.
  case only
}

/// A column that a query's rows are sorted by, e.g. `$0.dueOn.ascending`.
public struct SortTerm: Sendable {
  let place: ColumnPath
  let isDescending: Bool
}

extension Statement {
  /// Binds copies of values from the first parameter on.
  func bind(_ values: [StoredValue]) {
    for (index, value) in values.enumerated() { bind(Int32(index + 1), value) }
  }
}
