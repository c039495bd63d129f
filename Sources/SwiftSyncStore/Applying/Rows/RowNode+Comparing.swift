@_spi(Generated) import SwiftSyncCoding

/// Determines whether and how a row of the payload changes the stored one.
extension RowNode {
  var isTombstone: Bool {
    guard let column = plan.tombstoneColumn else { return false }
    let kind = values[column].kind
    if plan.hasTombstoneFlag { return kind == .integer && values[column].integer == 1 }
    return kind != .missing && kind != .null
  }

  /// The columns whose values differ from the stored row.
  func changedColumns(beside stored: StoredTable.Row) -> [Int] {
    var changed: [Int] = []
    for column in 0..<plan.columnCount where values[column].kind != .missing {
      if !stored.holds(values[column], in: column) { changed.append(column) }
    }
    return changed
  }

  /// Whether the stored row is newer by the clock (A12).
  func isStale(beside stored: StoredTable.Row) -> Bool {
    guard let clock = plan.clockColumn else { return false }
    return values[clock].isOlder(than: stored.value(clock))
  }
}
