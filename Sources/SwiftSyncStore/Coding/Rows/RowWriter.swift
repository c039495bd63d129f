import SwiftSyncFoundation
@_spi(Generated) import SwiftSyncCoding

/// Collects the values of a row's columns.
package struct RowWriter {
  private let metadata: EntityMetadata
  /// The values, one for each column; `nil` if not set.
  package private(set) var values: [StoredValue?]
  /// The first value that no column can store, e.g. NaN. It must be thrown before the values are
  /// used.
  package private(set) var problem: SyncError?

  /// Creates a row of the entity with no values set.
  package init(_ metadata: EntityMetadata) {
    self.metadata = metadata
    values = Array(repeating: nil, count: metadata.columns.count)
  }

  /// Sets a column; `nil` is stored as null.
  mutating func set<T: SyncedValue>(_ column: Int, _ value: T?) {
    guard let value else {
      values[column] = .null
      return
    }
    if let stored = value.stored(in: metadata.columns[column].storage) {
      values[column] = stored
      if let element = metadata.unwritable(stored, in: column), problem == nil {
        problem = .unstorable(element, in: metadata.columns[column].name, of: metadata.name)
      }
    } else if problem == nil {
      problem = .unstorable(
        Self.text(of: value), in: metadata.columns[column].name, of: metadata.name)
    }
  }

  /// The value as messages show it. A date too far from today has no description of its own.
  static func text(of value: some SyncedValue) -> String {
    guard let date = value as? Date else { return "\(value)" }
    return "the date \(date.timeIntervalSince1970) seconds after 1970"
  }

  /// Sets the column of minor units and the currency column after it.
  mutating func set(_ column: Int, money: Money?) {
    values[column] = money.map { .integer($0.minorUnits) } ?? .null
    values[column + 1] = money.map { .text($0.currency) } ?? .null
    guard let money, problem == nil else { return }
    if let code = metadata.currencyCodes[column], code != money.currency {
      problem = .unstorable(
        "the currency '\(money.currency)' instead of \(code)",
        in: metadata.columns[column + 1].name, of: metadata.name)
      return
    }
    guard !Money.isCurrency(money.currency.utf8) else { return }
    problem = .unstorable(
      "the currency '\(money.currency)'", in: metadata.columns[column + 1].name, of: metadata.name)
  }

  /// Sets a field as stated by a patch. To-many relationships have no column.
  package mutating func set(_ field: Int, _ state: FieldState, _ coding: EntityCoding) {
    let column = coding.columns[field]
    guard column >= 0 else { return }
    switch state.value {
    case nil where coding.fields[field].isAmount: set(column, money: nil)
    case nil: set(column, nil as String?)
    case let money as Money: set(column, money: money)
    case let value as any SyncedValue: set(column, value)
    default: return
    }
  }
}

extension SyncError {
  /// The error for a value, given as text, that no column can hold.
  static func unstorable(
    _ value: String, in column: String, of entity: String
  ) -> SyncError {
    .invalidValue(entity: entity, column: column, reason: "\(value) cannot be stored")
  }
}
