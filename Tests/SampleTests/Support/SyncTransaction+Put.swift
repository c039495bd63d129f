import SwiftSyncRuntime

extension SyncTransaction {
  /// Inserts a row, or sets all members of the stored one.
  func put<Row: SyncedEntity>(_ row: Row) throws {
    if try !update(Row.self, id: row.identity, Row.Patch(row)) { try insert(row) }
  }
}
