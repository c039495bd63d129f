import CSQLite
import SwiftSyncValues
@_spi(Generated) import SwiftSyncCoding

/// The columns of a statement's current row, which are readable while the statement is.
///
/// It owns nothing, so reading a value does not count references.
struct RowColumns {
  private let statement: OpaquePointer
  /// The query's column that is the first of the table.
  private let firstColumn: Int32
  /// The query's columns, if they are not in the order of the table.
  private let places: UnsafePointer<Int32>?

  /// Creates the columns, where the entity's table begins at `firstColumn`.
  init(_ statement: OpaquePointer, from firstColumn: Int = 0) {
    self.statement = statement
    self.firstColumn = Int32(firstColumn)
    places = nil
  }

  /// Creates the columns, where the entity's table has these positions. The buffer must outlive the
  /// value.
  init(_ statement: OpaquePointer, at places: UnsafeBufferPointer<Int32>) {
    self.statement = statement
    firstColumn = 0
    self.places = places.baseAddress
  }

  /// The value of the column, without a copy.
  @inline(__always)
  subscript(column: Int) -> BoundValue {
    let index = places?[column] ?? firstColumn + Int32(column)
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

  /// The value of a required column.
  @inline(__always)
  func value<T: SyncedValue>(_ column: Int, _ coding: EntityCoding) throws -> T {
    guard let value = T(column: coding.readable(self[column], in: column)) else {
      throw failure(column, T.valueType, coding)
    }
    return value
  }

  /// The value of an optional column.
  @inline(__always)
  func optional<T: SyncedValue>(_ column: Int, _ coding: EntityCoding) throws -> T? {
    let value = self[column]
    if value.isNull { return nil }
    guard let result = T(column: coding.readable(value, in: column)) else {
      throw failure(column, T.valueType, coding)
    }
    return result
  }

  /// The amount of money in a column of minor units and the currency column after it.
  func money(_ column: Int, _ coding: EntityCoding) throws -> Money {
    let units = self[column]
    guard units.kind == .integer else { throw failure(column, .money, coding) }
    guard let currency = String(column: self[column + 1]) else {
      throw failure(column + 1, .string, coding)
    }
    return Money(minorUnits: units.integer, currency: currency)
  }

  /// The amount of money, or nil if both columns are null.
  func optionalMoney(_ column: Int, _ coding: EntityCoding) throws -> Money? {
    self[column].isNull && self[column + 1].isNull ? nil : try money(column, coding)
  }

  @inline(__always)
  private func bytes(_ start: UnsafePointer<UInt8>?, _ index: Int32) -> JSONSlice {
    let count = Int(sqlite3_column_bytes(statement, index))
    return JSONSlice(UnsafeBufferPointer(start: start, count: start == nil ? 0 : count))
  }

  /// The error that a column holds a value of another type.
  @inline(never)
  func failure(_ column: Int, _ type: ValueType, _ coding: EntityCoding) -> SyncError {
    coding.unreadable(column, self[column], type)
  }
}
