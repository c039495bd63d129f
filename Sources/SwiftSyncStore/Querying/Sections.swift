import SwiftSyncValues
@_spi(Generated) import SwiftSyncCoding

extension Query {
  /// Rows with the same value, e.g. the tasks of a section in a list.
  public struct Section<Key: Hashable & Sendable>: Hashable, Sendable {
    /// The value of the rows.
    public let key: Key
    /// The rows, in the order of the query.
    public let rows: [Row]
  }

  /// A query whose rows are divided into sections.
  ///
  /// ```swift
  /// let sections = try await store.fetch(
  ///   Todo.order(\.dueOn).sectioned { $0.project.name })
  /// ```
  ///
  /// The sections are sorted by their values, nil first. Fetching them takes one statement.
  public struct Sections<Key: Hashable & Sendable>: Sendable {
    let query: Query
    let key: QueryOperand
    let read: @Sendable (SelectedRow, Int32) throws(SyncError) -> Key
  }
}

extension Query.Sections: Hashable {
  /// Returns whether two queries return the same sections.
  public static func == (left: Self, right: Self) -> Bool {
    left.query == right.query && left.key == right.key
  }

  /// Hashes the query and the value of the sections.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(query)
    hasher.combine(key)
  }
}

extension Query {
  /// Divides the rows into sections of equal values.
  ///
  /// A limit or an offset applies to the rows in the order of the sections.
  ///
  /// - Parameter key: The value of a section. For a column of a related row that may not exist,
  ///   write `.optional` after it.
  public func sectioned<Value: QueriedValue>(
    by key: (QueriedRow<Row>) -> Value
  ) -> Sections<Value.Result> {
    Sections(query: self, key: key(QueriedRow(.root)).operand) {
      (row, column) throws(SyncError) in
      try row.value(column, Value.self)
    }
  }
}

extension Query.Sections: StoreQuery {
  @_spi(Generated)
  public var request: QueryRequest<[Query.Section<Key>]> {
    QueryRequest(
      isLong: Row.metadata.nestsDeeply, needsSnapshot: false, zones: query.zones.union(key.zones)
    ) {
      (schema) throws(SyncError) in
      [try sql(schema).text]
    } isEqual: {
      $0 == $1
    } read: { (connection, schema) throws(SyncError) in
      try sections(on: connection, schema)
    }
  }

  @_spi(Generated)
  public var rowLimit: Int? { query.maximum }

  @_spi(Generated)
  public func limited(to count: Int) -> Self {
    Self(query: query.limit(count), key: key, read: read)
  }

  @_spi(Generated)
  public static func first(
    _ count: Int, of sections: [Query.Section<Key>]
  ) -> (rows: [Query.Section<Key>], hasMore: Bool) {
    var rest = count
    var first: [Query.Section<Key>] = []
    for section in sections {
      // The last section may lack rows, and further ones are missing.
      guard section.rows.count > rest else {
        first.append(section)
        rest -= section.rows.count
        continue
      }
      if rest > 0 { first.append(.init(key: section.key, rows: Array(section.rows.prefix(rest)))) }
      return (first, true)
    }
    return (first, false)
  }

  private func sql(
    _ schema: SchemaMetadata
  ) throws(SyncError) -> (text: String, parameters: [StoredValue]) {
    if query.start != nil {
      throw .invalidOption("a query in sections cannot begin after a row; use an offset")
    }
    var sql = try QuerySQL(query, schema)
    let key = try sql.operand(key)
    let columns = Row.metadata.columnList(as: quoted(Row.metadata.table))
    let text = try sql.rows([columns, key], sortedBy: try areSortedBySQLite ? [key] : [])
    return (text, sql.parameters)
  }

  /// Whether the statement sorts the rows by section. This is slow, since SQLite moves whole rows
  /// to sort them, but it is required for a limit, and for a key that ignores case.
  private var areSortedBySQLite: Bool {
    get throws(SyncError) {
      if query.maximum != nil || query.rowsToSkip > 0 { return true }
      guard case .column(let place) = key, place.field == nil else { return false }
      return try Reach(place, on: Row.metadata, as: "").entity.columns[place.column].ignoresCase
    }
  }

  private func sections(
    on connection: Connection, _ schema: SchemaMetadata
  ) throws(SyncError) -> [Query.Section<Key>] {
    let sql = try sql(schema)
    let statement = try connection.query(sql.text, binding: sql.parameters)
    let column = Int32(Row.metadata.columns.count)
    let dates = try schema.secondDates(of: [key], on: Row.metadata, from: column)
    let selected = SelectedRow(
      statement: statement, entity: Row.metadata.name, dates: dates)
    var keys = SectionKeys<Key>()
    let groups = try statement.groups(of: Row.self) { () throws(SyncError) in
      try keys.place(of: statement.value(column)) { () throws(SyncError) in
        try read(selected, column)
      }
    }
    let order = try areSortedBySQLite ? Array(groups.indices) : keys.sorted
    return order.map { Query.Section(key: keys[$0], rows: groups[$0]) }
  }
}

/// The keys of the sections, in the order of their first rows.
private struct SectionKeys<Key: Hashable & Sendable> {
  /// The number of keys up to which comparing them one by one is faster than creating a value for a
  /// dictionary lookup.
  private static var scanLimit: Int { 8 }

  private var keys: [Key] = []
  private var stored: [StoredValue] = []
  private var places: [StoredValue: Int] = [:]

  subscript(place: Int) -> Key { keys[place] }

  /// The index of a row's section.
  ///
  /// - Parameter key: Reads the key of a new section.
  mutating func place(
    of value: BoundValue, _ key: () throws(SyncError) -> Key
  ) throws(SyncError) -> Int {
    for place in stored.indices.prefix(Self.scanLimit)
    where stored[place].withBound({ $0 == value }) {
      return place
    }
    let new = value.stored
    if let place = places[new] { return place }
    keys.append(try key())
    places[new] = stored.count
    stored.append(new)
    return stored.count - 1
  }

  /// The indexes in the order of the keys.
  var sorted: [Int] {
    sortedIndices(stored.count) { stored[$0].isSorted(before: stored[$1]) }
  }
}

extension StoredValue {
  /// Whether SQLite sorts the value before another: null, then numbers, then strings and blobs,
  /// both by their bytes.
  fileprivate func isSorted(before other: StoredValue) -> Bool {
    switch (self, other) {
    case (.integer(let left), .integer(let right)): left < right
    case (.integer(let left), .real(let right)): Double(left) < right
    case (.real(let left), .integer(let right)): left < Double(right)
    case (.real(let left), .real(let right)): left < right
    case (.text(let left), .text(let right)):
      left.utf8.lexicographicallyPrecedes(right.utf8)
    case (.blob(let left), .blob(let right)): left.lexicographicallyPrecedes(right)
    default: sortClass < other.sortClass
    }
  }

  private var sortClass: Int {
    switch self {
    case .null: 0
    case .integer, .real: 1
    case .text: 2
    case .blob: 3
    }
  }
}
