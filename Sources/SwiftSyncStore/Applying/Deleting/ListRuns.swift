@_spi(Generated) import SwiftSyncCoding

/// A complete list that is split into pages. Each page is a separate call, and the last one deletes
/// the rows that no page contained.
package struct ListRun: Hashable, Sendable {
  /// Identifies the list in the database.
  let id: Int64
  /// Identifies the run among those of the list.
  let number: Int64
  /// Whether a row is deleted after one run without it. Otherwise, two consecutive runs must lack
  /// it: with offsets, a deletion on the server moves a row to a page that was already read.
  let isStable: Bool
  /// Whether no page follows.
  package var isLast = false
}

/// The tables of rows that runs of pages have not received yet.
///
/// A run begins with all stored rows. Every call, including a push, removes the rows that it names,
/// so the rows left at the end are missing on the server. They are kept in the table, marked as
/// missing in one run, until a call contains them or the next run also lacks them.
package struct ListRuns {
  private let connection: Connection

  package init(on connection: Connection) {
    self.connection = connection
  }

  /// Begins a run in which no row has been received.
  ///
  /// - Parameter scope: The rows that the list is complete for; `nil` for all.
  package func begin(
    _ source: String, of plan: EntityPlan, in scope: ApplyOptions.Scope?, isStable: Bool,
    version: Int
  ) throws(SyncError) -> ListRun {
    let list = try list(source, of: plan, version: version)
    try run("DELETE FROM swiftsync_page_parents WHERE run = ?1", .integer(list.id))
    let table = quoted(plan.metadata.table)
    try run(
      "DELETE FROM swiftsync_page_rows WHERE run = ?1 AND id NOT IN "
        + "(SELECT \(plan.queuedIDOfColumns) FROM \(table))", .integer(list.id))
    let candidates = try ScopedRows(scope, of: plan)
    let insertion = try connection.statement(
      "INSERT OR IGNORE INTO swiftsync_page_rows (run, id) SELECT ?2, \(plan.queuedIDOfColumns) "
        + "FROM \(table) WHERE \(candidates.condition)")
    candidates.bind(insertion)
    insertion.bind(2, list.id)
    try insertion.run()
    return ListRun(id: list.id, number: list.number, isStable: isStable)
  }

  /// The list of a source with a new number. Rows missing in runs of another version of the schema,
  /// or for another entity, are forgotten.
  private func list(
    _ source: String, of plan: EntityPlan, version: Int
  ) throws(SyncError) -> (id: Int64, number: Int64) {
    let condition = "source = ?1 AND (entity <> ?2 OR version <> ?3)"
    let values: [StoredValue] = [
      .text(source), .text(plan.metadata.name), .integer(Int64(version)),
    ]
    try run(
      "DELETE FROM swiftsync_page_rows WHERE run IN "
        + "(SELECT run FROM swiftsync_page_runs WHERE \(condition))", values)
    try run("DELETE FROM swiftsync_page_runs WHERE \(condition)", values)
    try run(
      """
      INSERT INTO swiftsync_page_runs (source, entity, version, number) VALUES (?1, ?2, ?3, 1)
      ON CONFLICT (source) DO UPDATE SET number = number + 1, is_withheld = 0
      """, values)
    let query = try connection.statement(
      "SELECT run, number FROM swiftsync_page_runs WHERE source = ?1")
    defer { query.reset() }
    query.bind(1, source)
    guard try query.step() else { return (0, 0) }
    return (query.integer(0), query.integer(1))
  }

  /// Whether runs still lack rows of any entity.
  package func lackRows() throws(SyncError) -> Bool {
    let query = try connection.statement("SELECT 1 FROM swiftsync_page_rows LIMIT 1")
    defer { query.reset() }
    return try query.step()
  }

  /// Whether runs still lack rows of an entity.
  func lackRows(of plan: EntityPlan) throws(SyncError) -> Bool {
    let query = try connection.statement(
      "SELECT 1 FROM swiftsync_page_runs AS list WHERE entity = ?1 AND EXISTS "
        + "(SELECT 1 FROM swiftsync_page_rows WHERE run = list.run) LIMIT 1")
    defer { query.reset() }
    query.bind(1, plan.metadata.name)
    return try query.step()
  }

  /// Removes a row that the server has from the rows that runs lack.
  package func confirm(_ key: RowKey, of plan: EntityPlan) throws(SyncError) {
    try run(Self.removal(of: TemporaryIDs.id(key)), [.text(plan.metadata.name)] + key)
  }

  /// Removes the rows with an id from those that runs lack. The entity's name is the first
  /// parameter.
  fileprivate static func removal(of id: String) -> String {
    "DELETE FROM swiftsync_page_rows WHERE id = \(id) AND EXISTS "
      + "(SELECT 1 FROM swiftsync_page_runs WHERE run = swiftsync_page_rows.run AND entity = ?1)"
  }

  fileprivate func run(_ sql: String, _ values: StoredValue...) throws(SyncError) {
    try run(sql, values)
  }

  private func run(_ sql: String, _ values: [StoredValue]) throws(SyncError) {
    let statement = try connection.statement(sql)
    for (index, value) in values.enumerated() { statement.bind(Int32(index + 1), value) }
    try statement.run()
  }
}

/// The work of a call for runs of pages: for its own run, and for others whose rows it may name.
struct ListRunStep {
  private let call: CallData
  private let runs: ListRuns
  private let own: ListRun?

  init(_ call: CallData) {
    self.call = call
    runs = ListRuns(on: call.connection)
    own = call.options.listRun
  }

  /// Records the rows that the call has named, before missing ones are deleted.
  func note() throws(SyncError) {
    guard !call.options.isDryRun else { return }
    if try runs.lackRows() {
      for plan in call.schema.entities where try runs.lackRows(of: plan) { try note(plan) }
    }
    try noteOwn()
  }

  private func note(_ plan: EntityPlan) throws(SyncError) {
    let statement = try call.connection.statement(ListRuns.removal(of: plan.queuedIDOfRow))
    statement.bind(1, plan.metadata.name)
    for rowID in call.state.tallies.named(of: plan.index) {
      statement.bind(2, rowID)
      try statement.run()
    }
  }

  private func noteOwn() throws(SyncError) {
    guard let own else { return }
    if call.state.rejections.hasUnidentifiedRow(of: call.plan) {
      try runs.run(
        "UPDATE swiftsync_page_runs SET is_withheld = 1 WHERE run = ?1 AND number = ?2",
        .integer(own.id), .integer(own.number))
    }
    for parent in call.state.deletions.namedParents(of: call.plan.index) {
      try runs.run(
        "INSERT OR IGNORE INTO swiftsync_page_parents (run, parent) VALUES (?1, ?2)",
        .integer(own.id), parent)
    }
  }

  /// Whether the run may delete rows at its end: no page contained a row without an identity, and
  /// no other run of the source has begun in the meantime.
  func mayDelete() throws(SyncError) -> Bool {
    guard let own else { return true }
    let query = try call.connection.statement(
      "SELECT is_withheld FROM swiftsync_page_runs WHERE run = ?1 AND number = ?2")
    defer { query.reset() }
    query.bind(1, own.id)
    query.bind(2, own.number)
    return try query.step() && query.integer(0) == 0
  }

  /// The condition that a row is missing in all pages.
  func condition(_ plan: EntityPlan) -> String? {
    guard let own else { return nil }
    let lacked = own.isStable ? 0 : 1
    return "\(plan.queuedIDOfColumns) IN (SELECT id FROM swiftsync_page_rows "
      + "WHERE run = \(own.id) AND lacked >= \(lacked))"
  }

  /// The parents that earlier pages have named.
  func namedParents() throws(SyncError) -> Set<StoredValue> {
    guard let own else { return [] }
    let query = try call.connection.statement(
      "SELECT parent FROM swiftsync_page_parents WHERE run = ?1")
    defer { query.reset() }
    query.bind(1, own.id)
    var parents: Set<StoredValue> = []
    while try query.step() { parents.insert(query.value(0).stored) }
    return parents
  }

  /// Ends the run: the rows that it lacks are deleted if the next run also lacks them.
  func finish() throws(SyncError) {
    guard let own, own.isLast, !call.options.isDryRun else { return }
    try runs.run("UPDATE swiftsync_page_rows SET lacked = 1 WHERE run = ?1", .integer(own.id))
  }
}

/// The rows of a scope, as a condition on their table.
private struct ScopedRows {
  let condition: String
  private let parent: ParentScope?

  init(_ scope: ApplyOptions.Scope?, of plan: EntityPlan) throws(SyncError) {
    parent = try ParentScope(scope, of: plan)
    if let parent {
      condition = "_rowid_ IN (\(plan.sql.rowIDs(where: [parent.column])))"
    } else if case .predicate(let text) = scope {
      condition = "(\(text))"
    } else {
      condition = "1"
    }
  }

  func bind(_ statement: Statement) {
    if let parent { statement.bind(1, parent.parent) }
  }
}
