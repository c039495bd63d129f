import CSQLite

/// Copies the changes of an old database's queue, one after another.
final class SalvageRun {
  private let old: Connection
  private let writer: Writer
  private let transaction: SyncTransaction
  private var report = SyncStore.SalvageReport()
  /// The columns of the old database's tables; empty for a table that it does not have.
  private var oldColumns: [String: Set<String>] = [:]

  init(
    from path: String, into writer: Writer, _ transaction: SyncTransaction
  ) throws(SyncError) {
    old = try Connection(
      path: path, mode: .readOnly, preparing: writer.connection.preparation)
    self.writer = writer
    self.transaction = transaction
    guard try !columns(of: "swiftsync_changes").isEmpty else {
      throw .unusableDatabase(path: path, reason: "it has no change queue")
    }
  }

  func run() throws(SyncError) -> SyncStore.SalvageReport {
    let rows = try old.query(
      """
      SELECT entity, id, operation, fields || coalesce(sent_fields, '') AS fields, clock, changed_at
      FROM swiftsync_changes WHERE operation IN ('insert', 'update', 'delete') ORDER BY sequence
      """, [])
    // A row may refer to one that comes later in the queue, so changes that did not fit are tried
    // again.
    var waiting = rows.map(SalvagedChange.init)
    while !waiting.isEmpty {
      report.rejected = []
      var left: [SalvagedChange] = []
      for change in waiting where try !salvage(change) { left.append(change) }
      if left.count == waiting.count { break }
      waiting = left
    }
    return report
  }

  /// Returns whether the change was copied. A change that does not fit is undone and recorded; any
  /// other error ends the call.
  private func salvage(_ change: SalvagedChange) throws(SyncError) -> Bool {
    do throws(SyncError) {
      guard let plan = writer.plan.entity(change.entity), plan.metadata.sync.isPushed else {
        throw .invalidOption("local changes of '\(change.entity)' are no longer recorded")
      }
      try writer.connection.savepoint("swiftsync_salvage") { () throws(SyncError) in
        try take(change, plan)
      }
      report.restored[change.entity, default: 0] += 1
      return true
    } catch {
      guard writer.connection.isInTransaction, error.isAboutOneRow else { throw error }
      report.rejected.append(
        SyncStore.SalvageReport.Rejection(
          entity: change.entity, identity: change.id.text, reason: error.description))
      return false
    }
  }

  private func take(_ change: SalvagedChange, _ plan: EntityPlan) throws(SyncError) {
    let identity = try change.identity(of: plan, on: writer.connection)
    let isStored = try !writer.connection
      .query(plan.sql.rowID(identity: plan.identity), identity).isEmpty
    switch (change.operation, isStored) {
    case ("delete", true):
      _ = try transaction.call(for: change.entity).editor.deleteOrMark(identity)
      try transaction.settleEdits()
    case ("delete", false):
      try queueDeletion(change)
    case (_, true):
      try update(plan, identity, change)
    case (let operation, _):
      try insert(plan, identity, change)
      if operation == "update" { try queueUpdate(change, plan) }
    }
  }

  // MARK: Rows

  private func insert(
    _ plan: EntityPlan, _ identity: [StoredValue], _ change: SalvagedChange
  ) throws(SyncError) {
    let row = try oldRow(plan, identity)
    let columns = plan.metadata.columns.indices.filter {
      row[plan.metadata.columns[$0].name] != nil
    }
    let values = columns.map { row[plan.metadata.columns[$0].name] ?? .null }
    _ = try writer.connection.run(plan.sql.insert(columns), values)
    try copyMembers(plan, identity, change)
    try checkReadable(plan, identity)
  }

  /// Writes the members that were written locally; all members for a new row that the server
  /// already has.
  private func update(
    _ plan: EntityPlan, _ identity: [StoredValue], _ change: SalvagedChange
  ) throws(SyncError) {
    let row = try oldRow(plan, identity)
    let columns = plan.columns { change.operation == "insert" || change.fields.contains($0) }
      .filter { !plan.identity.contains($0) && row[plan.metadata.columns[$0].name] != nil }
    let values = columns.map { row[plan.metadata.columns[$0].name] ?? .null }
    if !columns.isEmpty {
      _ = try writer.connection.run(
        plan.sql.update(columns, identity: plan.identity), values + identity)
    }
    try copyMembers(plan, identity, change)
    try checkReadable(plan, identity)
  }

  private func oldRow(
    _ plan: EntityPlan, _ identity: [StoredValue]
  ) throws(SyncError) -> SQLRow {
    let known = try columns(of: plan.metadata.table)
    let names = plan.metadata.columns.map(\.name).filter(known.contains)
    let key = plan.identity.map { plan.metadata.columns[$0].name }
    guard !names.isEmpty, key.allSatisfy(known.contains) else {
      throw .invalidOption(
        "the old database has no table '\(plan.metadata.table)' with its identity")
    }
    let condition = key.enumerated().map { "\(quoted($1)) = ?\($0 + 1)" }
    let rows = try old.query(
      "SELECT \(names.map(quoted).joined(separator: ", ")) FROM \(quoted(plan.metadata.table)) "
        + "WHERE \(condition.joined(separator: " AND "))", identity)
    guard let row = rows.first else {
      throw .invalidOption("the row no longer exists in the old database")
    }
    return row
  }

  /// Copies the locally written lists that have a join table.
  private func copyMembers(
    _ plan: EntityPlan, _ identity: [StoredValue], _ change: SalvagedChange
  ) throws(SyncError) {
    for relation in plan.metadata.relations {
      guard change.operation == "insert" || change.fields.contains(relation.name),
        case .manyToMany(let name, let side, _) = relation.kind, plan.isNamed,
        let table = writer.plan.joinTable(name), table.through == nil
      else { continue }
      let columns =
        table.idColumns + [table.positionColumn].compactMap { $0 }
      guard try Set(columns).isSubset(of: self.columns(of: name)) else { continue }
      let own = (side == .left ? table.leftColumns : table.rightColumns).enumerated()
        .map { "\(quoted($1)) = ?\($0 + 1)" }.joined(separator: " AND ")
      let list = columns.map(quoted).joined(separator: ", ")
      let members = try old.query(
        "SELECT \(list) FROM \(quoted(name)) WHERE \(own)", identity)
      _ = try writer.connection.run(
        "DELETE FROM \(quoted(name)) WHERE \(own)", identity)
      let parameters = columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
      for member in members {
        _ = try writer.connection.run(
          "INSERT INTO \(quoted(name)) (\(list)) VALUES (\(parameters))", member.values)
      }
    }
  }

  /// Throws if a value of the row cannot be read as its current type, or if the row refers to a
  /// required row that is not stored.
  private func checkReadable(
    _ plan: EntityPlan, _ identity: [StoredValue]
  ) throws(SyncError) {
    for reference in plan.references where reference.hasForeignKey {
      try checkTarget(of: reference, plan, identity)
    }
    guard let row = try writer.connection.query(plan.sql.lookup, identity).first else { return }
    for (column, stored) in plan.metadata.storedColumns.compactlySorted(by: { $0.key < $1.key }) {
      let value = row[stored.name] ?? .null
      guard !stored.accepts(value) else { continue }
      throw .invalidStoredValue(
        entity: plan.metadata.name, column: plan.metadata.columns[column].name,
        expected: stored.expected, found: "'\(value.text)'")
    }
  }

  private func checkTarget(
    of reference: ReferencePlan, _ plan: EntityPlan, _ identity: [StoredValue]
  ) throws(SyncError) {
    let target = writer.plan.entities[reference.target].metadata
    let column = plan.metadata.columns[reference.column]
    let value = column.expression("row.")
    let key = writer.plan.entities[reference.target].keyMetadata
    let condition = plan.identity.enumerated().map {
      "row.\(quoted(plan.metadata.columns[$1].name)) = ?\($0 + 1)"
    }
    let orphans = try writer.connection.query(
      "SELECT \(value) FROM \(quoted(plan.metadata.table)) AS row WHERE \(value) IS NOT NULL "
        + "AND \(condition.joined(separator: " AND ")) AND NOT EXISTS "
        + "(SELECT 1 FROM \(quoted(target.table)) WHERE \(key.isSame(as: column, "row.")))",
      identity)
    guard let orphan = orphans.first else { return }
    throw .invalidOption(
      "it refers to '\(target.name)' \(orphan.values[0].text), which does not exist; fetch it, and "
        + "salvage again")
  }

  private func columns(of table: String) throws(SyncError) -> Set<String> {
    if let known = oldColumns[table] { return known }
    let names = Set(try old.columnNames(of: table))
    oldColumns[table] = names
    return names
  }

  // MARK: The queue

  /// The trigger has recorded an insert, but the server knows the row, so only the written members
  /// must be pushed.
  private func queueUpdate(_ change: SalvagedChange, _ plan: EntityPlan) throws(SyncError) {
    let known = Set(plan.metadata.attributes.map(\.name) + plan.metadata.relations.map(\.name))
    let fields = change.fields.filter(known.contains)
    guard !fields.isEmpty else {
      throw .invalidOption("none of the written members exists any longer")
    }
    _ = try writer.connection.run(
      "UPDATE swiftsync_changes SET operation = 'update', fields = ?1, clock = ?2 "
        + "WHERE entity = ?3 AND id = ?4",
      [.text(",\(fields.joined(separator: ",")),"), change.clock, .text(change.entity), change.id])
  }

  private func queueDeletion(_ change: SalvagedChange) throws(SyncError) {
    _ = try writer.connection.run(
      "INSERT INTO swiftsync_changes (entity, id, operation, clock, changed_at) "
        + "VALUES (?1, ?2, 'delete', ?3, ?4) ON CONFLICT DO NOTHING",
      [.text(change.entity), change.id, change.clock, .text(change.changedAt)])
  }
}

/// An entry of the old queue.
struct SalvagedChange {
  let entity: String
  let id: StoredValue
  let operation: String
  /// The names of the written members, each once.
  let fields: [String]
  let clock: StoredValue
  let changedAt: String

  init(_ row: SQLRow) {
    entity = row["entity"]?.text ?? ""
    id = row["id"] ?? .null
    operation = row["operation"]?.text ?? ""
    clock = row["clock"] ?? .null
    changedAt = row["changed_at"]?.text ?? ""
    var names: [String] = []
    for name in (row["fields"]?.text ?? "").split(separator: ",").map(String.init)
    where !names.contains(name) {
      names.append(name)
    }
    fields = names
  }

  /// The parts of the identity. The queue stores several parts as a JSON array.
  func identity(
    of plan: EntityPlan, on connection: Connection
  ) throws(SyncError) -> [StoredValue] {
    guard plan.identity.count > 1 else { return [id] }
    let parts = try connection.query("SELECT value FROM json_each(?1) ORDER BY key", [id])
    guard parts.count == plan.identity.count else {
      throw .invalidOption("the identity of '\(entity)' has different parts now")
    }
    return parts.map { $0.values[0] }
  }
}

extension EntityPlan {
  /// The columns of the attributes and to-one relationships whose names match.
  fileprivate func columns(where isIncluded: (String) -> Bool) -> [Int] {
    var columns: [Int] = []
    for attribute in metadata.attributes where isIncluded(attribute.name) {
      columns.append(attribute.column)
      if attribute.isAmount { columns.append(attribute.column + 1) }
    }
    for relation in metadata.relations where isIncluded(relation.name) {
      guard case .toOne(let reference) = relation.kind else { continue }
      columns += reference.storedColumns
    }
    return columns
  }
}

extension SyncError {
  /// Whether the error means that one row does not fit, rather than that a database fails.
  fileprivate var isAboutOneRow: Bool {
    switch self {
    case .database(let failure):
      [SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_TOOBIG].contains(failure.code & 0xff)
    case .invalidOption, .invalidStoredValue, .refused: true
    default: false
    }
  }
}
