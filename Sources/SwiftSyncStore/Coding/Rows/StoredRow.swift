@_spi(Generated) import SwiftSyncCoding

/// The values of a row that was read elsewhere, in the order of the table's columns.
struct StoredRow {
  private let values: [StoredValue]

  /// - Throws: `SyncError.unreadableRow` if the number of values differs from the number of
  ///   columns.
  init(_ values: [StoredValue], _ metadata: EntityMetadata) throws(SyncError) {
    guard values.count == metadata.columns.count else {
      throw .unreadableRow(
        entity: metadata.name,
        reason: "\(values.count) values were given for \(metadata.columns.count) columns")
    }
    self.values = values
  }

  /// The value of a required column.
  func value<T: SyncedValue>(_ column: Int, _ coding: EntityCoding) throws -> T {
    guard
      let value = values[column].withBound({ T(column: coding.readable($0, in: column)) })
    else {
      throw failure(column, T.valueType, coding)
    }
    return value
  }

  /// The value of an optional column.
  func optional<T: SyncedValue>(_ column: Int, _ coding: EntityCoding) throws -> T? {
    values[column] == .null ? nil : try value(column, coding)
  }

  /// The amount of money in a column of minor units and the currency column after it.
  func money(_ column: Int, _ coding: EntityCoding) throws -> Money {
    guard case .integer(let units) = values[column] else {
      throw failure(column, .money, coding)
    }
    guard case .text(let currency) = values[column + 1] else {
      throw failure(column + 1, .string, coding)
    }
    return Money(minorUnits: units, currency: currency)
  }

  /// The amount of money, or nil if both columns are null.
  func optionalMoney(_ column: Int, _ coding: EntityCoding) throws -> Money? {
    values[column] == .null && values[column + 1] == .null ? nil : try money(column, coding)
  }

  private func failure(_ column: Int, _ type: ValueType, _ coding: EntityCoding) -> SyncError {
    values[column].withBound { coding.unreadable(column, $0, type) }
  }
}

extension SyncedEntity {
  /// Creates the entity from a row that another library has read.
  ///
  /// - Parameter row: A value for each column of `metadata.columns`, in that order.
  /// - Throws: `SyncError.invalidStoredValue` for a value that does not match the column's type.
  @_spi(Generated)
  public init(row: [StoredValue]) throws(SyncError) {
    do {
      let source = FieldReader.Source.values(try StoredRow(row, Self.metadata))
      var fields = FieldReader(source, Self.coding)
      try self.init(fields: &fields)
    } catch let error as SyncError {
      throw error
    } catch {
      throw .unreadableRow(entity: Self.metadata.name, reason: String(describing: error))
    }
  }

  /// Returns the values with which another library can write the row: one for each column of
  /// `metadata.columns` that a member of the struct has, and nil for the others.
  ///
  /// The others are positions in lists that keep the order of a payload. A library must not change
  /// them.
  ///
  /// - Throws: `SyncError.invalidValue` for a value that no column can store, e.g. NaN.
  @_spi(Generated)
  public func row() throws(SyncError) -> [StoredValue?] {
    var fields = FieldWriter(Self.coding, row: RowWriter(Self.metadata))
    write(to: &fields)
    guard let row = fields.row else { return [] }
    if let problem = row.problem { throw problem }
    return row.values
  }
}
