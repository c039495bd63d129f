/// Collects the values of a row's columns.
///
/// Generated code sets them by the positions of `EntityMetadata.columns`.
public struct RowWriter {
  private let metadata: EntityMetadata
  /// One per column; `nil` where nothing was set.
  private(set) var values: [StoredValue?]
  /// The first value that no column can hold, e.g. NaN; it has to be thrown before the values are used.
  private(set) var problem: SyncError?

  public init(_ metadata: EntityMetadata) {
    self.metadata = metadata
    values = Array(repeating: nil, count: metadata.columns.count)
  }

  /// Sets a column; `nil` is null.
  public mutating func set<T: SyncedValue>(_ column: Int, _ value: T?) {
    guard let value else {
      values[column] = .null
      return
    }
    if let stored = value.stored(in: metadata.columns[column].storage) {
      values[column] = stored
    } else if problem == nil {
      problem = .unstorableValue(
        entity: metadata.name, column: metadata.columns[column].name, found: "\(value)")
    }
  }

  /// Sets a column unless the patch says nothing of it.
  public mutating func set<T: SyncedValue>(_ column: Int, patch: Patch<T>) {
    if !patch.isMissing { set(column, patch.value) }
  }

  /// Sets the column of minor units and the currency behind it.
  public mutating func set(_ column: Int, money: Money?) {
    set(column, money.map { Int($0.minorUnits) })
    set(column + 1, money?.currency)
  }

  /// Sets both columns of an amount unless the patch says nothing of it.
  public mutating func set(_ column: Int, money patch: Patch<Money>) {
    if !patch.isMissing { set(column, money: patch.value) }
  }
}
