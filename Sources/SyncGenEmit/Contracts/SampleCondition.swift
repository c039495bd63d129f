import SwiftSyncSQLite
import SyncGenSchema

/// An empty table of an entity in which SQLite evaluates the entity's condition.
struct SampleCondition {
  private let database: SchemaDatabase
  private let table: String

  /// Returns `nil` for an entity without a condition.
  init?(of entity: Entity) throws(SQLRefusal) {
    guard let condition = entity.check?.value else { return nil }
    table = entity.table.quoted
    database = try SchemaDatabase()
    database.limit(to: .part)
    let columns = entity.columns.map { column in
      "\(column.name.quoted) \(column.storage.rawValue)\(column.isRequired ? " NOT NULL" : "")"
        + " COLLATE \(column.collation.rawValue)"
    }
    try database.run(
      "CREATE TABLE \(table) (\(columns.joined(separator: ", ")), CHECK (\(condition)))")
  }

  /// Whether a store accepts a row.
  ///
  /// - Parameter row: A value for each column.
  func accepts(_ row: [SQLLiteral?]) -> Bool {
    let values = row.map { $0.map(SQLText.literal) ?? "NULL" }.joined(separator: ", ")
    do throws(SQLRefusal) {
      try database.run("INSERT INTO \(table) VALUES (\(values))")
      return true
    } catch {
      // Also if SQLite cannot evaluate the condition, for example because of an overflow.
      return false
    }
  }
}
