@_spi(Generated) import SwiftSyncStore

/// The `swiftsync_problems` table: problems that do not concern a pending change.
struct StoredProblems {
  private let connection: Connection

  init(on connection: Connection) {
    self.connection = connection
  }

  /// Whether there are none.
  var isEmpty: Bool {
    get throws(SyncError) {
      // Databases that are opened read-only may lack the table.
      let isPresent = try connection.integer(
        "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'swiftsync_problems'")
      guard isPresent == 1 else { return true }
      return try connection.integer("SELECT count(*) FROM swiftsync_problems") == 0
    }
  }

  // MARK: - Reading

  /// All problems, in the order of the entities and their identities.
  func all(of schema: SchemaPlan) throws(SyncError) -> [SyncProblem] {
    guard try !isEmpty else { return [] }
    var problems: [SyncProblem] = []
    for plan in schema.entities {
      problems += try all(of: plan.metadata.name, plan.queuedIDParts, plan.identity.count)
    }
    return problems + (try all(of: "", "NULL", 0))
  }

  private func all(
    of entity: String, _ parts: String, _ count: Int
  ) throws(SyncError) -> [SyncProblem] {
    let query = try connection.statement(
      """
      SELECT kind, identity, members, message, code, id, \(parts) FROM swiftsync_problems
      WHERE entity = ?1 ORDER BY id, identity, kind
      """)
    defer { query.reset() }
    query.bind(1, entity)
    var problems: [SyncProblem] = []
    while try query.step() {
      guard let kind = query.text(0).flatMap(SyncProblem.Kind.init) else { continue }
      let key = query.isNull(5) ? [] : (0..<count).map { query.value(Int32($0 + 6)).stored }
      problems.append(
        SyncProblem(
          kind, entity: entity, key: key, identity: query.text(1),
          members: QueuedFields(list: query.text(2) ?? ",").names.sorted(),
          ProblemReason(query.text(3) ?? "", code: query.text(4))))
    }
    return problems
  }

  // MARK: - Writing

  /// Stores problems, up to a number that no user would read.
  func add(
    _ problems: [SyncProblem], from source: String, _ schema: SchemaPlan
  ) throws(SyncError) {
    for problem in problems {
      let key =
        problem.key.isEmpty
        ? schema.entity(problem.entity).flatMap { $0.key(ofText: problem.identity) } ?? []
        : problem.key
      try run(
        """
        INSERT OR REPLACE INTO swiftsync_problems
          (number, kind, entity, identity, members, source, message, code, id)
        SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, \(key.isEmpty ? "NULL" : TemporaryIDs.id(key, from: 9))
        WHERE (SELECT count(*) FROM swiftsync_problems) < \(ProblemList.limit)
        """,
        [
          .integer(problem.id), .text(problem.kind.rawValue), .text(problem.entity),
          problem.identity.map(StoredValue.text) ?? .null,
          .text(QueuedFields(Set(problem.members)).list), .text(source), .text(problem.message),
          problem.code.map(StoredValue.text) ?? .null,
        ] + key)
    }
  }

  /// Replaces the unreadable rows of a pull. Those that wait to be fetched again are kept, because
  /// the pull does not contain them.
  func replace(
    _ problems: [SyncProblem], from source: String, _ schema: SchemaPlan
  ) throws(SyncError) {
    try run(
      """
      DELETE FROM swiftsync_problems WHERE source = ?1 AND kind = 'unreadable' AND NOT EXISTS (
        SELECT 1 FROM swiftsync_rejected r
        WHERE r.entity = swiftsync_problems.entity AND r.id = swiftsync_problems.id)
      """, [.text(source)])
    try add(problems, from: source, schema)
  }

  /// Removes what the server had not kept of a row, since it has confirmed another change.
  func removeNotKept(_ key: RowKey, of plan: EntityPlan) throws(SyncError) {
    try run(
      "DELETE FROM swiftsync_problems WHERE entity = ?1 AND id = \(TemporaryIDs.id(key)) "
        + "AND kind = 'notKept'", [.text(plan.metadata.name)] + key)
  }

  /// Removes a problem. An unreadable row is not fetched again before the server changes it.
  ///
  /// - Returns: Whether it was there.
  func remove(_ problem: SyncProblem) throws(SyncError) -> Bool {
    if problem.kind == .unreadable {
      try run(
        "DELETE FROM swiftsync_rejected WHERE (entity, id) = (SELECT entity, id "
          + "FROM swiftsync_problems WHERE number = ?1)", [.integer(problem.id)])
    }
    try run("DELETE FROM swiftsync_problems WHERE number = ?1", [.integer(problem.id)])
    return connection.changes > 0
  }

  /// Lets the next pull fetch an unreadable row again.
  ///
  /// - Returns: Whether the problem is still there.
  func retry(_ problem: SyncProblem) throws(SyncError) -> Bool {
    try run(
      "UPDATE swiftsync_rejected SET retry_at = NULL WHERE (entity, id) = (SELECT entity, id "
        + "FROM swiftsync_problems WHERE number = ?1)", [.integer(problem.id)])
    return try connection.integer(
      "SELECT count(*) FROM swiftsync_problems WHERE number = \(problem.id)") == 1
  }

  private func run(_ sql: String, _ values: [StoredValue]) throws(SyncError) {
    let statement = try connection.statement(sql)
    statement.bind(values)
    try statement.run()
  }
}

extension EntityPlan {
  /// The identity of a received row in its stored form; `nil` if its text does not show it.
  fileprivate func key(ofText text: String?) -> RowKey? {
    guard let text, identity.count == 1 else { return nil }
    guard metadata.columns[identity[0]].storage == .integer else { return [.text(text)] }
    return Int64(text).map { [.integer($0)] }
  }
}
