import SwiftSyncFoundation
@_spi(Generated) import SwiftSyncCoding

/// The columns that show that a row is deleted or archived.
struct RowMark {
  let flagColumn: Int?
  let dateColumn: Int?

  /// The existing columns: an archive has both, a tombstone has one.
  var columns: [Int] { [flagColumn, dateColumn].compactMap { $0 } }
}

extension EntityPlan {
  /// The tombstone of an entity whose deleted rows are kept.
  var keptTombstone: RowMark? {
    guard metadata.sync.keepsTombstones, let tombstoneColumn else { return nil }
    return hasTombstoneFlag
      ? RowMark(flagColumn: tombstoneColumn, dateColumn: nil)
      : RowMark(flagColumn: nil, dateColumn: tombstoneColumn)
  }

  var archive: RowMark? {
    guard let flag = metadata.sync.archiveFlag, let date = metadata.sync.archiveDate else {
      return nil
    }
    return RowMark(
      flagColumn: metadata.attributes[flag].column, dateColumn: metadata.attributes[date].column)
  }

  /// The mark that the app's `delete` sets instead of removing the row.
  var deletionMark: RowMark? { keptTombstone ?? archive }

  /// The mark that the app's `restore` clears: the archive, if there is one.
  var restorableMark: RowMark? { archive ?? keptTombstone }
}

extension RowMark {
  func isSet(in row: StoredTable.Row) -> Bool {
    if let flagColumn { return row.holds(.integer(1), in: flagColumn) }
    return dateColumn.map { !row.holds(.null, in: $0) } ?? false
  }

  /// Whether the mark is completely unset: neither the flag nor the date has a value.
  func isClear(in row: StoredTable.Row) -> Bool {
    !isSet(in: row) && (dateColumn.map { row.holds(.null, in: $0) } ?? true)
  }
}

/// Soft deletion by the app: kept tombstones and archives.
final class SoftDeletion {
  private let call: CallData
  private let deletions: DeletionRun

  init(_ call: CallData, _ deletions: DeletionRun) {
    self.call = call
    self.deletions = deletions
  }

  /// Deletes children that a list of a patch leaves out in the same way as the app does: they are
  /// soft-deleted if their entity states so, unless they would keep a link that only one row can
  /// have.
  func deleteOrMark(
    _ rowIDs: [Int64], of child: EntityPlan, _ reference: RelationMetadata.Reference
  ) throws(SyncError) {
    let keepsLink = reference.isOneToOne && !reference.isOptional
    guard let mark = child.deletionMark, !call.changes.isInbound, !keepsLink else {
      return try deletions.delete(rowIDs, of: child)
    }
    for rowID in rowIDs {
      guard let row = try call.tables[child.index].row(rowID), !mark.isSet(in: row) else {
        continue
      }
      try write(mark, of: rowID, child, flag: true, date: call.now)
    }
  }

  /// Writes a mark to a row, or clears it.
  func write(
    _ mark: RowMark, of rowID: Int64, _ plan: EntityPlan, flag: Bool, date: Date?
  ) throws(SyncError) {
    let node = RowNode(plan)
    if let column = mark.dateColumn {
      let stored = date?.stored(in: plan.metadata.columns[column].storage) ?? .null
      node.values[column] = BoundValue(stored, in: call.parser.arena)
    }
    if let column = mark.flagColumn { node.values[column] = .integer(flag ? 1 : 0) }
    let columns = mark.columns
    let table = call.tables[plan.index]
    guard try table.update(rowID, columns: columns, node.values) else {
      throw call.connection.failure(sql: table.sql.update(columns))
    }
  }
}
