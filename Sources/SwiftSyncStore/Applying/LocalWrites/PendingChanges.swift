@_spi(Generated) import SwiftSyncCoding
import SwiftSyncValues

/// The change queue, as read by a call that applies a payload.
///
/// Most tables have no entries most of the time. So the first query for an entity is whether it has
/// any at all, and if not, no other is made.
final class PendingChanges {
  private static let table = "swiftsync_changes"

  private let connection: Connection
  private var known: [Bool?]
  /// The statements for the entry of a row, by entity. Finding a statement by its text takes longer
  /// than running it.
  private var queriesByRow: [Statement?]
  private var removal: Statement?
  /// Entries of one entity's rows that need not be looked up, by the rows' identities. Each is
  /// returned once.
  private var expected: [RowKey: LocalChange] = [:]
  /// Whether the call applies a payload. The app's own writes do not conflict with themselves.
  private(set) var isInbound = false

  init(_ schema: SchemaPlan, on connection: Connection) {
    self.connection = connection
    known = Array(repeating: nil, count: schema.entities.count)
    queriesByRow = Array(repeating: nil, count: schema.entities.count)
  }

  func beginInbound() {
    isInbound = true
  }

  /// Whether the queue has entries of an entity.
  @inline(__always)
  func hasAny(of plan: EntityPlan) throws(SyncError) -> Bool {
    guard isInbound, plan.isQueued else { return false }
    if let isPending = known[plan.index] { return isPending }
    return try askForAny(of: plan)
  }

  private func askForAny(of plan: EntityPlan) throws(SyncError) -> Bool {
    let query = try connection.statement("SELECT 1 FROM \(Self.table) WHERE entity = ?1 LIMIT 1")
    defer { query.reset() }
    query.bind(1, plan.metadata.name)
    let isPending = try query.step()
    known[plan.index] = isPending
    return isPending
  }

  /// The entry of a stored row.
  func change(of rowID: Int64, _ plan: EntityPlan) throws(SyncError) -> LocalChange? {
    guard try hasAny(of: plan) else { return nil }
    let query = try queryByRow(of: plan)
    query.bind(1, plan.metadata.name)
    query.bind(2, rowID)
    return try read(query)
  }

  /// The entry of a stored row that the payload names.
  func change(of node: RowNode, _ rowID: Int64) throws(SyncError) -> LocalChange? {
    if !expected.isEmpty {
      let key = node.plan.identity.map { node.values[$0].stored }
      if let change = expected.removeValue(forKey: key) { return change }
    }
    return try change(of: rowID, node.plan)
  }

  /// Sets the entries of the payload's rows: if they have just been written, most need not be
  /// looked up.
  func expect(_ changes: [RowKey: LocalChange]) {
    expected = changes
  }

  private func queryByRow(of plan: EntityPlan) throws(SyncError) -> Statement {
    if let known = queriesByRow[plan.index] { return known }
    let prepared = try connection.statement(select(plan.queuedIDOfRow))
    queriesByRow[plan.index] = prepared
    return prepared
  }

  /// The entry of the row that a payload names, which may be deleted.
  func change(named node: RowNode) throws(SyncError) -> LocalChange? {
    let plan = node.plan
    guard try hasAny(of: plan) else { return nil }
    let query = try connection.statement(select(plan.queuedIDOfParameters))
    query.bind(1, plan.metadata.name)
    for (index, column) in plan.identity.enumerated() {
      query.bind(Int32(index + 2), node.values[column])
    }
    return try read(query)
  }

  private func select(_ id: String) -> String {
    // A change that is being sent to the server is a local write like any other.
    "SELECT sequence, operation, fields || coalesce(sent_fields, ''), clock, "
      + "problem IS '\(LocalChange.gone)' FROM \(Self.table) WHERE entity = ?1 AND id = \(id)"
  }

  private func read(_ query: Statement) throws(SyncError) -> LocalChange? {
    defer { query.reset() }
    guard try query.step() else { return nil }
    return LocalChange(
      sequence: query.integer(0),
      // An unknown operation is treated as an update.
      operation: query.text(1).flatMap(LocalChange.Operation.init) ?? .update,
      fields: query.text(2) ?? "", clock: query.value(3).stored, isGone: query.integer(4) != 0)
  }

  func remove(_ change: LocalChange) throws(SyncError) {
    let statement = try keptRemoval()
    statement.bind(1, change.sequence)
    try statement.run()
  }

  private func keptRemoval() throws(SyncError) -> Statement {
    if let removal { return removal }
    let prepared = try connection.statement("DELETE FROM \(Self.table) WHERE sequence = ?1")
    removal = prepared
    return prepared
  }

  /// Whether the server may have the row of an entry: it has sent the row, or a push has sent it.
  func mayBeOnServer(_ change: LocalChange) throws(SyncError) -> Bool {
    switch change.operation {
    case .touch: return false
    case .update, .delete: return true
    // Another row with the identity, which somebody else has created.
    case .insert where change.clock != .null: return true
    case .insert:
      let query = try connection.statement(
        "SELECT 1 FROM \(Self.table) WHERE sequence = ?1 AND sent_operation IS NOT NULL")
      defer { query.reset() }
      query.bind(1, change.sequence)
      return try query.step()
    }
  }

  /// Records the received row as the server's current one.
  func setClock(_ clock: BoundValue, of change: LocalChange) throws(SyncError) {
    let isKnown = change.clock.withBound { $0 == clock }
    guard clock.kind != .missing, !isKnown else { return }
    let statement = try connection.statement(
      "UPDATE \(Self.table) SET clock = ?1 WHERE sequence = ?2")
    statement.bind(1, clock)
    statement.bind(2, change.sequence)
    try statement.run()
  }

  /// Records that the server has the row of an update that it said was gone, so that the update is
  /// sent again.
  func restore(_ change: LocalChange) throws(SyncError) {
    guard change.isGone else { return }
    let statement = try connection.statement(
      "UPDATE \(Self.table) SET problem = NULL, last_error = NULL, status = NULL, code = NULL, "
        + "body = NULL, sent_operation = nullif(sent_operation, 'none') WHERE sequence = ?1")
    statement.bind(1, change.sequence)
    try statement.run()
  }

  /// Keeps only some fields of an entry, which becomes an update; without any, it is removed.
  func keep(_ fields: [String], of change: LocalChange) throws(SyncError) {
    guard !fields.isEmpty else { return try remove(change) }
    // The fields that are left out have other values now, from which a later edit starts.
    let statement = try connection.statement(
      "UPDATE \(Self.table) SET operation = 'update', fields = ?1, sent_fields = NULL, "
        + "old_values = NULL WHERE sequence = ?2")
    statement.bind(1, ",\(fields.joined(separator: ",")),")
    statement.bind(2, change.sequence)
    try statement.run()
  }
}

extension EntityPlan {
  /// Whether the queue can contain entries of the entity.
  var isQueued: Bool { metadata.sync.isPushed || clockColumn != nil }

  /// The identity in the form of the queue: the value, or an array of the parts.
  ///
  /// The unary plus removes the affinity of a column. The queue's `id` has none, and SQLite uses
  /// its index only if the other side has none either.
  private func queuedID(_ parts: [String]) -> String {
    parts.count == 1 ? "+\(parts[0])" : "json_array(\(parts.joined(separator: ", ")))"
  }

  /// The identity from parameters, beginning with the second.
  package var queuedIDOfParameters: String {
    queuedID(identity.indices.map { "?\($0 + 2)" })
  }

  /// The condition that a row of the entity's table has nothing left to push. The entity's name is
  /// a parameter.
  func isPushed(entity parameter: String) -> String {
    let table = quoted(metadata.table)
    // Qualified, because the queue has its own columns.
    let id = queuedID(identity.map { "\(table).\(quoted(metadata.columns[$0].name))" })
    return "NOT EXISTS (SELECT 1 FROM swiftsync_changes WHERE entity = \(parameter) AND id = \(id) "
      + "AND operation <> 'touch')"
  }

  /// The identity from the columns of the entity's table.
  var queuedIDOfColumns: String {
    queuedID(identity.map { quoted(metadata.columns[$0].name) })
  }

  /// The identity of the row whose rowid is the second parameter.
  var queuedIDOfRow: String {
    "(SELECT \(queuedIDOfColumns) FROM \(quoted(metadata.table)) WHERE _rowid_ = ?2)"
  }
}

extension SchemaMetadata {
  /// Whether the database has triggers that process local writes.
  var hasTriggers: Bool {
    entities.contains { entity in
      entity.sync.isPushed || entity.sync.clock != nil
        || entity.attributes.contains(where: \.isTouched)
    }
  }
}

/// A local write to a row that has not been pushed: an entry of the queue `swiftsync_changes`.
package struct LocalChange {
  /// The operation that the server must carry out.
  package enum Operation: String {
    case insert
    case update
    case delete
    /// None; the entry only keeps the server's clock of a row whose clock was written locally.
    case touch
  }

  /// The position in the queue, which is also the entry's rowid.
  let sequence: Int64
  let operation: Operation
  /// The names of attributes and relationships, with commas around them: `,title,state,`; some may
  /// occur twice.
  let fields: String
  /// The server's clock before the first local write; for a deletion, the clock of the deletion
  /// itself.
  let clock: StoredValue
  /// Whether the server has said that it no longer has the row.
  let isGone: Bool

  /// The problem of an entry whose row the server no longer has.
  package static let gone = "goneOnServer"

  package init(
    sequence: Int64, operation: Operation, fields: String, clock: StoredValue, isGone: Bool = false
  ) {
    self.sequence = sequence
    self.operation = operation
    self.fields = fields
    self.clock = clock
    self.isGone = isGone
  }

  /// The names in `fields`.
  var fieldNames: [String] { fields.split(separator: ",").map(String.init) }

  func names(_ field: String) -> Bool { fields.contains(",\(field),") }

  /// Whether the value of an attribute or a to-one relationship was written locally.
  func holds(_ field: String, _ direction: SyncDirection) -> Bool {
    operation == .insert ? direction.isPushed : names(field)
  }
}

/// Prevents local writes from being recorded while a call applies a payload.
///
/// The triggers in the database check whether `swiftsync_applying` contains 1. It is inserted before
/// the first write of a call, so that a call that writes nothing does not change the file, and
/// deleted before the transaction ends, so that it is never visible to another connection.
final class RecordingPause {
  private let connection: Connection
  private var isPending = false
  private var isOn = false

  init(on connection: Connection) {
    self.connection = connection
  }

  /// Makes the next write begin the pause.
  func prepare() {
    isPending = true
  }

  /// Begins the pause, if one is wanted and has not begun.
  @inline(__always)
  func begin() throws(SyncError) {
    if isPending { try insert() }
  }

  private func insert() throws(SyncError) {
    try connection.execute("INSERT INTO swiftsync_applying (is_on) VALUES (1)")
    isPending = false
    isOn = true
  }

  /// Carries out the app's writes to a join table as those of one side's lists. Otherwise, the
  /// lists of both sides would be pushed, and those of the other side may have been changed by
  /// others.
  func recordOnly(
    _ side: JoinSide, _ writes: () throws(SyncError) -> Void
  ) throws(SyncError) {
    guard !isPending, !isOn, let mark = side.mark else { return try writes() }
    let statement = try connection.statement("INSERT INTO swiftsync_applying (is_on) VALUES (?1)")
    statement.bind(1, mark)
    try statement.run()
    // An error undoes the edit, together with the mark.
    try writes()
    let removal = try connection.statement("DELETE FROM swiftsync_applying WHERE is_on = ?1")
    removal.bind(1, mark)
    try removal.run()
  }

  /// Ends the pause: later writes are recorded.
  func end() throws(SyncError) {
    isPending = false
    guard isOn else { return }
    try connection.execute("DELETE FROM swiftsync_applying")
    isOn = false
  }
}
