public import SwiftSyncFoundation
@_spi(Generated) public import SwiftSyncStore

extension SyncProblem {
  /// A row that an endpoint with `since` has sent and that could not be stored, as remembered by the store.
  ///
  /// The endpoint's watermark is newer than the clock of such a row, so the server does not send the
  /// row again until it changes. If the schema has an endpoint that fetches one row of the entity, it
  /// is used to fetch the row again.
  public struct UnreadableRow: Hashable, Sendable {
    /// The name of the entity.
    public let entity: String
    /// The identity as a string, with its parts joined by `/`.
    public let identity: String
    /// The reason why it could not be stored the last time.
    public let rule: ApplyReport.RejectedRow.Rule
    /// The time at which it could not be stored for the first time.
    public let firstSeenAt: Date
    /// The number of times that the row was fetched again.
    public let attempts: Int
  }
}

extension SyncStore {
  /// Returns the rows of endpoints with `since` that could not be stored and have not been applied
  /// since then, in the order in which they arrived.
  ///
  /// A row leaves the list when any call applies or deletes it, or when the server reports that it
  /// does not exist.
  ///
  /// - Throws: `SyncError.database` if the database cannot be read.
  public func unreadableRows() async throws(SyncError) -> [SyncProblem.UnreadableRow] {
    try await readPlanned { (connection, schema) throws(SyncError) in
      try UnreadableRows(on: connection).all(schema)
    }
  }
}

/// The `swiftsync_rejected` table.
struct UnreadableRows {
  /// The number of rows of an endpoint that are remembered. Rows beyond this limit hold back the
  /// watermark.
  static let limit = NewestClock.rejectionLimit

  private let connection: Connection

  init(on connection: Connection) {
    self.connection = connection
  }

  /// Remembers rows of an endpoint.
  ///
  /// - Returns: The rows beyond the limit, which are not stored.
  func add(
    _ rows: [RejectedTopRow], of plan: EntityPlan, from source: String, version: Int
  ) throws(SyncError) -> [RejectedTopRow] {
    guard !rows.isEmpty else { return [] }
    var room = Self.limit - (try count(from: source))
    var rest: [RejectedTopRow] = []
    for row in rows {
      let isKnown = try update(row, of: plan, from: source, version: version)
      if !isKnown, room <= 0 {
        rest.append(row)
      } else if !isKnown {
        try insert(row, of: plan, from: source, version: version)
        room -= 1
      }
    }
    return rest
  }

  private func count(from source: String) throws(SyncError) -> Int {
    let query = try connection.statement(
      "SELECT count(*) FROM swiftsync_rejected WHERE source = ?1")
    defer { query.reset() }
    query.bind(1, source)
    return try query.step() ? Int(query.integer(0)) : 0
  }

  private func update(
    _ row: RejectedTopRow, of plan: EntityPlan, from source: String, version: Int
  ) throws(SyncError) -> Bool {
    try run(
      "UPDATE swiftsync_rejected SET code = ?1, version = ?2 WHERE source = ?3 AND id = "
        + TemporaryIDs.id(row.key, from: 4),
      [.text(row.rule.rawValue), .integer(Int64(version)), .text(source)] + row.key)
    return connection.changes > 0
  }

  private func insert(
    _ row: RejectedTopRow, of plan: EntityPlan, from source: String, version: Int
  ) throws(SyncError) {
    try run(
      """
      INSERT INTO swiftsync_rejected (code, version, source, entity, id, rejected_at)
      VALUES (?1, ?2, ?3, ?4, \(TemporaryIDs.id(row.key, from: 5)), \(TableSQL.now))
      """,
      [
        .text(row.rule.rawValue), .integer(Int64(version)), .text(source),
        .text(plan.metadata.name),
      ] + row.key)
  }

  private func run(_ sql: String, _ values: [StoredValue]) throws(SyncError) {
    let statement = try connection.statement(sql)
    for (index, value) in values.enumerated() { statement.bind(Int32(index + 1), value) }
    try statement.run()
  }
}

// MARK: - Fetching again

extension UnreadableRows {
  /// The identities that an endpoint must fetch again now, starting with those tried least often.
  func due(
    of plan: EntityPlan, from source: String, version: Int, limit: Int
  ) throws(SyncError) -> [RowKey] {
    let query = try connection.statement(
      """
      SELECT \(plan.queuedIDParts) FROM swiftsync_rejected
      WHERE source = ?1 AND entity = ?2
        AND (version <> ?3 OR coalesce(retry_at <= \(TableSQL.now), 1))
      ORDER BY attempts, rejected_at LIMIT ?4
      """)
    defer { query.reset() }
    query.bind(1, source)
    query.bind(2, plan.metadata.name)
    query.bind(3, Int64(version))
    query.bind(4, Int64(limit))
    var keys: [RowKey] = []
    while try query.step() {
      keys.append(plan.identity.indices.map { query.value(Int32($0)).stored })
    }
    return keys
  }

  /// Removes a row that the server does not have.
  func remove(_ key: RowKey, from source: String) throws(SyncError) {
    try run(
      "DELETE FROM swiftsync_rejected WHERE source = ?1 AND id = \(TemporaryIDs.id(key))",
      [.text(source)] + key)
  }

  /// Records that a row was fetched again, so that it waits longer than before.
  ///
  /// - Parameter rule: The reason for the new rejection; `nil` if the row was not applied for
  ///   another reason.
  func noteAttempt(
    _ key: RowKey, _ rule: ApplyReport.RejectedRow.Rule?, from source: String, version: Int,
    _ policy: HTTP.RetryPolicy
  ) throws(SyncError) {
    let id = TemporaryIDs.id(key)
    let query = try connection.statement(
      "SELECT attempts FROM swiftsync_rejected WHERE source = ?1 AND id = \(id)")
    query.bind(1, source)
    for (index, part) in key.enumerated() { query.bind(Int32(index + 2), part) }
    let attempts = try query.step() ? query.integer(0) + 1 : 1
    query.reset()
    let next = Int32(key.count + 2)
    let delay = policy.delay(afterFailures: attempts)
    try run(
      """
      UPDATE swiftsync_rejected SET attempts = attempts + 1, version = ?\(next),
        retry_at = strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ?\(next + 1)),
        code = coalesce(?\(next + 2), code)
      WHERE source = ?1 AND id = \(id)
      """,
      [.text(source)] + key + [
        .integer(Int64(version)), .text(delay.sqlModifier),
        rule.map { .text($0.rawValue) } ?? .null,
      ])
  }

  /// All remembered rows, in the order of their rejection.
  func all(_ schema: SchemaPlan) throws(SyncError) -> [SyncProblem.UnreadableRow] {
    // Databases that are opened read-only may lack the table.
    let isPresent = try connection.integer(
      "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'swiftsync_rejected'")
    guard isPresent == 1 else { return [] }
    var rows: [(number: Int64, row: SyncProblem.UnreadableRow)] = []
    for plan in schema.entities { rows += try all(of: plan) }
    return rows.compactlySorted { $0.number < $1.number }.map(\.row)
  }

  private func all(
    of plan: EntityPlan
  ) throws(SyncError) -> [(number: Int64, row: SyncProblem.UnreadableRow)] {
    let query = try connection.statement(
      """
      SELECT rowid, code, rejected_at, attempts, \(plan.queuedIDParts) FROM swiftsync_rejected
      WHERE entity = ?1
      """)
    defer { query.reset() }
    query.bind(1, plan.metadata.name)
    var rows: [(number: Int64, row: SyncProblem.UnreadableRow)] = []
    while try query.step() {
      guard let rule = query.text(1).flatMap(ApplyReport.RejectedRow.Rule.init) else { continue }
      let key = plan.identity.indices.map { query.value(Int32($0 + 4)).stored.text }
      let row = SyncProblem.UnreadableRow(
        entity: plan.metadata.name, identity: key.joined(separator: "/"), rule: rule,
        firstSeenAt: Date(canonical: query.text(2)) ?? .distantPast,
        attempts: Int(query.integer(3)))
      rows.append((query.integer(0), row))
    }
    return rows
  }
}
