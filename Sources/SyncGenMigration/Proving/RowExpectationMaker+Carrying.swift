import SwiftSyncValues
import SyncGenSchema

/// Dropped strings that a new one replaces are contained in it wherever they had a value.
extension RowExpectationMaker {
  /// `first || ' ' || last` is null if one of the two is, and the other is then lost.
  ///
  /// A new column is considered the successor of two old ones if it contains both wherever both
  /// have a value, and is null wherever one of them is.
  var carriedValues: [RowExpectation] {
    pairing.members.flatMap { members -> [RowExpectation] in
      guard let table = table(of: members.new) else { return [] }
      let text = SQLStorage.text.rawValue
      let gone = table.droppedColumns.filter { table.old[$0].type == text }
      let heirs = table.columns.filter {
        $0.former == nil && $0.definition.type == text && !$0.definition.isRequired
      }
      // One check for each pair. Beyond some number of columns, strings are not concatenated in
      // practice.
      guard (2...8).contains(gone.count), (1...8).contains(heirs.count) else { return [] }
      return carried(gone, into: heirs, of: table, members)
    }
  }

  private func carried(
    _ gone: [OldColumn], into heirs: [TablePairing.Column], of table: TablePairing,
    _ members: SchemaPairing.Members
  ) -> [RowExpectation] {
    let notes = "swiftsync_aside.swiftsync_carried_\(members.new.index)"
    let key = table.old.key.enumerated().map {
      "\($1.quoted) AS row_\($0)"
    }
    let values = gone.map { "\(table.old[$0].quoted) AS gone_\($0.position)" }
    let record =
      "CREATE TABLE \(notes) AS SELECT \((key + values).joined(separator: ", ")) FROM "
      + "main.\(table.old.name.quoted);"
    let source = "\(notes) AS notes \(row(of: table, members, notes: "notes"))"
    let checks = heirs.flatMap { heir in
      gone.flatMap { column in
        gone.filter { $0 != column }.map { other in
          check(column, besides: other, in: heir, of: table, all: gone, from: source)
        }
      }
    }
    return [RowExpectation(record: record, violations: nil)] + checks
      + [RowExpectation(violations: nil, cleanup: "DROP TABLE \(notes);")]
  }

  private func check(
    _ column: OldColumn, besides other: OldColumn, in heir: TablePairing.Column,
    of table: TablePairing, all gone: [OldColumn], from source: String
  ) -> RowExpectation {
    let value = "trim(notes.gone_\(column.position))"
    let new = "found.\(heir.definition.quoted)"
    let whole = gone.map { "notes.gone_\($0.position) IS NOT NULL" }.joined(separator: " AND ")
    func count(_ condition: String) -> String {
      "count(*) FILTER (WHERE \(value) <> '' AND \(condition))"
    }
    let isCarried = "coalesce(instr(lower(\(new)), lower(\(value))), 0) > 0"
    let lost = "notes.gone_\(other.position) IS NULL AND \(new) IS NULL"
    let loss =
      "the value of '\(table.old[column].name)': it is copied to "
      + "'\(heir.definition.name)', except where "
      + "'\(table.old[other].name)' is null"
    return RowExpectation(
      violations:
        "SELECT CASE WHEN \(count(whole)) >= 3 AND \(count("\(whole) AND NOT \(isCarried)")) = 0 "
        + "AND \(count("notes.gone_\(other.position) IS NULL AND \(new) IS NOT NULL")) = 0 "
        + "THEN \(count(lost)) ELSE 0 END, "
        + "min(quote(notes.gone_\(column.position))) FILTER (WHERE \(value) <> '' AND \(lost)) FROM \(source)",
      .init(
        rows: "of table '\(table.new.name.name)'", one: "loses \(loss)", many: "lose \(loss)"))
  }
}
