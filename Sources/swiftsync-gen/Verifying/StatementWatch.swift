import SwiftSyncSQLite
import SwiftSyncValues
@_spi(Generated) import SwiftSyncSession
import SyncGenMigration
import SyncGenSchema

/// Compares the rows before and after the SQL under `sql:` of the schema.
///
/// Such SQL may set the columns that it names. It is considered a mistake if it deletes rows,
/// empties columns, gives all rows one value, or changes something that it does not name, unless
/// the schema permits it.
struct StatementWatch {
  /// A table in its former state.
  private struct Table {
    let name: String
    /// The name of the copy in the database `swiftsync_aside`.
    let copy: String
    let columns: [String]
    let key: [String]

    var isOwn: Bool { name.hasPrefix("swiftsync_") }
  }

  /// What the SQL may not do.
  struct Damage {
    let text: String
    /// Whether it deletes or soft-deletes rows.
    var losesRows = false
  }

  private let database: ScratchDatabase
  private let tables: [Table]
  /// The runtime's tables that were empty and have a sample row in the meantime.
  private let samples: [String]
  /// Tables and columns that may change in any way.
  private let open: Set<String>
  /// The marks of soft-deleted rows, by their tables.
  private let tombstones: [String: KeptTombstone]

  /// Records all rows.
  ///
  /// - Parameters:
  ///   - schema: The version whose tables the SQL uses.
  ///   - open: Tables, and columns as `tasks.title`, that the SQL may change in any way.
  init(
    _ database: ScratchDatabase, of schema: Schema, open: Set<String>
  ) throws(SyncError) {
    self.database = database
    self.open = open
    tombstones = Dictionary(
      schema.entities.compactMap { entity in
        entity.keptTombstone.map { (entity.table.name, $0) }
      }, uniquingKeysWith: { first, _ in first })
    samples = try Self.fillOwnTables(of: database, except: open)
    var tables: [Table] = []
    for (index, name) in try database.tableNames().enumerated() {
      let columns = try database.columns(of: name)
      let key = columns.filter { $0.keyPosition > 0 }.map(\.name)
      let table = Table(
        name: name, copy: "\(StatementLimits.aside).swiftsync_before_\(index)",
        columns: columns.map(\.name), key: key)
      if key.isEmpty, !table.isOwn { continue }
      try database.run(
        "CREATE TABLE \(table.copy) AS SELECT * FROM main.\(SQLIdentifier(name).quoted)")
      tables.append(table)
    }
    self.tables = tables
  }

  /// Adds a row to empty tables of the runtime, because SQL that updates or deletes rows does not
  /// change empty tables.
  ///
  /// - Returns: The tables.
  private static func fillOwnTables(
    of database: ScratchDatabase, except open: Set<String>
  ) throws(SyncError) -> [String] {
    var filled: [String] = []
    for name in try database.tableNames() where name.hasPrefix("swiftsync_") {
      // A row in this table stops the recording of local writes.
      if open.contains(name) || name == "swiftsync_applying" { continue }
      let table = "main.\(SQLIdentifier(name).quoted)"
      guard try database.count("SELECT EXISTS (SELECT 1 FROM \(table))") == 0 else { continue }
      let values = try database.columns(of: name).map {
        $0.type == "INTEGER" ? "4711" : "'sample'"
      }
      try database.run("INSERT INTO \(table) VALUES (\(values.joined(separator: ", ")))")
      filled.append(table)
    }
    return filled
  }

  func end() throws(SyncError) {
    for table in samples { try database.run("DELETE FROM \(table)") }
    for table in tables { try database.run("DROP TABLE \(table.copy)") }
  }

  /// A description of forbidden changes by the SQL; `nil` if there are none.
  ///
  /// - Parameter updated: The columns that its `UPDATE`s set.
  func damage(updated: Set<String>) throws(SyncError) -> Damage? {
    let names = Set(try database.tableNames())
    // Dropped tables are checked elsewhere.
    for table in tables where names.contains(table.name) && !open.contains(table.name) {
      if table.isOwn {
        if let text = try damage(toOwn: table) { return Damage(text: text) }
      } else if let damage = try damage(to: table, updated) {
        return damage
      }
    }
    return nil
  }

  // MARK: Tables of the runtime

  private func damage(toOwn table: Table) throws(SyncError) -> String? {
    let name = "main.\(SQLIdentifier(table.name).quoted)"
    let count = try database.count(
      "SELECT (SELECT count(*) FROM (SELECT * FROM \(table.copy) EXCEPT SELECT * FROM \(name))) + "
        + "(SELECT count(*) FROM (SELECT * FROM \(name) EXCEPT SELECT * FROM \(table.copy)))")
    if count == 0 { return nil }
    let rows = count == 1 ? "1 row" : "\(count) rows"
    return "'sql' changes \(rows) of table '\(table.name)', which belongs to the runtime"
      + (MayChangeRule.ownTables.contains(table.name) ? hint(table.name) : "")
  }

  // MARK: Tables of the schema

  private func damage(to table: Table, _ updated: Set<String>) throws(SyncError) -> Damage? {
    var loss = try loss(in: table)
    if loss == nil { loss = try softDeletion(in: table) }
    if let loss { return Damage(text: loss, losesRows: true) }
    let columns = Set(try database.columns(of: table.name).map(\.name))
    for column in table.columns where columns.contains(column) && !table.key.contains(column) {
      let name = "\(table.name).\(column)"
      if open.contains(name) { continue }
      if let text = try damage(to: column, of: table, isNamed: updated.contains(name)) {
        return Damage(text: text + hint(name))
      }
    }
    return nil
  }

  /// A description of rows that the SQL deletes, or whose identities it changes.
  private func loss(in table: Table) throws(SyncError) -> String? {
    let lost = try database.rows(
      "SELECT count(*), (SELECT count(*) FROM \(table.copy)), \(example(table)) "
        + "FROM \(table.copy) AS former WHERE NOT EXISTS (SELECT 1 FROM \(current(table)))")[0]
    guard let count = lost[0], count != "0" else { return nil }
    let rows = "\(count) of \(lost[1] ?? "0") rows of table '\(table.name)'"
    let change = try hasNewIdentities(table, count) ? "changes the identities of" : "deletes"
    return "'sql' \(change) \(rows), e.g. \(lost[2] ?? "")" + hint(table.name)
  }

  /// Whether as many rows have an identity that no row had as there are former identities that no
  /// row has any more.
  private func hasNewIdentities(_ table: Table, _ count: String) throws(SyncError) -> Bool {
    let found = "main.\(SQLIdentifier(table.name).quoted) AS found"
    let same = sameIdentity(table)
    return try database.rows(
      "SELECT count(*) = \(count) FROM \(found) WHERE NOT EXISTS (SELECT 1 FROM \(table.copy) "
        + "AS former WHERE \(same))")[0][0] == "1"
  }

  /// A description of rows that the SQL soft-deletes.
  private func softDeletion(in table: Table) throws(SyncError) -> String? {
    guard let mark = tombstones[table.name], table.columns.contains(mark.column.name) else {
      return nil
    }
    let name = "\(table.name).\(mark.column.name)"
    if open.contains(name) { return nil }
    let isMarked = "\(mark.isAbsent("former.")) AND \(mark.isPresent("found."))"
    let rows = try database.rows(
      "SELECT count(*) FILTER (WHERE \(isMarked)), count(*), min(\(example(table))) "
        + "FILTER (WHERE \(isMarked)) FROM \(table.copy) AS former JOIN \(current(table))")[0]
    guard let count = rows[0], count != "0" else { return nil }
    return "'sql' soft-deletes \(count) of \(rows[1] ?? "0") rows of table '\(table.name)', e.g. "
      + "\(rows[2] ?? "")" + hint(name)
  }

  private func damage(
    to column: String, of table: Table, isNamed: Bool
  ) throws(SyncError) -> String? {
    let name = SQLIdentifier(column).quoted
    let pairs = "\(table.copy) AS former JOIN \(current(table))"
    let counts = try database.rows(
      "SELECT count(*), count(*) FILTER (WHERE former.\(name) IS NOT found.\(name)), "
        + "count(*) FILTER (WHERE former.\(name) <> '' AND found.\(name) IS NULL), "
        + "count(DISTINCT quote(former.\(name))), count(DISTINCT quote(found.\(name))), "
        + "quote(found.\(name)) FROM \(pairs)"
    )[0].map { $0 ?? "" }
    let place = "'\(table.name).\(column)'"
    if counts[1] == "0" { return nil }
    if !isNamed {
      return "'sql' changes \(place) in \(counts[1]) of \(counts[0]) rows and does not name it"
    }
    if counts[2] != "0" { return "'sql' empties \(place) in \(counts[2]) of \(counts[0]) rows" }
    if counts[4] == "1", counts[3] != "1" {
      return "'sql' gives all \(counts[0]) rows of \(place) the value \(counts[5])"
    }
    return nil
  }

  /// The row `found` with the identity of the row `former`.
  private func current(_ table: Table) -> String {
    "main.\(SQLIdentifier(table.name).quoted) AS found WHERE \(sameIdentity(table))"
  }

  private func sameIdentity(_ table: Table) -> String {
    table.key.map {
      "found.\(SQLIdentifier($0).quoted) IS former.\(SQLIdentifier($0).quoted)"
    }.joined(separator: " AND ")
  }

  private func example(_ table: Table) -> String {
    "'row ' || "
      + table.key.map { "quote(former.\(SQLIdentifier($0).quoted))" }
      .joined(separator: " || '/' || ")
  }

  private func hint(_ name: String) -> String {
    "; if this is intended, add 'may-change: [\(name)]' to the step"
  }
}
