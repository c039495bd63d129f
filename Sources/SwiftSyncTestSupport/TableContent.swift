import SwiftSyncRuntime
import SwiftSyncValues

/// All rows of a table.
struct TableContent: Hashable {
  let columns: [String]
  /// The positions of the primary key's columns.
  let key: [Int]
  let rows: [[StoredValue]]

  /// The tables of a database by name. Each table of a sample database has some dozens of rows.
  static func all(in database: MigrationPlan.StageDatabase) throws -> [String: TableContent] {
    let names = try database.query(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' "
        + "AND \(SearchTables.isNoSearch)")
    var tables: [String: TableContent] = [:]
    for row in names {
      let name = row.value("name", as: String.self) ?? ""
      tables[name] = try TableContent(name, in: database)
    }
    return tables
  }

  private init(_ table: String, in database: MigrationPlan.StageDatabase) throws {
    let columns = try database.columns(of: table)
    self.columns = columns.map(\.name)
    key = columns.primaryKey
    rows = try database.query("SELECT * FROM \(quoted(table))").map(\.values)
  }

  /// The rows by identity.
  func rowsByKey() -> [[StoredValue]: [StoredValue]] {
    Dictionary(rows.map { (identity(of: $0), $0) }) { first, _ in first }
  }

  func identity(of row: [StoredValue]) -> [StoredValue] {
    key.map { row[$0] }
  }
}
