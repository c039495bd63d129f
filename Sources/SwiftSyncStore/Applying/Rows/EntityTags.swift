/// The `swiftsync_etags` table: the entity tags of rows (RFC 9110, section 8.8.3), as the server
/// has sent them.
package struct EntityTags {
  private let connection: Connection

  package init(on connection: Connection) {
    self.connection = connection
  }

  package func tag(of key: RowKey, _ plan: EntityPlan) throws(SyncError) -> String? {
    let query = try connection.statement(
      "SELECT etag FROM swiftsync_etags WHERE entity = ?1 AND id = \(TemporaryIDs.id(key))")
    defer { query.reset() }
    bind(key, plan, to: query)
    return try query.step() ? query.text(0) : nil
  }

  /// Stores the tag of a row; `nil` removes it.
  package func set(_ tag: String?, of key: RowKey, _ plan: EntityPlan) throws(SyncError) {
    let id = TemporaryIDs.id(key)
    guard let tag else {
      let removal = try connection.statement(
        "DELETE FROM swiftsync_etags WHERE entity = ?1 AND id = \(id)")
      bind(key, plan, to: removal)
      return try removal.run()
    }
    let statement = try connection.statement(
      "INSERT OR REPLACE INTO swiftsync_etags (entity, id, etag) "
        + "VALUES (?1, \(id), ?\(key.count + 2))")
    bind(key, plan, to: statement)
    statement.bind(Int32(key.count + 2), tag)
    try statement.run()
  }

  private func bind(_ key: RowKey, _ plan: EntityPlan, to statement: Statement) {
    statement.bind(1, plan.metadata.name)
    for (index, value) in key.enumerated() { statement.bind(Int32(index + 2), value) }
  }
}
