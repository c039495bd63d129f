import SwiftSyncValues
import SyncGenSchema

/// If SQL of the schema makes rows of a new table from dropped values, it does so for all of them.
extension RowExpectationMaker {
  /// The rows of a new table are considered made from a dropped column if each of them contains the
  /// identity of an old row, and the value that this row had.
  var splitValues: [RowExpectation] {
    guard !step.statedSteps.isEmpty else { return [] }
    let known = Set(tables.map(\.new.name))
    let added = TableShape.all(of: step.new).filter { !known.contains($0.name) }
    let allowed = Set(step.statedSteps.flatMap { $0.mayChange.map(\.value) })
    return tables.enumerated().flatMap { number, table -> [RowExpectation] in
      guard table.old.primaryKey.count == 1, !allowed.contains(table.old.name.name) else {
        return []
      }
      let gone = table.droppedColumns.filter {
        !allowed.contains("\(table.old.name.name).\(table.old[$0].name)")
      }
      return gone.isEmpty || added.isEmpty ? [] : split(gone, of: table.old, into: added, number)
    }
  }

  private func split(
    _ gone: [OldColumn], of old: TableShape, into added: [TableShape], _ number: Int
  ) -> [RowExpectation] {
    let notes = "swiftsync_aside.swiftsync_split_\(number)"
    let key = old.key[0]
    let values = gone.map { "\(old[$0].quoted) AS gone_\($0.position)" }
    let record =
      "CREATE TABLE \(notes) AS SELECT \(key.quoted) AS row, "
      + "\(values.joined(separator: ", ")) FROM main.\(old.name.quoted);"
    let checks = added.flatMap { heir in
      gone.flatMap { column in
        pairs(in: heir, key: key.type, value: old[column].type).map { place in
          check(column, of: old, in: heir, key: place.key, value: place.value, notes)
        }
      }
    }
    return [RowExpectation(record: record, violations: nil)] + checks
      + [RowExpectation(violations: nil, cleanup: "DROP TABLE \(notes);")]
  }

  /// The columns that may contain an identity of an old row and one of its values.
  private func pairs(
    in heir: TableShape, key: String, value: String
  ) -> [(key: SQLIdentifier, value: SQLIdentifier)] {
    // Beyond some number of columns, this would be a guess among many.
    guard heir.columns.count <= 16 else { return [] }
    return heir.columns.filter { $0.type == key }.flatMap { own in
      heir.columns.filter { $0.type == value && $0.name != own.name }
        .map { (own.identifier, $0.identifier) }
    }
  }

  private func check(
    _ column: OldColumn, of old: TableShape, in heir: TableShape, key: SQLIdentifier,
    value: SQLIdentifier, _ notes: String
  ) -> RowExpectation {
    let new = "main.\(heir.name.quoted)"
    let gone = "notes.gone_\(column.position)"
    let made =
      "SELECT count(*) FROM \(new) AS found JOIN \(notes) AS notes "
      + "ON found.\(key.quoted) = notes.row AND found.\(value.quoted) IS \(gone)"
    let isLost =
      "\(gone) <> '' AND notes.row NOT IN (SELECT \(key.quoted) FROM \(new) "
      + "WHERE \(key.quoted) IS NOT NULL)"
    let loss =
      "the value of '\(old[column].name)': 'sql' copies it to '\(heir.name.name)' "
      + "only for other rows"
    return RowExpectation(
      violations: "SELECT CASE WHEN (SELECT count(*) FROM \(new)) > 2 "
        + "AND (SELECT count(*) FROM \(new)) = (\(made)) THEN count(*) ELSE 0 END, "
        + "min(quote(\(gone))) FROM \(notes) AS notes WHERE \(isLost)",
      .init(
        rows: "of table '\(old.name.name)'", one: "loses \(loss)", many: "lose \(loss)"))
  }
}
