@_spi(Generated) import SwiftSyncCoding

/// A row that the server may have in another state than the store.
package struct RefetchedRow: Sendable {
  /// The position in `SchemaPlan.entities`.
  let entity: Int
  let key: RowKey
}

/// Rows that the device has deleted or unlinked although the server has said nothing about them.
///
/// The watermarks have passed them, so no pull would contain them again. They are entries of
/// `swiftsync_rejected` with a code of their own, one for each source of the entity. A source either
/// fetches them one by one or, if it cannot, pulls everything once more. An entry is removed when any
/// call applies or deletes its row.
package struct RefetchedRows {
  private static let code = "refetched"

  private let schema: SchemaPlan
  private let connection: Connection
  private let watermarks: Watermarks

  package init(_ schema: SchemaPlan, on connection: Connection) {
    self.schema = schema
    self.connection = connection
    watermarks = Watermarks(schema.metadata, on: connection)
  }

  func add(_ rows: [RefetchedRow]) throws(SyncError) {
    let byEntity = Dictionary(grouping: rows, by: \.entity)
    for entity in byEntity.keys.compactlySorted() {
      let plan = schema.entities[entity]
      try watermarks.noteReset(of: plan.metadata)
      for source in try watermarks.sources(of: plan.metadata) {
        try add((byEntity[entity] ?? []).map(\.key), of: plan, from: source)
      }
    }
  }

  private func add(
    _ keys: [RowKey], of plan: EntityPlan, from source: String
  ) throws(SyncError) {
    var room = try room(in: source)
    for key in keys {
      room -= 1
      // The entries of a source have one number space for the identities of all of its entities.
      guard room >= 0, try add(key, of: plan, from: source) else {
        return try watermarks.forget(plan, from: source)
      }
    }
  }

  private func room(in source: String) throws(SyncError) -> Int {
    let query = try connection.statement(
      "SELECT count(*) FROM swiftsync_rejected WHERE source = ?1")
    defer { query.reset() }
    query.bind(1, source)
    guard try query.step() else { return NewestClock.rejectionLimit }
    return NewestClock.rejectionLimit - Int(query.integer(0))
  }

  /// - Returns: Whether there is an entry of the row now.
  private func add(
    _ key: RowKey, of plan: EntityPlan, from source: String
  ) throws(SyncError) -> Bool {
    let statement = try connection.statement(
      """
      INSERT INTO swiftsync_rejected (source, entity, code, version, id, rejected_at)
      VALUES (?1, ?2, '\(Self.code)', ?3, \(TemporaryIDs.id(key, from: 4)), \(TableSQL.now))
      ON CONFLICT (source, id) DO UPDATE SET code = excluded.code, retry_at = NULL
      WHERE entity = excluded.entity
      """)
    statement.bind(1, source)
    statement.bind(2, plan.metadata.name)
    statement.bind(3, Int64(schema.metadata.version))
    for (index, value) in key.enumerated() { statement.bind(Int32(index + 4), value) }
    try statement.run()
    return connection.changes > 0
  }

  /// Removes the entries of a source, and forgets the watermark of each entity that had some.
  ///
  /// - Returns: The positions of these entities in the schema.
  package func take(from source: String) throws(SyncError) -> Set<Int> {
    let query = try connection.statement(
      "SELECT DISTINCT entity FROM swiftsync_rejected WHERE source = ?1 AND code = ?2")
    query.bind(1, source)
    query.bind(2, Self.code)
    var names: [String] = []
    while try query.step() { names.append(query.text(0) ?? "") }
    query.reset()
    guard !names.isEmpty else { return [] }
    let plans = names.compactMap { schema.entity($0) }
    for plan in plans { try watermarks.forget(plan, from: source) }
    let removal = try connection.statement(
      "DELETE FROM swiftsync_rejected WHERE source = ?1 AND code = ?2")
    removal.bind(1, source)
    removal.bind(2, Self.code)
    try removal.run()
    return Set(plans.map(\.index))
  }
}

extension CallData {
  /// Records the rows that must be asked for again. Rows that the payload contains itself have
  /// their final state.
  func noteRefetchedRows() throws(SyncError) {
    let rows = state.deletions.takeRefetched()
    guard !rows.isEmpty, !options.isDryRun else { return }
    try RefetchedRows(schema, on: connection).add(rows)
  }
}
