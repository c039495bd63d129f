package import SwiftSyncStore
import SwiftSyncValues

/// Compares the rows before and after the SQL under `sql:` of a schema.
///
/// Such SQL may set the columns that it names. It is considered a mistake if it deletes rows,
/// empties columns, gives all rows one value, or changes something that it does not name.
package struct StatementWatch: Sendable {
  /// The column that marks soft-deleted rows.
  package struct Mark: Sendable {
    let column: String
    let isFlag: Bool

    package init(_ column: String, isFlag: Bool) {
      self.column = column
      self.isFlag = isFlag
    }

    /// SQL that is true for soft-deleted rows, or for all others.
    fileprivate func condition(_ row: String, isDeleted: Bool) -> String {
      let value = isFlag ? "1" : "NULL"
      return "\(row).\(quoted(column)) IS \(isDeleted == isFlag ? "" : "NOT ")\(value)"
    }
  }

  /// What the SQL may not do.
  package struct Damage {
    package enum Effect {
      /// Rows of a table of the runtime are others.
      case changesOwnTable
      case deletes
      case changesIdentities
      case softDeletes
      /// A column that the SQL does not name is changed.
      case changesOther
      case empties
      /// All rows have one value, which is also given as SQL.
      case givesAll(StoredValue, sql: String)
    }

    package let effect: Effect
    package let table: String
    package var column: String?
    /// The number of rows concerned.
    package let count: Int
    /// The number of all rows.
    package let total: Int
    /// A row concerned, e.g. `row 'a'`, if rows are deleted.
    package var example = ""

    /// The table or column, e.g. `tasks.title`.
    package var name: String { column.map { "\(table).\($0)" } ?? table }
  }

  /// A table in its former state.
  private struct Table {
    let name: String
    /// The name of the copy.
    let copy: String
    let columns: [String]
    let key: [String]

    var isOwn: Bool { name.hasPrefix("swiftsync_") }
    var current: String { "main.\(quoted(name))" }

    /// Whether `found` and `former` have one identity.
    var isSame: String {
      key.map { "found.\(quoted($0)) IS former.\(quoted($0))" }.joined(separator: " AND ")
    }
    /// The rows in both states.
    var pairs: String { "\(copy) AS former JOIN \(current) AS found WHERE \(isSame)" }
    var example: String {
      "'row ' || " + key.map { "quote(former.\(quoted($0)))" }.joined(separator: " || '/' || ")
    }
  }

  private let tables: [Table]
  /// The runtime's tables that were empty and have a sample row in the meantime.
  private let samples: [String]
  /// Tables and columns that may change in any way.
  private let open: Set<String>
  /// The marks by their tables.
  private let marks: [String: Mark]

  /// Records all rows.
  ///
  /// - Parameters:
  ///   - aside: The name of the attached database for copies of the tables.
  ///   - open: Tables, and columns as `tasks.title`, that the SQL may change in any way.
  package init(
    _ database: some WatchedDatabase, aside: String, marks: [String: Mark], open: Set<String>
  ) throws(SyncError) {
    self.open = open
    self.marks = marks
    let names = try Self.tableNames(in: database)
    samples = try Self.fillOwnTables(of: database, names.filter { !open.contains($0) })
    // Databases of apps accept only this form.
    let creation = aside == "temp" ? "CREATE TEMP TABLE" : "CREATE TABLE"
    var tables: [Table] = []
    for (index, name) in names.enumerated() {
      let columns = try database.columns(of: name)
      let table = Table(
        name: name, copy: "\(aside).swiftsync_before_\(index)", columns: columns.map(\.name),
        key: columns.filter { $0.keyPosition > 0 }.map(\.name))
      if table.key.isEmpty, !table.isOwn { continue }
      try database.change("\(creation) \(table.copy) AS SELECT * FROM \(table.current)")
      tables.append(table)
    }
    self.tables = tables
  }

  /// The tables and views, without those of full-text indexes.
  private static func tableNames(in database: some WatchedDatabase) throws(SyncError) -> [String] {
    try database.values(
      "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') "
        + "AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND \(SearchTables.isNoSearch) ORDER BY name"
    ).map { $0[0].text }
  }

  /// Adds a row to empty tables of the runtime, because SQL that updates or deletes rows does not
  /// change empty tables.
  ///
  /// - Returns: The tables.
  private static func fillOwnTables(
    of database: some WatchedDatabase, _ names: [String]
  ) throws(SyncError) -> [String] {
    var filled: [String] = []
    // A row in the last one stops the recording of local writes.
    for name in names where name.hasPrefix("swiftsync_") && name != "swiftsync_applying" {
      let table = "main.\(quoted(name))"
      guard try database.values("SELECT 1 FROM \(table) LIMIT 1").isEmpty else { continue }
      let values = try database.columns(of: name).map {
        $0.type == "INTEGER" ? "4711" : "'sample'"
      }
      try database.change("INSERT INTO \(table) VALUES (\(values.joined(separator: ", ")))")
      filled.append(table)
    }
    return filled
  }

  package func end(in database: some WatchedDatabase) throws(SyncError) {
    for table in samples { try database.change("DELETE FROM \(table)") }
    for table in tables { try database.change("DROP TABLE \(table.copy)") }
  }

  /// The forbidden changes by the SQL.
  ///
  /// - Parameters:
  ///   - updated: The columns that its `UPDATE`s set, as `tasks.title`; `nil` if they are unknown.
  ///   - isFirst: Whether only the first change is looked for.
  package func damages(
    in database: some WatchedDatabase, updated: Set<String>? = nil, onlyFirst isFirst: Bool = false
  ) throws(SyncError) -> [Damage] {
    let names = Set(try Self.tableNames(in: database))
    var damages: [Damage] = []
    // Dropped tables are checked elsewhere.
    for table in tables where names.contains(table.name) && !open.contains(table.name) {
      damages +=
        try table.isOwn ? damage(toOwn: table, database) : damage(to: table, updated, database)
      if isFirst, !damages.isEmpty { break }
    }
    return damages
  }

  // MARK: Tables of the runtime

  private func damage(
    toOwn table: Table, _ database: some WatchedDatabase
  ) throws(SyncError) -> [Damage] {
    let (former, found) = ("SELECT * FROM \(table.copy)", "SELECT * FROM \(table.current)")
    let count = try database.values(
      "SELECT (SELECT count(*) FROM (\(former) EXCEPT \(found))) + "
        + "(SELECT count(*) FROM (\(found) EXCEPT \(former)))")[0][0].count
    return count == 0
      ? [] : [Damage(effect: .changesOwnTable, table: table.name, count: count, total: count)]
  }

  // MARK: Tables of the schema

  private func damage(
    to table: Table, _ updated: Set<String>?, _ database: some WatchedDatabase
  ) throws(SyncError) -> [Damage] {
    if let loss = try loss(in: table, database) { return [loss] }
    if let loss = try softDeletion(in: table, database) { return [loss] }
    let columns = Set(try database.columns(of: table.name).map(\.name))
    var damages: [Damage] = []
    for column in table.columns where columns.contains(column) && !table.key.contains(column) {
      let name = "\(table.name).\(column)"
      if open.contains(name) { continue }
      let isNamed = updated?.contains(name) ?? true
      if let damage = try damage(to: column, of: table, isNamed: isNamed, database) {
        damages.append(damage)
      }
    }
    return damages
  }

  /// Rows that the SQL deletes, or whose identities it changes.
  private func loss(
    in table: Table, _ database: some WatchedDatabase
  ) throws(SyncError) -> Damage? {
    let lost = try database.values(
      "SELECT count(*), (SELECT count(*) FROM \(table.copy)), \(table.example) "
        + "FROM \(table.copy) AS former WHERE NOT EXISTS (SELECT 1 FROM \(table.current) AS found "
        + "WHERE \(table.isSame))")[0]
    if lost[0] == 0 { return nil }
    // As many rows have an identity that no row had.
    let hasNewIdentities =
      try database.values(
        "SELECT count(*) FROM \(table.current) AS found WHERE NOT EXISTS (SELECT 1 FROM \(table.copy) "
          + "AS former WHERE \(table.isSame))")[0][0] == lost[0]
    return Damage(
      effect: hasNewIdentities ? .changesIdentities : .deletes, table: table.name,
      count: lost[0].count, total: lost[1].count, example: lost[2].text)
  }

  private func softDeletion(
    in table: Table, _ database: some WatchedDatabase
  ) throws(SyncError) -> Damage? {
    guard let mark = marks[table.name], table.columns.contains(mark.column),
      !open.contains("\(table.name).\(mark.column)")
    else { return nil }
    let isMarked =
      mark.condition("former", isDeleted: false) + " AND "
      + mark.condition("found", isDeleted: true)
    let rows = try database.values(
      "SELECT count(*) FILTER (WHERE \(isMarked)), count(*), min(\(table.example)) "
        + "FILTER (WHERE \(isMarked)) FROM \(table.pairs)")[0]
    return rows[0] == 0
      ? nil
      : Damage(
        effect: .softDeletes, table: table.name, column: mark.column, count: rows[0].count,
        total: rows[1].count, example: rows[2].text)
  }

  private func damage(
    to column: String, of table: Table, isNamed: Bool, _ database: some WatchedDatabase
  ) throws(SyncError) -> Damage? {
    let (former, found) = ("former.\(quoted(column))", "found.\(quoted(column))")
    let row = try database.values(
      "SELECT count(*), count(*) FILTER (WHERE \(former) IS NOT \(found)), "
        + "count(*) FILTER (WHERE \(former) <> '' AND \(found) IS NULL), "
        + "count(DISTINCT quote(\(former))), count(DISTINCT quote(\(found))), "
        + "quote(\(found)), \(found) FROM \(table.pairs)")[0]
    func damage(_ effect: Damage.Effect, _ count: StoredValue) -> Damage {
      Damage(
        effect: effect, table: table.name, column: column, count: count.count, total: row[0].count)
    }
    if row[1] == 0 { return nil }
    if !isNamed { return damage(.changesOther, row[1]) }
    if row[2] != 0 { return damage(.empties, row[2]) }
    return row[4] == 1 && row[3] != 1 ? damage(.givesAll(row[6], sql: row[5].text), row[0]) : nil
  }
}
