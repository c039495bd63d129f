@_spi(Generated) import SwiftSyncCoding

extension Query {
  /// A query for values of rows, created by `select`. Fetching it returns a list of results.
  ///
  /// - `Query.select` without aggregates returns one result for each row, in the order of the query.
  /// - With aggregates, e.g. `$0.estimate.sum`, it returns one result for all rows.
  /// - `Query.Groups.select` returns one result for each group.
  public struct Selection<Result: Sendable>: Sendable {
    let rows: SelectedRows<Row>
    let operands: [QueryOperand]
    let read: @Sendable (SelectedRow) throws(SyncError) -> Result
    let isEqual: @Sendable (Result, Result) -> Bool
  }
}

extension Query.Selection: Hashable {
  /// Returns whether two queries select the same values of the same rows.
  public static func == (left: Self, right: Self) -> Bool {
    left.rows == right.rows && left.operands == right.operands
  }

  /// Hashes the rows and the selected values.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(rows)
    hasher.combine(operands)
  }
}

/// The rows that values are selected from. Not intended for use in apps.
@_spi(Generated)
public struct SelectedRows<Row: SyncedEntity>: Hashable, Sendable {
  let query: Query<Row>
  /// The grouping values; `nil` if the rows are not grouped.
  var groups: [QueryOperand]?
  var order: [SortTerm] = []
  var limit: Int?
}

extension Query: Selectable {
  /// A row, whose columns and aggregates can be selected.
  public typealias Source = QueriedRow<Row>

  @_spi(Generated)
  public var selected: SelectedRows<Row> { SelectedRows(query: self) }
}

extension SyncedEntity {
  /// Returns the query for a value of each row.
  public static func select<Value: QueriedValue>(
    _ value: (QueriedRow<Self>) -> Value
  ) -> Query<Self>.Selection<Value.Result> {
    all.select(value)
  }

  /// Returns the query for two values of each row.
  public static func select<A: QueriedValue, B: QueriedValue>(
    _ values: (QueriedRow<Self>) -> (A, B)
  ) -> Query<Self>.Selection<(A.Result, B.Result)> {
    all.select(values)
  }

  /// Returns the query for three values of each row.
  public static func select<A: QueriedValue, B: QueriedValue, C: QueriedValue>(
    _ values: (QueriedRow<Self>) -> (A, B, C)
  ) -> Query<Self>.Selection<(A.Result, B.Result, C.Result)> {
    all.select(values)
  }

  /// Returns the query for four values of each row.
  public static func select<A: QueriedValue, B: QueriedValue, C: QueriedValue, D: QueriedValue>(
    _ values: (QueriedRow<Self>) -> (A, B, C, D)
  ) -> Query<Self>.Selection<(A.Result, B.Result, C.Result, D.Result)> {
    all.select(values)
  }

  /// Returns the query for five values of each row.
  public static func select<
    A: QueriedValue, B: QueriedValue, C: QueriedValue, D: QueriedValue, E: QueriedValue
  >(
    _ values: (QueriedRow<Self>) -> (A, B, C, D, E)
  ) -> Query<Self>.Selection<(A.Result, B.Result, C.Result, D.Result, E.Result)> {
    all.select(values)
  }

  /// Returns the query for six values of each row.
  public static func select<
    A: QueriedValue, B: QueriedValue, C: QueriedValue, D: QueriedValue, E: QueriedValue,
    F: QueriedValue
  >(
    _ values: (QueriedRow<Self>) -> (A, B, C, D, E, F)
  ) -> Query<Self>.Selection<(A.Result, B.Result, C.Result, D.Result, E.Result, F.Result)> {
    all.select(values)
  }
}

/// One row of a statement that selects values.
struct SelectedRow {
  let statement: Statement
  let entity: String
  /// How the columns hold dates that are selected, by the number of the selected value.
  let dates: [Int32: DateForm.Storage]

  func value<Value: QueriedValue>(
    _ index: Int32, _: Value.Type
  ) throws(SyncError) -> Value.Result {
    var found = statement.value(index)
    if let form = dates[index], case .date(let type) = Value.Value.valueType {
      found = ValueType.date(type.with(form)).readable(found)
    }
    if let result = Value.Result.columnResult(found) { return result }
    throw .unreadableRow(
      entity: entity,
      reason: found.isNull
        ? "selected value \(index + 1) is nil; write '.optional' after a column of a row that may not exist"
        : "selected value \(index + 1) is '\(found.stored.text)', which is not of its type")
  }
}

extension Query.Selection: StoreQuery {
  @_spi(Generated)
  public var request: QueryRequest<[Result]> {
    let isEqual = isEqual
    return QueryRequest(isLong: false, needsSnapshot: false, zones: zones) {
      (schema) throws(SyncError) in
      var values = SQLValues()
      return [try sql(schema, &values)]
    } isEqual: { left, right in
      left.count == right.count && zip(left, right).allSatisfy { isEqual($0, $1) }
    } read: { (connection, schema) throws(SyncError) in
      try results(on: connection, schema)
    }
  }

  private func results(
    on connection: Connection, _ schema: SchemaMetadata
  ) throws(SyncError) -> [Result] {
    var values = SQLValues()
    let sql = try sql(schema, &values)
    let statement = try connection.query(sql, binding: values.parameters)
    defer { statement.reset() }
    let row = SelectedRow(
      statement: statement, entity: Row.metadata.name,
      dates: try schema.secondDates(of: operands, on: Row.metadata))
    var results: [Result] = []
    while try statement.step() { results.append(try read(row)) }
    return results
  }

  func sql(
    _ schema: SchemaMetadata, _ values: inout SQLValues
  ) throws(SyncError) -> String {
    var sql = try QuerySQL(rows.query, schema, values)
    let text = try text(&sql)
    values = sql.values
    return text
  }

  private func text(_ sql: inout QuerySQL<Row>) throws(SyncError) -> String {
    var results: [String] = []
    for operand in operands { results.append(try sql.operand(operand)) }
    guard rows.groups != nil || operands.contains(where: \.isAggregate) else {
      return try sql.rows(results)
    }
    let groups = rows.groups ?? []
    let sorted = operands + rows.order.map(\.operand)
    guard sorted.allSatisfy({ $0.isKnown(inGroupsBy: groups) }) else {
      throw .invalidOption(
        "a query for groups of '\(Row.metadata.name)' uses a column that the rows are not grouped by"
      )
    }
    var text = "SELECT \(results.joined(separator: ", ")) FROM \(try sql.source())"
    if groups.isEmpty { return text }
    var keys: [String] = []
    for group in groups { keys.append(try sql.operand(group)) }
    text += " GROUP BY \(keys.joined(separator: ", ")) ORDER BY "
    var order: [String] = []
    for term in rows.order {
      order.append(try sql.operand(term.operand) + (term.isDescending ? " DESC" : ""))
    }
    text += (order + keys).joined(separator: ", ")
    if let limit = rows.limit {
      if limit < 0 { throw .invalidOption("a limit of a query cannot be negative") }
      text += " LIMIT \(limit)"
    }
    return text
  }
}

extension QueryOperand {
  /// Whether the value is computed from all rows of a group.
  var isAggregate: Bool {
    switch self {
    case .aggregate, .number, .constant: true
    case .arithmetic(let left, _, let right): left.isAggregate && right.isAggregate
    case .computed(let computed): computed.arguments.allSatisfy(\.isAggregate)
    case .column, .count, .excerpt, .pushState: false
    }
  }

  /// Whether all rows of a group have the same value, or it is computed from all of them.
  fileprivate func isKnown(inGroupsBy groups: [QueryOperand]) -> Bool {
    if isAggregate || groups.contains(self) { return true }
    switch self {
    case .arithmetic(let left, _, let right):
      return left.isKnown(inGroupsBy: groups) && right.isKnown(inGroupsBy: groups)
    case .computed(let computed):
      return computed.arguments.allSatisfy { $0.isKnown(inGroupsBy: groups) }
    case .column, .count, .excerpt, .pushState, .aggregate, .number, .constant: return false
    }
  }
}

// MARK: - Subqueries

extension QueriedColumn where Result: ColumnValue {
  /// Returns the condition that the column equals one of the values that a query selects.
  ///
  /// ```swift
  /// let open = Todo.where { $0.state != .done }.select { $0.projectID }
  /// let projects = try await store.fetch(Project.where { $0.id.isIn(open) })
  /// ```
  public func isIn<Row>(_ values: Query<Row>.Selection<Value>) -> Condition {
    Condition(self, .isSelected(Subquery(values)))
  }

  /// Returns the condition that the column equals one of the values that a query selects. Selected
  /// nil values are ignored.
  public func isIn<Row>(_ values: Query<Row>.Selection<Value?>) -> Condition {
    Condition(self, .isSelected(Subquery(values)))
  }
}
