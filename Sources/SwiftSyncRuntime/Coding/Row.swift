import CSQLite

/// A row of a query, readable until the query goes on.
///
/// Generated code reads it by the positions of `EntityMetadata.columns`.
public struct Row: ~Copyable {
  private let statement: OpaquePointer
  private let metadata: EntityMetadata
  /// The query's column that is the entity's first.
  private let firstColumn: Int32

  /// The statement stands on a row whose columns from `firstColumn` on are those of `metadata`.
  init(_ statement: OpaquePointer, _ metadata: EntityMetadata, from firstColumn: Int = 0) {
    self.statement = statement
    self.metadata = metadata
    self.firstColumn = Int32(firstColumn)
  }

  /// The value of a required column.
  ///
  /// - Throws: `SyncError.invalidStoredValue` if the column is null or holds what its type cannot.
  public func value<T: SyncedValue>(_ column: Int) throws -> T {
    guard let value = T(column: self[column]) else { throw failure(column, T.valueType) }
    return value
  }

  /// The value of an optional column.
  ///
  /// - Throws: `SyncError.invalidStoredValue` if the column holds what its type cannot.
  public func optional<T: SyncedValue>(_ column: Int) throws -> T? {
    self[column].isNull ? nil : try value(column)
  }

  /// The amount in a column of minor units and the currency behind it.
  public func money(_ column: Int) throws -> Money {
    guard let minorUnits = Int(column: self[column]) else { throw failure(column, .money) }
    guard let currency = String(column: self[column + 1]) else {
      throw failure(column + 1, .string)
    }
    return Money(minorUnits: Int64(minorUnits), currency: currency)
  }

  /// The amount, or nil if both columns are null.
  public func optionalMoney(_ column: Int) throws -> Money? {
    self[column].isNull && self[column + 1].isNull ? nil : try money(column)
  }

  /// What the column holds, without a copy.
  subscript(column: Int) -> BoundValue {
    let index = firstColumn + Int32(column)
    switch sqlite3_column_type(statement, index) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, index))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, index))
    case SQLITE_TEXT: return .text(bytes(sqlite3_column_text(statement, index), index))
    case SQLITE_BLOB:
      let start = sqlite3_column_blob(statement, index)
      return .blob(bytes(start?.assumingMemoryBound(to: UInt8.self), index))
    default: return .null
    }
  }

  private func bytes(_ start: UnsafePointer<UInt8>?, _ index: Int32) -> JSONSlice {
    let count = Int(sqlite3_column_bytes(statement, index))
    return JSONSlice(UnsafeBufferPointer(start: start, count: start == nil ? 0 : count))
  }

  private func failure(_ column: Int, _ type: ValueType) -> SyncError {
    let found: String
    switch self[column].kind {
    case .missing, .null: found = "null"
    case .integer: found = "an integer"
    case .real: found = "a real"
    case .text: found = "text"
    case .blob: found = "a blob"
    }
    return .invalidStoredValue(
      entity: metadata.name, column: metadata.columns[column].name,
      expected: ValueExpectation.words(for: type), found: found)
  }
}
