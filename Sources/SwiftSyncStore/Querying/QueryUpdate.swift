import SwiftSyncValues
@_spi(Generated) import SwiftSyncCoding

extension Query {
  /// The row in the closure of `update(_:_:)`, whose members are set to values that SQLite computes
  /// for each row.
  @dynamicMemberLookup
  public struct Update {
    /// The new values, by column.
    private(set) var values: [(column: Int, operand: QueryOperand)] = []

    init() {}

    /// A member: its value, and the value that it gets.
    public subscript<Result: ColumnValue>(
      dynamicMember member: any KeyPath<Row.QueriedMembers, QueriedColumn<Result>> & Sendable
    ) -> ComputedValue<Result> {
      get {
        let place = QueriedRow<Row>(.root)[dynamicMember: member].place
        let set = values.first { $0.column == place.column }
        return ComputedValue(set?.operand ?? .column(place))
      }
      set {
        let column = QueriedRow<Row>(.root)[dynamicMember: member].place.column
        values.removeAll { $0.column == column }
        values.append((column, newValue.operand))
      }
    }

    /// A related row, whose members can be used in new values.
    public subscript<Target: SyncedEntity>(
      dynamicMember member: any KeyPath<Row.QueriedMembers, QueriedRow<Target>> & Sendable
    ) -> QueriedRow<Target> {
      QueriedRow<Row>(.root)[dynamicMember: member]
    }

    /// The rows of a to-many relationship, whose number can be used in new values.
    public subscript<Target: SyncedEntity>(
      dynamicMember member: any KeyPath<Row.QueriedMembers, QueriedRows<Target>> & Sendable
    ) -> QueriedRows<Target> {
      QueriedRow<Row>(.root)[dynamicMember: member]
    }
  }
}

// MARK: - Values

extension ComputedValue {
  /// Returns the same constant for each row: `$0.state = .value(.done)`.
  public static func value(_ constant: Value) -> ComputedValue {
    ComputedValue(.constant(ConstantOperand(value: .constant(constant), peer: nil)))
  }
}

extension ComputedValue where Result: OptionalColumnValue {
  /// No value: `$0.dueOn = .null`.
  public static var null: ComputedValue { ComputedValue(.number(.null)) }
}

extension ComputedValue where Result.ColumnBase: NumericValue {
  /// Adds a number to the value: `$0.count += 1`.
  public static func += (value: inout Self, amount: Value) {
    value = ComputedValue(.arithmetic(value.operand, "+", .number(amount.number)))
  }

  /// Adds a value of the row to the value. The sum is nil if either is nil.
  public static func += <Other: QueriedValue>(value: inout Self, amount: Other)
  where Other.Value == Value {
    value = ComputedValue(.arithmetic(value.operand, "+", amount.operand))
  }

  /// Subtracts a number from the value: `$0.count -= 1`.
  public static func -= (value: inout Self, amount: Value) {
    value = ComputedValue(.arithmetic(value.operand, "-", .number(amount.number)))
  }

  /// Subtracts a value of the row from the value. The difference is nil if either is nil.
  public static func -= <Other: QueriedValue>(value: inout Self, amount: Other)
  where Other.Value == Value {
    value = ComputedValue(.arithmetic(value.operand, "-", amount.operand))
  }

  /// Multiplies the value by a number: `$0.price *= 2`.
  public static func *= (value: inout Self, factor: Value) {
    value = ComputedValue(.arithmetic(value.operand, "*", .number(factor.number)))
  }
}

extension ComputedValue where Result.ColumnBase == Bool {
  /// Changes true to false and false to true; nil stays nil.
  public mutating func toggle() {
    self = ComputedValue(
      .computed(ComputedOperand(function: .not, arguments: [operand])))
  }
}

// MARK: - Writing

extension SyncStore {
  /// Sets members of all rows of a query to values that SQLite computes for each row, or changes no
  /// row if one of them cannot be written.
  ///
  /// ```swift
  /// try await store.update(Todo.where { $0.state == .done }) { $0.sortIndex += 100 }
  /// ```
  ///
  /// In contrast to `update(_:_:)` for a row, the closure is called once and sees no row: it
  /// describes the new values, such as `$0.title = $0.title.lowercased()` and
  /// `$0.state = .value(.done)`. A member that was set has its new value in later lines. All values
  /// are computed before the first row is written. Identities, references, amounts of money and
  /// lists cannot be computed. The rows are written as by a patch, one by one; touched dates are
  /// set where a value changes. A push sends the new values, not how they were computed.
  ///
  /// - Parameters:
  ///   - query: The rows. Its `limit`, `offset` and `softDeleted` apply.
  ///   - change: Sets the members.
  /// - Returns: The number of rows of the query, including those that already had the values.
  /// - Throws: `SyncError.nullRequired` if a value is nil and the member is required,
  ///   `SyncError.invalidValue` if a number exceeds the range of its member, and the errors of
  ///   `update(_:_:)` with a patch.
  @discardableResult
  public func update<Row: SyncedEntity>(
    _ query: Query<Row>, _ change: (inout Query<Row>.Update) -> Void
  ) async throws(SyncError) -> Int {
    let computed = ComputedUpdate(query, change)
    return try await edit(Row.self, long: true) { (editor) throws(SyncError) in
      try editor.update(computed)
    }
  }
}

extension SyncTransaction {
  /// Sets members of all rows of a query to computed values. See `SyncStore.update(_:_:)`.
  ///
  /// - Returns: The number of rows of the query.
  @discardableResult
  public func update<Row: SyncedEntity>(
    _ query: Query<Row>, _ change: (inout Query<Row>.Update) -> Void
  ) throws(SyncError) -> Int {
    let computed = ComputedUpdate(query, change)
    return try edit(Row.self) { (editor) throws(SyncError) in try editor.update(computed) }
  }
}

/// The rows of a query and their new values.
struct ComputedUpdate<Row: SyncedEntity>: Sendable {
  private let query: Query<Row>
  private let columns: [Int]
  private let operands: [QueryOperand]

  init(_ query: Query<Row>, _ change: (inout Query<Row>.Update) -> Void) {
    var update = Query<Row>.Update()
    change(&update)
    self.query = query
    columns = update.values.map(\.column)
    operands = zip(columns, update.values).map { column, value in
      value.operand.asValue(of: ColumnPath(relations: [], column: column))
    }
  }

  /// The identities of the rows and their new values, before any of them is written.
  func settings(
    on connection: Connection, _ schema: SchemaMetadata
  ) throws(SyncError) -> [(identity: RowKey, settings: [RowWriter.Setting])] {
    let entity = Row.metadata
    try check(entity, schema)
    var sql = try QuerySQL(query, schema)
    let table = quoted(entity.table)
    var results = entity.identity.map { "\(table).\(quoted(entity.columns[$0].name))" }
    for operand in operands { results.append(try sql.operand(operand)) }
    let statement = try connection.query(try sql.rows(results), binding: sql.parameters)
    defer { statement.reset() }
    var rows: [(identity: RowKey, settings: [RowWriter.Setting])] = []
    while try statement.step() {
      let values = results.indices.map { statement.value(Int32($0)).stored }
      var settings: [RowWriter.Setting] = []
      for (column, value) in zip(columns, values.dropFirst(entity.identity.count)) {
        settings.append(
          RowWriter.Setting(column: column, value: try checked(value, for: column, entity)))
      }
      rows.append((Array(values.prefix(entity.identity.count)), settings))
    }
    return rows
  }

  /// Throws if a member cannot be computed, or takes values of another stored form.
  private func check(_ entity: EntityMetadata, _ schema: SchemaMetadata) throws(SyncError) {
    let writer = ConditionSQL(schema: schema, values: SQLValues())
    for (column, operand) in zip(columns, operands) {
      guard entity.columns.indices.contains(column), !entity.identity.contains(column),
        let attribute = entity.attributes.first(where: { $0.column == column }),
        !attribute.isAmount
      else {
        let name = entity.columns.indices.contains(column) ? entity.columns[column].name : "member"
        throw .invalidOption(
          "'\(entity.name).\(name)' cannot be computed, because it is an identity, a reference, an "
            + "amount or not stored; use a patch")
      }
      guard let source = operand.storedColumn else { continue }
      try writer.check(
        ColumnPath(relations: [], column: column), of: entity, against: source, of: entity)
    }
  }

  private func checked(
    _ value: StoredValue, for column: Int, _ entity: EntityMetadata
  ) throws(SyncError) -> StoredValue {
    let metadata = entity.columns[column]
    if value == .null, metadata.isRequired {
      let member = entity.attributes.first { $0.column == column }?.name ?? metadata.name
      throw .nullRequired(entity: entity.name, member: member)
    }
    // SQLite changes a sum that exceeds 64 bits to a floating-point number.
    if case .real(let number) = value, metadata.storage == .integer {
      throw .invalidValue(
        entity: entity.name, column: metadata.name,
        reason: "\(number) is not a 64-bit whole number")
    }
    return value
  }
}

extension QueryOperand {
  /// The operand with constants in the stored form of a column.
  fileprivate func asValue(of column: ColumnPath) -> QueryOperand {
    guard case .constant(let constant) = self, constant.peer == nil else { return self }
    return .constant(ConstantOperand(value: constant.value, peer: .column(column)))
  }
}

extension RowEditor {
  fileprivate func update<Row>(_ change: ComputedUpdate<Row>) throws(SyncError) -> Int {
    let rows = try change.settings(on: call.connection, call.schema.metadata)
    for row in rows { _ = try update(row.identity, row.settings, []) }
    return rows.count
  }
}
