/// The statements of a query.
struct QuerySQL<Row: SyncedEntity> {
  private let query: Query<Row>
  private let entity = Row.metadata
  private let table: String
  private var writer: ConditionSQL
  /// The `WHERE` clause, empty if all rows qualify.
  private let filter: String
  /// The row after which the result begins, as a table of the statement.
  private let start: String
  /// The additional conditions for the rows after that row.
  private let rest: String
  private var search: SearchSQL?

  /// - Parameter values: The values of the enclosing statement.
  init(
    _ query: Query<Row>, _ schema: SchemaMetadata, _ values: SQLValues = SQLValues()
  ) throws(SyncError) {
    if query.rowsToSkip < 0 || query.maximum ?? 0 < 0 {
      throw .invalidOption("a limit or an offset of a query cannot be negative")
    }
    self.query = query
    table = quoted(entity.table)
    writer = ConditionSQL(schema: schema, values: values)
    search = try SearchSQL(query.searches, of: entity, as: table, &writer.values)
    if search != nil, query.start != nil, query.terms.isEmpty {
      throw .invalidOption(
        "a query in the order of relevance cannot begin after a row; use an offset, or state an order"
      )
    }
    var conditions: [String] = []
    if !query.condition.isAlways {
      conditions.append(try writer.condition(query.condition.node, on: entity, as: table))
    }
    if let marks = entity.condition(for: query.softDeletion, as: table) { conditions.append(marks) }
    filter = conditions.isEmpty ? "" : " WHERE \(conditions.joined(separator: " AND "))"
    guard let row = query.start?.row else {
      (start, rest) = ("", "")
      return
    }
    let identity = entity.identity.map {
      SortTerm(operand: .column(ColumnPath(relations: [], column: $0)), isDescending: false)
    }
    let values = try KeysetTerm.values(of: row)
    var terms: [KeysetTerm] = []
    for term in query.terms + identity {
      terms.append(try KeysetTerm(term, of: entity, as: table, after: values, &writer))
    }
    start = KeysetTerm.table(of: values, entity, &writer.values)
    let isAfter = KeysetTerm.condition(terms)
    rest = conditions.isEmpty ? " WHERE \(isAfter)" : " AND \(isAfter)"
  }

  /// The values of the statement so far.
  var values: SQLValues { writer.values }
  var parameters: [StoredValue] { values.parameters }

  /// Whether the result is only a part of the rows that meet the conditions.
  private var isPart: Bool { query.maximum != nil || query.rowsToSkip > 0 || query.start != nil }

  /// Writes an operand.
  mutating func operand(_ operand: QueryOperand) throws(SyncError) -> String {
    if case .excerpt(let excerpt) = operand {
      return try SearchSQL.excerpt(excerpt, of: entity, in: &search)
    }
    return try writer.operand(operand, of: entity, as: table)
  }

  /// The statement for the number of rows, ignoring limit and offset.
  var count: String { "SELECT count(*) FROM \(from)\(filter)" }

  /// The table, preceded by the documents of the search.
  private var from: String {
    search.map { "\($0.from) CROSS JOIN \(table) ON \($0.link)" } ?? table
  }

  /// The statement for the rows in order.
  ///
  /// - Parameters:
  ///   - results: The columns of the statement, by default all columns of the table.
  ///   - prefix: The sort keys that precede the query's own terms.
  mutating func rows(
    _ results: [String]? = nil, sortedBy prefix: [String] = []
  ) throws(SyncError) -> String {
    let results = results?.joined(separator: ", ") ?? entity.columnList(as: table)
    let order = try order(after: prefix)
    var sql = "\(start)SELECT \(results) FROM \(from)\(filter)\(rest) ORDER BY \(order)"
    if query.maximum != nil || query.rowsToSkip > 0 {
      sql += " LIMIT \(writer.values.place(.integer(Int64(query.maximum ?? -1))))"
      sql += " OFFSET \(writer.values.place(.integer(Int64(query.rowsToSkip))))"
    }
    return sql
  }

  /// An unordered query for some columns of the result's rows, as part of another statement.
  mutating func selection(of columns: [Int]) throws(SyncError) -> String {
    let names = columns.map { "\(table).\(quoted(entity.columns[$0].name))" }
    if isPart { return try rows(names) }
    return "SELECT \(names.joined(separator: ", ")) FROM \(from)\(filter)"
  }

  /// A query for the rowids of the result's rows. They are in order if only some of the rows are
  /// wanted or the statement asks for it.
  mutating func rowIDs(sorted isSorted: Bool) throws(SyncError) -> String {
    if isPart || isSorted { return try rows(["\(table)._rowid_"]) }
    return "SELECT \(table)._rowid_ FROM \(from)\(filter)"
  }

  /// The rows of the result as the source of a statement that refers to them by the table's name.
  mutating func source() throws(SyncError) -> String {
    isPart ? "(\(try rows())) AS \(table)" : "\(from)\(filter)"
  }

  /// The identity comes last, so that equal rows have a defined order and pages do not overlap.
  private mutating func order(after prefix: [String]) throws(SyncError) -> String {
    var keys = prefix
    for term in query.terms {
      let key = try operand(term.operand)
      keys.append(term.isDescending ? "\(key) DESC" : key)
    }
    if query.terms.isEmpty, let search { keys.append(search.rank) }
    // If all rows that meet a condition are wanted, an index for the condition is better than one
    // for the order: the plus keeps SQLite from scanning all rows by identity.
    let isSorted = keys.isEmpty && query.maximum == nil && !query.condition.isAlways
    return (keys + [entity.identityList(as: (isSorted ? "+" : "") + table)]).joined(separator: ", ")
  }
}

/// A sort key, with its value in the row after which a result begins.
private struct KeysetTerm {
  /// The name of the table that contains the row.
  static let alias = "swiftsync_start"

  let key: String
  let start: String
  let isDescending: Bool
  /// Whether the key may be nil.
  let isOptional: Bool
  /// Whether the value is nil; `nil` if only the database knows.
  let isNil: Bool?

  init(
    _ term: SortTerm, of entity: EntityMetadata, as table: String, after row: [StoredValue],
    _ writer: inout ConditionSQL
  ) throws(SyncError) {
    key = try writer.operand(term.operand, of: entity, as: table)
    start = try writer.operand(term.operand, of: entity, as: Self.alias)
    isDescending = term.isDescending
    let column = entity.ownColumn(term.operand)
    isOptional = column.map { !entity.columns[$0].isRequired } ?? true
    isNil = column.map { row[$0] == .null }
  }

  /// The values of a row's columns.
  static func values(of row: some SyncedEntity) throws(SyncError) -> [StoredValue] {
    let entity = type(of: row).metadata
    var writer = RowWriter(entity)
    row.write(to: &writer)
    if let problem = writer.problem { throw problem }
    return entity.columns.indices.map { writer.values[$0] ?? .null }
  }

  /// A table with one row.
  static func table(
    of row: [StoredValue], _ entity: EntityMetadata, _ values: inout SQLValues
  ) -> String {
    let names = entity.columns.map { quoted($0.name) }.joined(separator: ", ")
    let places = row.map { values.place($0) }.joined(separator: ", ")
    return "WITH \(alias)(\(names)) AS (VALUES (\(places))) "
  }

  private var value: String { "(SELECT \(start) FROM \(Self.alias))" }

  /// The condition that the key is greater. Nil is less than every value.
  private var isAfter: String {
    let (less, greater) = isDescending ? (key, value) : (value, key)
    return "(\(less) < \(greater) OR (\(less) IS NULL AND \(greater) IS NOT NULL))"
  }

  /// The condition that a row comes after the row of the table.
  static func condition(_ terms: [KeysetTerm]) -> String {
    let condition = terms.reversed().reduce("FALSE") { rest, term in
      "(\(term.isAfter) OR (\(term.key) IS \(term.value) AND \(rest)))"
    }
    guard let entry = terms.first?.entry else { return condition }
    return "\(entry) AND \(condition)"
  }

  /// A comparison that all rows after that row meet, because SQLite uses an index for a comparison,
  /// but not for alternatives. `nil` where nil precedes or follows the values that come next.
  private var entry: String? {
    if isDescending, isOptional { return isNil == true ? "\(key) IS NULL" : nil }
    if isOptional, isNil != false { return nil }
    return "\(key) \(isDescending ? "<=" : ">=") \(value)"
  }
}

extension EntityMetadata {
  /// The column of the row itself that an operand denotes, if any.
  fileprivate func ownColumn(_ operand: QueryOperand) -> Int? {
    guard case .column(let place) = operand, place.relations.isEmpty, place.field == nil,
      columns.indices.contains(place.column)
    else { return nil }
    return place.column
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

  /// All rows of a query whose first columns are those of the entity's table.
  ///
  /// - Parameter inspect: Reads other columns of the row at a position.
  func rows<Entity: SyncedEntity>(
    of type: Entity.Type, inspecting inspect: (Int) throws(SyncError) -> Void
  ) throws(SyncError) -> [Entity] {
    try entities(type, RowColumns(pointer), inspecting: inspect)
  }

  /// All rows of a query whose first columns are those of the entity's table, in groups.
  ///
  /// - Parameter group: The group of the current row, from 0.
  func groups<Entity: SyncedEntity>(
    of type: Entity.Type, _ group: () throws(SyncError) -> Int
  ) throws(SyncError) -> [[Entity]] {
    try entityGroups(type, RowColumns(pointer), group)
  }
}

extension Statement {
  /// Binds copies of values, starting with the first parameter.
  package func bind(_ values: [StoredValue]) {
    for (index, value) in values.enumerated() { bind(Int32(index + 1), value) }
  }
}

/// Inserts values into a statement's text while it is written, either as parameters or inlined.
struct SQLValues {
  /// Whether values are inlined, for a condition that must be one string.
  let isSpelledOut: Bool
  /// The values of the parameters, starting with `?1`.
  private(set) var parameters: [StoredValue] = []

  init(spelledOut isSpelledOut: Bool = false) {
    self.isSpelledOut = isSpelledOut
  }

  /// Returns the text that represents the value.
  mutating func place(_ value: StoredValue) -> String {
    if isSpelledOut { return Self.literal(value) }
    parameters.append(value)
    return "?\(parameters.count)"
  }

  static func literal(_ value: StoredValue) -> String {
    switch value {
    case .null: "NULL"
    case .integer(let integer): "\(integer)"
    case .real(let real): "\(real)"
    // SQLite ends the text of a statement at the first null character.
    case .text(let text) where text.utf8.contains(0): "CAST(\(hexadecimal(text.utf8)) AS TEXT)"
    case .text(let text): quotedText(text)
    case .blob(let bytes): hexadecimal(bytes)
    }
  }

  private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef")
    return "x'" + bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] } + "'"
  }
}
