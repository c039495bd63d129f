import CSQLite

/// Copies the changes of an old database's queue, one after another, with the rows that they need.
final class SalvageRun {
  /// What is copied.
  enum Extent {
    /// The changes of the queue.
    case changes
    /// Also what exists only on the device and that no queue records, to an empty database.
    case everythingLocal
    /// The changes that an earlier run has left out.
    case leftovers([ReplacedDatabases.Leftover])
  }

  /// What was copied and what was left out.
  struct Outcome {
    var report = SyncStore.SalvageReport()
    /// The rejected changes of the report.
    var leftovers: [ReplacedDatabases.Leftover] = []
  }

  private let old: OldDatabase
  private let writer: Writer
  private let transaction: SyncTransaction
  /// Whether rows are copied that may exist only on the device.
  private let copiesLocalRows: Bool
  private let changes: [SalvagedChange]
  private let rows: RowCopier
  private let members: MemberCopier
  private var report = SyncStore.SalvageReport()
  /// Changes of which some members were left out.
  private var partial: [ReplacedDatabases.Leftover] = []

  /// - Throws: `SyncError.unusableDatabase` if the old database has no queue.
  init(
    _ extent: Extent, from old: OldDatabase, at path: String, into writer: Writer,
    _ transaction: SyncTransaction
  ) throws(SyncError) {
    guard try !old.columns(of: "swiftsync_changes").isEmpty else {
      throw .unusableDatabase(path: path, reason: "it has no change queue")
    }
    let all = try old.changes()
    self.old = old
    self.writer = writer
    self.transaction = transaction
    if case .everythingLocal = extent { copiesLocalRows = true } else { copiesLocalRows = false }
    changes = Self.changes(all, extent)
    let pending = Dictionary(grouping: all, by: \.entity).mapValues { Set($0.map(\.id)) }
    rows = RowCopier(old, to: writer, pending: pending)
    members = MemberCopier(old: old, writer: writer, rows: rows)
  }

  private static func changes(_ all: [SalvagedChange], _ extent: Extent) -> [SalvagedChange] {
    guard case .leftovers(let leftovers) = extent else { return all }
    let left = Dictionary(leftovers.map { ($0.sequence, $0.members) }) { first, _ in first }
    return all.compactMap { change in
      guard let members = left[change.sequence] else { return nil }
      return members.map(change.limited) ?? change
    }
  }

  func run() throws(SyncError) -> Outcome {
    if copiesLocalRows { try copyLocalRows() }
    let rejected = try repeated(changes) { (change) throws(SyncError) in try take(change) }
    for (entity, count) in rows.rows { report.rows[entity, default: 0] += count }
    let leftovers =
      partial
      + rejected.map { change, reason in change.leftover(change.limit, because: reason) }
    report.rejected = leftovers.map(\.rejection)
    return Outcome(report: report, leftovers: leftovers)
  }

  /// Tries items until none of the rest can be copied, because a row may refer to one that comes
  /// later.
  ///
  /// - Returns: The items that do not fit, with the reason. Any other error ends the call.
  private func repeated<Item>(
    _ items: [Item], _ body: (Item) throws(SyncError) -> Void
  ) throws(SyncError) -> [(Item, String)] {
    var waiting = items.map { ($0, "") }
    while !waiting.isEmpty {
      var left: [(Item, String)] = []
      for (item, _) in waiting {
        do throws(SyncError) {
          try rows.attempt { () throws(SyncError) in try body(item) }
        } catch {
          guard writer.connection.isInTransaction, error.isAboutOneRow else { throw error }
          left.append((item, error.description))
        }
        try transaction.token?.check()
      }
      if left.count == waiting.count { return left }
      waiting = left
    }
    return []
  }
}

// MARK: - Changes

extension SalvageRun {
  private func take(_ change: SalvagedChange) throws(SyncError) {
    guard let plan = writer.plan.entity(change.entity) else {
      throw .invalidOption("this version has no entity '\(change.entity)'")
    }
    guard plan.metadata.sync.isPushed else {
      throw .invalidOption("local changes of '\(change.entity)' are not recorded in this version")
    }
    let identity = try change.identity(of: plan, on: writer.connection)
    try rows.checkIdentity(plan, identity)
    let unknown = try unknownMembers(change, plan, identity)
    switch (change.operation, try rows.isStored(plan, identity)) {
    case ("delete", true):
      _ = try transaction.call(for: change.entity).editor.deleteOrMark(identity)
      try transaction.settleEdits()
    case ("delete", false): try queue(change, plan)
    case (_, true): try update(plan, identity, change)
    case (_, false): try insert(plan, identity, change)
    }
    report.restored[change.entity, default: 0] += 1
    guard !unknown.isEmpty else { return }
    let list = unknown.map { "'\($0)'" }.joined(separator: ", ")
    partial.append(
      change.leftover(
        unknown, because: "this version has no \(list); the rest of the change was copied"))
  }

  /// The written members that this version does not have; those of a new row by their columns.
  private func unknownMembers(
    _ change: SalvagedChange, _ plan: EntityPlan, _ identity: [StoredValue]
  ) throws(SyncError) -> [String] {
    switch change.operation {
    case "delete": return []
    case "insert": return try old.unknownColumns(of: plan, identity)
    default:
      let known = plan.members.union(plan.metadata.columns.map(\.name))
      let unknown = change.members.filter { !known.contains($0) }
      guard unknown.count < change.members.count || unknown.isEmpty else {
        let list = unknown.map { "'\($0)'" }.joined(separator: ", ")
        throw .invalidOption("this version has no \(list)")
      }
      return unknown
    }
  }

  /// Inserts the row as the old database stores it, without recording that: its entry in the queue
  /// is copied too.
  private func insert(
    _ plan: EntityPlan, _ identity: [StoredValue], _ change: SalvagedChange
  ) throws(SyncError) {
    if try entry(of: change) != nil { throw .invalidOption("the row was deleted in this database") }
    if change.limit != nil { throw .invalidOption("the row is no longer stored") }
    try rows.unrecorded { () throws(SyncError) in
      try rows.insert(plan, identity)
      try members.copy(plan, identity) {
        change.operation == "insert" || change.members.contains($0)
      }
    }
    try queue(change, plan)
  }

  /// Writes the members that were written locally, or all members of a new row that the server
  /// already has. What the app has written to this store since then stays.
  private func update(
    _ plan: EntityPlan, _ identity: [StoredValue], _ change: SalvagedChange
  ) throws(SyncError) {
    let entry = try entry(of: change)
    // An earlier run has copied it.
    if entry?["operation"] == .text("insert"), change.limit == nil { return }
    let newer = entry.map { SalvagedChange($0).members } ?? []
    let isWritten = { (names: [String]) in
      (change.operation == "insert" || names.contains(where: change.members.contains))
        && !names.contains(where: newer.contains)
    }
    try rows.update(plan, identity, isWritten)
    try members.copy(plan, identity) { isWritten([$0]) }
  }

  /// The pending change of the same row in the store.
  private func entry(of change: SalvagedChange) throws(SyncError) -> SQLRow? {
    try writer.connection.query(
      "SELECT operation, fields, sent_fields FROM swiftsync_changes "
        + "WHERE entity = ?1 AND id = ?2 AND operation <> 'touch'",
      [.text(change.entity), change.id]
    ).first
  }

  /// Copies the entry of the queue, and what is known about requests that may have arrived.
  private func queue(_ change: SalvagedChange, _ plan: EntityPlan) throws(SyncError) {
    if try entry(of: change) != nil { return }
    let id = [StoredValue.text(change.entity), change.id]
    _ = try writer.connection.run(
      "DELETE FROM swiftsync_changes WHERE entity = ?1 AND id = ?2", id)
    try change.queue(plan.members, on: writer.connection)
    let sequence = StoredValue.integer(writer.connection.lastInsertedRowID)
    let request = [
      "revision", "fields", "path", "body", "key", "sent_at", "failures", "is_uncertain",
      "is_restored",
    ]
    try copy(
      "swiftsync_requests", request, where: ["sequence": (.integer(change.sequence), sequence)])
    try copy("swiftsync_temporary", ["new_id"], where: Self.key(id))
    try copy("swiftsync_etags", ["etag"], where: Self.key(id))
  }

  private static func key(
    _ id: [StoredValue]
  ) -> KeyValuePairs<String, (StoredValue, StoredValue)> {
    ["entity": (id[0], id[0]), "id": (id[1], id[1])]
  }

  /// Copies rows of one of the runtime's own tables.
  ///
  /// - Parameter key: The columns that identify them, with their values in the old and in the new
  ///   database.
  private func copy(
    _ table: String, _ columns: [String],
    where key: KeyValuePairs<String, (StoredValue, StoredValue)>
  ) throws(SyncError) {
    // A database of an earlier runtime may lack the table, or columns of it.
    let known = try old.columnNames(of: table)
    let columns = columns.filter(known.contains)
    guard !columns.isEmpty else { return }
    let condition = key.enumerated().map { "\($1.key) = ?\($0 + 1)" }
    let found = try old.connection.query(
      "SELECT \(columns.joined(separator: ", ")) FROM \(table) "
        + "WHERE \(condition.joined(separator: " AND "))", key.map(\.value.0))
    let names = key.map(\.key) + columns
    let parameters = names.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    for row in found {
      _ = try writer.connection.run(
        "INSERT OR IGNORE INTO \(table) (\(names.joined(separator: ", "))) VALUES (\(parameters))",
        key.map(\.value.1) + row.values)
    }
  }
}

// MARK: - Other rows

extension SalvageRun {
  /// Copies what may exist only on the device although no queue contains it: the rows of entities
  /// that are not synchronized, and the temporary ids, so that none is used again.
  private func copyLocalRows() throws(SyncError) {
    for plan in writer.plan.entities where plan.hasTemporaryIdentity {
      try copyTemporaryIDs(of: plan.metadata.name)
    }
    var items: [(plan: EntityPlan, identity: [StoredValue])] = []
    for plan in writer.plan.entities where plan.mayBeLocal {
      for identity in try old.identities(of: plan) { items.append((plan, identity)) }
    }
    let rejected = try repeated(items) { (item) throws(SyncError) in
      try copyLocalRow(item.plan, item.identity)
    }
    for (item, _) in rejected { report.rejectedRows[item.plan.metadata.name, default: 0] += 1 }
    try copyLocalMembers()
  }

  private func copyLocalRow(
    _ plan: EntityPlan, _ identity: [StoredValue]
  ) throws(SyncError) {
    // Another row may have referred to it.
    if try rows.isStored(plan, identity) { return }
    try rows.unrecorded { () throws(SyncError) in
      try rows.insert(plan, identity, needsAll: false)
      try rows.copyTouch(plan, identity)
    }
    report.rows[plan.metadata.name, default: 0] += 1
  }

  private func copyTemporaryIDs(of entity: String) throws(SyncError) {
    try copy(
      "swiftsync_temporary", ["id", "new_id"], where: ["entity": (.text(entity), .text(entity))])
  }

  private func copyLocalMembers() throws(SyncError) {
    for table in writer.plan.metadata.joinTables where table.through == nil {
      let (left, right) = (table.leftEntity, table.rightEntity)
      guard try writer.entity(left).mayBeLocal, try writer.entity(right).mayBeLocal else {
        continue
      }
      _ = try repeated([table]) { (table) throws(SyncError) in
        try rows.unrecorded { () throws(SyncError) in try members.copyAll(of: table) }
      }
    }
  }
}

extension SalvagedChange {
  fileprivate func leftover(
    _ members: [String]?, because reason: String
  ) -> ReplacedDatabases.Leftover {
    ReplacedDatabases.Leftover(
      sequence: sequence, members: members,
      rejection: SyncStore.SalvageReport.Rejection(
        entity: entity, identity: id.text, reason: reason))
  }
}

extension EntityPlan {
  /// The names of its attributes and relationships.
  fileprivate var members: Set<String> {
    Set(metadata.attributes.map(\.name) + metadata.relations.map(\.name))
  }

  /// Whether its rows may exist only on the device. A clock or a tombstone is the server's, which
  /// sends the rows again; and a row that the server has deleted since would never go away.
  fileprivate var mayBeLocal: Bool {
    let sync = metadata.sync
    return !sync.isPushed && sync.clock == nil && sync.tombstone == nil
  }

  /// Whether the device assigns ids that the server replaces.
  fileprivate var hasTemporaryIdentity: Bool {
    !temporaryColumns.isDisjoint(with: identity)
  }
}

extension SyncError {
  /// Whether the error means that one row does not fit, rather than that a database fails.
  var isAboutOneRow: Bool {
    switch self {
    case .database(let failure):
      [SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_TOOBIG].contains(failure.code & 0xff)
    case .invalidOption, .invalidStoredValue, .invalidValue, .refused: true
    default: false
    }
  }
}
