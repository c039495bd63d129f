@_spi(Generated) import SwiftSyncCoding

/// The `swiftsync_temporary` table: the temporary ids, and the server's ids that replaced them.
package struct TemporaryIDs {
  private static let table = "swiftsync_temporary"

  let connection: Connection

  package init(on connection: Connection) {
    self.connection = connection
  }

  /// The identity that replaced another one; `nil` if none has.
  package func replacement(of key: RowKey, in entity: EntityMetadata) throws(SyncError) -> RowKey? {
    // Databases that are opened read-only may lack the table.
    guard try isPresent() else { return nil }
    let parts =
      key.count == 1
      ? "new_id"
      : key.indices.map { "json_extract(new_id, '$[\($0)]')" }
        .joined(separator: ", ")
    let query = try connection.statement(
      "SELECT \(parts) FROM \(Self.table) WHERE entity = ?1 AND id = \(Self.id(key)) "
        + "AND new_id IS NOT NULL")
    defer { query.reset() }
    query.bind(1, entity.name)
    bind(key, from: 2, to: query)
    guard try query.step() else { return nil }
    return key.indices.map { query.value(Int32($0)).stored }
  }

  /// Whether an identity is temporary and still waits for the server's.
  func isWaiting(_ key: RowKey, of entity: EntityMetadata) throws(SyncError) -> Bool {
    let query = try connection.statement(
      "SELECT 1 FROM \(Self.table) WHERE entity = ?1 AND id = \(Self.id(key)) AND new_id IS NULL")
    defer { query.reset() }
    query.bind(1, entity.name)
    bind(key, from: 2, to: query)
    return try query.step()
  }

  /// Records the replacement of an identity, and of those that it had replaced itself.
  ///
  /// - Parameter isWaiting: Whether a part of the new identity is itself temporary.
  func note(
    _ old: RowKey, became new: RowKey, of entity: EntityMetadata, isWaiting: Bool
  ) throws(SyncError) {
    let (oldID, newID) = (Self.id(old), Self.id(new, from: old.count + 2))
    try run(
      "UPDATE \(Self.table) SET new_id = \(newID) WHERE entity = ?1 AND new_id = \(oldID)",
      entity, old + new)
    try run(
      "INSERT OR REPLACE INTO \(Self.table) (entity, id, new_id) VALUES (?1, \(oldID), \(newID))",
      entity, old + new)
    guard isWaiting else { return }
    try run(
      "INSERT OR IGNORE INTO \(Self.table) (entity, id) VALUES (?1, \(oldID))", entity, new)
  }

  private func isPresent() throws(SyncError) -> Bool {
    try connection.integer(
      "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = '\(Self.table)'") == 1
  }

  private func run(
    _ sql: String, _ entity: EntityMetadata, _ values: [StoredValue]
  ) throws(SyncError) {
    let statement = try connection.statement(sql)
    statement.bind(1, entity.name)
    bind(values, from: 2, to: statement)
    try statement.run()
  }

  private func bind(_ values: [StoredValue], from first: Int, to statement: Statement) {
    for (index, value) in values.enumerated() { statement.bind(Int32(first + index), value) }
  }

  /// An identity in the form of the table and the queue, from parameters.
  package static func id(_ key: RowKey, from first: Int = 2) -> String {
    let parameters = key.indices.map { "?\($0 + first)" }
    return key.count == 1 ? parameters[0] : "json_array(\(parameters.joined(separator: ", ")))"
  }
}
