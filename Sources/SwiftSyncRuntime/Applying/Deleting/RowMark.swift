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
