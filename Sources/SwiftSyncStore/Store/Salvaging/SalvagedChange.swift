/// An entry of the queue of an old database.
struct SalvagedChange {
  let sequence: Int64
  let entity: String
  let id: StoredValue
  let operation: String
  /// The names of the written members, each once, whether they were sent or not.
  let members: [String]
  let clock: StoredValue
  /// The members to which an update of the row is limited, because the rest was copied before.
  private(set) var limit: [String]?
  /// Its columns.
  private let row: SQLRow

  init(_ row: SQLRow) {
    self.row = row
    sequence = row["sequence"]?.wholeNumber ?? 0
    entity = row["entity"]?.text ?? ""
    id = row["id"] ?? .null
    operation = row["operation"]?.text ?? ""
    clock = row["clock"] ?? .null
    let lists = ["fields", "sent_fields"].map { Self.names(row[$0] ?? .null) }
    members = lists[0] + lists[1].filter { !lists[0].contains($0) }
  }

  private init(_ change: SalvagedChange, only members: [String]) {
    row = change.row
    (sequence, entity, id) = (change.sequence, change.entity, change.id)
    (operation, clock) = ("update", change.clock)
    self.members = members
    limit = members
  }

  /// The update of some members of its row.
  func limited(to members: [String]) -> SalvagedChange {
    SalvagedChange(self, only: members)
  }

  private static func names(_ list: StoredValue) -> [String] {
    guard case .text(let text) = list else { return [] }
    var names: [String] = []
    for name in text.split(separator: ",").map(String.init) where !names.contains(name) {
      names.append(name)
    }
    return names
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

  /// Adds the entry to the queue of another database, with what an earlier push has sent of it, so
  /// that a creation that may have arrived is not sent twice. Rejections and delays are forgotten.
  ///
  /// - Parameter known: The names of members that this version has.
  func queue(_ known: Set<String>, on connection: Connection) throws(SyncError) {
    _ = try connection.run(
      """
      INSERT INTO swiftsync_changes (entity, id, operation, clock, changed_at, revision,
        sent_revision, sent_operation, attempts, fields, sent_fields)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
      """,
      [.text(entity), id, .text(operation), clock]
        + ["changed_at", "revision", "sent_revision", "sent_operation", "attempts"]
        .map { row[$0] ?? .null }
        + ["fields", "sent_fields"].map { list(row[$0] ?? .null, known) })
  }

  private func list(_ list: StoredValue, _ known: Set<String>) -> StoredValue {
    guard case .text = list else { return list }
    return .text(Self.names(list).filter(known.contains).reduce(",") { "\($0)\($1)," })
  }
}
