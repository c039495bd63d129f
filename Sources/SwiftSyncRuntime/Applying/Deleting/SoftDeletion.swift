import SwiftSyncFoundation

/// The columns that say that a row is deleted or archived.
struct RowMark {
  /// Of an archive; a tombstone has a date only.
  let flagColumn: Int?
  let dateColumn: Int
}

extension EntityPlan {
  /// The tombstone of an entity whose deleted rows stay.
  var keptTombstone: RowMark? {
    guard metadata.sync.keepsTombstones, let tombstoneColumn else { return nil }
    return RowMark(flagColumn: nil, dateColumn: tombstoneColumn)
  }

  var archive: RowMark? {
    guard let flag = metadata.sync.archiveFlag, let date = metadata.sync.archiveDate else {
      return nil
    }
    return RowMark(
      flagColumn: metadata.attributes[flag].column, dateColumn: metadata.attributes[date].column)
  }

  /// What the app's `delete` sets in place of removing the row.
  var deletionMark: RowMark? { keptTombstone ?? archive }

  /// What the app's `restore` takes away: an archive, where there is one.
  var restorableMark: RowMark? { archive ?? keptTombstone }
}

extension RowMark {
  func isSet(in row: StoredTable.Row) -> Bool {
    guard let flagColumn else { return !row.holds(.null, in: dateColumn) }
    return row.holds(.integer(1), in: flagColumn)
  }

  /// Whether nothing of it is there: neither the flag nor the date.
  func isClear(in row: StoredTable.Row) -> Bool {
    !isSet(in: row) && row.holds(.null, in: dateColumn)
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

  /// Deletes children that a list of a patch leaves out as the app does: they are soft-deleted where their
  /// entity says so, unless they would keep a link that only one row can have.
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

  /// Writes a mark to a row, or takes it away.
  func write(
    _ mark: RowMark, of rowID: Int64, _ plan: EntityPlan, flag: Bool, date: Date?
  ) throws(SyncError) {
    let node = RowNode(plan)
    let storage = plan.metadata.columns[mark.dateColumn].storage
    let stored = date?.stored(in: storage) ?? .null
    node.values[mark.dateColumn] = BoundValue(stored, in: call.parser.arena)
    var columns = [mark.dateColumn]
    if let column = mark.flagColumn {
      node.values[column] = .integer(flag ? 1 : 0)
      columns.append(column)
    }
    let table = call.tables[plan.index]
    guard try table.update(rowID, columns: columns, node.values) else {
      throw call.connection.failure(sql: table.sql.update(columns))
    }
  }
}
