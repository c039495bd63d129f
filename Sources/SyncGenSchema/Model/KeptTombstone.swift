/// The mark that shows that a row of an entity is soft-deleted.
package struct KeptTombstone: Hashable, Sendable {
  package let column: SQLIdentifier
  /// Whether it is a flag rather than a date.
  package let isFlag: Bool

  /// SQL that is true for a row that is not soft-deleted.
  ///
  /// - Parameter row: The qualifier of the column, e.g. `OLD.`
  package func isAbsent(_ row: String = "") -> String {
    "\(row)\(column.quoted) IS \(isFlag ? "NOT 1" : "NULL")"
  }

  /// SQL that is true for a soft-deleted row.
  package func isPresent(_ row: String = "") -> String {
    "\(row)\(column.quoted) IS \(isFlag ? "1" : "NOT NULL")"
  }
}

extension Entity {
  /// Whether a flag marks deleted rows, kept or not.
  package var hasTombstoneFlag: Bool {
    sync.tombstone.map { attributes[$0.attribute].type == .scalar(.bool) } ?? false
  }

  /// The kept tombstone; `nil` if deleted rows are not kept.
  package var keptTombstone: KeptTombstone? {
    guard let tombstone = sync.tombstone, tombstone.keepsRows,
      let column = attributes[tombstone.attribute].columns.first
    else { return nil }
    return KeptTombstone(column: columns[column].name, isFlag: hasTombstoneFlag)
  }
}
