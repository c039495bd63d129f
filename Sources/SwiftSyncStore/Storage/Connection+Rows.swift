import CSQLite
import SwiftSyncSQLite
package import SwiftSyncValues
@_spi(Generated) import SwiftSyncCoding

/// Reading rows as models, and the rows of any query.
extension Connection {
  /// The rows of a query that returns all columns of an entity, in any order and possibly among
  /// others.
  func rows<Entity: StoredEntity>(
    _ type: Entity.Type, _ sql: String, _ values: [StoredValue]
  ) throws(SyncError) -> [Entity] {
    let query = try readingStatement(sql, values)
    let names = query.columnNames
    var places: [Int32] = []
    for column in Entity.metadata.columns {
      if let place = names.firstIndex(of: column.name) {
        places.append(Int32(place))
      } else if Entity.coding.readColumns.contains(places.count) {
        throw .missingColumn(column.name, entity: Entity.metadata.name)
      } else {
        places.append(0)
      }
    }
    return try places.withUnsafeBufferPointer { (places) throws(SyncError) in
      try query.entities(type, RowColumns(query.pointer, at: places))
    }
  }

  /// The rows of a query.
  package func query(_ sql: String, _ values: [StoredValue]) throws(SyncError) -> [SQLRow] {
    let query = try readingStatement(sql, values)
    defer { query.reset() }
    let columns = SQLRow.Columns(query.columnNames)
    var rows: [SQLRow] = []
    while try query.step() {
      let values = columns.names.indices.map { query.value(Int32($0)).stored }
      rows.append(SQLRow(columns: columns, values: values))
    }
    return rows
  }

  /// The strings in the first column of a query.
  func texts(_ sql: String, _ values: [StoredValue] = []) throws(SyncError) -> [String] {
    try query(sql, values).compactMap { row in
      guard case .text(let text) = row.values.first else { return nil }
      return text
    }
  }

  /// The columns of a table in their order, including generated ones: none if the database lacks
  /// the table.
  package func columns(of table: String) throws(SyncError) -> [ColumnDefinition] {
    let query = try statement(ColumnDefinition.query)
    defer { query.reset() }
    query.bind(1, table)
    var columns: [ColumnDefinition] = []
    while try query.step() { columns.append(ColumnDefinition(query.pointer, of: table)) }
    return columns
  }

  /// The names of the columns that statements can write: none if the database lacks the table.
  func columnNames(of table: String) throws(SyncError) -> [String] {
    try columns(of: table).filter { $0.hidden == 0 }.map(\.name)
  }

  /// Runs a statement and returns the number of inserted, updated or deleted rows.
  package func run(_ sql: String, _ values: [StoredValue]) throws(SyncError) -> Int {
    let statement = try boundStatement(sql, values)
    defer { statement.reset() }
    while try statement.step() {}
    return sqlite3_stmt_readonly(statement.pointer) == 0 ? changes : 0
  }

  private func readingStatement(
    _ sql: String, _ values: [StoredValue]
  ) throws(SyncError) -> Statement {
    let statement = try boundStatement(sql, values)
    guard sqlite3_stmt_readonly(statement.pointer) != 0,
      sqlite3_column_count(statement.pointer) > 0
    else {
      throw .invalidStatement(
        sql, reason: "a query can only read; to write, use 'execute' in a transaction")
    }
    return statement
  }

  private func boundStatement(
    _ sql: String, _ values: [StoredValue]
  ) throws(SyncError) -> Statement {
    let statement = try foreignStatement(sql)
    guard statement.parameterCount == values.count else {
      throw .invalidStatement(
        sql,
        reason: "the statement has \(counted(statement.parameterCount, "parameter")), but "
          + "\(counted(values.count, "value")) \(values.count == 1 ? "was" : "were") passed")
    }
    statement.reset()
    statement.bind(values)
    return statement
  }

  private func counted(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
  }

  /// The names of the columns that a query reads, including those read through views, by table.
  func columns(readBy sql: String) throws(SyncError) -> [String: Set<String>] {
    final class Found {
      var columns: [String: Set<String>] = [:]
    }
    let found = Found()
    let context = Unmanaged.passUnretained(found).toOpaque()
    // SQLite passes them to the authorizer while it prepares the statement.
    sqlite3_set_authorizer(
      handle,
      { context, action, table, column, _, _ in
        guard action == SQLITE_READ, let context, let table else { return SQLITE_OK }
        let name = column.map { String(cString: $0) } ?? ""
        Unmanaged<Found>.fromOpaque(context).takeUnretainedValue()
          .columns[String(cString: table), default: []].insert(name)
        return SQLITE_OK
      }, context)
    defer { sqlite3_set_authorizer(handle, nil, nil) }
    _ = try withExtendedLifetime(found) { () throws(SyncError) in try Statement(sql, on: self) }
    return found.columns
  }
}

extension Statement {
  /// The names of the statement's result columns.
  var columnNames: [String] {
    (0..<sqlite3_column_count(pointer)).map { column in
      sqlite3_column_name(pointer, column).map { String(cString: $0) } ?? ""
    }
  }

  /// All rows of the query as models.
  ///
  /// - Throws: `SyncError.invalidStoredValue` if another program stored a value that does not match
  ///   its column's type.
  func entities<Entity: StoredEntity>(
    _ type: Entity.Type, _ columns: RowColumns,
    inspecting inspect: (Int) throws(SyncError) -> Void = { _ in }
  ) throws(SyncError) -> [Entity] {
    defer { reset() }
    var entities: [Entity] = []
    var fields = FieldReader(.row(columns), Entity.coding)
    do {
      while try step() {
        fields.rewind()
        try inspect(entities.count)
        entities.append(try Entity(fields: &fields))
      }
      return entities
    } catch {
      throw .reading(Entity.metadata, error)
    }
  }

  /// All rows of the query as models, in groups. Dividing an array afterwards would copy each row.
  ///
  /// - Parameter group: The group of the current row, from 0.
  func entityGroups<Entity: StoredEntity>(
    _ type: Entity.Type, _ columns: RowColumns, _ group: () throws(SyncError) -> Int
  ) throws(SyncError) -> [[Entity]] {
    defer { reset() }
    var groups: [[Entity]] = []
    var fields = FieldReader(.row(columns), Entity.coding)
    do {
      while try step() {
        fields.rewind()
        let group = try group()
        while groups.count <= group { groups.append([]) }
        groups[group].append(try Entity(fields: &fields))
      }
      return groups
    } catch {
      throw .reading(Entity.metadata, error)
    }
  }
}

extension SyncError {
  /// The error for a row that cannot be read as a model.
  fileprivate static func reading(_ entity: EntityMetadata, _ error: any Error) -> SyncError {
    error as? SyncError
      ?? .unreadableRow(entity: entity.name, reason: String(describing: error))
  }
}

extension EntityCoding {
  /// The columns from which the struct's members are read: all except positions in lists.
  fileprivate var readColumns: Set<Int> {
    var columns = Set(self.columns.filter { $0 >= 0 })
    for attribute in metadata.attributes where attribute.isAmount {
      columns.insert(attribute.column + 1)
    }
    return columns
  }
}

/// SQLite's own integrity checks.
extension Connection {
  /// A description of a row that refers to one that does not exist; `nil` if there is none.
  ///
  /// - Parameter tables: The tables to check; `nil` for all.
  func firstOrphan(in tables: Set<String>? = nil) throws(SyncError) -> String? {
    guard let tables else { return try firstOrphan("pragma_foreign_key_check") }
    for table in tables.compactlySorted() {
      if let orphan = try firstOrphan("pragma_foreign_key_check(?1)", of: table) { return orphan }
    }
    return nil
  }

  private func firstOrphan(
    _ check: String, of table: String? = nil
  ) throws(SyncError) -> String? {
    let query = try statement(#"SELECT "table", rowid, parent FROM \#(check) LIMIT 1"#)
    defer { query.reset() }
    if let table { query.bind(1, table) }
    guard try query.step() else { return nil }
    return "row \(query.integer(1)) of table '\(query.text(0) ?? "")' refers to a row of "
      + "'\(query.text(2) ?? "")' that does not exist"
  }

  /// A description of the damage to the file; `nil` if there is none.
  ///
  /// - Parameter tables: The tables to check; `nil` for the whole file.
  func firstDamage(in tables: Set<String>? = nil) throws(SyncError) -> String? {
    guard let tables else { return try damage("PRAGMA integrity_check(1)") }
    for table in tables.compactlySorted() {
      if let damage = try damage("PRAGMA integrity_check(\(quoted(table)))") { return damage }
    }
    return nil
  }

  private func damage(_ check: String) throws(SyncError) -> String? {
    let query = try statement(check)
    defer { query.reset() }
    guard try query.step(), let result = query.text(0), result != "ok" else { return nil }
    return result
  }
}

/// A row of an SQL query.
public struct SQLRow: Hashable, Sendable {
  /// The columns of a query, shared by its rows.
  struct Columns: Hashable, Sendable {
    let names: [String]
    let places: [String: Int]

    init(_ names: [String]) {
      self.names = names
      // If names are equal, the first one is used, as in SQLite.
      places = Dictionary(zip(names, names.indices)) { first, _ in first }
    }
  }

  let columns: Columns
  /// The values of the columns, in order.
  public let values: [StoredValue]

  /// The names of the columns.
  public var names: [String] { columns.names }

  /// The value of a column, or `nil` if the query has no column of this name.
  public subscript(name: String) -> StoredValue? {
    columns.places[name].map { values[$0] }
  }

  /// Returns the value of a column as a Swift type, or `nil` if there is no such column, or it is null or of
  /// another type.
  public func value<Value: SyncedValue>(
    _ name: String, as type: Value.Type = Value.self
  ) -> Value? {
    self[name]?.withBound(Value.init(column:))
  }
}
