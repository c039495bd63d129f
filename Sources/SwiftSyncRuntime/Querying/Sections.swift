@_spi(Generated) import SwiftSyncREST

/// Rows that have the same value, e.g. the tasks of a section in a list.
public struct RowSection<Key: Hashable & Sendable, Row: SyncedEntity>: Hashable, Sendable {
  /// The value that the rows have.
  public let key: Key
  /// The rows, in the order of the query.
  public let rows: [Row]
}

/// A query whose rows are divided into sections.
///
/// ```swift
/// let sections = try await store.fetch(
///   Todo.order { $0.dueOn.ascending }.sectioned { $0.project.name })
/// ```
///
/// The sections are sorted by their values, nil first. Fetching them takes one statement.
public struct SectionedQuery<Row: SyncedEntity, Key: Hashable & Sendable>: Sendable {
  let query: Query<Row>
  let key: QueryOperand
  let read: @Sendable (SelectedRow, Int32) throws(SyncError) -> Key
}

extension SectionedQuery: Hashable {
  /// Returns whether two queries give the same sections.
  public static func == (left: SectionedQuery, right: SectionedQuery) -> Bool {
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
  /// With a limit or an offset, these apply to the rows in the order of the sections.
  ///
  /// - Parameter key: The value of a section. For a column of a related row that may not exist, write `.optional` after
  ///   it.
  public func sectioned<Value: QueriedValue>(
    by key: (QueriedRow<Row>) -> Value
  ) -> SectionedQuery<Row, Value.Result> {
    SectionedQuery(query: self, key: key(QueriedRow(.root)).operand) {
      (row, column) throws(SyncError) in
      try row.value(column, Value.self)
    }
  }
}

extension SectionedQuery: StoreQuery {
  @_spi(Generated)
  public var request: QueryRequest<[RowSection<Key, Row>]> {
    QueryRequest(isLong: Row.metadata.nestsDeeply, needsSnapshot: false) {
      (schema) throws(SyncError) in
      [try sql(schema).text]
    } isEqual: {
      $0 == $1
    } read: { (connection, schema) throws(SyncError) in
      try sections(on: connection, schema)
    }
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
    let text = try sql.rows([columns, key], sortedBy: [key])
    return (text, sql.parameters)
  }

  private func sections(
    on connection: Connection, _ schema: SchemaMetadata
  ) throws(SyncError) -> [RowSection<Key, Row>] {
    let sql = try sql(schema)
    let statement = try connection.query(sql.text, binding: sql.parameters)
    let column = Int32(Row.metadata.columns.count)
    let selected = SelectedRow(statement: statement, entity: Row.metadata.name)
    var starts: [(key: Key, first: Int)] = []
    var last: StoredValue?
    let rows = try statement.rows(of: Row.self) { (index) throws(SyncError) in
      let value = statement.value(column).stored
      if value == last { return }
      last = value
      starts.append((try read(selected, column), index))
    }
    return starts.indices.map { index in
      let end = index + 1 < starts.count ? starts[index + 1].first : rows.count
      return RowSection(key: starts[index].key, rows: Array(rows[starts[index].first..<end]))
    }
  }
}
